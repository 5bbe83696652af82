"""Lookup commands: chances, race counts, rules, help, proof of the dice. Their texts are in `screens`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from discord import app_commands
from discord.app_commands import locale_str

from bot import limits
from bot.backgammon import Illegal, Refused
from bot.backgammon.log import UnreadableLog
from bot.backgammon.match_equity import LONGEST as LONGEST_MATCH
from bot.backgammon.typed_position import parse_situation
from bot.cogs.choices import choices
from bot.cogs.context import Context, ServingCog, answered, completing, moved_on, number_in
from bot.cogs.hints import position_opinion, race_opinion
from bot.cogs.links import all_links
from bot.cogs.lookup import board_here, board_offered, check_begun, find_table, games_offered
from bot.cogs.places import EVERYWHERE, WITH_US, usable
from bot.cogs.position import tell_position
from bot.cogs.showing import tell
from bot.cogs.table_setup import word_button
from bot.cogs.verbs import pressable
from bot.screens.challenge_words import rules_pages
from bot.screens.face import Shown, label_in
from bot.screens.faces import face_of
from bot.screens.finished import rolled
from bot.screens.fitting import pages, shortened
from bot.screens.reference.fact_words import parse_game, position_race_words, race_words, rolls_words
from bot.screens.reference.faults import FactFault
from bot.screens.reference.help_words import help_items, help_topics
from bot.screens.reference.odds_words import (
    ODDS,
    asked_rolls_words,
    odds_words,
    position_odds_words,
    results_words,
    score_words,
    table_score_words,
    way_words,
)
from bot.screens.reference.proof_words import proof_words
from bot.screens.reference.topics import (
    contents_words,
    matching,
    meant,
    nearest,
    ordered,
    page_of,
    topic_words,
    topics_items,
)
from bot.tables.board_game import board_of
from bot.tables.kept_games import game_log, unreadable, whole_log
from bot.tables.table import Stage, Table

_Away = app_commands.Range[int, 1, LONGEST_MATCH]


class FactCommands(ServingCog):
    """Lookup commands, all with ephemeral answers."""

    @app_commands.command(description=locale_str("Chances: hitting, rolls, entering from the bar, equity"))
    @app_commands.describe(
        topic=locale_str("What you want to know; leave it out for everything"),
        away=locale_str("Match equity: how many points you still need"),
        opponent_away=locale_str("Match equity: how many points your opponent still needs"),
        hit=locale_str("A blot behind closed points: named, such as 8: 5 6, or drawn, such as ..x..o"),
        rolls=locale_str("The chance of a roll, a number or any of several, such as 6-5, 3, double"),
        results=locale_str("The equity of results with their chances, such as 1: 10 %, -1: 90 %"),
        position=locale_str("The chances in a position: XGID, Position ID or Match ID"),
    )
    @app_commands.choices(topic=choices(ODDS))
    @usable(EVERYWHERE)
    @answered
    async def odds(
        self,
        ctx: Context,
        topic: app_commands.Choice[str] | None = None,
        away: _Away | None = None,
        opponent_away: _Away | None = None,
        hit: str | None = None,
        rolls: str | None = None,
        results: str | None = None,
        position: str | None = None,
    ) -> None:
        about = topic.value if topic else None
        own = (
            (way_words, hit),
            (asked_rolls_words, rolls),
            (results_words, results),
            (lambda text, t: position_odds_words(parse_situation(text).xgid, t), position),
        )
        asked = [(words, text) for words, text in own if text is not None]
        judged = None
        # A question is answered alone; tables would only distract.
        parts = [words(text, ctx.t) for words, text in asked]
        if position is not None:
            xgid = parse_situation(position).xgid
            opinion = await position_opinion(ctx, xgid)
            judged = xgid.position if opinion else None
            parts.append(opinion)
        if away is None and opponent_away is None:
            parts += odds_words(about, ctx.t) if about or not asked else []
            table = await ctx.held() if about == "equity" or not (about or asked) else None
            parts.append(table_score_words(table, ctx.t) if table else "")
        elif away is None or opponent_away is None:
            raise Illegal(FactFault.HALF_A_SCORE)
        else:
            parts += odds_words(about, ctx.t) if about not in (None, "equity") else []
            parts.append(score_words(away, opponent_away, ctx.t))
        for page in pages(filter(None, parts)):
            await tell(ctx, page, judged=judged)

    @app_commands.command(
        description=locale_str("A position to copy: XGID, Position ID and Match ID; its pips, chances, picture")
    )
    @app_commands.describe(position=locale_str("An XGID, Position ID or Match ID; left out: this channel's board"))
    @usable(EVERYWHERE)
    @answered
    async def position(self, ctx: Context, position: str | None = None) -> None:
        await tell_position(ctx, position)

    @app_commands.command(
        description=locale_str("Pips and Thorp count of the race: who should double, who should take")
    )
    @app_commands.describe(position=locale_str("An XGID, Position ID or Match ID; left out: this channel's board"))
    @usable(EVERYWHERE)
    @answered
    async def race(self, ctx: Context, position: str | None = None) -> None:
        if position is None:
            table = await board_here(ctx)
            shown, words = board_of(table.state).board.position, race_words(table, ctx.t)
            opinion = await race_opinion(ctx, table)
        else:
            xgid = parse_situation(position).xgid
            shown, words = xgid.position, position_race_words(xgid, ctx.t)
            opinion = await position_opinion(ctx, xgid) if shown.is_race else ""
        for page in pages(filter(None, (words, opinion))):
            await tell(ctx, page, judged=shown if opinion else None)

    @odds.autocomplete("position")
    @position.autocomplete("position")
    @race.autocomplete("position")
    @completing
    async def _running(self, ctx: Context, typed: str) -> list[app_commands.Choice[str]]:
        return await board_offered(ctx, typed)

    @app_commands.command(description=locale_str("The rules, topic by topic; without a topic those of a table"))
    @app_commands.describe(
        topic=locale_str("What you want to read about"),
        game=locale_str("A table, such as k7f3q2: every rule by which it is or was played; left out: this channel's"),
    )
    @usable(EVERYWHERE)
    @answered
    async def rules(self, ctx: Context, topic: str | None = None, game: str | None = None) -> None:
        if topic is not None:
            await _tell_topic(ctx, topic)
        if topic is None or game is not None:
            await _tell_rules(ctx, game)

    @rules.autocomplete("topic")
    @completing
    async def _topics(self, ctx: Context, typed: str) -> list[app_commands.Choice[str]]:
        """Topics of the channel's table first, then the others."""
        found = matching(typed, await _ordered(ctx), await ctx.person_texts())
        return [app_commands.Choice(name=title, value=name) for title, name in found[: limits.CHOICES]]

    @app_commands.command(description=locale_str("How to start, how to move, and where everything is"))
    @usable(EVERYWHERE)
    @answered
    async def help(self, ctx: Context) -> None:
        await show_help(ctx)

    @app_commands.command(description=locale_str("Proof that nobody chose the dice: commitment, words, seed"))
    @app_commands.describe(game=locale_str("A table or game, such as k7f3q2 or k7f3q2-4; left out: this channel's"))
    @usable(WITH_US)
    @answered
    async def fairness(self, ctx: Context, game: str | None = None) -> None:
        await tell_dice(ctx, game)

    @rules.autocomplete("game")
    @completing
    async def _tables(self, ctx: Context, typed: str) -> list[app_commands.Choice[str]]:
        return await games_offered(ctx, typed, lambda face: True, whole=lambda table: True)

    @fairness.autocomplete("game")
    @completing
    async def _games(self, ctx: Context, typed: str) -> list[app_commands.Choice[str]]:
        return await games_offered(ctx, typed, lambda face: not face.about.imported, whole=lambda table: True)


async def tell_dice(ctx: Context, text: str | None = None) -> None:
    """Send the proof of the dice of a table or game, by default of the pressed button's table, or this channel's.
    Raises `Refused`.
    """
    name, number = parse_game(text) if text else (await _nearest(ctx), None)
    table = await find_table(ctx, name)
    if table.imported:
        raise Illegal(FactFault.NOT_OURS, table=table.id)
    if number is not None:
        check_begun(table, number)
    first = await _first(ctx, table)
    if number is None or table.state is None or table.stage is not Stage.CLOSED:
        told = proof_words(table, ctx.t, first=first)
    else:
        async with ctx.lookup() as pool:
            log = await game_log(ctx.services.store, table, number)
            key = "rolls", table.id, table.version, number
            rolls = await pool.run(rolled, face_of(table), log, number, key=key)
        ends = (rolls[0][0], rolls[-1][0]) if rolls else None
        told = [
            *proof_words(table, ctx.t, ends, first if number == 1 else None),
            *rolls_words(table.id, number, rolls, ctx.t),
        ]
    for page in told[:-1]:
        await ctx.say(page)
    asks = table.takes_later_words and table.has(ctx.user) and not table.people.has_given(ctx.user)
    await ctx.say(told[-1], word_button(table, ctx.t) if asks else None)


async def _tell_topic(ctx: Context, typed: str) -> None:
    """Send a topic, with a select of all topics. Raises `Illegal` for an unknown topic."""
    name = meant(typed, ctx.t)
    if name is None:
        raise Illegal(FactFault.NO_SUCH_TOPIC, text=shortened(typed, limits.CHOICE), names=nearest(typed, ctx.t))
    names = await _ordered(ctx)
    await tell(ctx, topic_words(name, ctx.t), topics_items(names, page_of(name, names), ctx.t, name))


async def press_topic(ctx: Context) -> None:
    """A topic was chosen in the select. Raises `Stale` for one that no longer exists."""
    name, names = ctx.chosen, await _ordered(ctx)
    if name not in names:
        raise moved_on()
    await tell(ctx, topic_words(name, ctx.t), topics_items(names, page_of(name, names), ctx.t, name))


async def press_topics(ctx: Context) -> None:
    """Turn to another page of the select. Raises `Stale` for an invalid one."""
    read, _, page = ctx.press.extra.rpartition(".")
    names = await _ordered(ctx)
    if read and read not in names:
        raise moved_on()
    words = topic_words(read, ctx.t) if read else await _contents(ctx)
    await tell(ctx, words, topics_items(names, number_in(page), ctx.t, read))


async def _ordered(ctx: Context) -> Sequence[str]:
    """All topics, those of the channel's table first."""
    try:
        return ordered(await ctx.held())
    except Refused:  # a table written by a newer bot
        return ordered(None)


async def _contents(ctx: Context) -> str:
    """What stands above the select of topics where nothing is being played."""
    return contents_words(await ctx.last_played(), ctx.t)


async def _tell_rules(ctx: Context, text: str | None) -> None:
    """Send the rules of a table, by default those of the running one, without one the select of topics; those of
    another place are nobody else's business. Raises `Refused`.
    """
    name = parse_game(text)[0] if text else await ctx.services.store.held(ctx.channel)
    if name is None:
        await tell(ctx, await _contents(ctx), topics_items(await _ordered(ctx), 0, ctx.t))
        return
    table = await find_table(ctx, name)
    for page in rules_pages(face_of(table).terms(table, ctx.t)):
        await (tell(ctx, page) if table.channel == ctx.channel else ctx.say(page))


async def _nearest(ctx: Context) -> str:
    """The table of the pressed button, else the channel's, else the user's last one here. Raises `Illegal`."""
    name = ctx.press.table or await ctx.services.store.held(ctx.channel) or await ctx.last_played()
    if name is None:
        raise Illegal(FactFault.NO_TABLE_HERE)
    return name


async def _first(ctx: Context, table: Table) -> Any:
    """The first action of a table, which may have decided the order of players; None for games without a gathering, or
    before the start.
    """
    if table.state is None or not table.game.gathers:
        return None
    beginning = await whole_log(ctx.services.store, table, last=2)
    try:
        with beginning.reading() as (_, done):
            return next(done, None)
    except UnreadableLog as error:
        raise unreadable(error) from error


# `/help`: one ephemeral message, which turns from topic to topic


async def show_help(ctx: Context) -> None:
    """Send the first topic."""
    await _tell_help(ctx, 0)


async def press_help(ctx: Context) -> None:
    """Turn to another topic. Raises `Stale` for one that no longer exists."""
    await _tell_help(ctx, number_in(ctx.press.extra))


async def _shown(ctx: Context) -> Shown:
    """The languages of buttons here: those of the current board, else those of a game of the reader's own, such as
    against the computer.
    """
    presenter = ctx.services.presenter
    try:
        table = await ctx.held()
    except Refused:  # written by a newer bot
        table = None
    if table is not None and table.state is not None:
        board = await presenter.texts_at(table)
    else:
        board = await presenter.texts_among(ctx.guild, [ctx.user])
    return Shown(label_in(ctx.t, await ctx.server_texts()), label_in(ctx.t, board))


async def _tell_help(ctx: Context, number: int) -> None:
    topics = help_topics(await ctx.theme(), ctx.t, await _shown(ctx))
    if number >= len(topics):
        raise moved_on()
    topic = topics[number]
    file = await ctx.services.painter.file(topic.picture, f"help-{number}.png")
    await tell(ctx, topic.words, pressable(ctx.place, help_items(topics, number, all_links(ctx), ctx.t)), file)

"""Challenges between two members in any game: made, posted, answered, moved into a thread, repeated.

The command that challenges to a game is in the cog of that game.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import discord
from discord import app_commands
from discord.app_commands import locale_str
from msgspec import Struct

from bot.cogs.computer_games import play_both_sides, play_computer_again
from bot.cogs.context import Context, ServingCog, answered, person_of
from bot.cogs.engine_guard import check_opening
from bot.cogs.places import WITH_US, Place, usable
from bot.cogs.table_setup import missing_permissions, open_thread, publish, tell_of_play, tell_word
from bot.core.actions import Seat
from bot.core.clock import Pace
from bot.core.question import TableFault
from bot.core.refusal import Foreign, Illegal, Stale
from bot.screens.buttons import BLUE, button, view
from bot.screens.challenge_words import declined_words
from bot.screens.custom_ids import Press
from bot.screens.discord_errors import attempt
from bot.screens.faces import face_of
from bot.screens.fitting import unbroken
from bot.screens.live import components
from bot.screens.names import apart
from bot.tables.about import Counts
from bot.tables.faults import ChallengeFault, TableTrouble
from bot.tables.game import AnyGame
from bot.tables.people import Team
from bot.tables.seats import alone
from bot.tables.table import Person, Stage, Table
from bot.texts import N_, Texts

#: Begins a table like a finished one, at a user's request.
Again = Callable[[Context, Table], Awaitable[None]]
#: By the tag of the game; by default, one of two challenges the other.
_again: dict[str, Again] = {}


def begins_again(game: AnyGame, by: Again) -> None:
    """Register how tables of a game begin again. A game with a lobby needs it."""
    _again[game.name] = by


class ChallengeCommands(ServingCog):
    """Rematches."""

    @app_commands.command(description=locale_str("Challenge your last opponent here again, by the same rules"))
    @usable(WITH_US)
    @answered
    async def rematch(self, ctx: Context) -> None:
        name = await ctx.last_played()
        if name is None:
            raise Stale(TableTrouble.NOTHING_TO_REPEAT)
        await challenge_again(ctx, name)


def challenged(ctx: Context, opponent: discord.User | discord.Member | None) -> Person | None:
    """The challenged member; None: anyone. Raises `Illegal` for an invalid opponent."""
    if opponent is None:
        return None
    person = person_of(opponent)
    if opponent.id == ctx.user:
        raise Illegal(ChallengeFault.YOURSELF)
    if opponent.bot:
        raise Illegal(ChallengeFault.A_BOT, name=person.name)
    sees = isinstance(opponent, discord.Member) and (
        opponent.resolved_permissions is None or opponent.resolved_permissions.view_channel
    )
    if not sees:
        raise Illegal(ChallengeFault.CANNOT_SEE, name=person.name)
    return person


def is_this_bot(ctx: Context, opponent: discord.User | discord.Member | None) -> bool:
    """Whether the named opponent is this bot, and so the computer."""
    own = ctx.interaction.client.user
    return own is not None and opponent is not None and opponent.id == own.id


def names_computer(ctx: Context, opponent: discord.User | discord.Member | None, level: object) -> bool:
    """Whether a game against the computer is meant, by name or by a level; in a direct message by nothing else."""
    return is_this_bot(ctx, opponent) or (opponent is None and (level is not None or ctx.place is Place.DIRECT))


def check_alone(ctx: Context, *named: discord.User | discord.Member | None) -> None:
    """Raise `Illegal` if anybody but this bot is named."""
    if any(each is not None and not is_this_bot(ctx, each) for each in named):
        raise Illegal(ChallengeFault.ONLY_ME_HERE)


async def challenge(
    ctx: Context,
    opponent: Person | None,
    setup: Struct,
    *,
    light: Seat | None = 0,
    rated: bool = True,
    hints: bool = False,
    counts: Counts | None = None,
    pace: Pace | None = None,
    weekdays: str | None = None,
    thread: bool = False,
    teams: tuple[Team, Team] | None = None,
) -> None:
    """Make a challenge with the options `setup` and post it, here or in a thread. `light`, `hints`, `counts`, `pace`
    and `weekdays` as in `About`; `rated`: as wished; `teams` as in `Challenges.make`.
    """
    await check_opening(ctx, setup)
    if missing := missing_permissions(ctx, thread=thread):
        await ctx.say(missing)
        return
    table = await ctx.services.challenges.make(
        ctx.guild,
        ctx.channel,
        ctx.person,
        opponent,
        setup,
        ctx.receipt,
        light,
        rated=rated,
        hints=hints,
        counts=counts,
        pace=pace,
        weekdays=weekdays,
        teams=teams,
    )
    if thread:
        await ctx.acknowledge()
        await into_thread(ctx, table)
    elif await ctx.services.store.held(table.channel):
        await offer_thread(ctx, table)
    else:
        await post_challenge(ctx, table)


async def challenge_again(ctx: Context, name: str | None = None) -> None:
    """Challenge the opponent of a finished table by the same rules, or begin again as its game does: the named table,
    or that of the pressed button.
    """
    before = await ctx.services.desk.table(ctx.channel, name or ctx.press.table)
    if again := _again.get(before.game.name):
        await again(ctx, before)
        return
    opponent = before.opponent_of(ctx.user)
    if before.seat_of(ctx.user) is None or (opponent is None and not alone(before.people.seats)):
        raise Foreign(TableFault.NOT_SEATED)
    if before.stage is not Stage.CLOSED:
        raise Illegal(TableTrouble.STILL_RUNNING)
    if before.people.teams:
        await _challenge_pair_again(ctx, before)
        return
    if opponent is None:
        await play_both_sides(ctx, before.about.setup, light=before.about.light, thread=False)
        return
    if before.computers:
        await play_computer_again(ctx, before)
        return
    await check_opening(ctx, before.about.setup)
    table = await ctx.services.challenges.make(
        ctx.guild,
        ctx.channel,
        ctx.person,
        opponent,
        before.about.setup,
        ctx.receipt,
        # Both keep their colours; the challenger sits at the bottom.
        int(before.seat_of(ctx.user) != before.about.light),
        rated=before.about.rated is not False,
        hints=before.about.hints,
        pace=before.about.pace,
        weekdays=before.about.weekdays,
    )
    if ctx.pressed is not None:
        words = await ctx.services.presenter.texts_at(before)
        await ctx.change(None, components(before, words, again=False))
    await post_challenge(ctx, table)


async def _challenge_pair_again(ctx: Context, before: Table) -> None:
    """The same four once more: whoever asks is the challenger, and sits first on their side."""
    seat, teams = before.seat_of(ctx.user), before.people.teams
    assert seat is not None and teams
    own, other = teams[seat], teams[1 - seat]
    table = await ctx.services.challenges.make(
        ctx.guild,
        ctx.channel,
        ctx.person,
        None,
        before.about.setup,
        ctx.receipt,
        int(seat != before.about.light),
        hints=before.about.hints,
        pace=before.about.pace,
        weekdays=before.about.weekdays,
        teams=(Team((ctx.person, own.partner_of(ctx.user))), other),
    )
    if ctx.pressed is not None:
        words = await ctx.services.presenter.texts_at(before)
        await ctx.change(None, components(before, words, again=False))
    await post_challenge(ctx, table)


async def post_challenge(ctx: Context, table: Table) -> None:
    """Post a challenge, and explain it to a member who has never played."""
    others = [discord.Object(person.user) for person in table.people.everybody[1:]]
    notified = discord.AllowedMentions(users=list(dict.fromkeys(others)), everyone=False, roles=False)
    if await publish(ctx, table, N_("The challenge could not be posted: {reason}."), notified):
        await ctx.services.lifecycle.after(table)
        await tell_of_play(ctx, table)


async def offer_thread(ctx: Context, table: Table) -> None:
    """The channel holds another table: offer a thread."""
    words = ctx.t(ChallengeFault.HELD.value)
    if not isinstance(ctx.interaction.channel, discord.TextChannel):
        await ctx.say(words)
        return
    press = Press("thread", table.id, 0)
    await ctx.say(
        words + " " + ctx.t("Play in a thread beside it?"), view([button(ctx.t("Open a thread"), press, BLUE, "🧵")])
    )


async def press_thread(ctx: Context) -> None:
    """Move a challenge into a thread of its own."""
    table = await ctx.table()
    if table.stage is not Stage.CHALLENGE:
        raise Stale(ChallengeFault.OVER)
    if missing := missing_permissions(ctx, thread=True):
        await ctx.say(missing)
        return
    await ctx.acknowledge()
    if await into_thread(ctx, table):
        await ctx.change(ctx.t("The challenge has moved into a thread."))


async def into_thread(ctx: Context, table: Table) -> bool:
    """Open a thread, and post the challenge there instead; False, after a reply, if that is impossible.

    Raises `Stale` if it has been answered.
    """
    channel = ctx.interaction.channel
    await ctx.services.challenges.take_away(table, ctx.receipt)
    names = " – ".join(apart(person.name) for person in table.people.seats)
    t = await ctx.server_texts()
    thread = await open_thread(ctx, f"{names}: {face_of(table).terms(table, t).title}")
    if thread is None:
        return False
    await post_challenge(ctx, await ctx.services.challenges.make_again(table, thread.id, ctx.receipt))
    await ctx.say(ctx.t("The challenge is in {thread}.", thread=thread.mention))
    if table.screen.message and isinstance(channel, discord.TextChannel):
        words = unbroken(t("This challenge has moved to {thread}.", thread=thread.mention))
        await attempt(lambda: channel.get_partial_message(table.screen.message).edit(content=words, view=None))
    return True


async def press_join(ctx: Context) -> None:
    """Accept a challenge."""
    if missing := missing_permissions(ctx, thread=False):
        await ctx.say(missing)
        return
    await check_opening(ctx, (await ctx.table()).about.setup)
    try:
        outcome = await ctx.services.challenges.accept(ctx.channel, ctx.press.table, ctx.person, ctx.receipt)
    except Illegal as error:
        if error.reason is not ChallengeFault.HELD:
            raise
        await offer_thread(ctx, await ctx.table())
        return
    t = await ctx.server_texts()
    if outcome.table.stage is Stage.CHALLENGE:
        await _show_agreed(ctx, outcome.table, t)
        return
    words = face_of(outcome.table).gathering_words(outcome.table, t)
    await asyncio.gather(ctx.change(words), ctx.serve(outcome.table, apart=True))


async def _show_agreed(ctx: Context, table: Table, t: Texts) -> None:
    """Show in a challenge of two against two who has agreed by now, unless all have meanwhile."""
    await ctx.acknowledge()
    async with ctx.services.presenter.lobby_turn(table.id):
        now = await ctx.services.repository.load(table.channel, table.id) or table
        if now.stage is Stage.CHALLENGE:
            face = face_of(now)
            await ctx.change(face.gathering_words(now, t), face.gathering_buttons(now, t))


async def press_call_off(ctx: Context) -> None:
    """Decline a challenge, or withdraw one's own."""
    challenges = ctx.services.challenges
    by = challenges.decline if ctx.press.verb == "refuse" else challenges.withdraw
    table = (await by(ctx.channel, ctx.press.table, ctx.person, ctx.receipt)).table
    t = await ctx.server_texts()
    await ctx.change(declined_words(table, face_of(table).terms(table, t), ctx.user, t))


async def take_word(ctx: Context) -> None:
    """Submit a word: before the game, or against a computer from the next game on."""
    begun = bool((await ctx.table()).computers)
    keeps = ctx.services.desk if begun else ctx.services.challenges
    await keeps.give_word(ctx.channel, ctx.press.table, ctx.person, ctx.typed, ctx.receipt)
    await tell_word(ctx, later=begun)

"""Games from a position: against somebody, the computer, or of both sides; and **Play from here** for the position of a
message, a replay or a mistake. None of them is rated, and none begins in a position that may not be judged.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import discord
from discord import app_commands
from discord.app_commands import locale_str
from msgspec.structs import replace

from bot.backgammon import Illegal, Rules, Seat, Xgid
from bot.backgammon.typed_opening import rules_from, rules_said
from bot.backgammon.typed_position import Situation, parse_situation
from bot.cogs.challenging import challenge, challenged, is_this_bot
from bot.cogs.computer_games import play_both_sides, play_computer, usual_level
from bot.cogs.context import Context, moved_on, run
from bot.cogs.engine_guard import check_opening
from bot.cogs.lookup import check_begun, find_table
from bot.cogs.services import Interaction, Services
from bot.core.clock import Pace
from bot.engine.thoughts import Level
from bot.screens.board_face import BoardFace
from bot.screens.buttons import form, view
from bot.screens.custom_ids import Press
from bot.screens.faces import board_face, face_of
from bot.screens.finished import positions
from bot.screens.painter import of_board
from bot.screens.reference.faults import FactFault
from bot.screens.reference.from_words import from_here_items, from_here_words
from bot.screens.reference.position_words import position_scene
from bot.tables.faults import ChallengeFault
from bot.tables.kept_games import game_log
from bot.tables.table import Stage, Table


class From(NamedTuple):
    """A game that begins in the position of its rules; the other fields as of `About`, `thread` as of `challenge`."""

    rules: Rules
    light: Seat | None = 0
    hints: bool | None = None
    pace: Pace | None = None
    weekdays: str | None = None
    thread: bool | None = None
    level: Level | None = None


async def play_from(ctx: Context, opponent: discord.User | discord.Member | None, game: From) -> None:
    """Play it: of both sides where the opponent is the user, against the computer where that or a level is named, else
    challenge. Raises `Illegal` or `Stale`.
    """
    if is_this_bot(ctx, opponent) or (game.level is not None and opponent is None):
        await play_computer(
            ctx,
            game.rules,
            game.level or await usual_level(ctx),
            light=game.light,
            hints=game.hints is not False,
            pace=game.pace,
            weekdays=game.weekdays,
            thread=game.thread,
        )
    elif game.level is not None:
        raise Illegal(ChallengeFault.ONLY_COMPUTER)
    elif opponent is not None and opponent.id == ctx.user:
        if game.pace is not None:
            raise Illegal(ChallengeFault.NO_PACE_ALONE)
        await play_both_sides(ctx, game.rules, light=game.light, thread=game.thread)
    else:
        await challenge(
            ctx,
            challenged(ctx, opponent),
            game.rules,
            light=game.light,
            rated=False,
            hints=bool(game.hints),
            pace=game.pace,
            weekdays=game.weekdays,
            thread=bool(game.thread),
        )


async def offer_from(ctx: Context, found: Situation, *, on_turn: bool = True) -> None:
    """Show a position and ask against whom to play from it. An offered cube is taken back first. Raises `Illegal` or
    `Stale`.
    """
    found = found._replace(xgid=replace(found.xgid, offer=""))
    rules = await _rules(ctx, found, on_turn=on_turn)
    await check_opening(ctx, rules)
    theme = await ctx.theme()
    picture = await ctx.services.painter.file(of_board(position_scene(found.xgid, theme, ctx.t), ctx.t), "position.png")
    engine = ctx.services.computers.thinker.available
    items = from_here_items(found, on_turn=on_turn, computer=engine, t=ctx.t)
    answers = ctx.aside if ctx.press.verb == "from_side" else ctx.say
    await answers(from_here_words(found, on_turn=on_turn, t=ctx.t), view(items), picture)


async def _rules(ctx: Context, found: Situation, *, on_turn: bool) -> Rules:
    return rules_from(rules_said((await ctx.settings()).rules, found), found, on_turn=on_turn)


async def press_from_here(ctx: Context) -> None:
    """A button that carries a position: choose whom to play."""
    await offer_from(ctx, _carried(ctx), on_turn=not ctx.press.question)


async def press_from_side(ctx: Context) -> None:
    """The other side of the position shown."""
    await offer_from(ctx, _carried(ctx), on_turn=not ctx.press.question)


async def press_from_computer(ctx: Context) -> None:
    """Against the computer, at the level chosen last."""
    await play_computer(ctx, await _carried_rules(ctx), await usual_level(ctx))


async def press_from_both(ctx: Context) -> None:
    """Both sides."""
    await play_both_sides(ctx, await _carried_rules(ctx))


async def press_from_anybody(ctx: Context) -> None:
    """An open challenge."""
    await challenge(ctx, None, await _carried_rules(ctx), rated=False)


def _carried(ctx: Context) -> Situation:
    """The position in a custom id. Raises `Stale` for anything else."""
    try:
        return parse_situation(ctx.press.extra)
    except Illegal as error:
        raise moved_on() from error


async def _carried_rules(ctx: Context) -> Rules:
    return await _rules(ctx, _carried(ctx), on_turn=not ctx.press.question)


# Under a replay: the position before a numbered move


def ask_move(ctx: Context) -> discord.ui.Modal:
    """The modal that asks for the number of a move."""
    field = discord.ui.TextInput[discord.ui.Modal](custom_id="move", placeholder="1", max_length=4)
    press = Press("from_move", ctx.press.table, ctx.press.question)
    return form(ctx.t("Play from here"), press, ctx.t("Number of the move to play anew"), field)


async def take_move(ctx: Context) -> None:
    """The number of a move was submitted: the position before it, with its dice. Raises `Illegal` or `Stale`."""
    table, typed = await find_table(ctx), ctx.typed.strip()
    number = ctx.press.question
    check_begun(table, number)
    found = await _positions(ctx, table, number)
    if not typed.isdecimal() or not 0 < int(typed[:6]) <= len(found):
        raise Illegal(FactFault.NO_SUCH_MOVE, most=len(found))
    await offer_from(ctx, Situation(found[int(typed) - 1]))


async def _positions(ctx: Context, table: Table, number: int) -> list[Xgid]:
    """The positions before the moves of a finished game. Raises `Illegal`."""
    face = board_face(table)
    if table.state is not None and table.state.number == number and not table.state.over:
        raise Illegal(FactFault.STILL_PLAYED, table=table.id, game=number)
    async with ctx.lookup() as pool:
        log = await game_log(ctx.services.store, table, number)
        key = "positions", table.id, table.version, number
        return await pool.run(positions, face, log, number, key=key)


# Apps → Play from here


def message_command(services: Services) -> app_commands.ContextMenu:
    """The command on a message."""

    async def from_message(interaction: Interaction, message: discord.Message) -> None:
        await run(services, interaction, lambda ctx: _from_message(ctx, message))

    return app_commands.ContextMenu(name=locale_str("Play from here"), callback=from_message)


async def _from_message(ctx: Context, message: discord.Message) -> None:
    """Offer the position of a message. Raises `Illegal` or `Stale`."""
    found, on_turn = await _in_message(ctx, message)
    await offer_from(ctx, found, on_turn=on_turn)


async def _in_message(ctx: Context, message: discord.Message) -> tuple[Situation, bool]:
    """The position of a message, and whether the side on turn is to be the user's: that of its own button, else the
    board of a running table, else an id in its text. Raises `Illegal`.
    """
    presses = list(_presses(message)) if message.author == ctx.interaction.client.user else []
    for press in presses:
        if press.verb == "from_here":
            return parse_situation(press.extra), not press.question
    for name in dict.fromkeys(press.table for press in presses):
        if await ctx.services.store.channel_of(name) is not None:
            table = await find_table(ctx, name)
            face = face_of(table)
            if table.stage is Stage.OPEN and isinstance(face, BoardFace):
                return Situation(face.xgid(table.state)), True
    if not message.content.strip():
        raise Illegal(FactFault.NO_POSITION_IN)
    return parse_situation(message.content), True


def _presses(message: discord.Message) -> Iterator[Press]:
    """What the buttons and selects of a message carry."""
    for row in message.components:
        for item in getattr(row, "children", ()):
            if press := Press.parse(getattr(item, "custom_id", None) or ""):
                yield press

"""Games from a position: against somebody, the computer, or of both sides; and **Play from here** for the position of a
message, a replay or a mistake. None of them is rated, and none begins in a position that may not be judged.
"""

from __future__ import annotations

from typing import NamedTuple

import discord
from msgspec.structs import replace

from bot.backgammon import Illegal, Rules, Seat
from bot.backgammon.typed_opening import rules_from, rules_said
from bot.backgammon.typed_position import Situation, parse_situation
from bot.cogs.challenging import challenge, challenged, names_computer
from bot.cogs.computer_games import play_both_sides, play_computer, usual_level
from bot.cogs.context import Context, moved_on
from bot.cogs.engine_guard import check_opening
from bot.cogs.position import before_move, move_form
from bot.cogs.verbs import pressable
from bot.core.clock import Pace
from bot.engine.thoughts import Level
from bot.screens.buttons import view
from bot.screens.painter import of_board
from bot.screens.reference.from_words import from_here_items, from_here_words
from bot.screens.reference.position_words import position_scene
from bot.tables.faults import ChallengeFault


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
    if names_computer(ctx, opponent, game.level):
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
    offered = view(pressable(ctx.place, items))
    await answers(from_here_words(found, on_turn=on_turn, t=ctx.t), offered, picture)


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
    return move_form("from_move", ctx.press.table, ctx.press.question, ctx.t)


async def take_move(ctx: Context) -> None:
    """The number of a move was submitted: the position before it, with its dice. Raises `Illegal` or `Stale`."""
    await offer_from(ctx, await before_move(ctx))

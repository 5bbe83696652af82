"""`/position`: a position to copy, its pips and chances, and what the engine says of it where that may be asked; and
what the engine makes of it in full, for `/analyze position:`.
"""

from __future__ import annotations

import discord

from bot.backgammon import Illegal, Side, Stale, Xgid, legal_plays
from bot.backgammon.typed_position import Situation, parse_situation
from bot.cogs.context import Context
from bot.cogs.engine_guard import check_may_be_told
from bot.cogs.hints import asked, may_hint, position_opinion
from bot.cogs.lookup import board_here, check_begun, find_table
from bot.cogs.showing import show_items, tell
from bot.screens.buttons import GREY, Item, button, form, view
from bot.screens.custom_ids import Press
from bot.screens.faces import board_face
from bot.screens.finished import positions
from bot.screens.fitting import pages
from bot.screens.names import bold_names
from bot.screens.painter import of_board
from bot.screens.reference.faults import FactFault
from bot.screens.reference.hint_words import compared_scene, hint_words
from bot.screens.reference.odds_words import position_odds_words
from bot.screens.reference.position_words import position_scene, position_words
from bot.tables.advice import HintFault, decision_with_dice
from bot.tables.cube_scores import ScoreFault
from bot.tables.faults import ChallengeFault, TableTrouble
from bot.tables.kept_games import game_log
from bot.tables.table import Table
from bot.texts import Texts
from render import Scene


async def tell_position(ctx: Context, text: str | None = None) -> None:
    """Send a position: that of `text`, by default the board of this channel. Raises `Refused`."""
    if text is not None:
        await tell_situation(ctx, parse_situation(text))
    else:
        await tell_board(ctx, await board_here(ctx))


async def tell_situation(ctx: Context, found: Situation) -> None:
    """Send a position of no table, or of one that has moved on."""
    await _tell(ctx, found, position_scene(found.xgid, await ctx.theme(), ctx.t), [])


async def tell_board(ctx: Context, table: Table) -> None:
    """Send the position of a running table, with the button Hint for whoever would be given one. Raises `Illegal` or
    `Stale`.
    """
    if table.state is None:
        raise Stale(TableTrouble.NO_TABLE)
    face, public = board_face(table), table.public
    press = Press("hint", table.id, table.state.question)
    hint: list[Item] = [button(ctx.t("Hint"), press, GREY, "💡")] if may_hint(ctx, table) else []
    scene = face.scene(public, await ctx.theme(), ctx.t)
    xgid, names, sides = face.xgid(public.state), bold_names(table), face.sides(public.state)
    turn = xgid.turn or Side.WHITE
    await _tell(ctx, Situation(xgid), scene, hint, (names(sides[turn]), names(sides[turn.other])))


async def _tell(
    ctx: Context, found: Situation, scene: Scene, items: list[Item], names: tuple[str, str] | None = None
) -> None:
    words = position_words(found.xgid, ctx.t, whole=found.whole)
    odds, opinion = position_odds_words(found.xgid, ctx.t, names), await position_opinion(ctx, found.xgid)
    first, *more = pages(filter(None, (words, odds, opinion)))
    file = await ctx.services.painter.file(of_board(scene, ctx.t), "position.png")
    judged = found.xgid.position if opinion else None
    await tell(ctx, first, items, file, judged=judged)
    for page in more:
        await ctx.say(page, view(show_items(ctx, judged)), shared=True)


# Under a replay: the position before a numbered move


def move_form(verb: str, table: str, game: int, t: Texts) -> discord.ui.Modal:
    """The modal that asks for the number of a move, and is submitted as `verb`."""
    field = discord.ui.TextInput[discord.ui.Modal](custom_id="move", placeholder="1", max_length=4)
    if verb == "from_move":
        title, asks = t("Play from here"), t("Number of the move to play anew")
    else:
        title, asks = t("Position"), t("Before the move of which number?")
    return form(title, Press(verb, table, game), asks, field)


async def before_move(ctx: Context) -> Situation:
    """The position before the move whose number was typed, with its dice. Raises `Illegal`."""
    table, typed = await find_table(ctx), ctx.typed.strip()
    check_begun(table, ctx.press.question)
    found = await _positions(ctx, table, ctx.press.question)
    if not typed.isdecimal() or not 0 < int(typed[:6]) <= len(found):
        raise Illegal(FactFault.NO_SUCH_MOVE, most=len(found))
    return Situation(found[int(typed) - 1])


async def take_move(ctx: Context) -> None:
    """The number of a move was submitted: send the position before it."""
    await tell_situation(ctx, await before_move(ctx))


async def _positions(ctx: Context, table: Table, number: int) -> list[Xgid]:
    """The positions before the moves of a finished game. Raises `Illegal`."""
    face = board_face(table)
    if table.state is not None and table.state.number == number and not table.state.over:
        raise Illegal(FactFault.STILL_PLAYED, table=table.id, game=number)
    async with ctx.lookup() as pool:
        log = await game_log(ctx.services.store, table, number)
        key = "positions", table.id, table.version, number
        return await pool.run(positions, face, log, number, key=key)


# What the engine makes of it


async def analyze_position(ctx: Context, found: Situation) -> None:
    """Send the engine's best plays for the roll of a position, or without one what to do with the cube. Raises
    `Illegal` or `Stale` if it may not be asked, or does not answer.
    """
    decision, t = decision_with_dice(found.xgid), ctx.t
    own, other = decision.position.own, decision.position.opponent
    if 15 in (own[0], other[0]):
        raise Illegal(ScoreFault.OVER)
    if sum(own) != 15:
        raise Illegal(HintFault.UNKNOWN_GAME)
    if not ctx.services.computers.thinker.available:
        raise Illegal(ChallengeFault.NO_ENGINE)
    await check_may_be_told(ctx, found.xgid.position)
    await ctx.acknowledge()
    async with ctx.lookup():
        hint = await asked(ctx, decision)
    plays = legal_plays(decision.position, decision.dice) if decision.dice else ()
    scene = compared_scene(position_scene(found.xgid, await ctx.theme(), t), hint, plays)
    words = "\n".join((position_words(found.xgid, t, whole=found.whole).splitlines()[0], hint_words(hint, plays, t)))
    await ctx.aside(words, file=await ctx.services.painter.file(of_board(scene, t), "position.png"))

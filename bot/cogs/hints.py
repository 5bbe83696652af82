"""`/hint` and the button Hint, and the engine's part of `/race` and `/odds`: for the player to decide, where hints are
allowed.
"""

from __future__ import annotations

from discord import app_commands
from discord.app_commands import locale_str

from bot.backgammon import Illegal, Refused, Xgid
from bot.cogs.context import Context, ServingCog, answered, moved_on
from bot.cogs.engine_guard import check_may_be_told, decision_for
from bot.cogs.places import WITH_US, usable
from bot.engine.bear_off_base import holds
from bot.engine.evaluator import EngineUnavailable
from bot.engine.thoughts import EXACT, Unsupported
from bot.screens.buttons import view
from bot.screens.faces import board_face
from bot.screens.painter import of_board
from bot.screens.reference.hint_words import (
    back_item,
    chances_words,
    compared_scene,
    cube_advice,
    cube_items,
    cube_words,
    figures_item,
    hint_words,
    play_items,
)
from bot.tables.advice import Decision, Hint, HintFault, decision_in, hint
from bot.tables.board_game import board_of
from bot.tables.table import Table


class HintCommands(ServingCog):
    @app_commands.command(
        description=locale_str("The engine's advice for what you have to decide, where hints are allowed")
    )
    @usable(WITH_US)
    @answered
    async def hint(self, ctx: Context) -> None:
        await _tell_hint(ctx, await ctx.table())


async def press_hint(ctx: Context) -> None:
    """The button Hint; in a composer, it carries the draft."""
    await _press(ctx, figures=False)


async def press_figures(ctx: Context) -> None:
    """The button Figures below a hint: the same with its figures, if a hint may still be given."""
    await _press(ctx, figures=True)


async def _press(ctx: Context, *, figures: bool) -> None:
    table = await ctx.table()
    if table.state is None or table.state.question != ctx.press.question:
        raise moved_on()
    await _tell_hint(ctx, table, ctx.press.extra, figures=figures)


def may_hint(ctx: Context, table: Table) -> bool:
    """Whether the user would be given a hint now, if the engine answers."""
    try:
        decision_for(ctx, table)
    except Refused:
        return False
    return True


async def _tell_hint(ctx: Context, table: Table, composed: str = "", *, figures: bool = False) -> None:
    """Send the engine's advice to the player to decide, with its `figures` or with a button for them. `composed`: the
    draft of a composer to return to. Raises `Illegal` or `Stale` if there is none.
    """
    t = ctx.t
    decision = decision_for(ctx, table)
    await ctx.acknowledge()
    async with ctx.lookup():
        found = await asked(ctx, decision)
    face, state, seat = board_face(table), board_of(table.state), table.seat_of(ctx.user)
    assert seat is not None
    plays = state.plays
    theme = await ctx.theme()
    scene = compared_scene(face.scene(table.public, theme, t), found, plays)
    file = await ctx.services.painter.file(of_board(scene, t), "hint.png")
    if found.plays:
        items = play_items(found, plays, table.id, state.question, t)
    else:
        items = cube_items(face, table.public, state.questions, seat, t)
    back = [back_item(table.id, state.question, composed, t)] if composed else []
    more = [] if figures else [figures_item(table.id, state.question, composed, t)]
    await ctx.aside(hint_words(found, plays, t, figures=figures), view([*items, *back, *more]), file, passing=True)


async def asked(ctx: Context, decision: Decision) -> Hint:
    """The engine's advice. Raises `Illegal` if it does not answer."""
    try:
        return await hint(ctx.services.computers.thinker, decision)
    except (EngineUnavailable, Unsupported) as error:
        raise Illegal(HintFault.SILENT) from error


async def race_opinion(ctx: Context, table: Table) -> str:
    """The engine's view of the cube in a race; empty if it may not be asked, or does not answer."""
    try:
        decision = decision_for(ctx, table)
        if not decision.position.is_race:
            return ""
        await ctx.acknowledge()
        async with ctx.lookup():
            found = await asked(ctx, decision._replace(dice=None))
    except Refused:
        return ""
    assert found.cube is not None
    t = ctx.t
    if found.cube.plies == EXACT:
        title = t("**By the engine**, exactly:")
    elif holds(decision.position):
        title = t("**By the engine**, the chances exactly:")
    else:
        title = t("**By the engine:**")
    advice = cube_advice(found.decision._replace(may_double=True), found.cube, t)
    return "\n".join((f"{title} {advice}", *cube_words(decision, found.cube, t)))


async def position_opinion(ctx: Context, xgid: Xgid) -> str:
    """Winning chances of a position for the side on roll; empty if the engine may not be asked, or does not answer. For
    a board of the user's own tables, hints must be allowed there.
    """
    decision = decision_in(xgid)
    if sum(xgid.position.own) != 15 or not ctx.services.computers.thinker.available:
        return ""
    try:
        await check_may_be_told(ctx, xgid.position)
        await ctx.acknowledge()
        async with ctx.lookup():
            found = await asked(ctx, decision)
    except Refused:
        return ""
    assert found.cube is not None
    chances = chances_words(found.cube.chances, ctx.t)
    if holds(decision.position):
        return ctx.t("**Exactly, by the two-sided base**, on roll: {chances}", chances=chances)
    return ctx.t("**By the engine**, on roll: {chances}", chances=chances)

"""The buttons under a table that is over: to see a game again, to have its files, to check its dice."""

from __future__ import annotations

from bot.backgammon import Illegal
from bot.cogs.context import Context, moved_on, number_in
from bot.cogs.lookup import find_table
from bot.cogs.records import export, replay
from bot.screens.buttons import view
from bot.screens.ended_items import export_items, replay_items
from bot.screens.faces import face_of
from bot.screens.reference.faults import FactFault
from bot.tables.table import Table


async def press_replay(ctx: Context) -> None:
    """The button Replay: of several games one is chosen first."""
    table = await _over(ctx)
    if items := replay_items(table, ctx.t):
        await ctx.say(ctx.t("Which game?"), view(items))
    else:
        await replay(ctx, table.id)


async def press_replay_game(ctx: Context) -> None:
    """Which game is shown."""
    await replay(ctx, ctx.press.table, number_in(ctx.chosen))
    await ctx.remove()


async def press_export(ctx: Context) -> None:
    """The button Export: the kind of file is chosen first."""
    table = await _over(ctx)
    items = export_items(table, face_of(table), ctx.t)
    if not items:
        raise Illegal(FactFault.NONE_FINISHED, table=table.id)
    await ctx.say(ctx.t("Which file?"), view(items))


async def press_export_as(ctx: Context) -> None:
    """In which kind of file, of a game or of the whole table."""
    await export(ctx, ctx.press.table, ctx.press.question or None, ctx.chosen)


async def _over(ctx: Context) -> Table:
    """The table under which the button stands, once it has come to a game."""
    table = await find_table(ctx)
    if table.state is None:
        raise moved_on()
    return table

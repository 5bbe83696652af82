"""Entering a hand: the ephemeral message with its steps, and the press that saves it."""

from __future__ import annotations

from bot.cogs.context import Context, moved_on
from bot.core.question import TableFault
from bot.core.refusal import Foreign, Illegal, Stale
from bot.preferans.drafts import Draft, opened
from bot.preferans.lines import Played, SheetFault
from bot.preferans.sheet import Sheet
from bot.screens.buttons import view
from bot.screens.names import bold_names, label_names
from bot.screens.preferans.entry import entry_items, entry_words, first_draft
from bot.tables.preferans import intents
from bot.tables.table import Table

#: Characters of a name on a button.
_NAME = 20


async def open_entry(ctx: Context, table: Table | None = None) -> None:
    """Send the entry of the next hand, on a given sheet or that of the pressed button. Raises `Foreign` or
    `Illegal`.
    """
    table = table or await ctx.table()
    sheet = _sheet(ctx, table)
    if sheet.complete:
        raise Illegal(SheetFault.BULLET_CLOSED, pool=sheet.options.bullet)
    await _show(ctx, table, sheet, first_draft(sheet))


async def open_edit(ctx: Context, table: Table, number: int) -> None:
    """The same for a hand on the sheet, to be saved again or changed."""
    sheet = _sheet(ctx, table)
    line = sheet.line(number)
    if not isinstance(line, Played):
        raise Illegal(SheetFault.NOT_A_HAND, line=number)
    await _show(ctx, table, sheet, opened(line, number, sheet.options.convention))


async def press_step(ctx: Context) -> None:
    """A step: the draft that a button or option carries."""
    table = await ctx.table()
    sheet = _sheet(ctx, table)
    await _show(ctx, table, sheet, _draft(ctx, sheet, ctx.chosen or ctx.press.extra))


async def press_save(ctx: Context) -> None:
    """Save the hand."""
    table = await ctx.table()
    draft = _draft(ctx, _sheet(ctx, table), ctx.press.extra)
    await ctx.act(intents.save(draft, ctx.press.question))


def _draft(ctx: Context, sheet: Sheet, text: str) -> Draft:
    """The draft so far. Raises `Stale` if the sheet has changed since, or for any other text."""
    draft = Draft.parse(text)
    seats = range(sheet.players)
    if (
        draft is None
        or ctx.press.question != sheet.question
        or draft.line > len(sheet.lines)
        or draft.dealer not in seats
        or (draft.declarer is not None and draft.declarer not in seats)
    ):
        raise moved_on()
    return draft


async def _show(ctx: Context, table: Table, sheet: Sheet, draft: Draft) -> None:
    words = entry_words(sheet, draft, bold_names(table), ctx.t)
    items = entry_items(table.id, sheet, draft, label_names(table, _NAME), ctx.t)
    await ctx.aside(words, view(items), passing=True)


def _sheet(ctx: Context, table: Table) -> Sheet:
    """The sheet, for one of its players. Raises `Foreign`, `Stale` or `Illegal`."""
    sheet = table.state_of(Sheet)
    if sheet.closed:
        raise Stale(TableFault.CLOSED)
    if not table.has(ctx.user):
        raise Foreign(TableFault.NOT_SEATED)
    return sheet

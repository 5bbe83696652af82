"""Entering a hand: the private message that asks for it step by step, and the press that saves it."""

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
from bot.tables.preferans.typed import sheet_of
from bot.tables.table import Table

#: Characters of a name on a button.
_NAME = 20


async def open_entry(ctx: Context, table: Table | None = None) -> None:
    """The message in which the next hand is entered, of the sheet under which somebody has pressed, or of a given one.
    Raises `Foreign` or `Illegal`."""
    table = table or await ctx.table()
    sheet = _sheet(ctx, table)
    if sheet.complete:
        raise Illegal(SheetFault.BULLET_CLOSED, pool=sheet.options.bullet)
    await _show(ctx, table, sheet, first_draft(sheet))


async def open_edit(ctx: Context, table: Table, number: int) -> None:
    """The same for a hand that stands on the sheet: as it is, to be saved anew or begun again."""
    sheet = _sheet(ctx, table)
    line = sheet.line(number)
    if not isinstance(line, Played):
        raise Illegal(SheetFault.NOT_A_HAND, line=number)
    await _show(ctx, table, sheet, opened(line, number, sheet.options.convention))


async def press_step(ctx: Context) -> None:
    """A step: the draft that a button or a choice in a list leads to."""
    table = await ctx.table()
    sheet = _sheet(ctx, table)
    await _show(ctx, table, sheet, _draft(ctx, sheet, ctx.chosen or ctx.press.extra))


async def press_save(ctx: Context) -> None:
    """The hand is written."""
    table = await ctx.table()
    draft = _draft(ctx, _sheet(ctx, table), ctx.press.extra)
    await ctx.act(intents.save(draft, ctx.press.question))


def _draft(ctx: Context, sheet: Sheet, text: str) -> Draft:
    """What is entered so far. Raises `Stale` if the sheet has changed since, or if it is no draft of it."""
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
    """The sheet, for somebody on it. Raises `Foreign`, `Stale` or `Illegal`."""
    sheet = sheet_of(table)
    if sheet.closed:
        raise Stale(TableFault.CLOSED)
    if not table.has(ctx.user):
        raise Foreign(TableFault.NOT_SEATED)
    return sheet

"""Entering a hand: the private message that asks for it step by step, and the press that saves it."""

from __future__ import annotations

from bot.cogs.acting import act
from bot.cogs.choices import chosen
from bot.cogs.services import Services
from bot.core.question import TableFault
from bot.core.refusal import Foreign, Illegal, Stale
from bot.preferans.drafts import Draft, opened
from bot.preferans.lines import Played, SheetFault
from bot.preferans.sheet import Sheet
from bot.screens.answer import Answer
from bot.screens.buttons import view
from bot.screens.custom_ids import Press
from bot.screens.names import bold_names, label_names
from bot.screens.preferans.entry import entry_items, entry_words, first_draft
from bot.tables.faults import TableTrouble
from bot.tables.preferans import intents
from bot.tables.preferans.typed import sheet_of
from bot.tables.table import Table

#: Characters of a name on a button.
_NAME = 20


async def open_entry(services: Services, answer: Answer, table: Table) -> None:
    """The message in which the next hand is entered. Raises `Foreign` or `Illegal`."""
    sheet = _sheet(answer, table)
    if sheet.complete:
        raise Illegal(SheetFault.BULLET_CLOSED, pool=sheet.options.bullet)
    await _show(answer, table, sheet, first_draft(sheet))


async def open_edit(services: Services, answer: Answer, table: Table, number: int) -> None:
    """The same for a hand that stands on the sheet: as it is, to be saved anew or begun again."""
    sheet = _sheet(answer, table)
    line = sheet.line(number)
    if not isinstance(line, Played):
        raise Illegal(SheetFault.NOT_A_HAND, line=number)
    await _show(answer, table, sheet, opened(line, number, sheet.options.convention))


async def press_hand(services: Services, answer: Answer, press: Press) -> None:
    """The button Hand."""
    await open_entry(services, answer, await _table(services, answer, press))


async def press_step(services: Services, answer: Answer, press: Press) -> None:
    """A step: the draft that a button or a choice in a list leads to."""
    table = await _table(services, answer, press)
    sheet = _sheet(answer, table)
    await _show(answer, table, sheet, _draft(sheet, press, chosen(answer) or press.extra))


async def press_save(services: Services, answer: Answer, press: Press) -> None:
    """The hand is written."""
    table = await _table(services, answer, press)
    draft = _draft(_sheet(answer, table), press, press.extra)
    await act(services, answer, intents.save(draft, press.question), table=press.table)


def _draft(sheet: Sheet, press: Press, text: str) -> Draft:
    """What is entered so far. Raises `Stale` if the sheet has changed since, or if it is no draft of it."""
    draft = Draft.parse(text)
    seats = range(sheet.players)
    if (
        draft is None
        or press.question != sheet.question
        or draft.line > len(sheet.lines)
        or draft.dealer not in seats
        or (draft.declarer is not None and draft.declarer not in seats)
    ):
        raise Stale(TableTrouble.MOVED_ON)
    return draft


async def _show(answer: Answer, table: Table, sheet: Sheet, draft: Draft) -> None:
    words = entry_words(sheet, draft, bold_names(table), answer.t)
    items = entry_items(table.id, sheet, draft, label_names(table, _NAME), answer.t)
    await answer.aside(words, view(items), passing=True)


def _sheet(answer: Answer, table: Table) -> Sheet:
    """The sheet, for somebody on it. Raises `Foreign`, `Stale` or `Illegal`."""
    sheet = sheet_of(table)
    if sheet.closed:
        raise Stale(TableFault.CLOSED)
    if not table.has(answer.interaction.user.id):
        raise Foreign(TableFault.NOT_SEATED)
    return sheet


async def _table(services: Services, answer: Answer, press: Press) -> Table:
    assert answer.interaction.channel_id is not None
    return await services.desk.table(answer.interaction.channel_id, press.table)

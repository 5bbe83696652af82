"""Intents for a sheet, functions from its current state to an action.

Each raises `Illegal` at the table of another game.
"""

from __future__ import annotations

from collections.abc import Callable

from bot.core.actions import Action, Claim, End, Seat
from bot.core.intent import Intent, Throw
from bot.core.refusal import Illegal, Stale
from bot.core.state import TableState
from bot.preferans.drafts import Draft, Step
from bot.preferans.lines import Column, Correction
from bot.preferans.sheet import Correct, Edit, Sheet, Write
from bot.tables.faults import TableTrouble
from bot.tables.preferans.faults import PreferansFault


def _on_sheet(make: Callable[[Sheet, Seat], Action]) -> Intent:
    def intent(state: TableState, seat: Seat, throw: Throw) -> Action:
        del throw
        if not isinstance(state, Sheet):
            raise Illegal(PreferansFault.NOT_A_SHEET)
        return make(state, seat)

    return intent


def save(draft: Draft, seen: int) -> Intent:
    """Write a hand, or replace a line. `seen`: the question of the sheet on which it was entered, which must still be
    open.
    """

    def make(sheet: Sheet, seat: Seat) -> Action:
        if sheet.question != seen or draft.step(sheet.options.convention) is not Step.READY:
            raise Stale(TableTrouble.MOVED_ON)
        line = draft.played()
        return Edit(by=seat, number=draft.line, line=line) if draft.line else Write(by=seat, line=line)

    return _on_sheet(make)


def correct(column: Column, whose: Seat, points: int, on: Seat | None) -> Intent:
    return _on_sheet(lambda sheet, seat: Correct(by=seat, line=Correction(column, whose, points, on)))


def end() -> Intent:
    """Settle the sheet; a player other than the host may after long inactivity."""

    def make(sheet: Sheet, seat: Seat) -> Action:
        return End(by=seat) if sheet.complete or seat == sheet.host else Claim(by=seat)

    return _on_sheet(make)

"""News of a sheet, as data that can be reported whatever has changed since."""

from __future__ import annotations

from msgspec import Struct

from bot.core.actions import Undo
from bot.preferans.lines import Line
from bot.preferans.sheet import AnyAction, Edit, Sheet


class SheetNews(Struct, frozen=True, forbid_unknown_fields=True):
    """An action and its result. `number`: the line it is about, 0 for none; `line`: as it is now, None if removed;
    `before`: as it was; `balances`: its worth to each seat, as fractions (numerator, denominator).
    """

    version: int
    action: AnyAction
    number: int = 0
    line: Line | None = None
    before: Line | None = None
    balances: tuple[tuple[int, int], ...] = ()
    complete: bool = False


def sheet_news(before: Sheet, action: AnyAction, after: Sheet, version: int) -> SheetNews:
    """The news of an action."""
    if before.lines == after.lines:
        return SheetNews(version, action)
    match action:
        case Edit(number=number):
            pass
        case Undo():
            number = before.changes[-1].number
        case _:
            number = len(after.lines)
    was = before.lines[number - 1] if number <= len(before.lines) else None
    complete = after.complete and not before.complete
    if number > len(after.lines):
        return SheetNews(version, action, number, None, was)
    written = after.written[number - 1]
    worth = tuple(each.as_integer_ratio() for each in written.balances)
    return SheetNews(version, action, number, written.line, was, worth, complete)

"""The private threads of two against two: one for each side, of its two people, as long as the table is open."""

from __future__ import annotations

from bot.core.actions import Seat
from bot.screens.heads_up.side_words import first_words, missing_words, sitter
from bot.screens.names import apart
from bot.screens.thread_kind import ThreadKind
from bot.tables.table import Table
from bot.texts import Texts

#: Characters of a side's name in that of its thread.
_NAME = 60


class SideThread(ThreadKind):
    """That of the side at a seat. Only the first says where there can be none, for both."""

    def __init__(self, seat: Seat) -> None:
        self.place, self.says_missing = seat, not seat

    def exists(self, table: Table) -> bool:
        return bool(table.people.teams)

    def talking(self, table: Table) -> set[int]:
        teams = table.people.teams or ()
        return {person.user for person in teams[self.place].people if person.known}

    def readers(self, table: Table) -> set[int]:
        return self.talking(table)

    def mark(self, table: Table) -> str:
        return f"{table.id}-{self.place + 1}"

    def title(self, table: Table, t: Texts) -> str:
        side = apart(table.person(self.place).name, _NAME)
        return t("{side} at table {table}", side=side, table=self.mark(table))

    def first_words(self, table: Table, t: Texts) -> str:
        return first_words(table, self.place, t)

    def warned(self, table: Table) -> int | None:
        person = sitter(table, self.place)
        return person.user if person.known else None

    def missed(self, t: Texts) -> str:
        return missing_words(t)


SIDES = (SideThread(0), SideThread(1))
"""Both sides, by their seats."""

"""The private thread of a chouette's team: its members are those who may discuss the play.

Where it is impossible, the live message alone says who may talk.
"""

from __future__ import annotations

from bot.backgammon import Phase
from bot.chouette import Session
from bot.screens.chouette.advice_words import captain_of, first_words
from bot.screens.chouette.words import consulting
from bot.screens.thread_kind import ThreadKind
from bot.tables.table import Table
from bot.texts import Texts


class TeamThread(ThreadKind):
    """One per session; between two games nobody is added, and players who have left, and the next box, are removed."""

    def exists(self, table: Table) -> bool:
        return isinstance(table.state, Session)

    def talking(self, table: Table) -> set[int]:
        return {table.person(seat).user for seat in consulting(table.state_of(Session)) if seat not in table.computers}

    def readers(self, table: Table) -> set[int]:
        session = table.state_of(Session)
        if session.game.phase is not Phase.OVER:
            return self.talking(table)
        staying = {table.person(seat).user for seat in session.line if seat not in session.playing[:1]}
        return staying & set(self.of(table).invited)

    def title(self, table: Table, t: Texts) -> str:
        return t("Advice at table {table}", table=table.id)

    def first_words(self, table: Table, t: Texts) -> str:
        return first_words(table, t)

    def warned(self, table: Table) -> int | None:
        return captain_of(table)

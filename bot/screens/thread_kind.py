"""The interface of what a private thread of a table is for; `private_threads` makes and maintains it."""

from __future__ import annotations

from abc import ABC, abstractmethod

from bot.tables.table import Advice, Table
from bot.texts import Texts


class ThreadKind(ABC):
    """What a private thread of a table is for. Users are ids of members; computers are in no thread."""

    place: int = 0
    """Which of the threads of its table it is, as of `Table.thread`."""

    def of(self, table: Table) -> Advice:
        """What is known of the thread of a table."""
        return table.thread(self.place)

    @abstractmethod
    def exists(self, table: Table) -> bool:
        """Whether a table has such a thread, as long as it is open."""

    def round(self, table: Table) -> int:
        """The number of the game: with each, everybody is checked once more."""
        return table.state.number if table.state else 0

    @abstractmethod
    def talking(self, table: Table) -> set[int]:
        """Users who may talk now. A thread is made once there are two."""

    @abstractmethod
    def readers(self, table: Table) -> set[int]:
        """Users who may be in the thread now."""

    def mark(self, table: Table) -> str:
        """What the name ends with, by which a thread that was made and not yet noted is known again."""
        return table.id

    @abstractmethod
    def title(self, table: Table, t: Texts) -> str:
        """The name of the thread; it ends with the mark."""

    @abstractmethod
    def first_words(self, table: Table, t: Texts) -> str:
        """The first message there: what the thread is for, and who can read it."""

    @abstractmethod
    def warned(self, table: Table) -> int | None:
        """Who is told of people that read and should not, and of a new thread; None for nobody."""

    says_missing: bool = False
    """Whether it is said once at the table that no such thread can be made."""

    def missed(self, t: Texts) -> str:
        """What is said then."""
        raise NotImplementedError

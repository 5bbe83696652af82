"""Notes of players to themselves at a table. Only their writer ever gets one, and it goes with the table."""

from __future__ import annotations

from cachetools import LRUCache

from bot.core.question import TableFault
from bot.core.refusal import Foreign, Stale
from bot.store import Store, StoreError, place
from bot.tables.repository import TableRepository
from bot.tables.table import Stage, Table

MOST = 200
"""Characters of a note."""

#: Notes that are remembered.
_MOST_READ = 1000


class Notes:
    """Reads and writes them."""

    def __init__(self, store: Store, repository: TableRepository) -> None:
        self._store, self._repository = store, repository
        self._read: LRUCache[tuple[int, str], str] = LRUCache(_MOST_READ)

    async def find(self, user: int, table: Table) -> str:
        """A player's note; empty if there is none. While the store does not answer for it, as it was read last."""
        try:
            note = await self._store.notes.find(user, place(table.channel, table.id))
        except StoreError:
            return self.remembered(user, table.id)
        self._read[user, table.id] = note
        return note

    def remembered(self, user: int, table: str) -> str:
        """A note as it was read last, for what has no time to look at the store."""
        return self._read.get((user, table), "")

    async def write(self, user: int, table: Table, text: str) -> str:
        """Note something in place of what was noted before; what is noted now, which may be nothing.

        Raises `Foreign` for who does not sit there, `Stale` at a table that is not open.
        """
        if table.seat_of(user) is None:
            raise Foreign(TableFault.NOT_SEATED)
        note, name = " ".join(text.split())[:MOST], place(table.channel, table.id)
        await self._store.notes.set(user, name, note)
        # Looked at afterwards: a table that ends takes its notes with it.
        now = await self._repository.load(table.channel, table.id)
        if now is None or now.stage is not Stage.OPEN:
            await self._store.notes.drop(name, [user])
            raise Stale(TableFault.CLOSED)
        self._read[user, table.id] = note
        return note

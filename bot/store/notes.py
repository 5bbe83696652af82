"""What people note for themselves at tables, which lies with them and not with those. Methods as those of `Store`."""

from __future__ import annotations

from collections.abc import Iterable

from bot.store import keys
from bot.store.connection import Connection


class Notes:
    """Of each person, their notes by table, named as `place` has it."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def find(self, person: int, table: str) -> str:
        """A person's note at a table; empty if there is none."""
        found: bytes | None = await self._connection.ask("HGET", keys.notes(person), table)
        return (found or b"").decode()

    async def set(self, person: int, table: str, text: str) -> None:
        """Replaces a note; an empty one is removed."""
        if text:
            await self._connection.ask("HSET", keys.notes(person), table, text)
        else:
            await self.drop(table, [person])

    async def of(self, person: int) -> dict[str, str]:
        """All notes of a person."""
        found: dict[bytes, bytes] = await self._connection.ask("HGETALL", keys.notes(person))
        return {table.decode(): text.decode() for table, text in found.items()}

    async def drop(self, table: str, people: Iterable[int]) -> None:
        """Removes the notes of these people at a table."""
        for person in people:
            await self._connection.ask("HDEL", keys.notes(person), table)

    async def forget(self, person: int) -> None:
        """Removes all notes of a person."""
        await self._connection.ask("DEL", keys.notes(person))

"""Posts that Discord has permanently refused in each server: one note per kind of post.

Values mean nothing here. Methods may be repeated and raise, as those of `Store`.
"""

from __future__ import annotations

from bot.store import keys
from bot.store.connection import Connection


class RefusedNotes:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def find(self, guild: int, name: str) -> bytes | None:
        """The note under a name; None if there is none."""
        return await self._connection.ask("HGET", keys.refused_posts(guild), name)

    async def put(self, guild: int, name: str, note: bytes) -> None:
        """Store a note, replacing an earlier one under this name."""
        await self._connection.ask("HSET", keys.refused_posts(guild), name, note)

    async def drop(self, guild: int, name: str) -> None:
        """Delete the note under this name."""
        await self._connection.ask("HDEL", keys.refused_posts(guild), name)

    async def clear(self, guild: int) -> None:
        """Delete all notes of a server."""
        await self._connection.ask("DEL", keys.refused_posts(guild))

"""What Discord refuses to post in servers: one note for each kind of post, by its name there.

Values mean nothing here. Methods as those of `Store`.
"""

from __future__ import annotations

from bot.store import keys
from bot.store.connection import Connection


class RefusedNotes:
    """The notes of all servers."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def find(self, guild: int, name: str) -> bytes | None:
        """What is noted under a name; None if nothing is."""
        return await self._connection.ask("HGET", keys.refused_posts(guild), name)

    async def put(self, guild: int, name: str, note: bytes) -> None:
        """Note this, in place of what was noted under the name."""
        await self._connection.ask("HSET", keys.refused_posts(guild), name, note)

    async def drop(self, guild: int, name: str) -> None:
        """Nothing is noted under this name."""
        await self._connection.ask("HDEL", keys.refused_posts(guild), name)

    async def clear(self, guild: int) -> None:
        """Nothing is noted in a server."""
        await self._connection.ask("DEL", keys.refused_posts(guild))

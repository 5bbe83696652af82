"""When all was last well with each process of the bot, so that the next one knows what was missed.

Values mean nothing here. Methods may be repeated and raise, as those of `Store`.
"""

from __future__ import annotations

from collections.abc import Mapping

from bot.store import keys
from bot.store.connection import Connection


class Serving:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def note(self, name: str, said: bytes) -> None:
        """Store what a process says of itself, by the name of what it serves."""
        await self._connection.ask("HSET", keys.SERVING, name, said)

    async def noted(self) -> Mapping[str, bytes]:
        """What the processes have said last, by name."""
        found = await self._connection.ask("HGETALL", keys.SERVING)
        return {name.decode(): said for name, said in found.items()}

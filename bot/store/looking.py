"""The list of who wants to play in each server, and the servers on whose list somebody is. Methods as those of `Store`.

Values mean nothing here.
"""

from __future__ import annotations

from typing import NamedTuple

from bot.store import keys, scripts
from bot.store.connection import Connection
from bot.store.pages import members

KEPT = 30 * 24 * 3600
"""Seconds without a change after which a list is forgotten."""
NAMED = 3 * 24 * 3600
"""Seconds after which nobody is on a list any more, whatever they do."""


class Kept(NamedTuple):
    """A list as it was saved; empty, with version 0, if there is none."""

    version: int = 0
    value: bytes = b""


class Looking:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def find(self, guild: int) -> Kept:
        """The list of a server."""
        version, value = await self._connection.ask("HMGET", keys.looking(guild), "version", "list")
        return Kept(int(version), value) if version and value else Kept()

    async def keep(self, guild: int, version: int, value: bytes) -> bool:
        """Replace a list that was read at this version; False if it has changed since, or was saved and the answer
        lost.
        """
        return await self._connection.run(scripts.KEEP_LOOKING, [keys.looking(guild)], version, value, KEPT) == 1

    async def name(self, person: int, guild: int) -> None:
        """Somebody is on a server's list, or about to be."""
        await self._connection.ask("SADD", keys.looking_in(person), guild)
        await self._connection.ask("EXPIRE", keys.looking_in(person), NAMED)

    async def servers(self, person: int) -> list[int]:
        """The servers on whose lists somebody is, and perhaps some more."""
        return sorted(map(int, await members(self._connection, keys.looking_in(person))))

    async def forget(self, person: int) -> None:
        """Nothing more of somebody is on any list."""
        await self._connection.ask("DEL", keys.looking_in(person))

    async def clear(self, guild: int) -> None:
        """Delete the list of a server."""
        await self._connection.ask("DEL", keys.looking(guild))

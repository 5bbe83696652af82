"""Erasure from the append-only file: what has been deleted stands there until the server rewrites it.

Deletions are noted in the store itself, so that one that a stop has interrupted, or the server refused, is tried again.
"""

from __future__ import annotations

import asyncio
import secrets
from typing import Any, NamedTuple

from bot.store import keys, scripts
from bot.store.connection import Connection
from bot.store.errors import StoreError
from bot.store.passing import place

LEASE = 600
"""Seconds for which what is to be erased is one process's, and after which what failed is tried again."""

_PAUSE = 0.05
"""Seconds between two looks whether the server has done it."""
_MOST = 1000
"""Deletions that one rewriting takes along."""
_TWICE = "twice:"
"""What the names of those begin with for which another one has to follow."""


class Leaving(NamedTuple):
    """Somebody has deleted their data, and a table names them still because that had to wait."""

    person: int
    channel: int
    table: str

    def stored(self) -> str:
        """As it is stored."""
        return f"{self.person}:{place(self.channel, self.table)}"


class Erasing:
    """Has the servers of a store rewrite their append-only files once something has been deleted."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def note(self, *, twice: bool = False) -> None:
        """Something has been deleted, or is going to be, that nobody may find any more.

        `twice`: with something that names somebody and lapses within `LEASE` seconds.
        """
        await self._connection.ask("ZADD", keys.ERASED, 0, (_TWICE if twice else "") + secrets.token_hex(8))

    async def wait(self, leaving: Leaving, at: float) -> None:
        """Somebody has to wait until then, in seconds."""
        await self._connection.ask("ZADD", keys.LEAVING, repr(float(at)), leaving.stored())

    async def waiting(self, now: float) -> list[Leaving]:
        """Those who may not have to wait any longer, each given to one caller only, and again after `LEASE` seconds."""
        due = await self._connection.run(scripts.TAKE_DUE, [keys.LEAVING], repr(now), repr(now + LEASE), _MOST)
        parts = [each.decode().split(":") for each in due]
        return [Leaving(int(person), int(channel), table) for person, channel, table in parts]

    async def gone(self, leaving: Leaving) -> None:
        """Somebody is not named there any more."""
        await self._connection.ask("ZREM", keys.LEAVING, leaving.stored())

    async def finish(self, now: float) -> bool:
        """Rewrite the files if they hold something that has been deleted; whether they did.

        Raises `StoreError` if a server does not do it; it is due again `LEASE` seconds after `now`.
        """
        noted = await self._connection.run(scripts.TAKE_DUE, [keys.ERASED], repr(now), repr(now + LEASE), _MOST)
        if not noted:
            return False
        for node in await self._connection.nodes():
            await _rewrite(node)
        for name in noted:
            if name.startswith(_TWICE.encode()):
                await self._connection.ask("ZADD", keys.ERASED, repr(now + LEASE), name.removeprefix(_TWICE.encode()))
        await self._connection.ask("ZREM", keys.ERASED, *noted)
        return True


async def _rewrite(node: Connection) -> None:
    """Returns when a server has rewritten its append-only file from what it holds now."""
    told = await _persistence(node)
    if not told["aof_enabled"]:
        return
    while _under_way(told):  # it may have begun before the deletion
        await asyncio.sleep(_PAUSE)
        told = await _persistence(node)
    try:
        await node.ask("BGREWRITEAOF")
    except StoreError:
        if not _under_way(await _persistence(node)):
            raise
    while _under_way(told := await _persistence(node)):
        await asyncio.sleep(_PAUSE)
    if told["aof_last_bgrewrite_status"] != "ok":
        raise StoreError(f"The store at {node.address} has failed to rewrite its append-only file.")


async def _persistence(node: Connection) -> dict[str, Any]:
    return await node.ask("INFO", "persistence")


def _under_way(told: dict[str, Any]) -> bool:
    return bool(told["aof_rewrite_in_progress"] or told["aof_rewrite_scheduled"])

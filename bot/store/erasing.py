"""Erasure from the append-only file, which still holds deleted data until the server rewrites it.

Deletions are noted in the store itself, so that a rewrite that was interrupted or refused is retried.
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
"""Seconds for which an erasure is reserved for one process, and after which a failed one is retried."""

_PAUSE = 0.05
"""Seconds between polls of a running rewrite."""
_MOST = 1000
"""Most deletions that one rewrite covers."""
_TWICE = "twice:"
"""Prefix of deletions that need a second rewrite."""


class Leaving(NamedTuple):
    """A member has deleted their data, but a table still names them because it is not over."""

    person: int
    channel: int
    table: str

    def stored(self) -> str:
        return f"{self.person}:{place(self.channel, self.table)}"


class Erasing:
    """Makes the servers of a store rewrite their append-only files after deletions."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def note(self, *, twice: bool = False) -> None:
        """Note a deletion, done or imminent, of data that must not be recoverable.

        `twice`: some data that names the member expires only within `LEASE` seconds.
        """
        await self._connection.ask("ZADD", keys.ERASED, 0, (_TWICE if twice else "") + secrets.token_hex(8))

    async def wait(self, leaving: Leaving, at: float) -> None:
        """Postpone a member's removal from a table until `at`, in seconds since 1970."""
        await self._connection.ask("ZADD", keys.LEAVING, repr(float(at)), leaving.stored())

    async def waiting(self, now: float) -> list[Leaving]:
        """The postponed removals that are due, each reserved for one caller for `LEASE` seconds."""
        due = await self._connection.run(scripts.TAKE_DUE, [keys.LEAVING], repr(now), repr(now + LEASE), _MOST)
        parts = [each.decode().split(":") for each in due]
        return [Leaving(int(person), int(channel), table) for person, channel, table in parts]

    async def gone(self, leaving: Leaving) -> None:
        """The removal is done."""
        await self._connection.ask("ZREM", keys.LEAVING, leaving.stored())

    async def finish(self, now: float) -> bool:
        """Rewrite the files if they hold deleted data; returns whether they did.

        Raises `StoreError` if a server fails to; it is due again `LEASE` seconds after `now`.
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
    """Return when a server has rewritten its append-only file from its current contents."""
    told = await _persistence(node)
    if not told["aof_enabled"]:
        return
    while _under_way(told):  # a running rewrite may have begun before the deletion
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

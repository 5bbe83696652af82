"""Memory accounts of imported matches: the bytes of each, and the sums.

An account is opened before a match is stored and closed after it is deleted. An interruption therefore leaves at most a
surplus account, which `sweep` removes; none is ever missing, and the sums always match the accounts. Methods may be
repeated and raise, as those of `Store`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping
from enum import Enum

from bot.store import keys, scripts
from bot.store.connection import Connection
from bot.store.errors import StoreError
from bot.store.logged import Logged
from bot.store.pages import member_pages

_ENTRY, _TABLE = 24, 2000
"""Measured overhead in bytes of a log entry and of a table."""

DRAFT = 3600
"""Seconds after which an incompletely saved match expires."""

_log = logging.getLogger(__name__)
_ALL, _COUNTED = "@all", "@counted"


class Opened(Enum):
    """The result of opening an account."""

    OK = "OK"
    PERSON = "PERSON"
    """The member's matches would take too much."""
    ALL = "ALL"
    """All matches together would take too much."""


def size_of(entries: Iterable[bytes], fields: Mapping[str, bytes]) -> int:
    """The approximate bytes that a match takes in the store."""
    return _TABLE + sum(len(entry) + _ENTRY for entry in entries) + sum(map(len, fields.values()))


class Imports:
    """The accounts of all imported matches."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def open(self, table: str, person: int, size: int, most: int, most_of_all: int, now: float) -> Opened:
        """Open an account for a match that is about to be stored; repeated calls count once. `most`: the limit in bytes
        for one member, and for all.
        """
        answer = await self._connection.run(
            scripts.OPEN_IMPORT, [keys.IMPORTS], table, person, size, repr(now), most, most_of_all
        )
        return Opened(answer.decode())

    async def close(self, *tables: str) -> None:
        """Close the accounts of deleted matches."""
        if tables:
            await self._connection.run(scripts.CLOSE_IMPORTS, [keys.IMPORTS], *tables)

    async def of(self, person: int) -> int:
        return int(await self._connection.ask("HGET", keys.IMPORTS, f"@{person}") or 0)

    async def all(self) -> int:
        return int(await self._connection.ask("HGET", keys.IMPORTS, _ALL) or 0)

    async def settle(self, now: Callable[[], float]) -> None:
        """Reconcile accounts and matches, forever."""
        while True:
            try:
                await self.count_old(now())
                await self.sweep(now() - DRAFT)
            except StoreError as error:
                _log.warning("what people have brought is counted later: %s", error)
            await asyncio.sleep(DRAFT)

    async def sweep(self, before: float) -> int:
        """Close accounts, opened before a time, whose matches do not exist; returns how many."""
        gone: list[str] = []
        async for page in member_pages(self._connection, "HSCAN", keys.IMPORTS):
            for name, value in page.items():
                if name.startswith(b"@"):
                    continue
                person, _, at = value.split()
                there = await self._connection.ask("EXISTS", keys.TABLES.record(int(person), name.decode()))
                if not there and float(at) < before:
                    gone.append(name.decode())
        await self.close(*gone)
        return len(gone)

    async def count_old(self, now: float) -> None:
        """Open accounts for the matches stored before accounts existed, once."""
        if await self._connection.ask("HEXISTS", keys.IMPORTS, _COUNTED):
            return
        tables = Logged(self._connection)
        for name in filter(keys.is_record, await self._connection.names(keys.LIKE_RECORDS)):
            channel, table = keys.channel_of(name), keys.table_of(name)
            assert channel is not None and table is not None
            # The owner of imported matches is a member, who has them in their list.
            if await self._connection.ask("HEXISTS", keys.whereabouts(table), str(channel)):
                record = await tables.load(channel, table)
                size = size_of(await tables.log(channel, table), record.fields if record else {})
                await self._connection.run(
                    scripts.OPEN_IMPORT, [keys.IMPORTS], table, channel, size, repr(now), "inf", "inf"
                )
        await self._connection.ask("HSET", keys.IMPORTS, _COUNTED, 1)

"""Leases of shards: which process serves which shards of a bot, where several share a store.

A lease expires unless it is renewed, by the clock of the store's server. So no shard is served twice, and the shards of
a killed process are free again within seconds.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Sequence

from bot.store.answers import ShardLease
from bot.store.errors import OthersStore, StoreError
from bot.store.store import Store

LIFE = 6.0
"""Seconds a lease lasts; that long the shards of a killed process stay taken."""

PERIOD = 2.0
"""Seconds between renewals: two of them may fail."""

LOOK = 0.25
"""Seconds between attempts to take the lease of a process that may have been killed."""

_log = logging.getLogger(__name__)


class Lease:
    """The lease of one process: taken at start, renewed, released at the end. `ids` None: all shards."""

    def __init__(self, store: Store, bot: int, count: int | None, ids: Sequence[int] | None) -> None:
        self._store, self._bot = store, bot
        self._count, self._ids = (count, tuple(ids)) if count and ids else (None, ())
        self._holder = secrets.token_hex(8)

    async def _renew(self) -> ShardLease | None:
        return await self._store.take_shards(self._bot, self._holder, self._count, self._ids, LIFE)

    async def take(self) -> None:
        """Take it, if need be after that of a killed process has expired.

        Raises `StoreError` as soon as another process turns out to be alive, or if the store fails.
        """
        first = rival = await self._renew()
        if first:
            _log.info("Another process has served %s. Waiting for whether it still lives.", _words(first))
        while first and rival:
            if rival.until > first.until:
                raise StoreError(
                    f"Another process serves {_words(rival)}. Stop it, or give each of the two SHARD_IDS of its own "
                    "and both the same SHARD_COUNT."
                )
            await asyncio.sleep(LOOK)
            rival = await self._renew()

    async def keep(self) -> None:
        """Renew it forever.

        Raises `StoreError` if another process has taken the expired lease, or another account the store.
        """
        while True:
            await asyncio.sleep(PERIOD)
            try:
                rival = await self._renew()
                await self._store.claim(self._bot)
            except OthersStore:
                raise
            except StoreError as error:
                _log.warning("The lease of the shards is renewed later: %s", error)
                continue
            if rival:
                raise StoreError(
                    f"This process did not answer for more than {LIFE:g} seconds, and another one has taken over: it "
                    f"serves {_words(rival)}."
                )

    async def release(self) -> None:
        """Release it at once. If the store fails, it expires."""
        try:
            async with asyncio.timeout(1):
                await self._store.leave_shards(self._bot, self._holder)
        except (StoreError, TimeoutError) as error:
            _log.warning("The lease of the shards could not be released and runs out: %s", error)


def _words(lease: ShardLease) -> str:
    """Which shards and since when: `shards 0 and 3 of 4 of this bot since 2026-05-01 18:30:05 UTC`."""
    word = "shard" if len(lease.ids) == 1 else "shards"
    shards = f"{word} {' and '.join(map(str, lease.ids))} of {lease.count}" if lease.count else "all shards"
    return f"{shards} of this bot since {lease.since:%Y-%m-%d %H:%M:%S} UTC"

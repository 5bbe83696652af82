"""Queue of due work at stored times, for all kinds, in parts that a cluster spreads over its servers.

Methods may be repeated and raise, as those of `Store`. Times are seconds since 1970.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Collection, Mapping
from typing import NamedTuple

from bot.store import keys, scripts
from bot.store.connection import Connection
from bot.store.errors import StoreError
from bot.store.pages import scored
from bot.supervision import in_background

LEASE = 60.0
"""Seconds for which a due item is reserved for one caller."""


_AGAIN = 0.5
"""Seconds between attempts to reach a part that did not answer."""


class Shards(NamedTuple):
    """The shards that a process serves, of so many in all; `of_all` 0: all of them, however many there are."""

    of_all: int = 0
    ids: tuple[int, ...] = ()

    @classmethod
    def of(cls, count: int | None, ids: tuple[int, ...] | None) -> Shards:
        """Those of a process; all of them unless both the count and the ids are set."""
        return cls(count, ids) if count and ids else ALL


ALL = Shards()


class Due:
    """Due items, named by kind and key, with their times."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._silent: dict[str, asyncio.Task[None]] = {}

    async def set(self, kind: str, key: str, at: float | None, *, anew: bool = True) -> None:
        """Set when an item is due, replacing any earlier time; None removes it.

        `anew`: False leaves a time that is set already.
        """
        name = f"{kind}:{key}"
        if at is None:
            await self._connection.ask("ZREM", keys.due(name), name)
        else:
            await self._connection.ask("ZADD", keys.due(name), *(() if anew else ("NX",)), repr(float(at)), name)

    async def take(
        self,
        now: float,
        most: int = 50,
        *,
        each: int = 50,
        under_way: Mapping[str, int] | None = None,
        shards: Shards = ALL,
        anywhere: Collection[str] = (),
    ) -> list[tuple[str, str]]:
        """Kind and key of at most `most` items due at `now`, each reserved for one caller.

        An owner is what a key begins with, a channel or a server. Of one owner no more than `each` are taken, less
        those that the caller has `under_way`; they stay due. The same holds for items of servers on other shards, but
        for kinds that are served `anywhere`.
        Each is put off by `LEASE`, after which it is due again if the caller crashed or its answer was lost. Call
        `settle` when it is done. The parts of the queue are asked in random order, so that no part starves. Those on a
        server of a cluster that is gone are left out until it is back. Raises `StoreError` if no part answers.
        """
        taken: list[tuple[str, str]] = []
        owners = Counter(under_way or {})
        times = repr(float(now)), repr(float(now + LEASE))
        served = shards.of_all, _listed(shards.ids), _listed(anywhere)
        for part in random.sample(keys.DUES, len(keys.DUES)):
            if (room := most - len(taken)) <= 0:
                break
            if part in self._silent and len(self._silent) < len(keys.DUES):
                continue
            busy = [word for owner, number in owners.items() for word in (owner, number)]
            try:
                names = await self._connection.run(scripts.TAKE_DUE, [part], *times, room, each, *served, *busy)
            except StoreError:
                if self._connection.fails_in_parts and part not in self._silent:
                    self._silent[part] = in_background(self._hear(part), f"hear of {part}")
                if len(self._silent) in (0, len(keys.DUES)):
                    raise
                continue
            some = [_parsed(name) for name in names]
            owners.update(owner_of(key) for _, key in some)
            taken += some
        return taken

    async def _hear(self, part: str) -> None:
        """Wait until a silent part answers."""
        while True:
            await asyncio.sleep(_AGAIN)
            try:
                await self._connection.ask("ZCARD", part)
            except StoreError:
                continue
            del self._silent[part]
            return

    async def settle(self, kind: str, key: str, taken: float, at: float | None) -> None:
        """An item taken at `taken` is done; it is due again at `at`, or never.

        Nothing changes if another time was set since, perhaps for a change that the worker has not seen. A worker that
        needs more time settles it for the end of another lease.
        """
        name, until = f"{kind}:{key}", repr(float(taken + LEASE))
        again = "" if at is None else repr(float(at))
        await self._connection.run(scripts.SETTLE_DUE, [keys.due(name)], name, until, again)

    async def times(self, kind: str) -> dict[str, float]:
        """The due time of each item of a kind, by key, the soonest first."""
        known = await self._all()
        return {key: at for (each, key), at in sorted(known.items(), key=lambda item: item[1]) if each == kind}

    async def owners(self, *kinds: str) -> list[int]:
        """The channels or servers with items of these kinds, in order."""
        return sorted({int(owner_of(key)) for kind, key in await self._all() if kind in kinds})

    async def _all(self) -> dict[tuple[str, str], float]:
        """Kind and key of each item, with its due time."""
        parts = await asyncio.gather(*(scored(self._connection, part) for part in keys.DUES))
        return {_parsed(name): at for part in parts for name, at in part.items()}


def owner_of(key: str) -> str:
    """The channel or server that an item belongs to."""
    return key.partition(":")[0]


def _listed(words: Collection[object]) -> str:
    return f",{','.join(map(str, words))},"


def _parsed(name: bytes) -> tuple[str, str]:
    kind, _, key = name.decode().partition(":")
    return kind, key

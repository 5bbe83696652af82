"""Queue of due work at stored times, for all kinds, in parts that a cluster spreads over its servers.

Methods may be repeated and raise, as those of `Store`. Times are seconds since 1970.
"""

from __future__ import annotations

import asyncio
import random

from bot.store import keys, scripts
from bot.store.connection import Connection
from bot.store.pages import scored

LEASE = 60.0
"""Seconds for which a due item is reserved for one caller."""


class Due:
    """Due items, named by kind and key, with their times."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def set(self, kind: str, key: str, at: float | None, *, anew: bool = True) -> None:
        """Set when an item is due, replacing any earlier time; None removes it.

        `anew`: False leaves a time that is set already.
        """
        name = f"{kind}:{key}"
        if at is None:
            await self._connection.ask("ZREM", keys.due(name), name)
        else:
            await self._connection.ask("ZADD", keys.due(name), *(() if anew else ("NX",)), repr(float(at)), name)

    async def take(self, now: float, most: int = 50) -> list[tuple[str, str]]:
        """Kind and key of at most `most` items due at `now`, each reserved for one caller.

        Each is put off by `LEASE`, after which it is due again if the caller crashed or its answer was lost. Call
        `settle` when it is done. The parts of the queue are asked in random order, so that no part starves.
        """
        taken: list[bytes] = []
        for part in random.sample(keys.DUES, len(keys.DUES)):
            if len(taken) < most:
                times = repr(float(now)), repr(float(now + LEASE))
                taken += await self._connection.run(scripts.TAKE_DUE, [part], *times, most - len(taken))
        return [_parsed(name) for name in taken]

    async def settle(self, kind: str, key: str, taken: float, at: float | None) -> None:
        """An item taken at `taken` is done; it is due again at `at`, or never.

        Nothing changes if another time was set since, perhaps for a change that the worker has not seen.
        """
        name, until = f"{kind}:{key}", repr(float(taken + LEASE))
        again = "" if at is None else repr(float(at))
        await self._connection.run(scripts.SETTLE_DUE, [keys.due(name)], name, until, again)

    async def times(self, kind: str) -> dict[str, float]:
        """The due time of each item of a kind, by key, the soonest first."""
        parts = await asyncio.gather(*(scored(self._connection, part) for part in keys.DUES))
        known = {_parsed(name): at for part in parts for name, at in part.items()}
        return {key: at for (each, key), at in sorted(known.items(), key=lambda item: item[1]) if each == kind}


def _parsed(name: bytes) -> tuple[str, str]:
    kind, _, key = name.decode().partition(":")
    return kind, key

"""What is due at a stored time: one queue for all kinds of things, in parts that a cluster spreads over its servers.

Methods as those of `Store`. Times are seconds since 1970.
"""

from __future__ import annotations

import asyncio
import random

from bot.store import keys, scripts
from bot.store.connection import Connection
from bot.store.pages import scored

LEASE = 60.0
"""Seconds for which what is due is given to one caller only."""


class Due:
    """What is due, named by its kind and a key, and when."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def set(self, kind: str, key: str, at: float | None, *, anew: bool = True) -> None:
        """Notes when something is due, in place of any earlier time; None: it no longer is.

        `anew`: whether also if that is noted already.
        """
        name = f"{kind}:{key}"
        if at is None:
            await self._connection.ask("ZREM", keys.due(name), name)
        else:
            await self._connection.ask("ZADD", keys.due(name), *(() if anew else ("NX",)), repr(float(at)), name)

    async def take(self, now: float, most: int = 50) -> list[tuple[str, str]]:
        """Kind and key of what is due at `now`, `most` so many, each given to one caller only.

        Each is put off by `LEASE`, after which it is due again if the caller crashed or its answer was lost. Whoever
        has done it calls `settle`. The parts of the queue are asked in a random order, so that none waits for others.
        """
        taken: list[bytes] = []
        for part in random.sample(keys.DUES, len(keys.DUES)):
            if len(taken) < most:
                times = repr(float(now)), repr(float(now + LEASE))
                taken += await self._connection.run(scripts.TAKE_DUE, [part], *times, most - len(taken))
        return [_parsed(name) for name in taken]

    async def settle(self, kind: str, key: str, taken: float, at: float | None) -> None:
        """What was taken at the time `taken` is done, and due again at `at`, or no more.

        Nothing changes if another time was noted since, which may be for something that whoever did it has not seen.
        """
        name, until = f"{kind}:{key}", repr(float(taken + LEASE))
        again = "" if at is None else repr(float(at))
        await self._connection.run(scripts.SETTLE_DUE, [keys.due(name)], name, until, again)

    async def times(self, kind: str) -> dict[str, float]:
        """When each thing of a kind is due, by its key, the soonest first."""
        parts = await asyncio.gather(*(scored(self._connection, part) for part in keys.DUES))
        known = {_parsed(name): at for part in parts for name, at in part.items()}
        return {key: at for (each, key), at in sorted(known.items(), key=lambda item: item[1]) if each == kind}


def _parsed(name: bytes) -> tuple[str, str]:
    kind, _, key = name.decode().partition(":")
    return kind, key

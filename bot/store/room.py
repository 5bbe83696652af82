"""Free memory of the store, as the servers report it, asked at most every few seconds.

Running games have to be saved in any case, so that other writes are refused while there is still room for those.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Mapping
from contextlib import suppress

from msgspec import Struct

from bot.store.connection import Connection
from bot.store.errors import StoreError

USUAL_LIMIT = 512 << 20
"""The assumed limit in bytes of a server without one, if the host sets none."""

NEARLY = 0.9
"""The share of memory from which only running games are saved."""

FOR_IMPORTS = 10
"""Imported matches may take one part in this many."""

_PAUSE = 5.0
"""Seconds for which an answer of the servers is reused."""
_LOOK = 60.0
"""Seconds between checks by the watch."""
_SILENCE = 3600.0
"""Seconds before servers are asked again that do not report memory, as some hosted ones."""
_REMINDED = 3600.0
"""Seconds between log warnings about low memory."""

_log = logging.getLogger(__name__)


class Space(Struct, frozen=True):
    """Bytes `used` of `limit` of the fullest server; `all`: the limits of all servers together."""

    used: int
    limit: int
    all: int

    def full(self, more: int = 0) -> bool:
        """Whether it is nearly full, or would be with `more` bytes."""
        return self.used + more >= NEARLY * self.limit


class Room:
    """The free memory of a store's servers. `limit`: bytes assumed for one without its own."""

    def __init__(self, connection: Connection, clock: Callable[[], float] = time.monotonic) -> None:
        self.limit = USUAL_LIMIT
        self._connection, self._clock = connection, clock
        self._asked = self._said = -_SILENCE - _REMINDED
        self._silent = False
        self.last: Space | None = None
        """The latest report; None: none yet."""

    async def space(self, *, anew: bool = False) -> Space | None:
        """The report, at most some seconds old, or `anew`; None if the servers do not report. Raises `StoreError` if
        they do not answer.
        """
        now = self._clock()
        if now - self._asked < (_SILENCE if self._silent else 0.0 if anew else _PAUSE):
            return self.last
        self._asked = now
        refused = self._connection.failures["refused"]
        try:
            told = [await node.ask("INFO", "memory") for node in await self._connection.nodes()]
            self.last = _fullest([_of_server(each, self.limit) for each in told])
            self._silent = False
        except StoreError:
            self._silent = self._connection.failures["refused"] > refused
            if not self._silent:
                raise
        except KeyError:
            self._silent = True
        self._tell(now)
        return self.last

    async def watch(self) -> None:
        """Log a warning whenever the store is nearly full, forever."""
        while True:
            with suppress(StoreError):  # which is counted where it happens
                await self.space()
            await asyncio.sleep(_LOOK)

    async def nearly_full(self, more: int = 0) -> bool:
        """Whether there is room only for running games, perhaps after `more` bytes. False if unknown."""
        space = await self.space(anew=more > 0)
        return space is not None and space.full(more)

    async def for_imports(self) -> int:
        """Bytes that all imported matches may take."""
        space = await self.space()
        return (space.all if space else self.limit) // FOR_IMPORTS

    def _tell(self, now: float) -> None:
        """Log a warning, at most once in a while."""
        if self.last is not None and self.last.full() and now - self._said >= _REMINDED:
            self._said = now
            _log.error(
                "The store is nearly full: %d of %d MB. New tables, imports and analyses are refused, running tables "
                "go on. Give it more room: STORE_LIMIT, or maxmemory of its server.",
                self.last.used >> 20,
                self.last.limit >> 20,
            )


def _of_server(told: Mapping[str, int], limit: int) -> Space:
    """A server's report of its memory. Raises `KeyError` if it has none."""
    limit = int(told["maxmemory"]) or limit
    used = int(told["used_memory"]) - int(told.get("mem_not_counted_for_evict", 0))
    return Space(used, limit, limit)


def _fullest(servers: list[Space]) -> Space:
    fullest = max(servers, key=lambda each: each.used / each.limit)
    return Space(fullest.used, fullest.limit, sum(each.limit for each in servers))

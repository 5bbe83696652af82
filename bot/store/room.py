"""How full the store is: memory used and its limit, as the servers tell, asked at most every few seconds.

What is being played has to be saved in any case. So what can wait is refused while there still is room for that.
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
"""Bytes that a server may take that has no limit of its own, if nobody says how many."""

NEARLY = 0.9
"""How much of it is taken when only what is being played is saved."""

FOR_IMPORTS = 10
"""What people bring from elsewhere may take this part of it: a tenth."""

_PAUSE = 5.0
"""Seconds for which an answer of the servers is believed."""
_LOOK = 60.0
"""Seconds between two looks where nobody asks."""
_SILENCE = 3600.0
"""Seconds for which servers are left alone that do not tell, as some of hosting companies."""
_REMINDED = 3600.0
"""Seconds after which the log says once more that it is nearly full."""

_log = logging.getLogger(__name__)


class Space(Struct, frozen=True):
    """Bytes `used` of `limit` by the server that is fullest; `all`: the limits of all servers together."""

    used: int
    limit: int
    all: int

    def full(self, more: int = 0) -> bool:
        """Whether it is nearly full, or would be with so many more bytes."""
        return self.used + more >= NEARLY * self.limit


class Room:
    """The room in the servers of a store. `limit`: bytes that one may take that has no limit of its own."""

    def __init__(self, connection: Connection, clock: Callable[[], float] = time.monotonic) -> None:
        self.limit = USUAL_LIMIT
        self._connection, self._clock = connection, clock
        self._asked = self._said = -_SILENCE - _REMINDED
        self._silent = False
        self.last: Space | None = None
        """What was told last; None: nothing."""

    async def space(self, *, anew: bool = False) -> Space | None:
        """As told within the last seconds, or `anew`; None if the servers do not tell. Raises `StoreError` where they
        do not answer."""
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
        """See to it, for ever, that whoever hosts the bot learns of it in the log when it is nearly full."""
        while True:
            with suppress(StoreError):  # which is counted where it happens
                await self.space()
            await asyncio.sleep(_LOOK)

    async def nearly_full(self, more: int = 0) -> bool:
        """Whether there is room only for what is being played; `more`: if so many bytes are added. No, as far as is
        known."""
        space = await self.space(anew=more > 0)
        return space is not None and space.full(more)

    async def for_imports(self) -> int:
        """Bytes that all that is brought from elsewhere may take."""
        space = await self.space()
        return (space.all if space else self.limit) // FOR_IMPORTS

    def _tell(self, now: float) -> None:
        """Whoever hosts the bot learns of it in the log."""
        if self.last is not None and self.last.full() and now - self._said >= _REMINDED:
            self._said = now
            _log.error(
                "The store is nearly full: %d of %d MB. New tables, imports and analyses are refused, running tables "
                "go on. Give it more room: STORE_LIMIT, or maxmemory of its server.",
                self.last.used >> 20,
                self.last.limit >> 20,
            )


def _of_server(told: Mapping[str, int], limit: int) -> Space:
    """What a server says of its memory. Raises `KeyError`."""
    limit = int(told["maxmemory"]) or limit
    used = int(told["used_memory"]) - int(told.get("mem_not_counted_for_evict", 0))
    return Space(used, limit, limit)


def _fullest(servers: list[Space]) -> Space:
    fullest = max(servers, key=lambda each: each.used / each.limit)
    return Space(fullest.used, fullest.limit, sum(each.limit for each in servers))

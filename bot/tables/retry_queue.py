"""Retries of boards that could not be shown: after growing pauses, and at once when something changes in their server.

Whether a board is owed is stored with the table (`Table.unshown`); here is only when it is retried. A starting process
shows all unfinished tables, including those another one owed.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field

from bot.backgammon import Refused
from bot.store import StoreError
from bot.supervision import in_background
from bot.tables.table import Table

_log = logging.getLogger(__name__)

#: Seconds before the first retry of a board, and between retries at most: a channel that stays closed to the bot for
#: months costs one request in ten minutes, and none if the bot knows that it may not.
_FIRST, _LONGEST = 5.0, 600.0
#: Minimum seconds between retries, however much happens in the server.
_MIN_INTERVAL = 1.0


def growing() -> Iterator[float]:
    """The pauses before the retries of one board."""
    pause = _FIRST
    while True:
        yield pause
        pause = min(2 * pause, _LONGEST)


@dataclass(eq=False)
class _Pending:
    """A table whose board is owed. `done`: no longer; `woken`: something has changed in its server."""

    table: Table
    done: bool = False
    woken: asyncio.Event = field(default_factory=asyncio.Event)
    trying: asyncio.Task[None] | None = None


class RetryQueue:
    """The tables to retry, each one at a time.

    `again` shows a table, if it can, and reports it by `done`.
    """

    def __init__(
        self,
        again: Callable[[Table], Awaitable[None]],
        pauses: Callable[[], Iterator[float]] = growing,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._again, self._pauses, self._sleep = again, pauses, sleep
        self._waiting: dict[str, _Pending] = {}

    def add(self, table: Table) -> None:
        """Add a table that could not be shown."""
        pending = self._waiting.get(table.id)
        if pending is None:
            pending = self._waiting[table.id] = _Pending(table)
            pending.trying = in_background(self._try(pending), f"showing table {table.id} again")
        pending.done = False

    def done(self, table: Table) -> None:
        """Remove a table that owes nothing any more."""
        if (pending := self._waiting.get(table.id)) is None:
            return
        pending.done = True
        if pending.trying and pending.trying is not asyncio.current_task():
            pending.trying.cancel()
            del self._waiting[table.id]

    def wake(self, guild: int | None = None) -> None:
        """Retry now the tables of a server, or of all: a change may let them through."""
        for pending in self._waiting.values():
            if guild in (None, pending.table.about.guild):
                pending.woken.set()

    def rest(self) -> None:
        """Stop all retries; the next start resumes them."""
        for pending in self._waiting.values():
            if pending.trying:
                pending.trying.cancel()
        self._waiting.clear()

    async def _try(self, pending: _Pending) -> None:
        table, pauses = pending.table, self._pauses()
        pause = next(pauses)
        while not pending.done:
            await self._sleep(_MIN_INTERVAL)
            if not await self._woken(pending, pause):
                pause = next(pauses)
            try:
                await self._again(table)
            except Refused as error:
                _log.warning("table %s is left alone: %s", table.id, error)
                break
            except StoreError as error:
                _log.warning("table %s is shown later: %s", table.id, error)
                pauses = self._pauses()  # the store comes back for everybody, and soon
                pause = next(pauses)
            except Exception:  # noqa: BLE001  logged and retried like every failure
                _log.exception("table %s could not be shown", table.id)
        del self._waiting[table.id]

    async def _woken(self, pending: _Pending, pause: float) -> bool:
        """Sleep this many seconds; True as soon as something has changed in the server."""
        waits = [asyncio.ensure_future(self._sleep(pause)), asyncio.ensure_future(pending.woken.wait())]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                wait.cancel()
        woken = pending.woken.is_set()
        pending.woken.clear()
        return woken

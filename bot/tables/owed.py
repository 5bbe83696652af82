"""Retries of boards that could not be shown: after growing pauses, and at once when something changes in their server.

Whether a board is owed is told by the table as it is stored (`Table.unshown`); here is only when it is tried again. A
process that starts shows all tables at which something is left to be done, and thereby takes up what another one owed.
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

#: Seconds before the first new try of a board, and between two at most: a channel that stays closed to the bot for
#: months costs one request in ten minutes, and none if the bot knows that it may not.
_FIRST, _LONGEST = 5.0, 600.0
#: Seconds between two tries at least, however much happens in the server.
_BREATH = 1.0


def growing() -> Iterator[float]:
    """The pauses before the tries of one board."""
    pause = _FIRST
    while True:
        yield pause
        pause = min(2 * pause, _LONGEST)


@dataclass(eq=False)
class _Debt:
    """A table that is owed its board. `paid`: not any more; `stirred`: something has changed in its server."""

    table: Table
    paid: bool = False
    stirred: asyncio.Event = field(default_factory=asyncio.Event)
    trying: asyncio.Task[None] | None = None


class Owed:
    """The tables that are tried again: one try a table at a time.

    `again` shows what a table owes, if it can, and says so by `settled`.
    """

    def __init__(
        self,
        again: Callable[[Table], Awaitable[None]],
        pauses: Callable[[], Iterator[float]] = growing,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._again, self._pauses, self._sleep = again, pauses, sleep
        self._debts: dict[str, _Debt] = {}

    def note(self, table: Table) -> None:
        """A table could not be shown just now."""
        debt = self._debts.get(table.id)
        if debt is None:
            debt = self._debts[table.id] = _Debt(table)
            debt.trying = in_background(self._try(debt), f"showing table {table.id} again")
        debt.paid = False

    def settled(self, table: Table) -> None:
        """A table owes nothing any more, whatever led to it."""
        if (debt := self._debts.get(table.id)) is None:
            return
        debt.paid = True
        if debt.trying and debt.trying is not asyncio.current_task():
            debt.trying.cancel()
            del self._debts[table.id]

    def stir(self, guild: int | None = None) -> None:
        """Something has changed in a server, or with Discord at large: what is owed there may come through now."""
        for debt in self._debts.values():
            if guild in (None, debt.table.about.guild):
                debt.stirred.set()

    def rest(self) -> None:
        """Try no more; the next start does."""
        for debt in self._debts.values():
            if debt.trying:
                debt.trying.cancel()
        self._debts.clear()

    async def _try(self, debt: _Debt) -> None:
        table, pauses = debt.table, self._pauses()
        pause = next(pauses)
        while not debt.paid:
            await self._sleep(_BREATH)
            if not await self._stirred(debt, pause):
                pause = next(pauses)
            try:
                await self._again(table)
            except Refused as error:
                _log.warning("table %s is left alone: %s", table.id, error)
                break
            except StoreError as error:
                _log.warning("table %s is shown later: %s", table.id, error)
            except Exception:  # noqa: BLE001  it is in the log, and tried again like everything else
                _log.exception("table %s could not be shown", table.id)
        del self._debts[table.id]

    async def _stirred(self, debt: _Debt, pause: float) -> bool:
        """Wait so many seconds; True as soon as something has changed in the server."""
        waits = [asyncio.ensure_future(self._sleep(pause)), asyncio.ensure_future(debt.stirred.wait())]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                wait.cancel()
        stirred = debt.stirred.is_set()
        debt.stirred.clear()
        return stirred

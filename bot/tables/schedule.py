"""The schedule: due work at stored times, handlers by kind, and the loop that runs them.

Due items are reserved in the store for one process at a time. A failed item is retried after a while and the others go
on; items of a process that died are due again when its lease expires.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from weakref import WeakValueDictionary

from bot.store import Store, StoreError
from bot.store.due import LEASE
from bot.supervision import in_background, stop
from bot.tables.preferences import ServerSettings

_log = logging.getLogger(__name__)

TABLE, LEAGUE, DAY, SEASON, LOOKING = "table", "league", "day", "season", "looking"
CHAMPION, TRAINING = "champion", "training"
"""Kinds of due items, with the keys `channel:table`, `guild:league`, `guild:user` of training, and of the others
`guild`.
"""

ABSENCE, CLOSING = "absence", "closing"
"""A server that the bot is not in, by `guild`, and a table that was closed without its players, by
`guild:channel:table`.
"""

PERIOD = 5.0
"""Seconds between polls."""
AT_ONCE = 20
"""Concurrent items per process: a slow one delays no other."""

Handler = Callable[[int, str], Awaitable[float | None]]
"""Does what is due under both parts of a key, the second perhaps empty, and returns when it is due again (seconds since
1970); None: never."""


class Schedule:
    """Runs due items. `now` returns seconds since 1970."""

    def __init__(self, store: Store, now: Callable[[], float] = time.time) -> None:
        self._due, self._now = store.due, now
        self._handlers: dict[str, tuple[Handler, Callable[[int], bool]]] = {}
        self._running: set[asyncio.Task[None]] = set()
        self._turns: WeakValueDictionary[tuple[str, str], asyncio.Lock] = WeakValueDictionary()

    def handle(self, kind: str, handler: Handler, mine: Callable[[int], bool] = lambda owner: True) -> None:
        """Register the handler of a kind. Items whose owner is not `mine` are left to other processes."""
        self._handlers[kind] = handler, mine

    async def run(self) -> None:
        """Poll and run, forever."""
        try:
            while True:
                room = AT_ONCE - len(self._running)
                try:
                    begun = await self.begin(room)
                except StoreError as error:
                    _log.error("the schedule cannot read the store: %s", error)
                    begun = []
                if len(begun) < room:
                    await asyncio.sleep(PERIOD)
                else:
                    await asyncio.wait(self._running, timeout=PERIOD, return_when=asyncio.FIRST_COMPLETED)
        finally:
            await stop(*self._running)

    async def begin(self, most: int = AT_ONCE) -> list[asyncio.Task[None]]:
        """Start at most `most` items that are due now; returns a task for each. Raises `StoreError`."""
        now = self._now()
        begun = [in_background(self._attend(*due, now), ":".join(due)) for due in await self._due.take(now, most)]
        for task in begun:
            self._running.add(task)
            task.add_done_callback(self._running.discard)
        return begun

    async def look(self, kind: str, key: str) -> None:
        """Run an item now, whenever it is due, and wait for it. Raises its errors; it is retried when a lease is
        over.
        """
        handler, _ = self._handlers[kind]
        async with self._turns.setdefault((kind, key), asyncio.Lock()):
            now = self._now()
            await self._due.set(kind, key, now + LEASE)
            await self._due.settle(kind, key, now, await handler(*_parts(key)))

    async def notice(self, guild: int, settings: ServerSettings, *, anew: bool = True) -> None:
        """Schedule what a server's settings ask for; without `anew` only items that are not scheduled yet."""
        for kind, wanted in ((DAY, settings.daily), (SEASON, settings.podium), (CHAMPION, settings.champion)):
            if wanted:
                await self._due.set(kind, str(guild), self._now(), anew=anew)

    async def _attend(self, kind: str, key: str, taken: float) -> None:
        handler, mine = self._handlers.get(kind, (None, None))
        try:
            if handler is None or mine is None or not mine(_parts(key)[0]):
                await self._due.settle(kind, key, taken, self._now() + PERIOD)
                return
            async with self._turns.setdefault((kind, key), asyncio.Lock()):
                await self._due.settle(kind, key, taken, await handler(*_parts(key)))
        except Exception:  # noqa: BLE001  it is due again when its lease is over
            _log.exception("what is due could not be seen to: %s %s", kind, key)


def _parts(key: str) -> tuple[int, str]:
    """The owner of what is due (a channel or a guild), and its id there."""
    owner, _, name = key.partition(":")
    return int(owner), name

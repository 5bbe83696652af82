"""The schedule: due work at stored times, handlers by kind, and the loop that runs them.

Due items are reserved in the store for one process at a time, which renews its lease while it is at one. A failed item
is retried after a while and the others go on; items of a process that died are due again when its lease expires.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from functools import partial
from weakref import WeakValueDictionary

from bot.store import Store, StoreError
from bot.store.due import ALL, LEASE, Shards, owner_of
from bot.supervision import in_background, stop, unhurried
from bot.tables.preferences import ServerSettings

_log = logging.getLogger(__name__)

TABLE, LEAGUE, DAY, SEASON, LOOKING = "table", "league", "day", "season", "looking"
CHAMPION, TRAINING, NIGHT, WEEK = "champion", "training", "night", "week"
"""Kinds of due items, with the keys `channel:table`, `guild:league`, `guild:night`, `guild:user` of training, and of
the others `guild`.
"""

ABSENCE, CLOSING = "absence", "closing"
"""A server that the bot is not in, by `guild`, and a table that was closed without its players, by
`guild:channel:table`.
"""

PERIOD = 1.0
"""Seconds between polls."""
LATER = 5.0
"""Seconds after which an item is looked at again that this process cannot handle now."""
AT_ONCE, OF_ONE = 80, 10
"""Concurrent items per process, and per channel or server: a slow one delays no other."""

RENEWAL = LEASE / 2
"""Seconds after which the lease of an item that still runs is renewed."""

Handler = Callable[[int, str], Awaitable[float | None]]
"""Does what is due under both parts of a key, the second perhaps empty, and returns when it is due again (seconds since
1970); None: never."""


class Schedule:
    """Runs due items. `now` returns seconds since 1970, `shards` are those whose servers are served."""

    def __init__(self, store: Store, now: Callable[[], float] = time.time, shards: Shards = ALL) -> None:
        self._due, self._now, self._shards = store.due, now, shards
        self._handlers: dict[str, tuple[Handler, Callable[[int], bool] | None]] = {}
        self._running: set[asyncio.Task[None]] = set()
        self._under_way: Counter[str] = Counter()
        self._turns: WeakValueDictionary[tuple[str, str], asyncio.Lock] = WeakValueDictionary()

    def handle(self, kind: str, handler: Handler, mine: Callable[[int], bool] | None = None) -> None:
        """Register the handler of a kind. Its owners are servers of which this process serves those that are `mine`,
        or without that anything that any process can serve.
        """
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
                full = len(begun) == room or max(self._under_way.values(), default=0) >= OF_ONE
                if full and self._running:
                    await asyncio.wait(self._running, timeout=PERIOD, return_when=asyncio.FIRST_COMPLETED)
                else:
                    await asyncio.sleep(PERIOD)
        finally:
            await stop(*self._running)

    async def begin(self, most: int = AT_ONCE) -> list[asyncio.Task[None]]:
        """Start at most `most` items that are due now; returns a task for each. Raises `StoreError`."""
        now = self._now()
        anywhere = [kind for kind, (_, mine) in self._handlers.items() if mine is None]
        taken = await self._due.take(
            now, most, each=OF_ONE, under_way=self._under_way, shards=self._shards, anywhere=anywhere
        )
        begun: list[asyncio.Task[None]] = []
        for kind, key in taken:
            task = in_background(self._attend(kind, key, now), f"{kind}:{key}")
            self._running.add(task)
            self._under_way[owner_of(key)] += 1
            task.add_done_callback(partial(self._ended, owner_of(key)))
            begun.append(task)
        return begun

    def _ended(self, owner: str, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        self._under_way[owner] -= 1
        if not self._under_way[owner]:
            del self._under_way[owner]

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
        kinds = (DAY, settings.daily), (SEASON, settings.podium), (CHAMPION, settings.champion), (WEEK, settings.week)
        for kind, wanted in kinds:
            if wanted:
                await self._due.set(kind, str(guild), self._now(), anew=anew)

    async def _attend(self, kind: str, key: str, taken: float) -> None:
        handler, mine = self._handlers.get(kind, (None, None))
        try:
            if handler is None or (mine is not None and not mine(_parts(key)[0])):
                await self._due.settle(kind, key, taken, self._now() + LATER)
                return
            async with self._turns.setdefault((kind, key), asyncio.Lock()):
                done = asyncio.Event()
                lease = asyncio.ensure_future(self._keep(kind, key, taken, done))
                try:
                    with unhurried():
                        again = await handler(*_parts(key))
                finally:
                    done.set()
                await self._due.settle(kind, key, await lease, again)
        except Exception:  # noqa: BLE001  it is due again when its lease is over
            _log.exception("what is due could not be seen to: %s %s", kind, key)

    async def _keep(self, kind: str, key: str, taken: float, done: asyncio.Event) -> float:
        """Renew the lease of an item until it is done. Returns when the last lease began."""
        while True:
            try:
                async with asyncio.timeout(RENEWAL):
                    await done.wait()
                return taken
            except TimeoutError:
                renewed = self._now()
            try:
                await self._due.settle(kind, key, taken, renewed + LEASE)
                taken = renewed
            except StoreError as error:
                _log.warning("the lease of %s %s is renewed later: %s", kind, key, error)


def _parts(key: str) -> tuple[int, str]:
    """The owner of what is due (a channel or a guild), and its id there."""
    owner, _, name = key.partition(":")
    return int(owner), name

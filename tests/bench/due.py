"""How late what is due is served, when much is due in the same second and one channel answers slowly.

The schedule, the store on a server of its own, and the pace of requests; Discord answers each request after a while, in
one channel after ten seconds. Meanwhile people press, and what they wait for takes its turn in the same pace. Rows: the
global limit off, the limit on, and four processes that each serve the servers of their shard.
Run: `python -m tests.bench.due [ITEMS]`; some seventy seconds.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from bot.pace import Pace
from bot.store import Store
from bot.store.due import ALL, Shards
from bot.tables.schedule import LEAGUE, OF_ONE, TABLE, Schedule
from tests.store.servers import Server

ITEMS = 1000
#: Seconds within which all others are to be served, or after their turn in the pace.
BAR = 5.0
#: Seconds until Discord answers, there and elsewhere, and between two presses; presses wait no longer than that.
SLOW, USUAL, BETWEEN = 10.0, 0.15, 0.1
PROMPT = 0.25
PROCESSES = 4
_SLOW_CHANNEL = 1 << 22


class Run:
    """What so many items come to, which are due at once; twice as many as it takes at once are the slow channel's."""

    def __init__(self, items: int, pace: Pace | None, slow: float) -> None:
        self._pace, self._slow_seconds = pace, slow
        self._slow = [f"{_SLOW_CHANNEL}:{number}" for number in range(min(2 * OF_ONE, items // 2))]
        self._others = [f"{number << 22}:it" for number in range(2, 2 + items - len(self._slow))]
        self._begun = 0.0
        self.served = Counter[str]()
        self.times: list[float] = []
        self.turns: list[float] = []
        """For each item served in time, how long after its turn in the pace; for all requests until then."""
        self.presses: list[float] = []
        self._requests = 0

    async def _request(self) -> None:
        if self._pace:
            await self._pace.turn()
        self._requests += 1

    async def _serve(self, owner: int, key: str) -> None:
        await self._request()
        number, slow = self._requests, owner == _SLOW_CHANNEL
        await asyncio.sleep(self._slow_seconds if slow else USUAL)
        self.served[f"{owner}:{key}"] += 1
        if not slow:
            self.times.append(time.monotonic() - self._begun)
            self.turns.append(self.times[-1] - (number / 47 if self._pace else 0.0))

    async def _press(self) -> None:
        while True:
            await asyncio.sleep(BETWEEN)
            asked = time.monotonic()
            await self._request()
            self.presses.append(time.monotonic() - asked)

    async def measure(self, stores: Sequence[Store], kind: str) -> None:
        """A process for each store serves what is due, until all is."""
        for each in (*self._slow, *self._others):
            await stores[0].due.set(kind, each, 0.0)
        self._begun = time.monotonic()
        running = [asyncio.ensure_future(self._press())]
        for number, store in enumerate(stores):
            shards = Shards(len(stores), (number,)) if len(stores) > 1 else ALL
            schedule = Schedule(store, shards=shards)
            schedule.handle(kind, self._serve, None if kind == TABLE else lambda owner: True)
            running.append(asyncio.ensure_future(schedule.run()))
        while len(self.served) < len(self._slow) + len(self._others) or await stores[0].due.times(kind):
            await asyncio.sleep(0.1)
        for each in running:
            each.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    def line(self, name: str) -> bool:
        """Print what was measured; whether it is as it should be."""
        once, latest, turn, press = (
            set(self.served.values()) == {1},
            max(self.times),
            max(self.turns),
            max(self.presses),
        )
        print(f"{name:24}{len(self.served):6}{latest:10.2f}{turn:16.2f}{press:10.2f}  {'once' if once else 'TWICE'}")
        return once and turn <= BAR and press <= PROMPT


async def _measured(url: str, name: str, items: int, slow: float, *, limited: bool = False, processes: int = 1) -> bool:
    run = Run(items, Pace() if limited else None, slow)
    stores = [await Store.connect(url) for _ in range(processes)]
    try:
        await run.measure(stores, LEAGUE if processes > 1 else TABLE)
    finally:
        for each in stores:
            await each.close()
    return run.line(name)


async def main(items: int = ITEMS, slow: float = SLOW) -> bool:
    """Print what was measured with so many items, and whether it is good."""
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder) / "store") as server:
        url = server.url
        print(f"{'seconds':24}{'due':>6}{'latest':>10}{'after its turn':>16}{'presses':>10}")
        good = [
            await _measured(url, "the limit off", items, slow),
            await _measured(url, "the limit on", items, slow, limited=True),
            await _measured(url, f"{PROCESSES} processes", items, slow, processes=PROCESSES),
        ]
    print(f"each once, within {BAR:.0f} s, presses within {PROMPT} s: {'met' if all(good) else 'missed'}")
    return all(good)


if __name__ == "__main__":
    sys.exit(not asyncio.run(main(*map(int, sys.argv[1:]))))

"""An event loop whose schedule comes out of a seed: whatever is ready at once is done in any order, and again in that.

What asyncio does in the order in which it became ready is a promise that real life does not keep: answers arrive as
they like. Here the loop shuffles what is ready, so each schedule seed is another interleaving of the same tasks. Time
is counted, not measured: where nothing is ready it jumps to the next timer. And threads are none: what would run
beside the loop runs at once. So game seed and schedule seed give a run exactly.
"""

from __future__ import annotations

import asyncio
import random
import selectors
from collections import deque
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor
from typing import Any, TypeVar

_T = TypeVar("_T")

#: Where time begins, seconds of nobody's.
_BEGIN = 1000.0


class _Jump(selectors.DefaultSelector):  # type: ignore[misc, valid-type]
    """Waits for nothing: a wait that would last lets the loop's time pass instead."""

    passed = _BEGIN

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None:
            raise RuntimeError("nothing is ready and nothing will be: everybody waits for somebody else")
        events = super().select(0)
        if not events:
            self.passed += timeout
        return events


class ShuffledLoop(asyncio.SelectorEventLoop):
    """Does what is ready in an order of its own. `trace` is a digest of all the orders so far."""

    _ready: deque[asyncio.Handle]

    def __init__(self, seed: int) -> None:
        self._time = _Jump()
        super().__init__(self._time)
        self._schedule = random.Random(f"{seed} schedule")
        self.turns = self.shuffled = self.trace = 0

    def time(self) -> float:
        return self._time.passed

    def _run_once(self) -> None:
        waiting = len(self._ready)
        self.turns += 1
        if waiting > 1:
            order = list(self._ready)
            self._schedule.shuffle(order)
            self._ready.clear()
            self._ready.extend(order)
            self.shuffled += 1
        self.trace = hash((self.trace, waiting, round(self.time(), 6)))
        super()._run_once()  # type: ignore[misc]

    def run_in_executor(  # type: ignore[override]
        self, executor: Executor | None, func: Callable[..., _T], *args: Any
    ) -> asyncio.Future[_T]:
        made: asyncio.Future[_T] = self.create_future()
        try:
            made.set_result(func(*args))
        except Exception as error:  # noqa: BLE001  it is handed on
            made.set_exception(error)
        return made


def scheduled(seed: int, work: Coroutine[Any, Any, _T]) -> tuple[_T, ShuffledLoop]:
    """What some work comes to by the schedule of a seed, and the loop that it has run on."""
    loop = ShuffledLoop(seed)
    with asyncio.Runner(loop_factory=lambda: loop) as runner:
        try:
            return runner.run(work), loop
        except BaseException as error:
            error.add_note(f"by schedule {seed}, to be added to the seed of the game after a colon")
            raise

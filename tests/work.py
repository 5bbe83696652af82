"""What workers are asked to do in the tests of the pool, and a pool without processes for other tests."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
import time
from pathlib import Path

from bot import worker_pool
from bot.backgammon import Illegal, TableFault
from render import picture


class InThreads(worker_pool.WorkerPool):
    """Does the same in threads, which is faster for a test and lets it put something else in the place of the work."""

    async def _asked(self, request: bytes) -> bytes:
        async with self._free:
            return await asyncio.to_thread(worker_pool._answer, request)


def doubled(number: int) -> int:
    return 2 * number


def refused(reason: TableFault) -> None:
    raise Illegal(reason, names=(1, 2))


class Odd(Exception):
    """One that cannot be carried to another process."""

    def __init__(self, one: int, other: int) -> None:
        super().__init__("odd")
        self.sum = one + other


def odd() -> None:
    raise Odd(1, 2)


def process() -> int:
    print("whatever is printed is no answer")
    return os.getpid()


def standing() -> tuple[int, int | None]:
    """How far the worker stands back, and by which rule."""
    return os.nice(0), os.sched_getscheduler(0) if hasattr(os, "SCHED_IDLE") else None


def modules() -> set[str]:
    return set(sys.modules)


def noted(file: str) -> int:
    """How often it has been done."""
    with Path(file).open("a") as notes:
        notes.write("x")
    return len(Path(file).read_text())


def dying_once(file: str) -> int:
    if noted(file) == 1:
        os.kill(os.getpid(), signal.SIGKILL)
    return os.getpid()


def dying(file: str) -> None:
    noted(file)
    os.kill(os.getpid(), signal.SIGKILL)


def waiting(file: str) -> None:
    Path(file).write_text(str(os.getpid()))
    time.sleep(600)


def filled(size: int) -> bytes:
    return bytes(size)


def thread() -> tuple[int, str]:
    """Where this is done."""
    return os.getpid(), threading.current_thread().name


def warmed_themes() -> int:
    """For how many themes the layers that pictures share are there."""
    return picture._warm.cache_info().currsize

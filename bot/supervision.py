"""Background tasks: an error that ends one is logged, a supervised one is restarted, and an unhurried one gives way."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

_log = logging.getLogger(__name__)

FIRST_PAUSE, LONGEST_PAUSE = 5.0, 600.0
"""Seconds before a restart; each pause is twice the one before."""

_MOMENT = 0.1
"""Seconds after which a cancelled task that still runs is cancelled again."""

_UNHURRIED = ContextVar("unhurried", default=False)


@contextmanager
def unhurried() -> Iterator[None]:
    """Work that nobody waits for: its requests to Discord, and those of tasks begun in it, give way to others."""
    before = _UNHURRIED.set(True)
    try:
        yield
    finally:
        _UNHURRIED.reset(before)


def is_unhurried() -> bool:
    """Whether nobody waits for what is being done."""
    return _UNHURRIED.get()


def in_background(work: Coroutine[Any, Any, None], name: str | None = None) -> asyncio.Task[None]:
    """Start `work` as a task whose result nobody awaits. An error that ends it is logged at once.

    The caller must keep a reference, because the event loop has only a weak one.
    """
    task = asyncio.create_task(work, name=name)  # noqa: TID251  the one allowed use
    task.add_done_callback(_log_death)
    return task


async def stop(*tasks: asyncio.Task[Any]) -> None:
    """Cancel tasks and wait until they have ended.

    Each is cancelled again after a moment if it goes on: Python 3.11 loses a cancel that comes just when what a task
    waits for is there (https://github.com/python/cpython/issues/86296).
    """
    while running := [task for task in tasks if not task.done()]:
        for task in running:
            task.cancel()
        await asyncio.wait(running, timeout=_MOMENT)


def _log_death(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        _log.error("the background task %s died", task.get_name(), exc_info=error)


async def supervised(name: str, work: Callable[[], Awaitable[None]]) -> None:
    """Run `work()`, restarted until it ends without an error. `name` is used in the log."""
    pause = FIRST_PAUSE
    while True:
        try:
            return await work()
        except Exception:  # noqa: BLE001  any error: without this task part of the bot would stop
            _log.exception("the background task %s died; it is begun again in %g seconds", name, pause)
        await asyncio.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)

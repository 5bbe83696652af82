"""Supervision of background tasks: one that dies of an error is logged and begun again."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

_log = logging.getLogger(__name__)

FIRST_PAUSE, LONGEST_PAUSE = 5.0, 600.0
"""Seconds before a task is begun again; each pause is twice the one before."""


async def supervised(name: str, work: Callable[[], Awaitable[None]]) -> None:
    """Do `work()`, again and again until it ends without an error. `name` is what the log calls it."""
    pause = FIRST_PAUSE
    while True:
        try:
            return await work()
        except Exception:  # noqa: BLE001  whatever it is: without this task part of the bot would stand still
            _log.exception("the background task %s died; it is begun again in %g seconds", name, pause)
        await asyncio.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)

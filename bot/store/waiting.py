"""Timeouts that ignore event-loop stalls.

When a hundred users press at once, the loop may take half a second per iteration. An answer that is unread for that
long is no failure of the store, and a retry on a new connection would make it worse.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

STEPS = 10
"""A timeout expires only after the loop has turned this often, each time after that part of it."""


@asynccontextmanager
async def waiting(seconds: float) -> AsyncIterator[asyncio.Timeout]:
    """Raise `TimeoutError` in the block after this many seconds, or later, once the loop has had its turns.

    A block that loops asks the given timeout whether it has expired: up to Python 3.11 `asyncio.wait_for`, which
    libraries use, may swallow the cancellation by which the block should end.
    """
    loop = asyncio.get_running_loop()
    left = STEPS

    def step() -> None:
        nonlocal left, timer
        left -= 1
        if left:
            timer = loop.call_later(seconds / STEPS, step)
        else:
            limit.reschedule(loop.time())

    async with asyncio.timeout(None) as limit:
        timer = loop.call_later(seconds / STEPS, step)
        try:
            yield limit
        finally:
            timer.cancel()

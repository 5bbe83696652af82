"""Timeouts that ignore event-loop stalls.

While a hundred people press at once the loop takes half a second to turn. An answer that lies there unread all that
while is no silence of the store, and asking again on a new connection would only make it worse.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

STEPS = 10
"""A time limit is over once the loop has turned this often, each time after that part of it."""


@asynccontextmanager
async def waiting(seconds: float) -> AsyncIterator[None]:
    """Ends what is inside by `TimeoutError` after these seconds, or later, once the loop has had its turns."""
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
            yield
        finally:
            timer.cancel()

"""Discord's global rate limit: a maximum of requests per second with the bot's token, those that somebody waits for
first.

discord.py handles limits of single routes, but of the global one only rejections, after which all waiting requests go
out at once and are rejected again. Clients rejected too often are banned for an hour
(https://discord.com/developers/docs/topics/rate-limits). Here each request waits for its turn immediately before it is
sent, after discord.py's own queue of its route. Answers to interactions carry no token and have no documented limit;
but a global rejection delays them as well.
"""

from __future__ import annotations

import asyncio
import heapq
import itertools
import time
from collections.abc import Callable
from types import SimpleNamespace

import aiohttp

from bot.screens.discord_errors import asked_to_wait
from bot.supervision import in_background, is_unhurried

GLOBAL = 50
"""Requests per second that Discord allows a bot."""

_AT_ONCE = 3
"""Of these, how many may go out at the same moment; the others are spread over the second."""


class Pace:
    """Turns for one process, which has a `share` of the limit: that of its shards."""

    def __init__(self, share: float = 1.0, clock: Callable[[], float] = time.monotonic) -> None:
        self._between = 1 / (share * (GLOBAL - _AT_ONCE))
        self._clock = clock
        self._next = self._held = clock()
        self._waiting: list[tuple[bool, int, asyncio.Future[None]]] = []
        self._calls = itertools.count()
        self._giving: asyncio.Task[None] | None = None

    async def turn(self) -> None:
        """Wait for the next turn, in order of calls, but unhurried work after all other."""
        turn = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (is_unhurried(), next(self._calls), turn))
        if self._giving is None or self._giving.done():
            self._giving = in_background(self._give(), "turns of requests")
        await turn

    async def _give(self) -> None:
        """Give turns until nobody waits for one."""
        while self._waiting:
            now = self._clock()
            # Turns missed while idle or busy are not made up for, except a few.
            self._next = max(self._next, now - _AT_ONCE * self._between) + self._between
            if (wait := self._next - now) > 0:
                await asyncio.sleep(wait)
            # Whose turn it is shows only now; those who do not wait any more have none.
            while self._waiting:
                *_, turn = heapq.heappop(self._waiting)
                if not turn.done():
                    turn.set_result(None)
                    break

    async def end_of_hold(self) -> None:
        """Wait for the end of a global rejection."""
        while (wait := self._held - self._clock()) > 0:
            await asyncio.sleep(wait)

    def hold(self, seconds: float) -> None:
        """Delay all requests for this long."""
        self._held = max(self._held, self._clock() + seconds)
        self._next = max(self._next, self._held)

    def keep(self, trace: aiohttp.TraceConfig) -> None:
        """Make every request of a session wait for its turn, and for the end of a global rejection."""
        trace.on_request_start.append(self._wait)
        trace.on_request_end.append(self._answered)

    async def _wait(
        self, session: aiohttp.ClientSession, request: SimpleNamespace, params: aiohttp.TraceRequestStartParams
    ) -> None:
        await self.end_of_hold()
        if "Authorization" in params.headers:
            await self.turn()

    async def _answered(
        self, session: aiohttp.ClientSession, request: SimpleNamespace, params: aiohttp.TraceRequestEndParams
    ) -> None:
        if params.response.status == 429 and "X-RateLimit-Global" in params.response.headers:
            self.hold(asked_to_wait(params.response))

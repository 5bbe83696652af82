"""Discord's global rate limit: so many requests a second with the bot's token, in the order in which they are made.

discord.py knows the limits of single routes, and of this one only what a refusal says, after which everything that has
waited goes out at once and is refused again. Whoever is refused too often is shut out for an hour. Here each request
waits for its turn at the last moment, when those that wait for their route no longer stand in its way. Answers to
interactions carry no token and are counted by address, with no limit told; but a refusal that is meant for all requests
holds them back as well.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from types import SimpleNamespace

import aiohttp

from bot.screens.discord_errors import asked_to_wait

GLOBAL = 50
"""Requests a second that Discord takes from a bot."""

_AT_ONCE = 3
"""Of these, so many may go out at the same moment; the others are spread over the second."""


class Pace:
    """Gives turns to one process, which has a `share` of the limit: that of its shards."""

    def __init__(self, share: float = 1.0, clock: Callable[[], float] = time.monotonic) -> None:
        self._between = 1 / (share * (GLOBAL - _AT_ONCE))
        self._clock = clock
        self._next = self._held = clock()
        self._turns = asyncio.Lock()

    async def turn(self) -> None:
        """Returns when the next request may go out; who asked first is first."""
        async with self._turns:
            now = self._clock()
            # What was missed while nobody asked, or the loop was busy, is not made up for but for a few.
            self._next = max(self._next, now - _AT_ONCE * self._between) + self._between
            if (wait := self._next - now) > 0:
                await asyncio.sleep(wait)

    async def end_of_hold(self) -> None:
        """Returns when what was refused for all is over."""
        while (wait := self._held - self._clock()) > 0:
            await asyncio.sleep(wait)

    def hold(self, seconds: float) -> None:
        """Let nothing go out for so long."""
        self._held = max(self._held, self._clock() + seconds)
        self._next = max(self._next, self._held)

    def keep(self, trace: aiohttp.TraceConfig) -> None:
        """Have every request of a session wait for its turn, and all for the end of a refusal that concerns all."""
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

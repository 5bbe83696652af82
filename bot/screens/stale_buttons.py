"""Buttons of boards that are live no longer: taken away beside everything else, best effort, and nothing waits for it.

A press on one that stays is refused in words. All edits of a channel's messages share one rate limit, and discord.py
lets few of them be under way at once: so whatever else is edited there goes first.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import discord

from bot.screens.discord_errors import DISCORD_ERRORS
from bot.supervision import in_background

_log = logging.getLogger(__name__)

#: Seconds after which Discord is not waited for any longer.
_PATIENCE = 10.0


class StaleButtons:
    """Takes the buttons from old messages, in each channel one after the other."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._left: dict[int, list[int]] = {}
        self._working: dict[int, asyncio.Task[None]] = {}
        self._first: dict[int, int] = {}

    def take(self, channel: int, message: int) -> None:
        """Take the buttons from a message, in a while."""
        self._left.setdefault(channel, []).append(message)
        self._go_on(channel)

    @asynccontextmanager
    async def paused(self, channel: int) -> AsyncIterator[None]:
        """Nothing is taken in a channel meanwhile; what was on its way is sent again afterwards."""
        self._first[channel] = self._first.get(channel, 0) + 1
        if working := self._working.pop(channel, None):
            working.cancel()
            await asyncio.wait([working])
        try:
            yield
        finally:
            self._first[channel] -= 1
            if not self._first[channel]:
                del self._first[channel]
            self._go_on(channel)

    async def rest(self, timeout: float) -> None:
        """Wait until nothing is left, at most so many seconds."""
        if self._working:
            await asyncio.wait(set(self._working.values()), timeout=timeout)

    def give_up(self) -> None:
        """Let what is left keep its buttons."""
        for working in self._working.values():
            working.cancel()

    def _go_on(self, channel: int) -> None:
        if channel in self._left and channel not in self._first and channel not in self._working:
            self._working[channel] = in_background(self._work(channel), f"old buttons in channel {channel}")

    async def _work(self, channel: int) -> None:
        left = self._left[channel]
        try:
            while left:
                await self._strip(channel, left[0])
                left.pop(0)
            del self._left[channel]
        finally:
            if self._working.get(channel) is asyncio.current_task():
                del self._working[channel]

    async def _strip(self, channel: int, message: int) -> None:
        try:
            async with asyncio.timeout(_PATIENCE):
                await self._client.get_partial_messageable(channel).get_partial_message(message).edit(view=None)
        except DISCORD_ERRORS as error:
            _log.info("message %s keeps its buttons: %s", message, error)

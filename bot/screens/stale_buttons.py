"""Removal of buttons from boards that are no longer live, in the background and best effort.

A press on a remaining one is refused. All edits in a channel share one rate limit, and discord.py queues them per
route: so all other edits there have priority.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import discord

from bot.screens.discord_errors import DISCORD_ERRORS
from bot.screens.press_webhooks import PressWebhooks
from bot.supervision import in_background

_log = logging.getLogger(__name__)

#: Seconds to wait for Discord.
_PATIENCE = 10.0


class StaleButtons:
    """Removes buttons from old messages, one after the other in each channel: by a kept press, else by the bot."""

    def __init__(self, client: discord.Client, webhooks: PressWebhooks) -> None:
        self._client, self._webhooks = client, webhooks
        self._left: dict[int, list[int]] = {}
        self._working: dict[int, asyncio.Task[None]] = {}
        self._first: dict[int, int] = {}

    def take(self, channel: int, message: int) -> None:
        """Schedule the removal of a message's buttons."""
        self._left.setdefault(channel, []).append(message)
        self._go_on(channel)

    @asynccontextmanager
    async def paused(self, channel: int) -> AsyncIterator[None]:
        """Pause removals in a channel; interrupted ones are sent again afterwards."""
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
        """Wait until nothing is left, at most this many seconds."""
        if self._working:
            await asyncio.wait(set(self._working.values()), timeout=timeout)

    def give_up(self) -> None:
        """Cancel the rest."""
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
                if not await self._webhooks.edit(message, view=None):
                    await self._client.get_partial_messageable(channel).get_partial_message(message).edit(view=None)
        except DISCORD_ERRORS as error:
            _log.info("message %s keeps its buttons: %s", message, error)
        self._webhooks.forget(message)

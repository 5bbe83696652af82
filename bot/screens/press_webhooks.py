"""Interaction webhooks of presses: each edits the message that was pressed, outside of the bot's own rate limit
(https://discord.com/developers/docs/topics/rate-limits). Without one, or where it fails, the bot edits the message
itself.

Interaction tokens are never stored or logged, only kept in this process while valid.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any

import discord
from cachetools import TTLCache

from bot.screens.asides import KEPT
from bot.screens.callbacks import tried_once
from bot.screens.discord_errors import DISCORD_ERRORS, trouble

_log = logging.getLogger(__name__)

#: Maximum of messages with a kept interaction.
_MOST = 5000


class PressWebhooks:
    """The newest usable interaction of each message. `clock` returns seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._kept: TTLCache[int, discord.Interaction[discord.Client]] = TTLCache(_MOST, KEPT, timer=clock)

    def keep(self, interaction: discord.Interaction[discord.Client]) -> None:
        """Keep a press that was answered with an update of the pressed message, deferred or not: that message is the
        interaction's original response.
        """
        if interaction.message is not None:
            self._kept[interaction.message.id] = interaction

    def edits(self, message: int) -> bool:
        """Whether an interaction is kept for a message."""
        return message in self._kept

    async def edit(self, message: int, **changes: Any) -> bool:
        """Edit a message by the interaction kept for it, as `discord.Interaction.edit_original_response`; False if
        there is none, or it failed. It is tried once: one that has failed is kept no longer.
        """
        interaction = self._kept.get(message)
        if interaction is None:
            return False
        try:
            with tried_once():
                await interaction.edit_original_response(**changes)
        except DISCORD_ERRORS as error:
            _log.info("message %s is not edited by a press: %s: %s", message, trouble(error).value, error)
            if self._kept.get(message) is interaction:
                self.forget(message)
            return False
        return True

    def forget(self, message: int) -> None:
        """A message will not be edited any more."""
        self._kept.pop(message, None)

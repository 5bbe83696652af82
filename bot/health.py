"""A sign of life for whoever watches the process: a file that is touched for as long as everything works.

A file that is missing or has grown old means that something does not: the connection to Discord, the store, or the
event loop, which then does not even come here. What a container makes of that stands in the Dockerfile.
"""

from __future__ import annotations

import asyncio
import logging
import math
import os
from pathlib import Path

from discord import AutoShardedClient

from bot.settings import SettingsError
from bot.store import Store, StoreError

PERIOD = 5.0
"""Seconds between two looks. Four of them without a sign of life are reason to worry."""

_log = logging.getLogger(__name__)


class Health:
    """Tells the world through `file` how a bot and its store are."""

    def __init__(self, client: AutoShardedClient, store: Store, file: Path) -> None:
        """Removes the file of an earlier process. Raises `SettingsError` if there cannot be such a file."""
        self._client, self._store, self._file = client, store, file
        try:
            file.unlink(missing_ok=True)
        except OSError as error:
            raise SettingsError(f"HEALTH_FILE cannot be used: {error.strerror}: {file}.") from error
        if not os.access(file.parent, os.W_OK):
            raise SettingsError(f"HEALTH_FILE cannot be used: {file.parent} is no directory the bot may write to.")

    async def run(self) -> None:
        """Give a sign whenever all is well, for ever."""
        while True:
            try:
                if await self.well():
                    self._file.touch()
            except OSError as error:
                _log.warning("HEALTH_FILE cannot be written: %s", error)
            await asyncio.sleep(PERIOD)

    async def well(self) -> bool:
        """Whether every shard of this process is connected, its heartbeats are answered, and the store answers.

        A connection on which nothing has been heard for a minute is closed by discord.py.
        """
        shards = self._client.shards.values()
        if not self._client.is_ready() or any(shard.is_closed() or math.isinf(shard.latency) for shard in shards):
            return False
        try:
            await self._store.ping()
        except StoreError:
            return False
        return True

    def end(self) -> None:
        """The bot ends: there is no sign of life any more."""
        try:
            self._file.unlink(missing_ok=True)
        except OSError as error:
            _log.warning("HEALTH_FILE cannot be removed: %s", error)

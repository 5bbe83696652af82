"""A health file: touched while everything works.

A missing or old file means that something does not: the connection to Discord, the store, or the event loop. The
Dockerfile's HEALTHCHECK uses it.
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
"""Seconds between checks. Four without a touch are a reason to worry."""

_log = logging.getLogger(__name__)


class Health:
    """Reports the health of a bot and its store through `file`."""

    def __init__(self, client: AutoShardedClient, store: Store, file: Path) -> None:
        """Removes the file of an earlier process. Raises `SettingsError` if the file is impossible."""
        self._client, self._store, self._file = client, store, file
        try:
            file.unlink(missing_ok=True)
        except OSError as error:
            raise SettingsError(f"HEALTH_FILE cannot be used: {error.strerror}: {file}.") from error
        if not os.access(file.parent, os.W_OK):
            raise SettingsError(f"HEALTH_FILE cannot be used: {file.parent} is no directory the bot may write to.")

    async def run(self) -> None:
        """Touch the file whenever all is well, forever."""
        while True:
            try:
                if await self.well():
                    self._file.touch()
            except OSError as error:
                _log.warning("HEALTH_FILE cannot be written: %s", error)
            await asyncio.sleep(PERIOD)

    async def well(self) -> bool:
        """Whether every shard of this process is connected, its heartbeats are answered, and the store answers.

        discord.py closes a connection that has been silent for a minute.
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
        try:
            self._file.unlink(missing_ok=True)
        except OSError as error:
            _log.warning("HEALTH_FILE cannot be removed: %s", error)

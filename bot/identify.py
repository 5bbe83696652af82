"""When a shard may identify at Discord's gateway, where several processes share a store.

Discord lets `max_concurrency` buckets of shards identify, each one shard in five seconds, and answers who comes too
early with an invalid session (https://discord.com/developers/docs/topics/gateway#rate-limiting). discord.py spaces out
the shards of one process only, and does not use the number of buckets.
"""

from __future__ import annotations

import asyncio
import logging

import discord

from bot.screens.discord_errors import DISCORD_ERRORS
from bot.store import Store, StoreError

LIFE = 5.5
"""Seconds for which a bucket is one shard's: Discord's five, and what its message may be later than the next one's."""

_LATER = 2.0
"""Seconds until another try if the store or Discord does not answer."""

_log = logging.getLogger(__name__)


class IdentifyTurns:
    """Turns of the shards of one client, among those of all processes of its bot."""

    def __init__(self, client: discord.AutoShardedClient, store: Store) -> None:
        self._client, self._store = client, store
        self._buckets: int | None = None

    async def wait(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait until a shard may identify: a `before_identify_hook`. If the store is away, until it is back."""
        assert self._client.user is not None, "we have logged in"
        while True:
            try:
                if self._buckets is None:
                    self._buckets = (await self._client.fetch_session_start_limits()).max_concurrency
                bucket = (shard_id or 0) % self._buckets
                left = await self._store.gateway.take(self._client.user.id, bucket, LIFE)
            except (StoreError, *DISCORD_ERRORS) as error:
                _log.warning("shard %s identifies later: %s", shard_id, error)
                left = _LATER
            if not left:
                return
            await asyncio.sleep(left)

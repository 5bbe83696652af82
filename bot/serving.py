"""For how long something has been wrong with Discord: its gateway, or the requests it is sent."""

from __future__ import annotations

import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import TYPE_CHECKING

import aiohttp
import discord
import yarl
from discord import AutoShardedClient
from discord.gateway import DiscordWebSocket

if TYPE_CHECKING:
    from discord.types.gateway import SessionStartLimit

SILENT = 50.0
"""Seconds without a word through a gateway that is heard from every 41 at least."""

LATEST = 60.0
"""Seconds after which the last failure of a request says nothing any more, if no other followed."""


class Signs:
    """Watches a client and its requests."""

    def __init__(self, client: AutoShardedClient, monotonic: Callable[[], float] = time.perf_counter) -> None:
        self._client, self._monotonic = client, monotonic
        self._failing_since = self._failed_at = 0.0
        self._failures = 0

    def watch(self, trace: aiohttp.TraceConfig) -> None:
        """Notice how requests end."""
        trace.on_request_end.append(self._ended)
        trace.on_request_exception.append(self._cut)

    def wrong_for(self) -> int:
        """Milliseconds for which something has been wrong, as far as is known; 0 if nothing is."""
        return round(1000 * max(self._unheard(), self._refused()))

    def _unheard(self) -> float:
        """Seconds for which the gateway of a shard has been lost: at least a moment if it is."""
        if not self._client.is_ready():
            return 0.001
        longest = 0.0
        for shard in self._client.shards.values():
            # What discord.py knows of it, which it acts on only after a minute.
            keeping = getattr(shard._parent.ws, "_keep_alive", None)
            silent = self._monotonic() - getattr(keeping, "_last_recv", self._monotonic())
            if shard.is_closed() or silent > SILENT:
                longest = max(longest, silent, 0.001)
        return longest

    def _refused(self) -> float:
        """Seconds for which Discord has taken no request, if there was more than one."""
        now = self._monotonic()
        if self._failures < 2 or now - self._failed_at > LATEST:
            return 0.0
        return now - self._failing_since

    def _failed(self) -> None:
        now = self._monotonic()
        if not self._failures or now - self._failed_at > LATEST:
            self._failing_since, self._failures = now, 0
        self._failures += 1
        self._failed_at = now

    async def _ended(
        self, session: aiohttp.ClientSession, request: SimpleNamespace, params: aiohttp.TraceRequestEndParams
    ) -> None:
        if params.method == "GET":
            return
        if params.response.status >= 500:
            self._failed()
        else:
            self._failures = 0

    async def _cut(
        self, session: aiohttp.ClientSession, request: SimpleNamespace, params: aiohttp.TraceRequestExceptionParams
    ) -> None:
        if params.method != "GET":
            self._failed()


def go_through(client: discord.Client, gateway: str) -> None:
    """Have a client connect to this gateway, whatever the API returns: a proxy of the API passes Discord's own address
    on.
    """
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
    ask = client.http.get_bot_gateway

    async def named() -> tuple[int, str, SessionStartLimit]:
        shards, _, limit = await ask()
        return shards, gateway, limit

    client.http.get_bot_gateway = named  # type: ignore[method-assign]

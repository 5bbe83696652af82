"""The shards of all processes identify at Discord one after the other, and no killed one holds the others up."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from itertools import pairwise
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot import identify
from bot.identify import IdentifyTurns
from bot.store import Store, StoreError

BOT = 9


class Client:
    """What a turn needs of a client. `away`: so often Discord does not answer."""

    def __init__(self, buckets: int = 1, away: int = 0) -> None:
        self.user, self._buckets, self.away = SimpleNamespace(id=BOT), buckets, away

    async def fetch_session_start_limits(self) -> Any:
        if self.away:
            self.away -= 1
            raise discord.GatewayNotFound
        return SimpleNamespace(max_concurrency=self._buckets)


def turns(store: Store, client: Client) -> IdentifyTurns:
    return IdentifyTurns(cast("discord.AutoShardedClient", client), store)


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(identify, "LIFE", 0.1)
    monkeypatch.setattr(identify, "_LATER", 0.001)


async def test_shards_of_a_bucket_identify_one_after_the_other(store: Store) -> None:
    """Each in a process of its own; one that is killed after it has its turn delays the next one no longer."""
    times = list[float]()

    async def shard(number: int) -> None:
        await turns(store, Client()).wait(number, initial=True)
        times.append(time.monotonic())

    await asyncio.gather(*map(shard, range(5)))
    assert all(later - earlier > 0.08 for earlier, later in pairwise(times))


async def test_each_bucket_and_each_bot_has_its_turns(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(identify, "LIFE", 3600.0)
    several = [turns(store, Client(4)) for _ in range(2)]
    for number in range(4):
        await several[number % 2].wait(number)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.1):
            await several[0].wait(4)
    assert await store.gateway.take(BOT + 1, 0, 1.0) == 0
    assert 0 < await store.gateway.take(BOT, 0, 1.0) <= 3600


@pytest.mark.parametrize("cut", ["store", "Discord"])
async def test_who_does_not_answer_is_asked_again(
    store: Store, cut: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    take: Callable[..., Any] = store.gateway.take
    client, away = Client(away=2 * (cut == "Discord")), [True] * 2 * (cut == "store")

    async def taken(*bucket: Any) -> float:
        if away:
            away.pop()
            raise StoreError("away")
        return await take(*bucket)

    monkeypatch.setattr(store.gateway, "take", taken)
    with caplog.at_level(logging.WARNING, "bot.identify"):
        await turns(store, client).wait(3)
    assert [record.getMessage().partition(":")[0] for record in caplog.records] == ["shard 3 identifies later"] * 2
    assert await store.gateway.take(BOT, 0, 1.0) > 0

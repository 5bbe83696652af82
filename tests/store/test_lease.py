"""Processes that share a store serve different shards; what a killed one served is free again."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest

from bot.store import Store, StoreError, lease
from bot.store.lease import Lease
from tests.store.servers import Line

Pair = tuple[Store, Line]
BOT = 7
ALL = None, None


@pytest.fixture(autouse=True)
def _lasting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leases that no slowness of this machine lets run out, and nobody waits long for a renewal."""
    monkeypatch.setattr(lease, "LIFE", 60.0)
    monkeypatch.setattr(lease, "PERIOD", 0.2)
    monkeypatch.setattr(lease, "LOOK", 0.05)


@pytest.fixture
def _fleeting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leases that run out soon."""
    monkeypatch.setattr(lease, "LIFE", 1.0)


@asynccontextmanager
async def kept(held: Lease) -> AsyncIterator[None]:
    """It is renewed meanwhile."""
    renewing = asyncio.create_task(held.keep())
    yield
    assert not renewing.done()
    renewing.cancel()


@pytest.mark.parametrize(
    ("one", "other", "words"),
    [
        (ALL, ALL, "all shards of this bot since"),
        (ALL, (2, [0]), "all shards of this bot since"),
        ((2, None), (2, [0]), "all shards of this bot since"),
        ((2, [0]), ALL, "shard 0 of 2 of this bot since"),
        ((4, [0, 3]), (4, [3]), "shards 0 and 3 of 4 of this bot since"),
        ((4, [3]), (4, [0, 3]), "shard 3 of 4 of this bot since"),
        ((2, [0]), (4, [1]), "shard 0 of 2 of this bot since"),
    ],
)
async def test_nobody_serves_a_shard_that_is_served(
    new_store: Callable[[], Pair],
    one: tuple[int | None, list[int] | None],
    other: tuple[int | None, list[int] | None],
    words: str,
) -> None:
    first = Lease(new_store()[0], BOT, *one)
    await first.take()
    second = Lease(new_store()[0], BOT, *other)
    async with kept(first):
        with pytest.raises(StoreError, match=rf"^Another process serves {words} .* UTC\. Stop it, or give each "):
            await second.take()
    await first.release()
    await second.take()


async def test_different_shards_and_different_bots_do_not_meet(
    new_store: Callable[[], Pair], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    leases = [Lease(new_store()[0], BOT, 12, ids) for ids in ([0, 1], [11, 2], [10], [3, 4, 5, 6, 7, 8, 9])]
    leases.append(Lease(new_store()[0], BOT + 1, *ALL))
    for each in leases:
        await each.take()
    assert "Waiting" not in caplog.text


@pytest.mark.usefixtures("_fleeting")
async def test_the_shards_of_a_killed_process_are_free_again(
    new_store: Callable[[], Pair], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    await Lease(new_store()[0], BOT, 2, [0]).take()
    await Lease(new_store()[0], BOT, 2, [1]).take()
    after = Lease(new_store()[0], BOT, *ALL)
    await after.take()
    [line] = caplog.records
    assert re.match("Another process has served shard [01] of 2 of this bot since", line.message)


@pytest.mark.usefixtures("_fleeting")
async def test_of_those_that_wait_for_a_killed_one_only_one_goes_on(
    new_store: Callable[[], Pair], monkeypatch: pytest.MonkeyPatch
) -> None:
    await Lease(new_store()[0], BOT, *ALL).take()
    monkeypatch.setattr(lease, "LIFE", 60.0)
    waiting = [Lease(new_store()[0], BOT, *ALL).take() for _ in range(3)]
    refusals = [end for end in await asyncio.gather(*waiting, return_exceptions=True) if end]
    assert len(refusals) == 2 and all(isinstance(refusal, StoreError) for refusal in refusals)


@pytest.mark.usefixtures("_fleeting")
async def test_who_was_away_too_long_hears_of_the_other(new_store: Callable[[], Pair]) -> None:
    away = Lease(new_store()[0], BOT, 2, [1])
    await away.take()
    await Lease(new_store()[0], BOT, 2, [1]).take()
    with pytest.raises(StoreError, match=r"another one has taken over: it serves shard 1 of 2 of this bot since"):
        await away.keep()


async def test_a_store_that_is_away_is_asked_again(
    new_store: Callable[[], Pair], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    store, _ = new_store()
    held = Lease(store, BOT, *ALL)
    await held.take()
    ask, asked = store.take_shards, 0

    async def now_and_then(bot: int, holder: str, count: int | None, ids: tuple[int, ...], lasts: float) -> object:
        nonlocal asked
        asked += 1
        if asked % 2:
            raise StoreError("The store is away.")
        return await ask(bot, holder, count, ids, lasts)

    monkeypatch.setattr(store, "take_shards", now_and_then)
    async with kept(held):
        with pytest.raises(StoreError, match="Another process serves all shards"):
            await Lease(new_store()[0], BOT, *ALL).take()
    assert asked > 1
    assert "is renewed later: The store is away." in caplog.text


async def test_a_lost_answer_changes_nothing(new_store: Callable[[], Pair], caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    store, line = new_store()
    line.losses = 1
    held = Lease(store, BOT, *ALL)
    await held.take()
    line.losses = 1
    await held.release()
    await Lease(new_store()[0], BOT, *ALL).take()
    assert caplog.text == ""

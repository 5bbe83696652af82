"""A file is touched for as long as Discord, the store and the event loop answer, and not a moment longer."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import fakeredis
import pytest

from bot import health
from bot.health import Health
from bot.settings import Settings, SettingsError
from bot.store import Store, StoreError


class Shard:
    """A connection to the gateway as discord.py shows it."""

    def __init__(self) -> None:
        self.closed = False
        self.latency = 0.05

    def is_closed(self) -> bool:
        return self.closed


class Bot:
    """Two shards, which are ready."""

    def __init__(self) -> None:
        self.shards = {0: Shard(), 1: Shard()}
        self.ready = True

    def is_ready(self) -> bool:
        return self.ready


@pytest.fixture
def bot() -> Bot:
    return Bot()


@pytest.fixture
def store() -> Store:
    return Store(fakeredis.FakeAsyncRedis(server=fakeredis.FakeServer()), "the test")


async def no_answer() -> None:
    raise StoreError("The store does not answer.")


def not_ready(bot: Bot, store: Store) -> None:
    bot.ready = False


def disconnected(bot: Bot, store: Store) -> None:
    bot.shards[1].closed = True


def not_answered(bot: Bot, store: Store) -> None:
    bot.shards[0].latency = math.inf


def no_store(bot: Bot, store: Store) -> None:
    store.ping = no_answer  # type: ignore[method-assign]


@pytest.mark.parametrize("trouble", [not_ready, disconnected, not_answered, no_store])
async def test_whatever_is_not_well_is_noticed(
    bot: Bot, store: Store, tmp_path: Path, trouble: Callable[[Bot, Store], None]
) -> None:
    watched = Health(bot, store, tmp_path / "well")  # type: ignore[arg-type]
    assert await watched.well()
    trouble(bot, store)
    assert not await watched.well()


async def test_the_file_is_touched_while_all_is_well(
    bot: Bot, store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: asyncio.Queue[bool] = asyncio.Queue(maxsize=1)
    file = tmp_path / "well"
    file.write_text("of an earlier process")
    watched = Health(bot, store, file)  # type: ignore[arg-type]
    assert not file.exists()

    async def sleep(seconds: float) -> None:
        await looks.put(file.exists())
        file.unlink(missing_ok=True)
        bot.shards[0].closed = not bot.shards[0].closed

    monkeypatch.setattr(health, "asyncio", SimpleNamespace(sleep=sleep))
    running = asyncio.create_task(watched.run())
    assert [await looks.get() for _ in range(5)] == [True, False, True, False, True]
    running.cancel()
    file.touch()
    watched.end()
    assert not file.exists()
    watched.end()


@pytest.mark.parametrize("place", ["none/well", "file/well", "folder"])
def test_a_file_that_cannot_be_is_named(bot: Bot, store: Store, tmp_path: Path, place: str) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "folder").mkdir()
    with pytest.raises(SettingsError, match=rf"^HEALTH_FILE cannot be used: .*{tmp_path}"):
        Health(bot, store, tmp_path / place)  # type: ignore[arg-type]


def test_without_the_setting_there_is_no_file() -> None:
    assert Settings.from_env({}).health_file is None
    assert Settings.from_env({"HEALTH_FILE": ""}).health_file is None
    assert Settings.from_env({"HEALTH_FILE": "/tmp/well"}).health_file == Path("/tmp/well")

"""Two processes share a store and serve a server each; a third is not let in, a successor is; the clock rings once."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.store import Store, keys
from bot.tables.preferences import Preferences, ServerSettings
from bot.tables.repository import Change, TableRepository
from bot.tables.schedule import TABLE
from bot.tables.table import Table
from tests.discord_server import BotProcess, DiscordServer, Guild, Message
from tests.hours import where_it_is_noon
from tests.process.bots import PATIENCE, READY, PlayedTable
from tests.store.servers import Server

pytestmark = pytest.mark.long

SHARDS = 2
DAY = 24 * 3600
#: What is said of a store on a machine that is busy elsewhere.
BUSY = "does not answer"
#: Seconds nothing takes, however slow the machine.
LONG = 180


class Town:
    """A Discord with a server on each shard, one store, and the processes."""

    def __init__(self, discord: DiscordServer, server: Server, data: Path) -> None:
        self.discord, self.server, self._data = discord, server, data
        self.guilds = [self._guild(shard) for shard in range(SHARDS)]
        self.bots = [self.process(str(shard)) for shard in range(SHARDS)]
        self._made = 0

    def _guild(self, shard: int) -> Guild:
        while True:
            guild = self.discord.guild()
            if (guild.id >> 22) % SHARDS == shard:
                return guild
            guild.leave(self.discord.bot)

    def process(self, ids: str) -> BotProcess:
        """Another process for these shards."""
        env = {"REDIS_URL": self.server.url, "SHARD_COUNT": str(SHARDS), "SHARD_IDS": ids}
        return self.discord.bot_process(env, data_dir=self._data)

    async def start(self, *bots: BotProcess) -> None:
        """One after the other, each until it has taken up what was left."""
        for bot in bots:
            before = bot.stderr.count(READY)
            await bot.start()
            await self.discord.world.until(
                lambda bot=bot, before=before: bot.stderr.count(READY) > before or not bot.running,
                LONG,
                lambda bot=bot: bot.stderr,
            )
            assert bot.running, bot.stderr

    def table(self, shard: int) -> PlayedTable:
        """A new channel on this shard with two new people."""
        self._made += 1
        guild = self.guilds[shard]
        return PlayedTable(
            guild.channel(f"table-{self._made}"), [guild.member(f"{name}{self._made}") for name in ("Ann", "Bob")]
        )

    def edits(self, message: Message) -> int:
        """How often a message has been changed."""
        return len(self.discord.calls("PATCH", f"/messages/{message.id}$"))

    def check_well(self) -> None:
        """No error is in the logs, but for a store that has no time."""
        for bot in self.bots:
            errors = [line for line in bot.stderr.splitlines() if " ERROR " in line and BUSY not in line]
            assert errors == [] and "Traceback" not in bot.stderr, bot.stderr


@pytest.fixture
async def town(tmp_path: Path) -> AsyncIterator[Town]:
    with Server(tmp_path / "store") as server:
        async with DiscordServer() as discord:
            discord.world.response_seconds = PATIENCE
            town = Town(discord, server, tmp_path / "data")
            await town.start(*town.bots)
            yield town
            for bot in town.bots:
                if bot.running:
                    await bot.terminate()


async def test_each_serves_its_servers_and_what_is_due_happens_once(town: Town) -> None:
    tables = [town.table(number % SHARDS) for number in range(4)]
    asked = [town.table(number % SHARDS) for number in range(4)]
    await asyncio.gather(*(played.begin() for played in tables))
    challenges = await asyncio.gather(*(played.challenge() for played in asked))
    for bot in town.bots:
        plays = lambda bot=bot: bot.stderr.count("verb=play ") == 4  # noqa: E731
        await town.discord.world.until(plays, LONG, lambda: "each to play at the four tables of its server")
        await bot.terminate()
    names = await long_ago(town)
    assert len(names) == 8
    edits = [town.edits(message) for message in challenges]
    await town.start(*town.bots)
    for message in challenges:
        await town.discord.world.until(lambda message=message: not message.buttons, LONG, message.__repr__)
    for played in tables:
        await played.until(lambda played=played: len(played.boards) > 1 and played.labels, LONG)
    await nothing_due(town, names)
    for name in names:  # both look at everything once more
        town.server.ask("ZADD", keys.due(f"table:{name}"), 1, f"table:{name}")
    await nothing_due(town, names)
    assert [town.edits(message) for message in challenges] == [before + 1 for before in edits]
    assert [len(played.boards) for played in tables] == [2] * len(tables), [
        (board.nonce, board.timestamp) for played in tables for board in played.boards
    ]
    town.check_well()


def due(town: Town, name: str) -> float:
    """When a table is due; 0 if it is not."""
    return float(town.server.ask("ZSCORE", keys.due(f"table:{name}"), f"table:{name}") or 0)


async def nothing_due(town: Town, names: list[str]) -> None:
    """Waits until nobody works on what was due: whatever there is, is due later than a lease lasts."""
    async with asyncio.timeout(LONG):
        while any(0 < at < time.time() + 600 for at in map(partial(due, town), names)):
            await asyncio.sleep(0.5)


async def long_ago(town: Town) -> list[str]:
    """While nobody serves them: all that has happened was three days ago, and it is noon. The names of what is due."""
    then = time.time() - 3 * DAY
    store = await Store.connect(town.server.url)
    repository = TableRepository(store)

    async def aged(table: Table) -> Change:
        return Change(replace(table, acted_at=then, about=replace(table.about, made_at=then, expires_at=then + 600)))

    try:
        for guild in town.guilds:
            await Preferences(store).keep_server(guild.id, ServerSettings(time_zone=where_it_is_noon()))
        names = list(await store.due.times(TABLE))
        for name in names:
            channel, _, table_id = name.partition(":")
            table = (await repository.change(int(channel), table_id, aged)).table
            await repository.shown(table, replace(table.screen, posted_at=then))
            await store.due.set(TABLE, name, then)
        return names
    finally:
        await store.close()


async def test_a_shard_is_served_by_one_process(town: Town) -> None:
    rival = town.process("1")
    await rival.start()
    assert await asyncio.wait_for(rival.wait(), LONG) == 1
    said = [line for line in rival.stderr.splitlines() if " INFO " not in line and " WARNING " not in line]
    assert len(said) == 1 and "Traceback" not in rival.stderr, rival.stderr
    assert said[0].startswith("The bot cannot start: Another process serves shard 1 of 2 of this bot since ")
    await town.bots[1].kill()
    await town.start(rival)
    assert "Waiting for whether it still lives." in rival.stderr
    played = town.table(1)
    await played.begin()
    ended = await rival.terminate()
    assert ended == 0
    await town.start(town.bots[1])
    assert "Waiting" not in town.bots[1].stderr, "an orderly end leaves nothing to wait for"
    town.check_well()


async def test_who_hung_too_long_gives_way(town: Town) -> None:
    hung, heir = town.bots[1], town.process("1")
    os.kill(hung.pid, signal.SIGSTOP)
    await town.start(heir)
    os.kill(hung.pid, signal.SIGCONT)
    assert await asyncio.wait_for(hung.wait(), LONG) == 1
    assert "another one has taken over: it serves shard 1 of 2" in hung.stderr and "Traceback" not in hung.stderr
    played = town.table(1)
    await played.begin()
    assert await heir.terminate() == 0

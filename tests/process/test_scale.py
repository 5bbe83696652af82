"""compose.scale.yaml without a container engine: its commands are run as plain processes, and a store and a bot killed.

What was accepted is there once, nothing else is; who has nothing to do with what is gone plays on meanwhile.
"""

from __future__ import annotations

import asyncio
import random
import shutil
import subprocess
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import yaml

from bot.backgammon import Rules, log, replay
from bot.backgammon.actions import Move, Roll
from bot.store import Store, keys
from bot.tables.repository import TableRepository
from tests.discord_server import BotProcess, DiscordServer, Guild, Interaction
from tests.process.bots import PATIENCE, READY, PlayedTable
from tests.process.composed import BOTS, ROOT, SCALE, STORES, Composed
from tests.process.refold import people_s, refolded
from tests.store.servers import SLOTS, Cluster, Server

#: What the bot says of a store that is away, and what is in the log then.
AWAY, UNANSWERED = "My memory cannot be reached", "does not answer"
#: Seconds nothing takes, however slow the machine.
LONG = 180
#: Tables on each store for each bot, and presses at each before and after what happens.
TABLES, PRESSES = 1, 6


def _away(answer: Interaction) -> bool:
    """Whether somebody alone heard that the store is away."""
    said = [answer.original, *answer.followups]
    return any(AWAY in message.content for message in said if message is not None and message.ephemeral)


@dataclass(eq=False)
class Place(PlayedTable):
    """A table, and what has been accepted there: who, and what kind of action."""

    accepted: list[tuple[int, type]] = field(default_factory=list)
    told: int = 0
    """How often somebody heard that the store is away."""

    def due(self) -> tuple[int, type]:
        """Who has to do what now."""
        kind = Roll if "Roll" in self.labels else Move
        return self.people.index(self.asked()), kind

    async def press(self) -> Interaction:
        """What the board asks for, once."""
        who, kind = self.due()
        person = self.people[who]
        if kind is Roll:
            return await person.press(self.live, "Roll", stale=True)
        return await person.slash(self.channel, "move", play=self.plays[0])

    async def turn(self) -> None:
        """What the board asks for, and the board to which it leads; again while the store is away."""
        due, before = self.due(), self.look
        async with asyncio.timeout(LONG):
            while self.look == before:
                answer = await self.press()
                await self.until(lambda answer=answer: self.look != before or _away(answer), LONG)
                if not _away(answer):
                    break
                self.told += 1
                await asyncio.sleep(0.1)
        await self.until(lambda: self.look != before and self.labels, LONG)
        self.accepted.append(due)

    async def turns(self, number: int) -> None:
        for _ in range(number):
            await self.turn()


@dataclass(eq=False)
class Town:
    """The file's services, a Discord with a server for each bot, and tables on every store for each of them."""

    discord: DiscordServer
    cluster: Cluster
    bots: Sequence[BotProcess]
    guilds: Sequence[Guild]
    tables: list[Place] = field(default_factory=list)

    def store_of(self, place: Place) -> Server:
        return self.cluster.node_of(keys.TABLES.held(place.channel.id))

    def settle(self) -> None:
        """Tables, some on each store for each bot."""
        for guild in self.guilds:
            wanted = dict.fromkeys(self.cluster.nodes, TABLES)
            while any(wanted.values()):
                number = len(guild.channels)
                place = Place(guild.channel(f"table-{number}"), [])
                if wanted[store := self.store_of(place)]:
                    wanted[store] -= 1
                    place.people = [guild.member(f"{name}{number}") for name in ("Ann", "Bob")]
                    self.tables.append(place)

    async def start(self, bot: BotProcess) -> None:
        """Start a bot, for the first time or again, and wait until it has looked at what was left."""
        before = bot.stderr.count(READY)
        await bot.start()
        await self.discord.world.until(
            lambda: bot.stderr.count(READY) > before or not bot.running, LONG, lambda: bot.stderr
        )
        assert bot.running, bot.stderr

    async def play(self, tables: Sequence[Place]) -> None:
        await asyncio.gather(*(place.turns(PRESSES) for place in tables))

    async def lose_store(self, gone: Server, chance: random.Random) -> float:
        """Kill a store amid presses, and start it again once its tables have missed it and the others have played on.

        Seconds from its start until all tables are well.
        """
        for place in self.tables:
            place.told = 0
        lost = [place for place in self.tables if self.store_of(place) is gone]
        doing = {place: asyncio.create_task(place.turn()) for place in self.tables}
        await asyncio.sleep(chance.uniform(0, 0.06))
        gone.kill()
        others = [place for place in self.tables if place not in lost]
        await asyncio.gather(*(doing[place] for place in others))
        await self.play(others)
        for place in lost:
            if doing[place].done():
                doing[place] = asyncio.create_task(place.turn())
            await place.until(lambda place=place: place.told, LONG)
            assert not doing[place].done()
        assert not any(place.told for place in others)
        begun = time.monotonic()
        gone.start()
        await asyncio.gather(*(doing[place] for place in lost))
        return time.monotonic() - begun

    async def lose_bot(self, number: int, chance: random.Random) -> None:
        """Kill a bot amid presses at its tables, while those of the other one are played, and start it again."""
        lost = [place for place in self.tables if place.channel in self.guilds[number].channels]
        due = {place: (place.due(), place.look, asyncio.create_task(place.press())) for place in lost}
        others = asyncio.create_task(self.play([place for place in self.tables if place not in lost]))
        await asyncio.sleep(chance.uniform(0, 0.06))
        await self.bots[number].kill()
        await others
        answered = [place for place in lost if due[place][2].done()]
        for place in lost:
            due[place][2].cancel()
        await self.start(self.bots[number])
        store = await Store.connect(self.cluster.url)
        for place in lost:
            table = await TableRepository(store).held(place.channel.id)
            assert table
            await place.until(lambda place=place, table=table: place.version == table.version and place.labels, LONG)
            wanted, before, _ = due[place]
            if place.look != before:
                place.accepted.append(wanted)
            assert place.look != before or place not in answered, "what was accepted is lost"
        await store.close()


@pytest.fixture
async def town(tmp_path: Path) -> AsyncIterator[Town]:
    composed = Composed(tmp_path)
    with composed.cluster() as cluster:
        async with DiscordServer() as discord:
            discord.world.response_seconds = PATIENCE
            bots = [composed.bot(name, discord) for name in BOTS]
            town = Town(discord, cluster, bots, [guild_of(discord, shard) for shard in range(len(bots))])
            for bot in bots:
                await town.start(bot)
            yield town
            for bot in bots:
                if bot.running:
                    await bot.terminate()


def guild_of(discord: DiscordServer, shard: int) -> Guild:
    """A server that this shard serves."""
    while (guild := discord.guild()).id >> 22 & 1 != shard:
        guild.leave(discord.bot)
    return guild


@pytest.mark.long
async def test_a_store_and_a_bot_are_killed_and_nothing_is_lost_or_doubled(town: Town) -> None:
    chance = random.Random(9)
    town.settle()
    await asyncio.gather(*(place.begin(length=9) for place in town.tables))
    await town.play(town.tables)
    took = [await town.lose_store(store, chance) for store in town.cluster.nodes]
    for number in range(len(BOTS)):
        await town.lose_bot(number, chance)
    await town.play(town.tables)
    for bot in town.bots:
        assert await bot.terminate() == 0
        errors = [line for line in bot.stderr.splitlines() if " ERROR " in line and UNANSWERED not in line]
        assert errors == [] and "Traceback" not in bot.stderr, bot.stderr
    store = await Store.connect(town.cluster.url)
    accepted = 0
    for place in town.tables:
        table = await TableRepository(store).held(place.channel.id)
        assert table and table.state and isinstance(table.about.setup, Rules)
        entries = await store.log(place.channel.id, table.id)
        actions = [log.decode_action(entry) for entry in entries[1:]]
        assert [(each.by, type(each)) for each in people_s(actions)] == place.accepted
        assert replay(table.about.setup, actions) == table.state and refolded(table, people_s(actions)) == entries
        shown = [board.attachments[0].filename for board in place.boards]
        assert len(set(shown)) == len(shown)
        accepted += len(place.accepted)
    await store.close()
    seconds = ", ".join(f"{each:.1f}" for each in took)
    print(f"{accepted} presses accepted, 0 lost, 0 doubled; back {seconds} s after a store's start")


# The file


def test_every_store_keeps_what_it_has_answered_as_the_one_of_compose_yaml_does() -> None:
    alone = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]["store"]
    program, *more = SCALE["services"]["store-1"]["command"]
    own = alone["command"][1:]
    assert len(STORES) == 3 and program == alone["command"][0] and more[-len(own) :] == own
    cluster = dict(zip(more[: -len(own) : 2], more[1 : -len(own) : 2], strict=True))
    assert (cluster["--cluster-enabled"], cluster["--cluster-require-full-coverage"]) == ("yes", "no")
    for name in STORES:
        store = SCALE["services"][name]
        assert (store["image"], store["command"][1:]) == (alone["image"], more)


def test_each_bot_has_half_the_shards_and_all_know_the_first_store(tmp_path: Path) -> None:
    told = [SCALE["services"][name]["environment"] for name in BOTS]
    shards = [Composed(tmp_path).said(each["SHARD_IDS"]) for each in told]
    assert sorted(shards) == ["0", "1"] and {each["SHARD_COUNT"] for each in told} == {"${SHARD_COUNT:-2}"}
    [address] = {each["REDIS_URL"].removeprefix("rediscluster://") for each in told}
    [script] = SCALE["services"]["cluster"]["command"][2:]
    stores = [SCALE["services"][name]["networks"]["stores"]["ipv4_address"] for name in STORES]
    assert address == f"{stores[0]}:6379" and " ".join(f"{each}:6379" for each in stores) in script


@pytest.mark.skipif(not shutil.which("redis-cli"), reason="nothing here forms a cluster by its command")
def test_the_cluster_is_formed_once(tmp_path: Path) -> None:
    """By the command line of Redis, whose words are those of Valkey's."""
    composed = Composed(tmp_path)
    (tmp_path / "valkey-cli").symlink_to(shutil.which("redis-cli") or "")
    command = [composed.said(word) for word in SCALE["services"]["cluster"]["command"]]
    env = {"PATH": f"{tmp_path}:/usr/bin:/bin"}
    stores = [composed.store(name) for name in STORES]
    try:
        for store in stores:
            store.start()
        for already in (False, True):
            done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=LONG)
            assert done.returncode == 0 and bool(done.stdout) is not already, done
        told = [store.ask("CLUSTER INFO") for store in stores]
        assert [(each["cluster_state"], each["cluster_slots_assigned"]) for each in told] == [("ok", str(SLOTS))] * 3
        assert stores[0].ask("CLUSTER INFO")["cluster_size"] == "3"
    finally:
        for store in stores:
            store.kill()

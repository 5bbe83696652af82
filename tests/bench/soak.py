"""Two thousand games in one process: whether what the bot holds in memory stops growing.

The bot is a process of its own, as in use, with the server that it brings along and a simulated Discord in others: what
is read is the bot alone. In each of a few channels one table after another is opened, played at and closed: matches and
money sessions of all variants, chouettes of three to five, by commands, buttons and the composer, pictures drawn.
Most games end by a cube or a resignation after a few turns, some are played to the end. Every hundred games all tables
are closed and the bot tells its resident memory (`/proc/self/statm`): as found, and after `gc.collect()` and
`malloc_trim(0)`. Choices and dice are the same in each run.
Run: `python -m tests.bench.soak [GAMES [BETWEEN [WARM]]]`.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from bot.chouette import PRESETS
from bot.store import EmbeddedServer, Store
from tests.bench.soak_bot import HOLDS, be_patient
from tests.bench.soak_game import Game
from tests.discord_server import DiscordServer, Message, Person
from tests.discord_server.world import EVERYONE_MAY, permission_bits
from tests.process.bots import PATIENCE, Bots, control

#: Games in all, between two readings, and until everything is warm; what may be added afterwards.
GAMES, BETWEEN, WARM, BAR = 2000, 100, 200, 0.05
#: Channels that are played in at the same time, and people who come to each. Nobody may challenge too often.
CHANNELS, PEOPLE = 3, 60
#: Kinds of objects that are listed, those that have grown most.
LISTED = 12


@dataclass(eq=False)
class Club(Bots):
    """A bot whose store is looked at over one connection."""

    kept: Store | None = None

    @asynccontextmanager
    async def store(self) -> AsyncIterator[Store]:
        if self.kept is None:
            self.kept = be_patient(await Store.connect(EmbeddedServer(self.data).url))
        yield self.kept

    async def holdings(self) -> dict[str, Any]:
        """What the bot says it holds."""
        before = self.process.stderr.count(HOLDS)
        os.kill(self.process.pid, signal.SIGUSR1)
        await self.discord.world.until(
            lambda: self.process.stderr.count(HOLDS) > before and self.process.stderr.endswith("\n"),
            30,
            lambda: "holdings",
        )
        return json.loads(self.process.stderr.rpartition(HOLDS)[2])


@dataclass(eq=False)
class Room:
    """A channel in which one table after another is opened, and the people who come there."""

    bots: Club
    number: int
    games: int = 0
    tables: int = 0
    done: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.channel = self.bots.guild.channel(f"room-{self.number}")
        self.people = [self.bots.guild.member(f"P{self.number}-{each}") for each in range(PEOPLE)]
        self.random = Random(self.number)

    async def until(self, games: int) -> None:
        """Open tables until so many games have been played here."""
        while self.games < games:
            self.tables += 1
            host = self.people[self.tables % PEOPLE]
            others = self.random.sample([person for person in self.people if person is not host], 4)
            if self.random.random() < 0.25:
                await self.chouette([host, *others[: self.random.randint(2, 4)]])
            else:
                await self.heads_up([host, others[0]])
            self.forget()

    def game(self, people: list[Person], games: int) -> Game:
        """A table that is about to be opened."""
        return Game(self.channel, people, bots=self.bots, random=self.random, done=self.done, games=games)

    async def chouette(self, people: list[Person]) -> None:
        """A session from its lobby to the payments."""
        played = self.game(people, self.random.randint(2, 5))
        lobby = await played.lobby(joining=0, preset=self.random.choice(list(PRESETS)))
        for person in people[1:]:
            await played.joined(lobby, [person])
        await played.start()
        games = await played.played()
        if self.random.random() < 0.5:
            await played.pay_all()
        self.done["chouettes"] += 1
        await self.afterwards(played, games)

    async def heads_up(self, people: list[Person]) -> None:
        """A match or a money session from its challenge to the end; now and then a challenge that is withdrawn."""
        host, guest = people
        played = self.game(people, self.random.randint(1, 4))
        thread = self.random.random() < 0.1
        answer = await played.whole(
            await host.slash(self.channel, "play", opponent=guest, thread=thread, **self.rules())
        )
        assert thread or not answer.ephemeral or answer.message.deleted, answer
        if thread:
            played.channel = self.bots.discord.threads(self.channel)[-1]
        challenge = await played.channel.wait_for(lambda message: bool(message.buttons))
        if self.random.random() < 0.1:
            await self.give_word(guest, challenge)
        if self.random.random() < 0.05:
            withdrawn = await host.press(challenge, control(challenge, "refuse"))
            assert not withdrawn.failed
            self.done["withdrawn"] += 1
        else:
            accepted = await guest.press(challenge, control(challenge, "join"))
            assert not accepted.failed
            await played.until(lambda: played.labels)
            games = await played.played()
            self.done["matches" if (await played.stored()).about.setup.length else "money sessions"] += 1
            await self.afterwards(played, games)
        if thread:
            played.channel.delete()

    def rules(self) -> dict[str, object]:
        """What somebody chooses for a game between two."""
        variant = self.random.choices(("backgammon", "nackgammon", "hypergammon"), (5, 1, 4))[0]
        length = self.random.choice((0, 0, 0, 1, 2, 3))
        rules: dict[str, object] = {"variant": variant, "length": length, "egyptian": self.random.random() < 0.1}
        if not length:
            wishes = {"jacoby": True, "raccoons": True, "auto_doubles": self.random.randint(1, 3)}
            rules |= {name: value for name, value in wishes.items() if self.random.random() < 0.3}
        return rules

    async def give_word(self, who: Person, challenge: Message) -> None:
        """A word for the dice."""
        asked = await who.press(challenge, control(challenge, "word"))
        assert asked.modal is not None
        answer = await who.submit(asked.modal, {"word": f"word {self.random.random()}"})
        assert not answer.failed
        self.done["words"] += 1

    async def afterwards(self, played: Game, games: int) -> None:
        """The games count; somebody wants the records of the table, more seldom a replay."""
        self.games += games
        name, who = (await played.stored()).id, self.random.choice(played.people)
        if self.random.random() < 0.2:
            await played.do(who, "export", game=name, format=self.random.choice(("mat", "sgf", "txt")))
        if self.random.random() < 0.04:
            self.done["replay"] += 1
            kind = self.random.choice(("webp", "gif"))
            await played.whole(await who.slash(played.channel, "replay", game=f"{name}-{games}", format=kind))
        if len(played.people) > 2 and self.random.random() < 0.3:
            self.done["history"] += 1
            await played.whole(await who.slash(played.channel, "chouette history"))

    def forget(self) -> None:
        """What was said here is no longer kept by the simulated Discord."""
        for message in self.channel.everything:
            self.bots.discord.world.messages.pop(message.id, None)
        self.channel.everything.clear()


def forget(discord: DiscordServer) -> None:
    """Whatever the simulated Discord keeps for tests is given up, and threads that are put away."""
    world = discord.world
    for kept in (discord.requests, world.interactions, world.files, world.messages):
        kept.clear()
    for thread in [channel for channel in world.channels.values() if channel.archived]:
        del world.channels[thread.id]


async def soak(games: int, between: int, data: Path) -> list[dict[str, Any]]:
    """What the bot holds after each so many games; printed as it comes."""
    async with DiscordServer() as discord:
        discord.world.response_seconds = PATIENCE
        guild = discord.guild()
        # With these it opens a thread for the team of each chouette.
        threads = permission_bits("create_private_threads", "manage_threads", "manage_messages")
        guild.join(discord.bot, permissions=EVERYONE_MAY | threads)
        command = (sys.executable, "-m", "tests.bench.soak_bot")
        async with discord.bot_process({"LOG_LEVEL": "WARNING"}, data_dir=data, command=command) as bot:
            await bot.ready(120)
            bots = Club(discord, guild, bot, data)
            try:
                return await readings(bots, games, between)
            finally:
                print("\n  ".join(["log:", *logged(bot.stderr)]))


async def readings(bots: Club, games: int, between: int) -> list[dict[str, Any]]:
    """Play, and let the bot tell what it holds after each so many games."""
    rooms = [Room(bots, number) for number in range(CHANNELS)]
    read: list[dict[str, Any]] = []
    print(f"{'games':>6}{'tables':>8}{'seconds':>9}{'found MB':>10}{'kept MB':>9}{'blocks':>10}{'objects':>9}")
    begun = time.monotonic()
    for target in range(between, games + 1, between):
        await asyncio.gather(*(room.until(target / CHANNELS) for room in rooms))
        forget(bots.discord)
        now = await bots.holdings() | {"games": sum(room.games for room in rooms)}
        read.append(now)
        print(
            f"{now['games']:6}{sum(room.tables for room in rooms):8}{time.monotonic() - begun:9.0f}"
            f"{now['found'] / 1e6:10.1f}{now['kept'] / 1e6:9.1f}{now['blocks']:10}{now['objects']:9}",
            flush=True,
        )
    done = sum((room.done for room in rooms), Counter[str]())
    print("done:", ", ".join(f"{name} {number}" for name, number in done.most_common()))
    if bots.kept:
        await bots.kept.close()
    return read


def logged(stderr: str) -> list[str]:
    """What the bot has logged, and how often, without the time."""
    lines = (line for line in stderr.splitlines() if not line.startswith(HOLDS))
    said = Counter(re.sub(r"^[-\d]+ [:,\d]+ ", "", line)[:150] for line in lines)
    return [f"{number} × {line}" for line, number in said.most_common()]


def verdict(read: list[dict[str, Any]], warm_after: int) -> None:
    """Print what has grown since everything was warm."""
    warm = next((each for each in read if each["games"] >= warm_after), read[0])
    last = read[-1]
    if last is warm:
        print("too few games to compare")
        return
    games = last["games"] - warm["games"]
    print(f"from game {warm['games']} to {last['games']}:")
    for name in ("found", "kept"):
        grown, most = last[name] - warm[name], max(each[name] for each in read[read.index(warm) :]) / warm[name] - 1
        print(
            f"{name:6}{grown / games:8.0f} bytes a game, {grown / warm[name]:+.1%}; at most {most:+.1%}, "
            f"bar {BAR:.0%}: {'met' if most <= BAR else 'MISSED'}"
        )
    types = Counter(last["types"])
    types.subtract(warm["types"])
    print("objects:", ", ".join(f"{name} {number:+}" for name, number in types.most_common(LISTED)))
    changed = {name: (warm["caches"].get(name, 0), size) for name, size in last["caches"].items()}
    print("kept on purpose:", ", ".join(f"{name} {old} → {new}" for name, (old, new) in changed.items() if new > old))


def main(games: int = GAMES, between: int = BETWEEN, warm: int = WARM) -> None:
    """Play, and print."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        verdict(asyncio.run(soak(games, between, Path(folder))), warm)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))

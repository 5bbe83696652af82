"""An evening against computers whose engine is elsewhere: of two workers, one is killed at each turn while it thinks,
and another one started. Nothing is lost, nothing done twice, and the computers play what the engine says.
"""

from __future__ import annotations

import asyncio
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from bot.backgammon import Match, Rules, log, replay
from bot.backgammon.actions import AnyAction, Move, Roll
from bot.engine.thoughts import Level
from bot.store import Store, keys
from bot.tables.repository import TableRepository
from bot.tables.table import Table
from tests.store.servers import Server

from .bots import Bots, PlayedTable, running_bots
from .refold import best_played, people_s, refolded

BOT = (sys.executable, "-m", "tests.known_dice", "tests.process.engineless_bot")
WORKER = (sys.executable, "-m", "tests.process.answering_worker", "slow")
#: People who each play a computer, and turns of theirs.
PEOPLE, TURNS = 3, 6
PERSON, COMPUTER = 0, 1
SILENT = "My engine does not answer"


@dataclass
class Workers:
    """Two workers of a store, by the names under which they take questions."""

    server: Server
    running: dict[bytes, subprocess.Popen[bytes]] = field(default_factory=dict)
    killed: int = 0

    def start(self) -> None:
        worker = subprocess.Popen(WORKER, env={**os.environ, "REDIS_URL": self.server.url})
        self.running[str(worker.pid).encode()] = worker

    async def kill_thinking(self) -> None:
        """Kill the first one that takes a question, and start another one."""
        while not (thinking := self.running.keys() & await asyncio.to_thread(self._leases)):
            await asyncio.sleep(0.02)
        gone = self.running.pop(thinking.pop())
        gone.kill()
        gone.wait()
        self.killed += 1
        self.start()

    def _leases(self) -> set[bytes]:
        """The names of those who have a question."""
        return {self.server.ask("GET", name) for name in self.server.ask("KEYS", "{questions}:lease:*")}


@contextmanager
def workers(server: Server) -> Iterator[Workers]:
    """Two, which are ended."""
    found = Workers(server)
    try:
        for _ in range(2):
            found.start()
        yield found
    finally:
        for each in found.running.values():
            each.kill()
            each.wait()


@dataclass
class Evening:
    """A person, the direct message in which the computer is played, and what the person has done."""

    bots: Bots
    here: PlayedTable
    chance: random.Random
    done: list[tuple[type[AnyAction], str]] = field(default_factory=list)

    async def turn(self) -> None:
        """What the board asks for, then what the computer does."""
        here, [person] = self.here, self.here.people
        await here.until(lambda: here.labels, 120)
        before = here.look
        if "Roll" in here.labels:
            answer = await person.press(here.live, "Roll", stale=True)
            self.done.append((Roll, ""))
        else:
            play = self.chance.choice(here.plays)
            answer = await person.slash(person.dm, "move", play=play)
            self.done.append((Move, play))
        assert not answer.failed, answer
        await here.until(lambda: here.look != before and here.labels, 120)


async def test_workers_are_killed_and_the_games_go_on(tmp_path: Path) -> None:
    with Server(tmp_path / "store") as server, workers(server) as killed:
        env = {"REDIS_URL": server.url}
        async with running_bots(tmp_path, BOT, env) as bots:
            store = await Store.connect(server.url)
            async with asyncio.timeout(60):
                while len(await there(server)) < 2:
                    await asyncio.sleep(0.1)
            evenings = []
            for number in range(PEOPLE):
                person = bots.discord.person(f"Zoe{number}")
                evenings.append(Evening(bots, PlayedTable(person.dm, [person]), random.Random(number)))
                await person.slash(person.dm, "play", length=9, level=Level.WORLD_CLASS.value)
            for _ in range(TURNS):
                killing = asyncio.ensure_future(killed.kill_thinking())
                await asyncio.gather(*(each.turn() for each in evenings))
                killing.cancel()
            tables = [await whole(store, each) for each in evenings]
            bots.check_sound(crowded=True)
            assert await bots.process.terminate() == 0
            await store.close()
            again = bots.process.stderr.count("a worker was lost with a question")
    print(f"{PEOPLE * TURNS} actions, {killed.killed} workers killed, {again} questions asked again; 0 lost, 0 doubled")
    assert killed.killed and again
    for evening, (table, entries) in zip(evenings, tables, strict=True):
        setup, actions = table.setup_of(Rules), [log.decode_action(entry) for entry in entries[1:]]
        done = [(type(each), str(getattr(each, "play", ""))) for each in people_s(actions) if each.by == PERSON]
        assert done == evening.done
        assert refolded(table, people_s(actions)) == entries and replay(setup, actions) == table.state
        assert not [each for each in evening.here.channel.messages if SILENT in each.content]
        assert best_played(setup, actions, COMPUTER)


async def there(server: Server) -> list[bytes]:
    """The notes of the workers that answer."""
    return await asyncio.to_thread(server.ask, "ZRANGE", keys.WORKERS, 0, -1)


async def whole(store: Store, evening: Evening) -> tuple[Table, list[bytes]]:
    """What is stored of a game, once it waits for the person."""
    [person] = evening.here.people
    repository = TableRepository(store)
    names = await store.tables_of(person.id)
    async with asyncio.timeout(60):
        while True:
            table = await repository.load(evening.here.channel.id, names[0])
            assert table is not None and isinstance(table.state, Match)
            if table.state.game.decider == PERSON and table.version == evening.here.version:
                return table, await store.log(table.channel, table.id)
            await asyncio.sleep(0.05)

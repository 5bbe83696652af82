"""A game against the computer in a direct message goes on after kill -9, in the middle of a press and of the computer's
move: nothing is lost, nothing done twice.
"""

from __future__ import annotations

import asyncio
import random
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

from bot.backgammon import Match, Rules, log, replay
from bot.backgammon.actions import AnyAction, Move, Resign, Roll
from bot.tables.direct_games import DirectGames
from bot.tables.repository import TableRepository
from bot.tables.table import Stage
from tests.discord_server import Interaction, Person

from .bots import Bots, PlayedTable, running_bots
from .refold import best_played, people_s, refolded
from .thoughtful_bot import THINKS

BOT = (sys.executable, "-m", "tests.known_dice", "tests.process.thoughtful_bot")
#: Turns of the person's after which the match is resigned, and seconds of a press in the middle of which a kill comes.
TURNS, PRESS = 3, 0.3
#: Somebody's seat, and the computer's.
PERSON, COMPUTER = 0, 1


@dataclass
class Evening:
    """A person, the direct message, and what was done there so far, each of it once."""

    bots: Bots
    person: Person
    here: PlayedTable
    chance: random.Random
    done: list[tuple[type[AnyAction], str]] = field(default_factory=list)
    again: int = 0
    #: How often it was the turn of the computer when the process was killed.
    cut_off: int = 0

    async def killed(self) -> None:
        """Kill the process; the next one goes on until it is the person's turn, and shows it on the one board."""
        await self.bots.process.kill()
        await self.bots.restart()
        await self.asked()

    async def asked(self) -> None:
        """The board is as stored, and asks the person."""

        async def shown() -> bool:
            table = await self.bots.stored(self.here)
            return table is not None and table.version == self.here.version and bool(self.here.labels)

        async with asyncio.timeout(60):
            while not await shown():
                await asyncio.sleep(0.05)

    async def actions(self) -> list[AnyAction]:
        """What the person's log has of theirs."""
        async with self.bots.store() as store:
            names = await store.tables_of(self.person.id)
            table = await TableRepository(store).load(self.here.channel.id, names[0])
            assert table is not None
            lines = (await store.log(table.channel, table.id))[1:]
        return [each for each in map(table.game.codec.action, lines) if each.by == PERSON]

    async def act(self, kind: type[AnyAction], send: Callable[[], Awaitable[Interaction]], play: str = "") -> None:
        """Something is sent and the process killed while it is under way; it is sent again if nothing came of it. Every
        second play is answered, and the process killed while the computer rolls or thinks.
        """
        self.done.append((kind, play))
        if kind is Move and sum(each is Move for each, _ in self.done) % 2:
            await self._answered(send)
            return
        before = len(await self.actions())
        doing = asyncio.ensure_future(send())
        await asyncio.sleep(self.chance.uniform(0, PRESS))
        await self.bots.process.kill()
        await asyncio.sleep(0.02)
        doing.cancel()
        await self.bots.restart()
        await self.asked()
        if len(await self.actions()) == before:
            self.again += 1
            answer = await send()
            assert not answer.failed, answer
            await self.asked()

    async def _answered(self, send: Callable[[], Awaitable[Interaction]]) -> None:
        answer = await send()
        assert not answer.failed, answer
        await asyncio.sleep(self.chance.uniform(0, THINKS))
        table = await self.bots.stored(self.here)
        assert table is not None and isinstance(table.state, Match)
        self.cut_off += table.state.game.decider == COMPUTER
        await self.killed()


async def play(evening: Evening) -> None:
    """Some turns, and the match is given up."""
    here, person = evening.here, evening.person
    while sum(kind is Move for kind, _ in evening.done) < TURNS:
        if "Roll" in here.labels:
            live = here.live
            await evening.act(Roll, lambda live=live: person.press(live, "Roll", stale=True))
        else:
            play = evening.chance.choice(here.plays)
            await evening.act(Move, lambda play=play: person.slash(person.dm, "move", play=play), play)
    asked = await person.slash(person.dm, "resign", kind="match")
    assert asked.message, asked
    question = asked.message
    await evening.act(Resign, lambda: person.press(question, "Confirm", stale=True))


async def test_it_is_killed_in_the_middle_and_goes_on(tmp_path: Path) -> None:
    async with running_bots(tmp_path, BOT) as bots:
        person = bots.discord.person("Zoe")
        here = PlayedTable(person.dm, [person])
        await person.slash(person.dm, "play", length=3)
        await here.until(lambda: here.labels)
        evening = Evening(bots, person, here, random.Random(19))
        await evening.killed()
        opened = await bots.stored(here)
        assert opened is not None and opened.about.direct
        await play(evening)
        await here.until(lambda: "Rematch" in here.labels)
        async with bots.store() as store:
            assert await store.held(person.dm.id) is None
            repository = TableRepository(store)
            assert await DirectGames(store, repository).open_ones(person.id) == []
            table = await repository.load(person.dm.id, opened.id)
            entries = await store.log(person.dm.id, opened.id)
        nonces, boards = bots.nonces(here), len(here.boards)
        await here.shown(person.press(here.live, "Rematch"))
        async with bots.store() as store:
            assert await store.held(person.dm.id) not in (None, opened.id)
        bots.check_well(crowded=True)  # a store starts again at each step
        assert await bots.process.terminate() == 0
    print(f"{len(evening.done)} actions, {evening.again} done again, {evening.cut_off} of the computer cut off")
    assert table is not None and table.stage is Stage.CLOSED and evening.cut_off
    setup, actions = table.setup_of(Rules), [log.decode_action(entry) for entry in entries[1:]]
    logged = [(type(each), str(getattr(each, "play", ""))) for each in people_s(actions) if each.by == PERSON]
    assert logged == evening.done
    assert refolded(table, people_s(actions)) == entries and replay(setup, actions) == table.state
    assert boards == len(set(nonces)), "a board is posted again with its own nonce"
    assert best_played(setup, actions, COMPUTER)

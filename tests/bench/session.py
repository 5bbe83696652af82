"""What a turn costs late in a long session, beside one at its beginning.

Chouettes of five on one embedded server, one always in its first game, the other in its thirtieth: 29 games played and
ended by resignation, every row in its log. Their turns take turns. A turn is a roll and a play through the desk, each
saved, and the words, scene and alt text of what is shown then; Discord and drawing are left out.
Run: `python -m tests.bench.session [GAMES [TURNS]]`.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

from bot.backgammon import Kind, Phase
from bot.backgammon.actions import Next
from bot.chouette import Options, Session
from bot.core.intent import Intent
from bot.screens.alt import alt_text
from bot.screens.live import components, content
from bot.store import Store
from bot.store.opening import open_store
from bot.tables import intents
from bot.tables.chouette.lobby import Lobby
from bot.tables.desk import Desk
from bot.tables.preferences import PersonPreferences, Preferences
from bot.tables.repository import TableRepository
from bot.tables.table import Person, Screen, Table
from bot.texts import texts
from tests.screens.states import scene_of

GAMES, TURNS, BAR = 30, 300, 1.05
PEOPLE = tuple(Person(1000 + number, name) for number, name in enumerate(("Ann", "Bob", "Cyd", "Dan", "Eva")))
_receipts = map(str, itertools.count())


class Club:
    """One channel with a chouette."""

    def __init__(self, store: Store, channel: int) -> None:
        self.channel = channel
        self.repository, self.preferences = TableRepository(store), Preferences(store)
        self.desk = Desk(self.repository, self.preferences)
        self.lobby = Lobby(store, self.repository, self.preferences, self.desk)

    async def begin(self) -> None:
        for person in PEOPLE:
            await self.preferences.keep_person(
                person.user, PersonPreferences(auto_roll=False, auto_move=False, auto_bear_off=False)
            )
        table = await self.lobby.open(1, self.channel, PEOPLE[0], Options(), next(_receipts))
        for person in PEOPLE[1:]:
            await self.lobby.join(self.channel, table.id, person, next(_receipts))
        await self.lobby.start(self.channel, table.id, PEOPLE[0], None, next(_receipts))

    async def table(self) -> Table:
        return await self.desk.table(self.channel)

    async def act(self, seat: int, intent: Intent) -> Table:
        outcome = await self.desk.act(self.channel, PEOPLE[seat], intent, receipt=next(_receipts))
        return outcome.table

    async def step(self) -> Table:
        """Whoever rolls or moves does."""
        session = (await self.table()).state
        assert session is not None
        if session.game.phase is Phase.OVER:
            return await self.act(session.playing[0], intents.plain(Next))
        roller = session.game.on_roll
        assert roller is not None
        if session.game.phase is Phase.PLAY:
            play = session.game.plays(session.rules)[0]
            return await self.act(roller, intents.move(str(play)))
        return await self.act(roller, intents.roll())

    async def finish_game(self) -> None:
        """Some turns, then everybody resigns."""
        for _ in range(12):
            await self.step()
        session = (await self.table()).state
        assert session is not None
        for seat in session.game.team:
            if (await self.state()).game.held(seat):
                await self.act(seat, intents.resign(Kind.SINGLE))
        while (await self.state()).proposals:
            await self.act(session.game.box, intents.accept((await self.state()).proposals[0].number))
        await self.step()

    async def state(self) -> Session:
        session = (await self.table()).state
        assert session is not None
        return session

    async def turn(self) -> float:
        """Seconds for a roll and a play, or whatever comes instead, each saved and made ready to be shown."""
        began = time.perf_counter()
        for _ in range(2):
            if (await self.state()).game.phase is Phase.OVER:
                break
            table = await self.step()
            t = texts("en-US")
            content(table, table.screen.base, t, 0)
            components(table, t)
            alt_text(scene_of(table, "wood", t), t)
            await self.repository.shown(table, Screen(shown=table.version, base=table.version, game=1, message=1))
        return time.perf_counter() - began


async def measure(games: int, turns: int, folder: Path) -> tuple[list[float], list[float], int]:
    """Seconds of the turns of young sessions and of the old one, and how many entries the old log has."""
    store = await open_store(None, folder)
    young_times: list[float] = []
    old_times: list[float] = []
    try:
        old = Club(store, 1)
        await old.begin()
        while (await old.state()).number < games:
            await old.finish_game()
        channels = itertools.count(2)
        young = Club(store, next(channels))
        await young.begin()
        for number in range(turns):
            if (await young.state()).game.phase is Phase.OVER:
                young = Club(store, next(channels))
                await young.begin()
            if (await old.state()).game.phase is Phase.OVER:
                await old.step()
            both = [(young, young_times), (old, old_times)]
            for club, times in both if number % 2 else reversed(both):
                times.append(await club.turn())
        return young_times, old_times, len(await store.log(old.channel, (await old.table()).id))
    finally:
        await store.close()


def main(games: int = GAMES, turns: int = TURNS) -> None:
    """Print what was measured."""
    with tempfile.TemporaryDirectory() as folder:
        young, old, entries = asyncio.run(measure(games, turns, Path(folder)))
    first, last = statistics.median(young), statistics.median(old)
    ratio = last / first
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}; {len(old)} turns each, five people")
    print(f"{'game 1':9}{first * 1000:6.2f} ms a turn (median)")
    print(f"{f'game {games}':9}{last * 1000:6.2f} ms a turn (median), {entries} entries in the log")
    print(f"ratio    {ratio:.3f}, bar {BAR}: {'met' if ratio <= BAR else 'MISSED'}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))

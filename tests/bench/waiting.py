"""How long the store takes to say what waits for somebody who plays at many tables in many servers.

The tables are begun and played at on the server that the bot brings along. Each page of `/waiting` is asked for as by a
process that has just started, which remembers no table and no setting. What is timed has no Discord in it.
Run: `python -m tests.bench.waiting [TABLES [SERVERS [PAGES]]]`.
"""

from __future__ import annotations

import asyncio
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path

from bot.backgammon import Rules
from bot.store import Store, open_store
from bot.tables import intents
from bot.tables.challenges import Challenges
from bot.tables.desk import Desk
from bot.tables.leagues import Leagues
from bot.tables.preferences import PersonPreferences, Preferences
from bot.tables.repository import TableRepository
from bot.tables.standings import Ladders
from bot.tables.table import Person
from bot.tables.waiting import Waiting

TABLES, SERVERS, PAGES = 200, 20, 40
BAR = 0.020
"""Seconds for a page."""

_ME = Person(10**17, "Ann")


async def _begin(store: Store, tables: int, servers: int) -> None:
    """So many matches against as many people, some of which wait for the others."""
    chance, preferences = random.Random(8), Preferences(store)
    repository = TableRepository(store)
    desk = Desk(repository, preferences)
    challenges = Challenges(store, repository, preferences, desk, Ladders(store, preferences))
    for number in range(tables):
        guild, channel = 7000 + number % servers, 8000 + number
        other = Person(_ME.user + 1 + number, f"Bob {number}")
        for each in (_ME, other):
            await preferences.keep_person(each.user, PersonPreferences(auto_move=False))
        made = await challenges.make(guild, channel, other, _ME, Rules(length=7), f"{number}")
        table = (await challenges.accept(channel, made.id, _ME, f"{number} yes")).table
        for turn in range(chance.randrange(4)):
            assert table.state is not None
            (seat,) = table.state.must_act
            rolled = table.state.game.board.dice  # type: ignore[attr-defined]
            state = table.state
            plays = state.plays if rolled else ()  # type: ignore[attr-defined]
            way = intents.move(str(plays[0])) if plays else intents.roll()
            acted = await desk.act(channel, table.person(seat), way, receipt=f"{number} {turn}", table=table.id)
            table = acted.table


async def measure(store: Store, tables: int, servers: int, pages: int) -> list[float]:
    """The seconds that each page took."""
    await _begin(store, tables, servers)
    took: list[float] = []
    for number in range(pages):
        preferences = Preferences(store)
        waiting = Waiting(store, TableRepository(store), preferences, Leagues(store))
        begun = time.perf_counter()
        page = await waiting.page(_ME.user, number)
        took.append(time.perf_counter() - begun)
        assert page.total == tables and page.entries
    return took


async def _run(tables: int, servers: int, pages: int, folder: Path) -> list[float]:
    store = await open_store(None, folder)
    try:
        return await measure(store, tables, servers, pages)
    finally:
        await store.close()


def main(tables: int = TABLES, servers: int = SERVERS, pages: int = PAGES) -> bool:
    """Whether a page is there in time."""
    with tempfile.TemporaryDirectory() as folder:
        took = asyncio.run(_run(tables, servers, pages, Path(folder)))
    typical, worst = statistics.median(took), max(took)
    print(
        f"{tables} tables in {servers} servers: a page in {1000 * typical:.1f} ms, the worst in {1000 * worst:.1f} ms"
    )
    met = typical <= BAR
    print(f"a page within {1000 * BAR:.0f} ms: {'met' if met else 'missed'}")
    return met


if __name__ == "__main__":
    sys.exit(not main(*map(int, sys.argv[1:])))

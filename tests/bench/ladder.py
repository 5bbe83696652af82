"""What a finished game, a page and a profile of a server's ladder cost, and what a player takes of memory.

An embedded server with 100, 5,000 and 50,000 players; games between them are entered and counted, then single games,
pages and profiles are timed. Discord is not asked for anybody's name. The bar: a page in 20 ms however many there are.
Run: `python -m tests.bench.ladder [GAMES [PLAYERS …]]`; with `faults GAMES` games are entered while the process that
counts them keeps dying, and what is shown is compared with what the list gives.
"""

from __future__ import annotations

import asyncio
import random
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from statistics import median

from bot.ladder.facts import write_fact
from bot.ladder.listing import RATING
from bot.store import Entry, Store, open_store
from bot.tables.preferences import Preferences
from bot.tables.recounting import verify
from bot.tables.standings import Ladders, bring_up
from tests.ladder.facts import match_game
from tests.ladder.faults import with_faults

GAMES, PLAYERS, BAR = 1_000_000, (100, 5_000, 50_000), 0.020
_NOW = 1_790_000_000.0
_AT_ONCE, _SINGLE = 200, 100
_TEN = 10


async def _memory(store: Store) -> int:
    return int((await store._connection.ask("INFO", "memory"))["used_memory"])


async def _timed(work: Callable[[int], Awaitable[object]], count: int) -> list[float]:
    times: list[float] = []
    for number in range(count):
        begun = time.perf_counter()
        await work(number)
        times.append(time.perf_counter() - begun)
    return times


def _told(name: str, times: list[float]) -> float:
    slow = sorted(times)[len(times) * 9 // 10]
    print(f"  {name:30}{1000 * median(times):8.2f} ms, nine of ten in {1000 * slow:.2f} ms")
    return median(times)


async def measure(store: Store, guild: int, players: int, games: int) -> float:
    """The time of a page with so many players."""
    chance, ladders = random.Random(1), Ladders(store, Preferences(store))

    async def enter(number: int, ends: float) -> None:
        who = chance.sample(range(players), 2)
        fact = match_game(winner=chance.randrange(2), length=3, points=3, table=f"t{number}", at=ends)
        await store.ladder.enter(guild, fact.table, [Entry(1, write_fact(fact), tuple(10**17 + each for each in who))])

    empty, begun = await _memory(store), time.perf_counter()
    for first in range(0, games, _AT_ONCE):
        numbers = range(first, min(games, first + _AT_ONCE))
        await asyncio.gather(*(enter(each, _NOW - 1000.0 * (games - each)) for each in numbers))
    listed, entered = await _memory(store), time.perf_counter() - begun
    begun = time.perf_counter()
    rules = await ladders.rules(guild)
    await bring_up(store, guild, rules, rules.view)
    seconds, counted = time.perf_counter() - begun, await _memory(store)
    print(f"{players} players, {games} games: entered in {entered:.1f} s, counted anew in {seconds:.1f} s")
    print(f"  memory: {(listed - empty) / games:.0f} bytes a game in the list, "
          f"{(counted - listed) / players:.0f} a player of what is counted")  # fmt: skip

    async def game(number: int) -> None:
        await enter(games + number, _NOW)
        await ladders.counted(guild)

    async def page(number: int) -> None:
        user = 10**17 + chance.randrange(players)
        reader = await ladders.reader(guild, _NOW)
        await reader.board(RATING, "backgammon", "", user, chance.randrange(max(1, players // _TEN)))

    async def profile(number: int) -> None:
        await (await ladders.reader(guild, _NOW)).profile(10**17 + chance.randrange(players))

    _told("a game, entered and counted", await _timed(game, _SINGLE))
    took = _told("a page of a board", await _timed(page, _SINGLE))
    _told("a profile", await _timed(profile, _SINGLE))
    return took


async def _all(games: int, players: tuple[int, ...], folder: Path) -> list[float]:
    store = await open_store(None, folder)
    try:
        return [await measure(store, guild, each, games) for guild, each in enumerate(players, 1)]
    finally:
        await store.close()


async def _storm(games: int, folder: Path) -> bool:
    store = await open_store(None, folder)
    try:
        begun = time.perf_counter()
        faults = await with_faults(store, games, between=3)
        found = await verify(store, faults.ladders()._preferences, 7)
        print(
            f"{games} games in {time.perf_counter() - begun:.0f} s: the process died {faults.died} times, "
            f"{faults.struck} games were struck, {faults.analysed} analyses entered, "
            f"{len(found.differences)} differences"
        )
        return not found.differences
    finally:
        await store.close()


def main(games: int = GAMES, players: tuple[int, ...] = PLAYERS) -> bool:
    """Whether a page is there in time, however many there are."""
    with tempfile.TemporaryDirectory() as folder:
        took = asyncio.run(_all(games, players, Path(folder)))
    met = max(took) <= BAR
    print(f"a page within {1000 * BAR:.0f} ms: {'met' if met else 'missed'}")
    return met


def in_a_storm(games: int) -> bool:
    """Whether what is shown is what the list gives."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_storm(games, Path(folder)))


if __name__ == "__main__":
    asked = sys.argv[1:]
    if asked[:1] == ["faults"]:
        sys.exit(not in_a_storm(int(asked[1])))
    numbers = [int(each) for each in asked]
    sys.exit(not main(numbers[0] if numbers else GAMES, tuple(numbers[1:]) or PLAYERS))

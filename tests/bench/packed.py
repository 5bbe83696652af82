"""What a finished game takes of the store's memory, at length and packed, by its parts; and how long packing takes.

An embedded server holds games that are over: 60 % of matches of one to seven points, 30 % of money sessions of ten
games, 10 % of chouettes of five people and twenty games. They are in their servers' lists and counted. `used_memory_
dataset` is read, then all tables are packed as the bot does it, and it is read again; each is compared byte for byte.
The bars: a third of before, 2 ms to unpack. Run: `python -m tests.bench.packed [GAMES]`.
"""

from __future__ import annotations

import asyncio
import random
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from msgspec.structs import replace

from bot.store import PACKING, Store, keys, open_store, place
from bot.store.packing import pack, unpack
from bot.store.pages import batches
from bot.tables.outbox import enter_finished
from bot.tables.preferences import Preferences
from bot.tables.repository import TableRepository
from bot.tables.standings import Ladders, bring_up
from tests.bench.finished_tables import Finished, chouette, match, session
from tests.dictionary import whole

GAMES, THIRD, SLOW = 10_000, 1 / 3, 0.002
_MIX = ((match, 0.6), (session, 0.3), (chouette, 0.1))
_SERVERS, _CHANNELS, _PEOPLE, _TOGETHER = 20, 100, 400, 20
_FIRST = 10**17
#: Which part of a game a key is.
_PARTS = {
    "record, or all of it": r"\{\d+\}:table:",
    "log": r"\{\d+\}:log:",
    "marks of games": r"\{\d+\}:games:",
    "where it is": r"\{t.*\}:at",
    "people's lists": r"\{u\d+\}:",
    "ladder's entries": r"\{g\d+\}:(ladder|entered|players|struck)",
    "views": r"\{g\d+\}:",
}


def tables(games: int) -> Iterator[Finished]:
    """As many as hold so many games of each kind, in channels of a few servers."""
    chance, number = random.Random(1), 0
    for make, share in _MIX:
        left = round(games * share)
        while left > 0:
            made = make(number)
            channel, count = _FIRST + chance.randrange(_CHANNELS), len(made.table.people.seats)
            people = [_FIRST + each for each in chance.sample(range(_PEOPLE), count)]
            yield made.moved(_FIRST + channel % _SERVERS, channel, f"t{number}", people)
            left, number = left - _games(made), number + 1


def _games(made: Finished) -> int:
    assert made.table.state is not None
    return made.table.state.number


async def furnish(store: Store, games: int) -> tuple[list[tuple[int, str]], int]:
    """Store them at length; where they are, and how many games there are."""
    repository, ladders = TableRepository(store), Ladders(store, Preferences(store))
    found, number, guilds = list[tuple[int, str]](), 0, set[int]()

    async def one(made: Finished) -> None:
        table = made.table
        # What unpacks a table writes it at length, with the times that it says.
        await store._connection.ask("SET", keys.TABLES.record(table.channel, table.id), pack(whole(made)))
        await store.unpack(table.channel, table.id)
        await store.due.set(PACKING, place(table.channel, table.id), None)
        await store.register(table.id, table.channel, [each.user for each in table.people.seats], table.acted_at)
        await enter_finished(store, repository, replace(table))

    for some in batches(tables(games), _TOGETHER):
        await asyncio.gather(*map(one, some))
        found += [(each.table.channel, each.table.id) for each in some]
        guilds |= {each.table.about.guild for each in some}
        number += sum(map(_games, some))
    for guild in guilds:
        rules = await ladders.rules(guild)
        await bring_up(store, guild, rules, rules.view)
    return found, number


async def used(store: Store) -> tuple[int, Counter[str]]:
    """Bytes of the dataset, and those of each part as far as the server tells."""
    told = await store._connection.ask("INFO", "memory")
    parts = Counter[str]()
    for name in await store._connection.names("*"):
        part = next((part for part, form in _PARTS.items() if re.match(form, name)), "the rest")
        parts[part] += await store._connection.ask("MEMORY", "USAGE", name, "SAMPLES", 0) or 0
    return int(told["used_memory_dataset"]), parts


async def everything(store: Store, channel: int, id: str) -> object:
    """All that a table says."""
    games = range(1, 100)
    return (
        await store.load(channel, id),
        await store.log(channel, id),
        await store.log_times(channel, id),
        await store.beginnings(channel, id, games),
        await store.endings(channel, id, games),
    )


async def measure(games: int, folder: Path) -> bool:
    """Whether all bars are met."""
    store = await open_store(None, folder)
    try:
        empty, _ = await used(store)
        found, number = await furnish(store, games)
        before, parts = await used(store)
        alike, packing, unpacking = 0, list[float](), list[float]()
        for channel, id in found:
            told = await everything(store, channel, id)
            begun = time.perf_counter()
            assert await store.pack(channel, id, 0)
            packing.append(time.perf_counter() - begun)
            packed = await store._connection.ask("GET", keys.TABLES.record(channel, id))
            begun = time.perf_counter()
            unpack(packed)
            unpacking.append(time.perf_counter() - begun)
            alike += told == await everything(store, channel, id)
        after, packed_parts = await used(store)
    finally:
        await store.close()
    print(f"{number} games of {len(found)} tables, bytes a game at length and packed")
    for part in (*_PARTS, "the rest"):
        print(f"  {part:24}{parts[part] / number:8.0f}{packed_parts[part] / number:8.0f}")
    at_length, in_all = (before - empty) / number, (after - empty) / number
    ratio = in_all / at_length
    print(f"  {'the dataset':24}{at_length:8.0f}{in_all:8.0f}, ratio {ratio:.3f}, goal 0.333: {_said(ratio <= THIRD)}")
    slowest = sorted(unpacking)[len(unpacking) * 99 // 100]
    print(f"  {alike} of {len(found)} tables are byte for byte what they were")
    print(f"  packed in {1000 * median(packing):.2f} ms; unpacked in {1000 * median(unpacking):.2f} ms, 99 of 100 in "
          f"{1000 * slowest:.2f} ms, goal 2 ms: {_said(slowest <= SLOW)}")  # fmt: skip
    return ratio <= THIRD and slowest <= SLOW and alike == len(found)


def _said(met: bool) -> str:
    return "met" if met else "missed"


def main(words: list[str]) -> bool:
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(measure(int(words[0]) if words else GAMES, Path(folder)))


if __name__ == "__main__":
    main(sys.argv[1:])

"""The index by person of what waits: of each table the latest version that was carried, in whatever order that came."""

from __future__ import annotations

from itertools import permutations

from bot.store import Carried, Store
from bot.store.keys import waits
from bot.store.waits import KEPT
from tests.store.servers import Line

HERE, THERE = "8:abc", "9:def"


async def test_of_each_table_the_latest_version_stands_however_often_it_is_carried(store: Store) -> None:
    said = [Carried(HERE, 2, b"must"), Carried(HERE, 10, b"others"), Carried(HERE, 9, b""), Carried(THERE, 1, b"must")]
    for order in permutations(said):
        person = sum(each.version * 10**place for place, each in enumerate(order))
        for each in (*order, *order):
            await store.waits.note(person, [each])
        assert sorted(await store.waits.of(person)) == [Carried(HERE, 10, b"others"), Carried(THERE, 1, b"must")]


async def test_a_table_that_says_nothing_any_more_is_gone(store: Store) -> None:
    await store.waits.note(5, [Carried(HERE, 2, b"must"), Carried(THERE, 3, b"must with a space")])
    await store.waits.note(5, [Carried(HERE, 3, b"")])
    assert await store.waits.of(5) == [Carried(THERE, 3, b"must with a space")]
    assert await store.waits.of(6) == []


async def test_an_index_of_which_nobody_hears_any_more_vanishes(store: Store, line: Line) -> None:
    await store.waits.note(5, [Carried(HERE, 2, b"must")])
    assert 0 < await line.execute_command("TTL", waits(5)) <= KEPT

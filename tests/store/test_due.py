"""The queue of what is due at a stored time."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable

import pytest

from bot.store import Store, keys
from bot.store.due import LEASE, Shards, owner_of
from tests.store.servers import Line

NOW = 1_763_700_000.125


async def test_what_is_due_is_taken_and_put_off(store: Store) -> None:
    due = store.due
    for key, at in (("late", NOW - 1), ("first", NOW - 9), ("now", NOW), ("soon", NOW + 0.001)):
        await due.set("table", key, at)
    await due.set("league", "7:first", NOW)
    assert list(await due.times("table")) == ["first", "late", "now", "soon"]
    assert await due.times("league") == {"7:first": NOW}
    assert sorted(await due.take(NOW)) == [
        ("league", "7:first"), ("table", "first"), ("table", "late"), ("table", "now")
    ]  # fmt: skip
    assert await due.take(NOW + LEASE - 0.1) == [("table", "soon")]
    assert len(await due.take(NOW + LEASE)) == 4, "nobody has done it"


async def test_whoever_has_done_it_says_so(store: Store) -> None:
    due = store.due
    for key in ("once", "again"):
        await due.set("table", key, NOW)
    await due.take(NOW)
    for _ in range(2):
        await due.settle("table", "once", NOW, None)
        await due.settle("table", "again", NOW, NOW + 5)
    assert await due.times("table") == {"again": NOW + 5}
    assert await due.take(NOW + 4) == [] and await due.take(NOW + 100) == [("table", "again")]
    await due.set("table", "again", None)
    assert await due.times("table") == {}


@pytest.mark.parametrize("meanwhile", [NOW, NOW + 9000, None])
async def test_what_was_noted_meanwhile_stands(store: Store, meanwhile: float | None) -> None:
    due = store.due
    for done in (NOW + 5, None):
        await due.set("table", "it", NOW)
        await due.take(NOW)
        await due.set("table", "it", meanwhile)
        await due.settle("table", "it", NOW, done)
        assert await due.times("table") == ({} if meanwhile is None else {"it": meanwhile})


async def test_what_is_noted_already_stands_if_it_is_said_so(store: Store) -> None:
    await store.due.set("day", "7", NOW, anew=False)
    await store.due.set("day", "7", NOW + 5, anew=False)
    assert await store.due.times("day") == {"7": NOW}


async def test_no_more_is_taken_than_wanted(store: Store) -> None:
    for number in range(5):
        await store.due.set("table", f"{number}", NOW)
    first = await store.due.take(NOW, 2)
    assert len(first) == 2 and len(first + await store.due.take(NOW, 9)) == 5
    assert await store.due.take(NOW, 9) == [] == await store.due.take(NOW, 0)


async def test_of_one_owner_no_more_is_taken_than_wanted_however_much_is_due(store: Store) -> None:
    for number in range(40):
        await store.due.set("table", f"1:{number}", NOW - 100 + number)
        await store.due.set("table", f"{2 + number}:it", NOW - number)
    taken = await store.due.take(NOW, 45, each=3)
    assert len(taken) == 43 and sum(key.startswith("1:") for _, key in taken) == 3
    assert await store.due.take(NOW, 45, each=3, under_way={"1": 3}) == []
    assert len(await store.due.take(NOW, 45, each=3, under_way={"1": 1, "2": 3})) == 2
    assert len(await store.due.take(NOW)) == 35


@pytest.mark.parametrize("count", [1, 3, 8, 1000])
async def test_a_process_takes_what_belongs_to_its_shards(store: Store, count: int) -> None:
    """Ids are larger than a number of the script can hold."""
    ids = [random.Random(count).randrange(1 << 58, 1 << 63) | (1 << 22) - 1 for _ in range(20)] + [0, 1 << 22]
    for each in ids:
        await store.due.set("league", f"{each}:it", NOW)
        await store.due.set("table", f"{each}:it", NOW)
    found = list[str]()
    for shard in {(each >> 22) % count for each in ids}:
        taken = await store.due.take(NOW, shards=Shards(count, (shard,)), anywhere=("table", "night"))
        mine = [int(owner_of(key)) for kind, key in taken if kind == "league"]
        assert {(each >> 22) % count for each in mine} == {shard}
        found += [key for _, key in taken]
    assert sorted(found) == sorted(2 * [f"{each}:it" for each in set(ids)])


async def test_two_processes_take_everything_exactly_once(new_store: Callable[[], tuple[Store, Line]]) -> None:
    stores = [new_store()[0] for _ in range(2)]
    await asyncio.gather(*[stores[0].due.set("table", f"{number}", NOW - number) for number in range(200)])
    taken = await asyncio.gather(*[store.due.take(NOW, 7) for _ in range(20) for store in stores])
    assert sorted(int(key) for some in taken for _, key in some) == list(range(200))


async def test_what_was_taken_by_a_lost_answer_is_due_again(
    store: Store, line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keys, "DUES", (keys.due("table:it"),))
    await store.due.set("table", "it", NOW)
    line.losses = 1
    assert await store.due.take(NOW) == []
    assert await store.due.take(NOW + LEASE) == [("table", "it")]
    line.losses = 1
    await store.due.settle("table", "it", NOW + LEASE, None)
    assert await store.due.times("table") == {}


async def test_whose_items_of_some_kinds_are_due(store: Store) -> None:
    for kind, key in (("day", "3"), ("week", "3"), ("league", "2:it"), ("table", "7:it")):
        await store.due.set(kind, key, NOW)
    assert await store.due.owners("day", "week", "league") == [2, 3]
    assert await store.due.owners("absence") == []


def test_the_parts_of_the_queue_lie_apart() -> None:
    """Each process finds the same thing in the same part, and a cluster spreads the parts."""
    parts = [keys.due(f"table:{number}") for number in range(1000)]
    assert set(parts) == set(keys.DUES) and keys.due("table:8000:abc") == "chouette:due:6"

"""The room that brought matches take: counted once, of each person and of all, and never more or less than is there."""

from __future__ import annotations

import random
from collections.abc import Callable

from redis.asyncio import Redis, RedisCluster

from bot.store import Store, keys
from bot.store.imports import Opened
from tests.store.servers import Line

ANN, BOB = 11, 12


async def sums(store: Store) -> tuple[int, int, int]:
    return await store.imports.of(ANN), await store.imports.of(BOB), await store.imports.all()


async def opened(store: Store, table: str, person: int, size: int, most: int = 100, all_most: int = 150) -> Opened:
    return await store.imports.open(table, person, size, most, all_most, 1000.0)


async def test_a_match_counts_once_and_no_more_when_it_is_gone(store: Store, line: Line) -> None:
    line.losses = 1
    assert await opened(store, "one", ANN, 40) is Opened.OK
    assert await opened(store, "one", ANN, 40) is Opened.OK
    assert await opened(store, "two", BOB, 30) is Opened.OK
    assert await sums(store) == (40, 30, 70)
    await store.imports.close("unknown")
    line.losses = 1
    await store.imports.close("one")
    assert await sums(store) == (0, 30, 30)
    await store.forget(BOB, "two")  # whoever removes a match need not think of it
    assert await sums(store) == (0, 0, 0)
    assert await store._connection.ask("EXISTS", keys.IMPORTS) == 0, "nobody is named any more"


async def test_what_is_too_much_is_not_counted(store: Store) -> None:
    assert await opened(store, "one", ANN, 100) is Opened.OK
    assert await opened(store, "two", ANN, 1) is Opened.PERSON
    assert await opened(store, "two", BOB, 51) is Opened.ALL
    assert await opened(store, "two", BOB, 50) is Opened.OK
    assert await sums(store) == (100, 50, 150)


async def test_a_match_that_was_never_stored_is_found(store: Store) -> None:
    """Not before it can be said that it never will be."""
    for name in ("there", "lost"):
        await opened(store, name, ANN, 10)
    await store.save(ANN, "there", 0, {"about": b"x"}, [b"a"])
    assert await store.imports.sweep(1000.0) == 0
    assert await store.imports.sweep(1000.1) == 1
    assert await sums(store) == (10, 0, 10)


async def test_matches_of_before_are_counted_once(new_client: Callable[[], Redis | RedisCluster]) -> None:
    store = Store(new_client(), "the test")
    await store.save(ANN, "old", 0, {"about": b"x" * 500}, [b"header", b"a" * 3000])
    await store.register("old", ANN, [ANN], 1.0)
    await store.save(999, "table", 0, {"about": b"x" * 500}, [b"header"])
    await store.register("table", 999, [ANN, BOB], 1.0)
    await store.imports.count_old(5000.0)
    own, others, all_of_them = await sums(store)
    assert 3500 < own == all_of_them < 8000 and others == 0
    await store.save(ANN, "new", 0, {"about": b"x"}, [b"header"])
    await store.register("new", ANN, [ANN], 1.0)
    await store.imports.count_old(6000.0)
    assert await sums(store) == (own, 0, own)
    await store.close()


async def test_whatever_happens_the_sums_are_those_of_the_matches(store: Store, line: Line) -> None:
    chance = random.Random(7)
    there: dict[str, tuple[int, int]] = {}
    for step in range(150):
        line.losses = chance.random() < 0.2
        name, person, size = f"t{chance.randrange(12)}", chance.choice((ANN, BOB)), chance.randrange(1, 60)
        if chance.random() < 0.4:
            await store.imports.close(name)
            there.pop(name, None)
        elif await opened(store, name, person, size) is Opened.OK:
            there.setdefault(name, (person, size))
        line.losses = 0
        owned = [sum(size for whose, size in there.values() if whose == each) for each in (ANN, BOB)]
        assert await sums(store) == (*owned, sum(owned)), step
        assert max(owned) <= 100 and sum(owned) <= 150

"""What somebody has had reviewed within a day: counted once, given back, and not too much."""

from __future__ import annotations

from bot.store import Store
from bot.store.reviews import DAY
from tests.store.servers import Line

ANN, BOB = 11, 12


async def spend(store: Store, name: str, decisions: int, now: float = 1000.0, person: int = ANN) -> bool:
    return await store.reviews.spend(person, name, decisions, 100, now)


async def left(store: Store, now: float = 1000.0) -> int:
    return 100 - sum(decisions for _, decisions in await store.reviews.spent(ANN, now))


async def test_a_request_counts_once_though_answers_are_lost(store: Store, line: Line) -> None:
    line.losses = 1
    assert await spend(store, "one", 60) and await spend(store, "one", 60)
    assert await left(store) == 40
    assert not await spend(store, "two", 41) and await left(store) == 40
    assert await spend(store, "two", 40) and not await spend(store, "three", 1)
    assert await spend(store, "three", 100, person=BOB), "everybody for themselves"


async def test_what_was_not_made_is_given_back(store: Store, line: Line) -> None:
    await spend(store, "one", 60)
    line.losses = 1
    await store.reviews.settle(ANN, "one", 25)
    assert await left(store) == 75
    await store.reviews.settle(ANN, "unknown", 50)
    assert await left(store) == 75
    # A stop has come before it was dropped: it goes on, and counts as before.
    assert await spend(store, "one", 60) and await left(store) == 40
    await store.reviews.settle(ANN, "one", 0)
    assert await store.reviews.spent(ANN, 1000.0) == []


async def test_after_a_day_nothing_counts(store: Store) -> None:
    await spend(store, "one", 60, 1000.0)
    await spend(store, "two", 40, 2000.0)
    assert await left(store, 1000.0 + DAY - 1) == 0
    assert await left(store, 1000.0 + DAY) == 60
    assert not await spend(store, "three", 61, 1000.0 + DAY) and await spend(store, "three", 60, 1000.0 + DAY)
    assert [at for at, _ in await store.reviews.spent(ANN, 1000.0 + DAY)] == [2000.0, 1000.0 + DAY]


async def test_what_is_counted_names_nobody(store: Store, line: Line) -> None:
    await spend(store, "one", 60)
    await store.reviews.settle(ANN, "one", 25)
    assert await left(store) == 75
    written = [part for command in line.sent for part in command]
    assert not [part for part in written if str(ANN) in str(part)]


async def test_the_host_cancels_what_a_bot_then_heeds(store: Store) -> None:
    await store.reviews.cancel(["1", "2"])
    await store.reviews.cancel([])
    assert await store.reviews.cancelled() == {"1", "2"}
    await store.reviews.heeded(["1"])
    await store.reviews.heeded([])
    assert await store.reviews.cancelled() == {"2"}

"""What somebody is to be told: entered once, told once, forgotten after 30 days."""

from __future__ import annotations

from bot.store import Store, keys
from bot.store.notices import KEPT, Told
from tests.store.servers import Line

NOON = 1_794_657_600.25
HERE, THERE = "abc:7", "def:3"


async def test_what_is_entered_is_taken_by_one_until_that_is_settled(store: Store) -> None:
    await store.notices.enter(5, HERE, b'{"so": 1}', NOON)
    first = await store.notices.take(5, NOON, 60.0)
    assert first.says == {HERE: b'{"so": 1}'}
    assert (await store.notices.take(5, NOON + 59, 60.0)).says == {}
    await store.notices.settle(5, first, [HERE], told=False)
    again = await store.notices.take(5, NOON + 59, 60.0)
    assert again.says == first.says
    await store.notices.settle(5, first, [HERE], told=True)
    assert await store.notices.of(5, NOON) == [Told(HERE, b'{"so": 1}', False)], "the first has it no more"
    await store.notices.settle(5, again, [HERE], told=True)
    assert await store.notices.of(5, NOON) == [Told(HERE, b'{"so": 1}', True)]
    assert (await store.notices.take(5, NOON + 3600, 60.0)).says == {}


async def test_what_was_told_or_is_being_told_is_not_entered_anew(store: Store) -> None:
    await store.notices.enter(5, HERE, b"so", NOON)
    taken = await store.notices.take(5, NOON, 60.0)
    await store.notices.enter(5, HERE, b"so", NOON)
    assert (await store.notices.take(5, NOON, 60.0)).says == {}
    await store.notices.settle(5, taken, [HERE], told=True)
    await store.notices.enter(5, HERE, b"so", NOON)
    assert (await store.notices.take(5, NOON, 60.0)).says == {}


async def test_whoever_has_taken_it_and_dies_keeps_it_only_for_a_while(store: Store) -> None:
    await store.notices.enter(5, HERE, b"so", NOON)
    await store.notices.take(5, NOON, 60.0)
    assert (await store.notices.take(5, NOON + 60, 60.0)).says == {HERE: b"so"}


async def test_one_of_several_is_taken_alone(store: Store) -> None:
    await store.notices.enter(5, HERE, b"so", NOON)
    await store.notices.enter(5, THERE, b"and so", NOON)
    assert (await store.notices.take(5, NOON, 60.0, only=THERE)).says == {THERE: b"and so"}
    assert (await store.notices.take(5, NOON, 60.0)).says == {HERE: b"so"}
    assert (await store.notices.take(6, NOON, 60.0)).says == {}


async def test_after_thirty_days_it_is_neither_told_nor_kept(store: Store, line: Line) -> None:
    await store.notices.enter(5, HERE, b"so", NOON)
    assert 0 < await line.execute_command("TTL", keys.notices(5)) <= KEPT
    assert await store.notices.of(5, NOON + KEPT) == []
    assert (await store.notices.take(5, NOON + KEPT, 60.0)).says == {}
    assert not await store.notices.any(5)
    await store.notices.enter(5, HERE, b"so", NOON)
    assert (await store.notices.take(5, NOON + KEPT - 1, 60.0)).says == {HERE: b"so"}
    assert await store.notices.any(5)
    await store.notices.forget(5)
    assert not await store.notices.any(5)

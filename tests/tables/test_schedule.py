"""The one loop that looks for what is due: several at once, each by one process, nothing lost to an error or a kill."""

from __future__ import annotations

import asyncio
from typing import Any

import fakeredis
import pytest

from bot.store import Store, StoreError
from bot.store.due import ALL, LEASE, Shards
from bot.tables import schedule
from bot.tables.schedule import AT_ONCE, DAY, LATER, LEAGUE, OF_ONE, TABLE, Schedule

NOON = 1_794_657_600.0


class Process:
    """A process with a schedule; several share a store and a time."""

    def __init__(self, server: fakeredis.FakeServer | None = None, shards: Shards = ALL) -> None:
        self.server = server or fakeredis.FakeServer()
        self.store = Store(fakeredis.FakeAsyncRedis(server=self.server), "the test")
        self.time = NOON
        self.schedule = Schedule(self.store, lambda: self.time, shards)
        self.done: list[str] = []
        self.schedule.handle(TABLE, self.table)
        self.again: float | None = None

    async def table(self, owner: int, key: str) -> float | None:
        self.done.append(key)
        return self.again

    async def look(self) -> None:
        await asyncio.gather(*await self.schedule.begin())

    async def due(self, kind: str = TABLE) -> dict[str, float]:
        return await self.store.due.times(kind)


@pytest.fixture
def process() -> Process:
    return Process()


async def test_what_is_due_is_seen_to_once_and_due_again_when_its_handler_says(process: Process) -> None:
    await process.store.due.set(TABLE, "1:soon", NOON)
    await process.store.due.set(TABLE, "1:later", NOON + 10)
    process.again = NOON + 100
    await process.look()
    await process.look()
    assert process.done == ["soon"] and await process.due() == {"1:later": NOON + 10, "1:soon": NOON + 100}
    process.time, process.again = NOON + 100, None
    await process.look()
    assert process.done == ["soon", "later", "soon"] or process.done == ["soon", "soon", "later"]
    assert await process.due() == {}


async def test_each_kind_has_its_handler(process: Process) -> None:
    seen: list[tuple[str, int, str]] = []
    for kind in (TABLE, LEAGUE, DAY):

        async def note(owner: int, key: str, kind: str = kind) -> None:
            seen.append((kind, owner, key))

        process.schedule.handle(kind, note)
        await process.store.due.set(kind, "1" if kind == DAY else "1:a", NOON)
    await process.look()
    assert sorted(seen) == [(DAY, 1, ""), (LEAGUE, 1, "a"), (TABLE, 1, "a")]


async def test_a_slow_one_delays_no_other(process: Process, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten channels of which Discord does not answer keep a hundred tables of others waiting for nothing."""
    monkeypatch.setattr(schedule, "PERIOD", 0.01)
    answered, rest = asyncio.Event(), asyncio.Event()

    async def table(owner: int, key: str) -> None:
        if key.startswith("slow"):
            await answered.wait()
        process.done.append(key)
        if len(process.done) == 100:
            rest.set()

    process.schedule.handle(TABLE, table)
    slow = {f"slow{number}" for number in range(10)}
    for number, name in enumerate(sorted(slow)):
        await process.store.due.set(TABLE, f"{1000 + number}:{name}", NOON - 1000 + number)
    for number in range(100):
        await process.store.due.set(TABLE, f"{number}:{number}", NOON - number)
    running = asyncio.create_task(process.schedule.run())
    await asyncio.wait_for(rest.wait(), 30)
    assert set(process.done) == {f"{number}" for number in range(100)}
    answered.set()
    while len(process.done) < 100 + len(slow):
        await asyncio.sleep(0)
    running.cancel()
    assert sorted(process.done[100:]) == sorted(slow)


async def test_a_channel_with_much_that_is_slow_delays_no_other(
    process: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More is due there, and longer, than a process works on at once."""
    monkeypatch.setattr(schedule, "PERIOD", 0.01)
    answered, others = asyncio.Event(), asyncio.Event()
    at_once = most = 0

    async def table(owner: int, key: str) -> None:
        nonlocal at_once, most
        if owner == 1:
            at_once += 1
            most = max(most, at_once)
            await answered.wait()
            at_once -= 1
        process.done.append(key)
        if len(process.done) == 100:
            others.set()

    process.schedule.handle(TABLE, table)
    for number in range(2 * AT_ONCE):
        await process.store.due.set(TABLE, f"1:slow{number}", NOON - 1000 + number)
    for number in range(100):
        await process.store.due.set(TABLE, f"{2 + number}:{number}", NOON - number)
    running = asyncio.create_task(process.schedule.run())
    await asyncio.wait_for(others.wait(), 30)
    assert set(process.done) == {f"{number}" for number in range(100)}
    answered.set()
    while len(process.done) < 100 + 2 * AT_ONCE:
        await asyncio.sleep(0)
    running.cancel()
    assert most == OF_ONE and len(set(process.done)) == 100 + 2 * AT_ONCE


async def test_no_more_are_seen_to_at_once_than_allowed(process: Process, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schedule, "PERIOD", 0.01)
    at_once = most = 0

    async def table(owner: int, key: str) -> None:
        nonlocal at_once, most
        at_once += 1
        most = max(most, at_once)
        await asyncio.sleep(0.001)
        at_once -= 1
        process.done.append(key)

    process.schedule.handle(TABLE, table)
    for number in range(5 * AT_ONCE):
        await process.store.due.set(TABLE, f"{number}:{number}", NOON)
    running = asyncio.create_task(process.schedule.run())
    while len(process.done) < 5 * AT_ONCE:
        await asyncio.sleep(0)
    running.cancel()
    assert most == AT_ONCE and len(set(process.done)) == 5 * AT_ONCE


async def test_one_that_fails_is_in_the_log_and_tried_again_while_others_go_on(
    process: Process, caplog: pytest.LogCaptureFixture
) -> None:
    async def table(owner: int, key: str) -> None:
        process.done.append(key)
        if key == "bad" and process.time < NOON + LEASE:
            raise RuntimeError("Discord answers something nobody has thought of")

    process.schedule.handle(TABLE, table)
    for key in ("bad", "good"):
        await process.store.due.set(TABLE, f"1:{key}", NOON)
    await process.look()
    assert sorted(process.done) == ["bad", "good"] and list(await process.due()) == ["1:bad"]
    assert [record.exc_info is not None for record in caplog.records] == [True] and "table 1:bad" in caplog.text
    process.time += LEASE - 1
    await process.look()
    assert len(process.done) == 2
    process.time += 1
    await process.look()
    assert process.done[2:] == ["bad"] and await process.due() == {}


async def test_the_loop_outlives_a_store_that_is_away(process: Process, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schedule, "PERIOD", 0.0)
    take, away = process.store.due.take, [True, True]

    async def taken(now: float, most: int, **which: Any) -> list[tuple[str, str]]:
        if away:
            away.pop()
            raise StoreError("away")
        return await take(now, most, **which)

    monkeypatch.setattr(process.store.due, "take", taken)
    await process.store.due.set(TABLE, "1:it", NOON)
    running = asyncio.create_task(process.schedule.run())
    while not process.done:
        await asyncio.sleep(0)
    running.cancel()
    assert not away


async def test_what_is_noted_while_it_is_seen_to_is_not_lost(process: Process) -> None:
    """Somebody changes something that whoever is at it has looked at before."""

    async def table(owner: int, key: str) -> float:
        await process.store.due.set(TABLE, f"1:{key}", NOON)
        return NOON + 1000

    process.schedule.handle(TABLE, table)
    await process.store.due.set(TABLE, "1:it", NOON)
    await process.look()
    assert await process.due() == {"1:it": NOON}
    await process.schedule.look(TABLE, "1:it")
    assert await process.due() == {"1:it": NOON}


async def test_what_this_process_cannot_show_now_it_looks_at_later(process: Process) -> None:
    known = list[int]()
    process.schedule.handle(LEAGUE, process.table, known.__contains__)
    await process.store.due.set(LEAGUE, "2:it", NOON)
    await process.look()
    assert process.done == [] and await process.due(LEAGUE) == {"2:it": NOON + LATER}, "soon"
    process.time, known[:] = NOON + LATER, [2]
    await process.look()
    assert process.done == ["it"] and await process.due(LEAGUE) == {}
    await process.store.due.set("of a newer bot", "2", NOON)
    await process.look()
    assert await process.due("of a newer bot") == {"2": process.time + LATER}


async def test_what_is_another_process_s_is_left_to_it() -> None:
    """It stays due for that one, which finds it at once; tables are anybody's."""
    server, guild = fakeredis.FakeServer(), 1_445_112_233_447 << 22 | 1
    assert (guild >> 22) % 4 == 3
    other, process = (Process(server, Shards(4, shards)) for shards in ((0, 1, 2), (3,)))
    for each in (other, process):
        each.schedule.handle(LEAGUE, each.table, lambda owner: True)
    await process.store.due.set(LEAGUE, f"{guild}:it", NOON)
    await other.look()
    assert other.done == [] and await process.due(LEAGUE) == {f"{guild}:it": NOON}
    await process.look()
    assert process.done == ["it"] and await process.due(LEAGUE) == {}
    await process.store.due.set(TABLE, f"{guild}:table", NOON)
    await other.look()
    assert other.done == ["table"]


async def test_of_many_processes_each_thing_is_seen_to_by_one(process: Process) -> None:
    # Three take so many times `AT_ONCE` at most: something is left for the fourth, however they go on.
    others = [process, *(Process(process.server) for _ in range(3))]
    for number in range(3 * AT_ONCE + 10):
        await process.store.due.set(TABLE, f"{number}:{number}", NOON)
    for _ in range(3):
        await asyncio.gather(*(each.look() for each in others))
    assert sorted(key for each in others for key in each.done) == sorted(
        f"{number}" for number in range(3 * AT_ONCE + 10)
    )
    assert all(each.done for each in others)


async def test_what_a_process_was_at_when_it_was_killed_another_one_does(process: Process) -> None:
    forever = asyncio.Event()

    async def table(owner: int, key: str) -> None:
        await forever.wait()

    process.schedule.handle(TABLE, table)
    await process.store.due.set(TABLE, "1:it", NOON)
    tasks = await process.schedule.begin()
    await asyncio.sleep(0)
    other = Process(process.server)
    await other.look()
    assert other.done == []
    for task in tasks:
        task.cancel()
    other.time += LEASE
    await other.look()
    assert other.done == ["it"] and await other.due() == {}


async def test_what_takes_longer_than_a_lease_stays_with_its_process(
    process: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also if the store is away when its lease is to be renewed first."""
    monkeypatch.setattr(schedule, "RENEWAL", 0.001)
    answered, away, settle = asyncio.Event(), [True], process.store.due.settle

    async def settled(*done: Any) -> None:
        if away:
            away.pop()
            raise StoreError("away")
        await settle(*done)

    async def table(owner: int, key: str) -> None:
        await answered.wait()
        process.done.append(key)

    monkeypatch.setattr(process.store.due, "settle", settled)
    process.schedule.handle(TABLE, table)
    await process.store.due.set(TABLE, "1:it", NOON)
    tasks = await process.schedule.begin()
    process.time += LEASE - 1
    while await process.due() != {"1:it": process.time + LEASE}:
        await asyncio.sleep(0)
    other = Process(process.server)
    other.time = process.time = process.time + 2
    await other.look()
    assert other.done == [] and not away
    answered.set()
    await asyncio.gather(*tasks)
    assert process.done == ["it"] and await process.due() == {}


async def test_somebody_who_waits_for_it_hears_what_went_wrong_and_it_is_tried_again(process: Process) -> None:
    async def broken(owner: int, key: str) -> None:
        raise StoreError("away")

    process.schedule.handle(TABLE, broken)
    await process.store.due.set(TABLE, "1:it", NOON + 9000)
    with pytest.raises(StoreError):
        await process.schedule.look(TABLE, "1:it")
    assert await process.due() == {"1:it": NOON + LEASE}
    process.schedule.handle(TABLE, process.table)
    process.again = NOON + 500
    await process.schedule.look(TABLE, "1:it")
    assert process.done == ["it"] and await process.due() == {"1:it": NOON + 500}


async def test_one_thing_is_seen_to_by_one_at_a_time(process: Process) -> None:
    """A command asks for what the loop is at."""
    at_it: list[str] = []

    async def table(owner: int, key: str) -> None:
        assert not at_it
        at_it.append(key)
        for _ in range(20):
            await asyncio.sleep(0)
        at_it.clear()
        process.done.append(key)

    process.schedule.handle(TABLE, table)
    await process.store.due.set(TABLE, "1:it", NOON)
    tasks = await process.schedule.begin()
    await asyncio.gather(*tasks, process.schedule.look(TABLE, "1:it"), process.schedule.look(TABLE, "1:it"))
    assert process.done == 3 * ["it"] and await process.due() == {}


async def test_a_loop_that_ends_ends_what_it_was_at(process: Process) -> None:
    begun, ended = asyncio.Event(), asyncio.Event()

    async def table(owner: int, key: str) -> None:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    process.schedule.handle(TABLE, table)
    await process.store.due.set(TABLE, "1:it", NOON)
    running = asyncio.create_task(process.schedule.run())
    await begun.wait()
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert ended.is_set() and await process.due() == {"1:it": NOON + LEASE}

"""Positions of the day in the store: what waits, what was shown, votes, whose turn it is; all that in backups."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import fakeredis
import pytest

from bot.store import Store
from bot.store.archive import open_archive
from bot.store.backup import fill, write_archive
from bot.store.connection import Connection
from bot.store.positions import MOST, Day
from tests.store.servers import Line

G = 7
ANN, BOB = 9_001, 9_002


async def test_what_waits_is_bounded_and_what_was_shown_never_waits_again(store: Store) -> None:
    positions = store.positions
    await positions.note(G, {"b": "1:abc:1:5", "a": "1:abc:1:2"})
    await positions.note(G, {"b": "2:xyz:1:0"})
    assert await positions.waiting(G) == {"a": "1:abc:1:2", "b": "2:xyz:1:0"} and await positions.count(G) == 2
    assert await positions.waiting(G + 1) == {}
    assert await positions.turn(G, Day(), "2026-12-01", b"so")
    await positions.posted(G, 1, "a", 55)
    await positions.note(G, {"a": "3:new:1:0"})
    await positions.drop(G, "b")
    assert await positions.waiting(G) == {}
    await positions.note(G, {f"{number:04}": "1:abc:1:5" for number in range(MOST + 5)})
    assert sorted(await positions.waiting(G)) == [f"{number:04}" for number in range(MOST)]


async def test_a_position_is_begun_and_ended_once(new_store: Callable[[], tuple[Store, Line]]) -> None:
    stores = [new_store()[0] for _ in range(3)]
    none = await stores[0].positions.day(G)
    assert none == Day()
    begun = await asyncio.gather(*(each.positions.turn(G, none, "2026-12-01", b"so") for each in stores))
    assert sorted(begun) == [False, False, True]
    positions = stores[0].positions
    first = await positions.day(G)
    assert (first.number, first.day, first.position, first.message) == (1, "2026-12-01", b"so", 0)
    await positions.posted(G, 1, "a", 55)
    assert (await positions.day(G)).message == 55
    assert await positions.turn(G, first, "2026-12-01")
    assert not await positions.turn(G, first, "2026-12-01")
    ended = await positions.day(G)
    assert ended == Day(1, "2026-12-01")
    # A day on which there is none is noted too, and counts as no position.
    assert await positions.turn(G, ended, "2026-12-02") and (await positions.day(G)).number == 1
    # Who comes too late says nothing of the next one.
    assert await positions.turn(G, await positions.day(G), "2026-12-03", b"other")
    await positions.posted(G, 1, "a", 55)
    assert await positions.close(G, 1)
    assert await positions.day(G) == Day(2, "2026-12-03", b"other")


async def test_everybody_has_one_vote_until_it_is_closed(store: Store) -> None:
    positions = store.positions
    assert await positions.vote(G, 1, ANN, "13/8") == 0
    await positions.turn(G, Day(), "2026-12-01", b"so")
    assert await positions.vote(G, 1, ANN, "13/8") == 1
    assert await positions.vote(G, 1, BOB, "13/8") == 2
    assert await positions.vote(G, 1, ANN, "6/1") == 2
    assert await positions.vote(G, 2, ANN, "6/1") == 0
    assert (await positions.day(G)).votes == {ANN: "6/1", BOB: "13/8"}
    assert await positions.voted_in(ANN) == [G]
    await positions.take_back(G, ANN)
    assert (await positions.day(G)).votes == {BOB: "13/8"} and await positions.voted_in(ANN) == []
    assert await positions.close(G, 1) and not await positions.close(G, 1)
    assert (await positions.day(G)).closed and await positions.vote(G, 1, ANN, "6/1") == 0
    await positions.reopen(G, 1)
    assert not (await positions.day(G)).closed and await positions.vote(G, 1, BOB, "6/1") == 1
    await positions.clear(G)
    assert await positions.day(G) == Day() and await positions.voted_in(BOB) == []


@pytest.mark.parametrize("losses", [1, 2])
async def test_answers_that_are_lost_change_nothing(store: Store, line: Line, losses: int) -> None:
    positions = store.positions
    line.losses = losses
    await positions.turn(G, Day(), "2026-12-01", b"so")
    line.losses = losses
    assert await positions.vote(G, 1, ANN, "13/8") == 1
    line.losses = losses
    await positions.note(G, {"a": "1:abc:1:2"})
    assert (await positions.day(G)).votes == {ANN: "13/8"} and (await positions.day(G)).number == 1


async def test_a_backup_carries_all_of_it(tmp_path: Path) -> None:
    first = Connection(fakeredis.FakeAsyncRedis(server=fakeredis.FakeServer()), "old")
    old = Store(first._client, "old")
    await old.check_version()
    await old.positions.note(G, {"a": "1:abc:1:2", "b": "1:abc:1:3"})
    await old.positions.turn(G, Day(), "2026-12-01", b"so")
    await old.positions.posted(G, 1, "a", 55)
    await old.positions.vote(G, 1, ANN, "13/8")
    await write_archive(first, tmp_path / "file")
    second = Connection(fakeredis.FakeAsyncRedis(server=fakeredis.FakeServer()), "new")
    with open_archive(tmp_path / "file") as whole:
        await fill(second, whole)
    new = Store(second._client, "new").positions
    assert await new.day(G) == await old.positions.day(G) == Day(1, "2026-12-01", b"so", 55, votes={ANN: "13/8"})
    await new.note(G, {"a": "1:abc:1:2"})
    assert await new.waiting(G) == {"b": "1:abc:1:3"} and await new.voted_in(ANN) == [G]

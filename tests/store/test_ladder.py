"""The list of a server's finished games: each once, in the order in which they came, and by numbers for people."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import fakeredis
import pytest

from bot.store import Entry, Store
from bot.store.archive import open_archive
from bot.store.backup import fill, write_archive
from bot.store.connection import Connection
from tests.store.servers import Line

G = 7
ANN, BOB, CYD = 9_001, 9_002, 9_003


def game(number: int, *people: int | None) -> Entry:
    return Entry(number, b"game %d" % number, people)


async def told(store: Store) -> list[tuple[int, bytes, tuple[int, ...]]]:
    return [(each.number, each.says, each.who) for each in await store.ladder.entries(G)]


async def test_games_stand_in_the_order_in_which_they_were_entered(store: Store) -> None:
    assert await store.ladder.last_entered(G, "abc") == 0 and await told(store) == []
    assert await store.ladder.enter(G, "abc", [game(1, ANN, BOB)]) == 1
    assert await store.ladder.enter(G, "xyz", [game(4, CYD, ANN), game(6, None, CYD)]) == 6
    assert await store.ladder.enter(G, "abc", [game(2, BOB, ANN)]) == 2
    assert await told(store) == [
        (1, b"game 1", (1, 2)),
        (2, b"game 4", (3, 1)),
        (3, b"game 6", (0, 3)),
        (4, b"game 2", (2, 1)),
    ]
    assert [each.number for each in await store.ladder.entries(G, 3)] == [3, 4]
    assert await store.ladder.players(G) == {1: ANN, 2: BOB, 3: CYD}
    assert await store.ladder.entries(G + 1) == []


async def test_a_game_is_entered_once(store: Store) -> None:
    await store.ladder.enter(G, "abc", [game(1, ANN)])
    assert await store.ladder.enter(G, "abc", [game(1, CYD), game(2, ANN)]) == 2
    assert await store.ladder.enter(G, "abc", [game(1, CYD)]) == 2
    assert await told(store) == [(1, b"game 1", (1,)), (2, b"game 2", (1,))]
    assert await store.ladder.players(G) == {1: ANN}, "nobody is noted for what is there already"


async def test_of_many_at_once_each_is_entered_once(new_store: Callable[[], tuple[Store, Line]]) -> None:
    stores = [new_store()[0] for _ in range(3)]
    await asyncio.gather(*(store.ladder.enter(G, "abc", [game(1, ANN), game(2, BOB)]) for store in stores))
    assert await told(stores[0]) == [(1, b"game 1", (1,)), (2, b"game 2", (2,))]


async def test_an_answer_that_was_lost_doubles_nothing(store: Store, line: Line) -> None:
    line.losses = 2
    assert await store.ladder.enter(G, "abc", [game(1, ANN)]) == 1
    assert await told(store) == [(1, b"game 1", (1,))]


async def test_who_is_forgotten_is_nobody_and_begins_anew(store: Store) -> None:
    await store.ladder.enter(G, "abc", [game(1, ANN, BOB)])
    before = await told(store)
    await store.ladder.forget(G, ANN)
    assert await told(store) == before and await store.ladder.players(G) == {2: BOB}
    assert await store.ladder.number_of(G, ANN) is None
    await store.ladder.enter(G, "abc", [game(1, ANN, BOB)])
    assert await store.ladder.players(G) == {2: BOB}, "what was under way brings nobody back"
    await store.ladder.enter(G, "abc", [game(2, ANN, BOB)])
    assert await store.ladder.number_of(G, ANN) == 3


@pytest.mark.parametrize("many", [1, 1200])
async def test_a_backup_carries_the_list_and_what_is_known_beside_it(tmp_path: Path, many: int) -> None:
    first = Connection(fakeredis.FakeAsyncRedis(server=fakeredis.FakeServer()), "old")
    old = Store(first._client, "old")
    await old.check_version()
    await old.ladder.enter(G, "abc", [game(number, ANN, BOB) for number in range(1, many + 1)])
    await old.ladder.forget(G, BOB)
    await write_archive(first, tmp_path / "file")
    second = Connection(fakeredis.FakeAsyncRedis(server=fakeredis.FakeServer()), "new")
    new = Store(second._client, "new")
    with open_archive(tmp_path / "file") as archive:
        await fill(second, archive)
    assert await told(new) == await told(old) and len(await told(new)) == many
    assert await new.ladder.players(G) == {1: ANN}
    assert await new.ladder.enter(G, "abc", [game(many, ANN, BOB)]) == many
    assert len(await told(new)) == many

"""Leagues in the store: logs to which nothing is added twice, who they name, when they are due; all that in backups."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import fakeredis
import pytest

from bot.store import Record, Saved, Store
from bot.store.archive import open_archive
from bot.store.backup import fill, write_archive
from bot.store.connection import Connection
from tests.store.servers import Line

G = 7
ANN = 9_001


async def test_a_league_is_saved_as_a_table_is_and_listed_with_that(store: Store) -> None:
    leagues = store.leagues
    assert await leagues.load(G, "abc") is None and await leagues.listed(G) == {}
    done = await leagues.save(G, "abc", 0, {"0": b"Ann"}, [b"one"], listed=b"new", receipt="first")
    late = await leagues.save(G, "abc", 0, {"0": b"Bob"}, [b"odd"], listed=b"odd", receipt="late")
    assert (done, late) == (Saved.DONE, Saved.CONFLICT)
    assert await leagues.save(G, "abc", 1, {"1": b"Bob"}, [b"two"], listed=b"old", receipt="next") is Saved.DONE
    assert await leagues.save(G, "abc", 2, {}, [b"three"]) is Saved.DONE
    assert await leagues.log(G, "abc") == [b"one", b"two", b"three"] and await leagues.log(G, "abc", 3) == [b"three"]
    assert await leagues.load(G, "abc") == Record(3, {"0": b"Ann", "1": b"Bob"})
    assert await leagues.listed(G) == {"abc": b"old"} and await leagues.listed(G + 1) == {}
    await leagues.put(G, "abc", "screen", b"here")
    assert await leagues.load(G, "abc", ["screen"]) == Record(3, {"screen": b"here"})
    assert await store.load(G, "abc") is None and await store.log(G, "abc") == [], "a channel may have the same number"


async def test_a_receipt_saves_once(store: Store) -> None:
    leagues = store.leagues
    assert await leagues.save(G, "abc", 0, {}, [b"one"], receipt="click") is Saved.DONE
    assert await leagues.save(G, "abc", 1, {}, [b"one"], receipt="click") is Saved.REPEATED
    assert await leagues.save(G, "xyz", 0, {}, [b"one"], receipt="click") is Saved.REPEATED, "of the whole server"
    assert await leagues.log(G, "abc") == [b"one"]
    assert await leagues.seen(G, "click") and not await leagues.seen(G, "other")
    assert not await store.seen(G, "click")


async def test_of_many_at_once_one_is_saved(new_store: Callable[[], tuple[Store, Line]]) -> None:
    stores = [new_store()[0] for _ in range(3)]
    saving = (store.leagues.save(G, "abc", 0, {}, [b"one"], receipt=str(at)) for at, store in enumerate(stores))
    answers = await asyncio.gather(*saving)
    assert sorted(answer.value for answer in answers) == ["CONFLICT", "CONFLICT", "DONE"]
    assert await stores[0].leagues.log(G, "abc") == [b"one"]


@pytest.mark.parametrize("receipt", ["click", None])
async def test_an_answer_that_was_lost_doubles_nothing(store: Store, line: Line, receipt: str | None) -> None:
    line.losses = 2
    assert await store.leagues.save(G, "abc", 0, {}, [b"one"], receipt=receipt) is Saved.DONE
    assert await store.leagues.log(G, "abc") == [b"one"]


async def test_a_person_s_leagues_are_listed(store: Store) -> None:
    leagues = store.leagues
    for guild, league in ((G, "xyz"), (G, "abc"), (3, "abc"), (G, "abc")):
        await leagues.note_member(ANN, guild, league)
    assert await leagues.of_member(ANN) == [(3, "abc"), (G, "abc"), (G, "xyz")]
    await leagues.drop_member(ANN, G, "abc")
    assert await leagues.of_member(ANN) == [(3, "abc"), (G, "xyz")]


async def test_a_backup_carries_leagues_whole(tmp_path: Path) -> None:
    first = Connection(fakeredis.FakeAsyncRedis(server=fakeredis.FakeServer()), "old")
    old = Store(first._client, "old")
    await old.check_version()
    entries = [b"%d" % number for number in range(1200)]
    await old.leagues.save(G, "abc", 0, {"0": b"Ann"}, entries, listed=b"listed", receipt="click")
    await old.due.set("league", "abc", 50.0)
    await old.leagues.note_member(ANN, G, "abc")
    await write_archive(first, tmp_path / "file")
    second = Connection(fakeredis.FakeAsyncRedis(server=fakeredis.FakeServer()), "new")
    new = Store(second._client, "new")
    with open_archive(tmp_path / "file") as archive:
        await fill(second, archive)
    assert await new.leagues.load(G, "abc") == Record(1, {"0": b"Ann"}) and await new.leagues.log(G, "abc") == entries
    assert await new.leagues.listed(G) == {"abc": b"listed"}
    assert await new.leagues.save(G, "abc", 1, {}, [b"again"], receipt="click") is Saved.REPEATED
    assert await new.due.times("league") == {"abc": 50.0} and await new.leagues.of_member(ANN) == [(G, "abc")]

"""The keys of one script lie in one slot, and it touches no other."""

from __future__ import annotations

import re
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

import fakeredis
import pytest
from redis.crc import key_slot

from bot.store import Carried, Entry, Hold, Listed, Store, scripts
from bot.store.absences import Absence
from bot.store.archive import open_archive
from bot.store.backup import fill, write_archive
from bot.store.connection import Connection
from bot.store.positions import Day
from bot.store.questions import Kind, Questions, WorkerNote
from bot.store.standings import Counted
from tests.store.servers import Line

FILES = [file for file in resources.files(scripts).iterdir() if file.name.endswith(".lua")]


async def test_the_keys_of_a_script_share_one_slot(tmp_path: Path) -> None:
    line = Line(fakeredis.FakeAsyncRedis(server=fakeredis.FakeServer()))
    store = Store(line, "the test")
    await store.save(123, "abc", 0, {"state": b"1"}, [b"a"], receipt="click", hold=Hold.TAKE, expire=5)
    await store.save(123, "abc", 1, {})
    await store.put(123, "abc", "message", b"1")
    await store.refresh(123, "abc", 2, "state", b"2")
    await store.log(123, "abc")
    await store.save(124, "over", 0, {}, [b"a"])
    await store.pack(124, "over")
    await store.unpack(124, "over")
    await store.claim_id("abc", 5)
    await store.register("abc", 123, [5], 1.0)
    await store.forget(123, "abc")
    await store.open_tables.drop_missing(Listed(7, 123, "abc", 1.0))
    await store.ladder.enter(7, "abc", [Entry(1, b"so", (5, None))])
    await store.ladder.people(7, [1])
    await store.ladder.note(7, b"so", strikes=1)
    await store.ladder.counted(7, "view").advance(0, 1, Counted({"players": {"1": b"so"}}, {"board": {1: 2.0}}))
    await store.leagues.save(7, "abc", 0, {"0": b"5"}, [b"so"], listed=b"{}", receipt="click")
    await store.positions.note(7, {"abc": "1:abc:1:1"})
    await store.positions.turn(7, Day(), "2026-12-01", b"so")
    await store.positions.vote(7, 1, 5, "13/8")
    await store.due.take(1.0)
    await store.due.settle("table", "123:abc", 1.0, None)
    await store.limits.admit(7, 5, 6, "abc", 1.0, 5.0)
    await store.imports.open("abc", 5, 1, 1, 1, 1.0)
    await store.reviews.spend(5, "abc", 1, 1, 1.0)
    await store.reviews.settle(5, "abc", 0)
    await store.waits.note(5, [Carried("123:abc", 1, b"so")])
    await store.notices.enter(5, "abc:1", b"so", 1.0)
    await store.notices.settle(5, await store.notices.take(5, 1.0, 1.0), ["abc:1"], told=True)
    await store.looking.keep(7, 0, b"so")
    await store.decks.keep(5, b"", b"so", {"card": b"so"})
    await store.decks.add(5, {"other": (b"so", b"so")})
    await store.absences.over(7, Absence())
    await store.check_version()
    await store.take_shards(9, "holder", 2, [0], 6.0)
    await store.leave_shards(9, "holder")
    await store.time.read()
    questions = Questions(line, line, "the test")  # type: ignore[arg-type]
    await questions.put(Kind.LIVE, "engine", "abc:1", b"so", 60)
    assert await questions.next((Kind.LIVE, Kind.REVIEW), "engine") == (Kind.LIVE, "abc:1")
    await questions.take(Kind.LIVE, "abc:1", "worker")
    await questions.look_after(Kind.LIVE, "engine", "abc:1")
    await questions.give_back(Kind.LIVE, "engine", "abc:1", "worker")
    await questions.answer("abc:1", b"so")
    await questions.note(WorkerNote("engine", "worker", 1))
    await questions.workers()
    await write_archive(Connection(line, "the test"), tmp_path / "file")
    await line.client.execute_command("FLUSHALL")
    with open_archive(tmp_path / "file") as whole:
        await fill(Connection(line, "the test"), whole)
    calls = [command for command in line.sent if command[0] == "EVALSHA"]
    assert {sha for _, sha, *_ in calls} == {
        script.sha for script in vars(scripts).values() if isinstance(script, scripts.Script)
    }
    for _, _, count, *rest in calls:
        assert len({key_slot(key.encode()) for key in rest[:count]}) == 1, rest[:count]


async def test_what_belongs_to_one_channel_server_or_person_lies_together() -> None:
    line = Line(fakeredis.FakeAsyncRedis(server=fakeredis.FakeServer()))
    store = Store(line, "the test")
    await store.held(123)
    await store.load(123, "abc")
    await store.log(123, "abc")
    assert all("{123}" in "".join(map(str, command)) for command in line.sent)
    line.sent.clear()
    await store.guild_settings(7)
    await store.leagues.load(7, "abc")
    await store.leagues.listed(7)
    await store.positions.day(7)
    await store.positions.posted(7, 1, "abc", 55)
    await store.limits.over(7, 5, "abc")
    await store.limits.declined(7, 5, 6, 1.0)
    assert all("{g7}" in "".join(map(str, command)) for command in line.sent)
    line.sent.clear()
    await store.preferences(5)
    await store.tables_of(5)
    await store.leagues.note_member(5, 7, "abc")
    await store.positions.voted_in(5)
    assert all("{u5}" in command[1] for command in line.sent)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_a_script_touches_nothing_but_its_keys(file: Traversable) -> None:
    calls = re.findall(r"redis\.call\('(\w+)'(, KEYS\[)?", file.read_text())
    assert calls
    assert [command for command, key in calls if not key and command != "TIME"] == []

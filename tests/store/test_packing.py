"""What is over is packed, reads as before, and is unpacked by whoever writes to it."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path

import fakeredis
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.store import PACKING, Hold, Saved, Store
from bot.store.archive import open_archive
from bot.store.backup import fill, write_archive
from bot.store.games import Begins, Ends
from bot.store.packing import CannotUnpack, Unpacked, pack, unpack
from tests.store.servers import Line

ENTRIES = [b'{"is":"header"}', *(b'{"is":"roll","dice":[%d,3]}' % (1 + number % 6) for number in range(700))]
FIELDS = {"state": b'{"over":true}', "people": b"[]", "stage": b"closed", "screen": b""}

names = st.text(st.characters(codec="utf-8", exclude_characters="\n"), max_size=9)
values = st.binary(max_size=300)
tables = st.builds(
    Unpacked,
    version=st.integers(1, 2**53),
    fields=st.dictionaries(names, values, max_size=6),
    games=st.dictionaries(names, values, max_size=6),
    entries=st.lists(values, max_size=30),
    times=st.just([]),
).flatmap(
    lambda table: st.lists(st.integers(0, 2**53), min_size=len(table.entries), max_size=len(table.entries)).map(
        lambda times: Unpacked(table.version, table.fields, table.games, table.entries, times)
    )
)


@given(tables)
def test_unpacked_is_what_was_packed(table: Unpacked) -> None:
    assert unpack(pack(table)) == table


@settings(max_examples=30)
@given(tables, st.data())
def test_what_is_cut_off_or_of_another_form_is_not_unpacked(table: Unpacked, data: st.DataObject) -> None:
    packed = pack(table)
    with pytest.raises(CannotUnpack):
        unpack(packed[: data.draw(st.integers(0, len(packed) - 1))])
    with pytest.raises(CannotUnpack):
        unpack(bytes((250,)) + packed[1:])
    with pytest.raises(CannotUnpack):
        unpack(packed[:1] + bytes((250,)) + packed[2:])


async def _over(store: Store, channel: int = 1, id: str = "abc") -> None:
    """A table that is over, saved in two steps."""
    begins = [Begins(1, 1, b'{"points":0}'), Begins(2, 300, b'{"points":1}')]
    assert await store.save(channel, id, 0, {"state": b"1"}, ENTRIES[:2], hold=Hold.TAKE) is Saved.DONE
    games = [*begins, Ends(1, b'{"won":1}')]
    assert await store.save(channel, id, 1, FIELDS, ENTRIES[2:], games=games, hold=Hold.LEAVE) is Saved.DONE


async def _whole(store: Store, channel: int = 1, id: str = "abc") -> list[object]:
    """Everything that can be read of a table."""
    return [
        await store.load(channel, id),
        await store.load(channel, id, ("stage", "people")),
        await store.log(channel, id),
        await store.log(channel, id, 3, 4),
        await store.log(channel, id, 600),
        await store.log_lines(channel, id, 690),
        await store.log_times(channel, id),
        await store.log_times(channel, id, 2, 2),
        await store.beginnings(channel, id, [1, 2, 3]),
        await store.endings(channel, id, [1, 2]),
        await store.ended(channel, id),
        await store.reviews.kept(channel, id, [1, 2]),
    ]


async def test_a_packed_table_reads_as_before(store: Store) -> None:
    await _over(store)
    await store.reviews.keep(1, "abc", 1, b"well played")
    before = await _whole(store)
    assert before[2] == ENTRIES and before[10] == [1]
    for stays in (60, 60, 0):
        assert await store.pack(1, "abc", stays)
        assert await _whole(store) == before
    kinds = [await store._connection.ask("TYPE", name) for name in ("{1}:table:abc", "{1}:log:abc", "{1}:games:abc")]
    assert kinds == [b"string", b"stream", b"hash"], "they stay for those who are reading them"
    await store._connection.ask("DEL", "{1}:log:abc", "{1}:games:abc")
    assert await _whole(store) == before
    assert await store._connection.ask("STRLEN", "{1}:table:abc") < len(b"".join(ENTRIES)) / 3


@pytest.mark.parametrize("gone", [False, True])
async def test_who_writes_to_a_packed_table_unpacks_it(store: Store, line: Line, gone: bool) -> None:
    async def packed(id: str) -> None:
        await _over(store, 1, id)
        assert await store.pack(1, id)
        if gone:
            await store._connection.ask("DEL", f"{{1}}:log:{id}", f"{{1}}:games:{id}")

    await packed("saved")
    assert await store.save(1, "saved", 1, {"state": b"3"}, [b"more"]) is Saved.CONFLICT
    await store.pack(1, "saved")
    assert await store.save(1, "saved", 2, {"state": b"3"}, [b"more"], receipt="click") is Saved.DONE
    assert await store.log(1, "saved") == [*ENTRIES, b"more"]
    assert await store.pack(1, "saved")
    assert await store.save(1, "saved", 3, {}, [b"more"], receipt="click") is Saved.REPEATED
    await packed("put")
    await store.put(1, "put", "screen", b"7")
    await packed("fresh")
    assert not await store.refresh(1, "fresh", 1, "state", b"9")
    assert await store.refresh(1, "fresh", 2, "state", b"9")
    await packed("judged")
    await store.reviews.keep(1, "judged", 2, b"well played")
    for id, name, value in (("saved", "state", b"3"), ("put", "screen", b"7"), ("fresh", "state", b"9")):
        record = await store.load(1, id)
        assert record and record.fields == {**FIELDS, name: value}
        assert (await store.log(1, id))[:701] == ENTRIES
    assert await store.reviews.kept(1, "judged", [1, 2]) == [None, b"well played"]
    for id in ("put", "fresh", "judged"):
        lasting = [await store._connection.ask("TTL", f"{{1}}:{what}:{id}") for what in ("table", "log", "games")]
        assert lasting == [-1, -1, -1] and await store.ended(1, id) == [1]
        assert f"1:{id}" in await store.due.times(PACKING), "it is packed again later"
    assert [name async for name in line.client.scan_iter("{1}:call:*", _type="stream")] == []


async def test_what_changes_while_it_is_being_packed_is_left_alone(store: Store) -> None:
    await _over(store)
    read, run = store._connection.ask, store._connection.run

    async def changed(script: object, names: list[str], *words: object) -> object:
        if len(words) > 3 and len(names) == 3:
            await change()
        return await run(script, names, *words)  # type: ignore[arg-type]

    async def written() -> None:
        await read("HSET", "{1}:table:abc", "screen", "8")

    async def judged() -> None:
        await read("HSET", "{1}:games:abc", "1:review", "good")

    async def longer() -> None:
        await read("XADD", "{1}:log:abc", "702-0", "at", "5", "do", "more")

    for change in (written, judged, longer):  # noqa: B007 called by `changed`
        store._connection.run = changed  # type: ignore[method-assign]
        assert not await store.pack(1, "abc")
        store._connection.run = run  # type: ignore[method-assign]
        assert await read("TYPE", "{1}:table:abc") == b"hash"
    assert await store.pack(1, "abc")
    record = await store.load(1, "abc")
    assert record and record.fields["screen"] == b"8" and (await store.log(1, "abc"))[-1] == b"more"


async def test_many_who_write_at_once_lose_nothing(store: Store) -> None:
    await _over(store)
    assert await store.pack(1, "abc")
    puts = (store.put(1, "abc", f"part{number}", b"1") for number in range(20))
    await asyncio.gather(*puts, store.reviews.keep(1, "abc", 1, b"good"), store.pack(1, "abc"))
    record = await store.load(1, "abc")
    assert record and len(record.fields) == len(FIELDS) + 20 and await store.log(1, "abc") == ENTRIES
    assert await store.reviews.kept(1, "abc", [1]) == [b"good"]


async def test_an_open_table_of_a_short_life_is_not_packed(store: Store) -> None:
    await store.save(1, "abc", 0, {"stage": b"withdrawn"}, expire=600)
    assert not await store.pack(1, "abc")
    assert await store.pack(1, "missing")


async def test_a_packed_table_is_forgotten_and_backed_up_like_any(tmp_path: Path) -> None:
    line = Line(fakeredis.FakeAsyncRedis())
    store = Store(line, "the test")  # type: ignore[arg-type]
    await store.check_version()
    await _over(store)
    await _over(store, 1, "gone")
    before = await _whole(store)
    for id in ("abc", "gone"):
        await store.pack(1, id)
    await store.forget(1, "gone")
    assert await store.load(1, "gone") is None and await store.log(1, "gone") == []
    await write_archive(store._connection, tmp_path / "file")
    await line.client.flushall()
    with open_archive(tmp_path / "file") as whole:
        await fill(store._connection, whole)
    assert await _whole(store) == before


@pytest.mark.parametrize("work", ["pack", "unpack", "put"])
@pytest.mark.parametrize("commands", range(9))
async def test_who_is_killed_half_way_leaves_a_whole_table(store: Store, line: Line, commands: int, work: str) -> None:
    await _over(store)
    before = await _whole(store)
    if work != "pack":
        assert await store.pack(1, "abc", 0)
    dying = Store(_Dying(line, commands), "the test")  # type: ignore[arg-type]
    with suppress(_Killed):
        await (dying.put(1, "abc", "screen", b"") if work == "put" else getattr(dying, work)(1, "abc"))
    assert await _whole(store) == before
    await store.put(1, "abc", "screen", b"9")
    record = await store.load(1, "abc")
    assert record and record.fields["screen"] == b"9" and await store.log(1, "abc") == ENTRIES
    assert await store.pack(1, "abc", 0) and await store.log(1, "abc") == ENTRIES


class _Killed(BaseException):
    """The process is dead."""


class _Dying:
    """A client whose process dies after so many commands."""

    def __init__(self, line: Line, commands: int) -> None:
        self._line, self._left = line, commands

    async def execute_command(self, *command: object) -> object:
        if self._left == 0:
            raise _Killed
        self._left -= 1
        return await self._line.execute_command(*command)

"""Out of a store into a file and back: whole, or not at all."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import inspect
import itertools
import os
import re
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import TypeVar

import fakeredis
import pytest

from bot.backgammon import Kind as Size
from bot.backgammon import Phase, Rules
from bot.store import (
    Begins,
    EmbeddedServer,
    Ends,
    Hold,
    Listed,
    OlderData,
    Saved,
    Store,
    StoreError,
    archive,
    back_up,
    bring_back,
    keys,
    open_store,
    scripts,
)
from bot.store.archive import Entry, Header, Kind, new_archive, open_archive
from bot.store.backup import contents, fill, write_archive
from bot.store.connection import AT_ONCE
from bot.store.schema import SCHEMA
from bot.tables import games, intents
from bot.tables.kept_games import replay
from bot.tables.table import Person, Stage
from tests.store.copies import (
    NewClient,
    clear,
    connection,
    every_second_answer_is_lost,
    everything,
    fails_after,
    watched,
)
from tests.store.listed import open_places
from tests.store.rights import Host
from tests.tables.tables import GUILD, Tables

T = TypeVar("T")
MOVES = 6
FOREIGN = [
    b"cache:1",
    b"{abc}:table:x",
    b"chouettes:open",
    b"{user1}:tables",
    b"{t1}:other",
    b"c\xff",
    b"{12}",
    b"{12}x",
]


async def furnish(store: Store) -> None:
    """Something of everything a store can hold."""
    await store.check_version()
    for table, channel in (("abc", 1), ("def", 1), ("ghi", 2), ("jkl", 3)):
        assert await store.claim_id(table, 1000)
        entries = [b"%d\0\xff" % n for n in range(12)]
        games = [Begins(1, after=1, state=b"\0 \xff"), Ends(1, b"over")]
        saved = await store.save(channel, table, 0, {"state": b"\0\xff", "seed": b""}, entries, games=games)
        assert saved is Saved.DONE
        await store.put(channel, table, "screen", b"seen")
        await store.register(table, channel, [5, 6], 1_763_700_000.125)
    for channel, table in ((1, "def"), (2, "ghi")):
        await store.open_tables.add(7, channel, table)
    await store.save(1, "def", 1, {"state": b"2"}, [b"more"], receipt="click", hold=Hold.TAKE, listed=b"7")
    await store.save(2, "ghi", 1, {}, hold=Hold.TAKE, expire=5000, listed=b"7")
    await store.due.set("remind", "def", 1_763_700_000.1)
    await store.due.set("expire", "ghi", 0.1 + 0.2)
    await store.set_guild_settings(7, b"settings\0")
    await store.set_preferences(5, b"preferences\xff")
    await store.set_preferences(6, b"")
    await store.limits.admit(7, 5, 6, "ghi", 1.0, 1000.0)
    await store.limits.declined(7, 5, 6, 1.0)


async def test_everything_comes_back_as_it_was(new_client: NewClient, tmp_path: Path) -> None:
    client = new_client()
    store = Store(client, "the test")
    await furnish(store)
    await store.take_shards(9, "a bot", None, (), 6.0)
    before, log = await everything(client), await store.log(1, "def")
    made = await write_archive(connection(client), tmp_path / "file")
    assert (made.tables, made.keys) == (4, len(before))
    await clear(client)
    with open_archive(tmp_path / "file") as whole:
        assert await fill(connection(client), whole) == made
    assert await everything(client) == before
    assert await store.log(1, "def") == log and log[-1] == b"more"
    assert await store.held(1) == "def"
    await store.check_version()
    assert await store.save(1, "def", 2, {}, [b"and on"]) is Saved.DONE
    await client.aclose()


def test_every_key_is_known_as_ours() -> None:
    makers = [
        each for _, each in inspect.getmembers(keys, inspect.isfunction) if each.__annotations__.get("return") == "str"
    ]
    assert len(makers) > 10
    for maker in makers:
        kinds = [kind for name, kind in maker.__annotations__.items() if name != "return"]
        assert keys.is_ours(maker(*["a1B" if kind == "str" else 123 for kind in kinds])), maker
    for kind in (keys.TABLES, keys.LEAGUES):
        own = kind.held(123), kind.listed(123), kind.receipt(123, "a1B"), kind.call(123, "a1B")
        assert all(map(keys.is_ours, (*kind.whole(123, "a1B"), *own)))
        assert [keys.lasts(name) for name in own] == [True, True, True, False]
    for name in (keys.SCHEMA, *keys.DUES, keys.OPEN, keys.SERVERS, keys.RESTORING, keys.ACCOUNT):
        assert keys.is_ours(name)


async def test_keys_of_others_stay_with_them(host: Host, tmp_path: Path) -> None:
    client, bot = host.all_rights(), host.bot()
    await furnish(Store(bot, "the test"))
    ours = len(await everything(client))
    for name in FOREIGN:
        await client.execute_command("SET", name, "theirs")
    before = await everything(client)
    assert (await write_archive(connection(bot), tmp_path / "file")).keys == ours
    for name in before:
        if name not in FOREIGN:
            await client.execute_command("DEL", name)
    await client.execute_command("SET", keys.RESTORING, "")
    with open_archive(tmp_path / "file") as whole:
        await fill(connection(bot), whole)
    assert await everything(client) == before
    await client.aclose()
    await bot.aclose()


async def test_what_vanishes_before_it_is_restored_is_gone(new_client: NewClient, tmp_path: Path) -> None:
    client = new_client()
    with new_archive(tmp_path / "file", Header(SCHEMA, 0.0)) as add:
        add(Entry("{1}:table:abc", Kind.HASH, ((b"@version", b"1"),), 1000))
        add(Entry("{u5}:preferences", Kind.STRING, ((b"",),)))
    with open_archive(tmp_path / "file") as whole:
        copied = await fill(connection(client), whole)
    assert (copied.tables, copied.keys) == (0, 1)
    assert await everything(client) == {b"{u5}:preferences": (b"", -1)}
    await client.aclose()


async def test_what_channels_list_is_listed_with_its_server_too(new_client: NewClient, tmp_path: Path) -> None:
    """A table that was made while a backup was being taken may be missing in the list of its server."""
    client = new_client()
    store = Store(client, "the test")
    with new_archive(tmp_path / "file", Header(SCHEMA, 0.0)) as add:
        add(Entry("{1}:tables", Kind.HASH, ((b"abc", b"7"), (b"def", b"0"))))
        add(Entry("{g7}:tables", Kind.SORTED_SET, ((b"5.5", b"2:old"), (b"6.5", b"1:abc"))))
    with open_archive(tmp_path / "file") as whole:
        await fill(connection(client), whole)
    assert sorted(await store.open_tables.of_servers()) == [
        Listed(0, 1, "def", 0.0), Listed(7, 1, "abc", 6.5), Listed(7, 2, "old", 5.5)
    ]  # fmt: skip
    assert await store.open_tables.servers() == [0, 7]
    await client.aclose()


async def test_answers_that_get_lost_change_nothing(new_client: NewClient, tmp_path: Path) -> None:
    client = new_client()
    await furnish(Store(client, "the test"))
    before = await everything(client)

    with watched(client, after=every_second_answer_is_lost):
        await write_archive(connection(client), tmp_path / "file")
    await clear(client)
    with open_archive(tmp_path / "file") as whole, watched(client, after=every_second_answer_is_lost):
        await fill(connection(client), whole)
    assert await everything(client) == before
    await client.aclose()


# While others write


async def test_no_look_is_long_however_much_there_is(new_client: NewClient, tmp_path: Path) -> None:
    client = new_client()
    await client.execute_command("SET", keys.SCHEMA, SCHEMA)

    async def played(number: int) -> None:
        channel, table = number % 3, f"t{number}"
        await client.execute_command("HSET", keys.TABLES.record(channel, table), "@version", "1")
        await client.execute_command("XADD", keys.TABLES.log(channel, table), "1-0", "do", "a")
        await client.execute_command("SET", keys.TABLES.receipt(channel, table), "token")
        await client.execute_command("HSET", keys.whereabouts(table), "channel", channel)

    for start in range(0, 600, 20):
        await asyncio.gather(*map(played, range(start, start + 20)))
    with watched(client) as sent:
        copied = await write_archive(connection(client), tmp_path / "file")
    assert copied.tables == 600 and copied.keys == 4 * 600 + 1
    looks = [command[2] for command in sent if command[:2] == ("EVALSHA", scripts.READ_KEYS.sha)]
    assert max(looks) <= AT_ONCE and len(looks) > 1200
    await client.aclose()


async def test_what_belongs_together_is_of_one_moment(new_client: NewClient, tmp_path: Path) -> None:
    client = new_client()
    store = Store(client, "the test")
    await store.check_version()

    async def play(channel: int) -> None:
        """One table after another, each listed, held, played and let go, until a backup has met one that is held."""
        for number in range(999, 0, -1):  # the one being played comes first in a backup
            if number < 985 and open_ones:
                return
            table = f"n{channel}x{number}"
            await insist(partial(store.open_tables.add, 7, channel, table))
            for version in range(MOVES):
                await insist(partial(move, channel, table, version))
            await insist(partial(store.open_tables.drop, 7, channel, table))

    async def move(channel: int, table: str, version: int) -> None:
        hold = {0: Hold.TAKE, MOVES - 1: Hold.LEAVE}.get(version, Hold.AS_IS)
        state, click = {"state": b"%d" % (version + 1)}, f"{table}-{version}"
        entries, listed = [click.encode()], b"" if version else b"7"
        saved = await store.save(channel, table, version, state, entries, receipt=click, hold=hold, listed=listed)
        assert saved in (Saved.DONE, Saved.REPEATED)

    async def back_up() -> dict[str, Entry]:
        found = [entry async for entry in contents(connection(other))]
        assert len({entry.key for entry in found}) == len(found)
        return {entry.key: entry for entry in found}

    other, open_ones = new_client(), 0
    playing = asyncio.gather(*[play(channel) for channel in range(1, 4)])
    while not playing.done():
        open_ones += check_moment(await insist(back_up))
    await playing
    assert open_ones
    await client.aclose()
    await other.aclose()


async def insist(wish: Callable[[], Awaitable[T]]) -> T:
    """Does something; again, as people would, if the store took longer than they wait."""
    while True:
        with contextlib.suppress(StoreError):
            return await wish()


def check_moment(found: dict[str, Entry]) -> int:
    """How many tables were open."""
    open_ones = 0
    logged = set()
    for key, entry in found.items():
        if entry.kind is Kind.HASH and keys.table_of(key):
            log = found[key.replace(":table:", ":log:")].items
            fields = dict(entry.items)
            assert fields[b"state"] == fields[b"@version"] == b"%d" % len(log), key
            logged |= {(keys.channel_of(key), words[-1].decode()) for words in log}
            channel, table = keys.channel_of(key) or 0, keys.table_of(key) or ""
            if len(log) < MOVES:
                open_ones += 1
                assert found[keys.TABLES.held(channel)].items == ((table.encode(),),), "open, so it has the channel"
                assert (table.encode(), b"7") in found[keys.TABLES.listed(channel)].items
    for key, entry in found.items():
        if key.endswith(":held"):
            assert f"{{{keys.channel_of(key)}}}:table:{entry.items[0][0].decode()}" in found
        if receipt := re.fullmatch(r"\{(\d+)\}:receipt:(.+)", key):
            assert (int(receipt[1]), receipt[2]) in logged, "what it stands for is there"
    return open_ones


async def test_every_table_replays_though_it_was_being_played(tmp_path: Path) -> None:
    tables = Tables()
    await tables.store.check_version()

    async def act(channel: int, person: Person, intent: intents.Intent) -> None:
        await tables.desk.act(channel, person, intent, receipt=tables.receipt())

    async def play(channel: int) -> None:
        people = [Person(10 * channel, "Ann"), Person(10 * channel + 1, "Bob")]
        for _ in range(4):
            made = await tables.challenges.make(GUILD, channel, *people, Rules(length=1), tables.receipt())
            await tables.challenges.accept(channel, made.id, people[1], tables.receipt())
            for _ in range(6):
                table = await tables.desk.table(channel)
                match = table.state
                assert match is not None and match.game.decider is not None
                playing = match.game.phase is Phase.PLAY
                intent = intents.move(str(match.game.plays(match.rules)[0])) if playing else intents.roll()
                await act(channel, table.person(match.game.decider), intent)
            await act(channel, people[0], intents.resign(Size.SINGLE))
            await act(channel, people[1], intents.accept())
            await tables.repository.finished(GUILD, channel, made.id)

    games = asyncio.gather(*[play(channel) for channel in range(1, 5)])
    stages: set[Stage] = set()
    for number in itertools.count():
        if games.done():
            break
        client = fakeredis.FakeAsyncRedis(server=tables.server)
        await write_archive(connection(client), tmp_path / f"{number}")
        stages |= await stages_of(tmp_path / f"{number}")
    await games
    assert {Stage.OPEN, Stage.CLOSED} <= stages


async def stages_of(file: Path) -> set[Stage]:
    """How far the tables in a backup are, once each is found to be what its log says."""
    tables, stages = Tables(), set()
    client = fakeredis.FakeAsyncRedis(server=tables.server)
    with open_archive(file) as whole:
        await fill(connection(client), whole)
        records = [entry.key for entry in whole.entries() if entry.kind is Kind.HASH and keys.table_of(entry.key)]
    listed = await open_places(tables.store)
    for key in records:
        channel, name = keys.channel_of(key) or 0, keys.table_of(key) or ""
        table = await tables.repository.load(channel, name)
        assert table is not None
        stages.add(table.stage)
        if table.state is not None:
            assert table.state == replay(games.HEADS_UP, await tables.store.log(channel, name))
            assert await tables.store.channel_of(name) in (channel, None if table.stage is Stage.OPEN else channel)
        if table.stage is Stage.OPEN:
            assert await tables.store.held(channel) == name and (channel, name) in listed
    return stages


# What is refused


async def test_a_file_that_is_there_is_left_alone(tmp_path: Path) -> None:
    client = fakeredis.FakeAsyncRedis()
    await furnish(Store(client, "the test"))
    file = tmp_path / "file"
    file.write_text("precious")
    with pytest.raises(StoreError, match=r"file exists already"):
        await write_archive(connection(client), file)
    assert file.read_text() == "precious"
    file.unlink()
    with pytest.raises(StoreError, match=r"file exists already"), new_archive(file, Header(SCHEMA, 0.0)):
        file.write_text("somebody was faster")
    assert file.read_text() == "somebody was faster"
    file.unlink()
    file.symlink_to("nowhere")
    with pytest.raises(StoreError, match=r"file exists already"):
        await write_archive(connection(client), file)
    assert os.listdir(tmp_path) == ["file"]


async def test_a_file_is_for_its_owner_only(tmp_path: Path) -> None:
    client = fakeredis.FakeAsyncRedis()
    await furnish(Store(client, "the test"))
    await write_archive(connection(client), tmp_path / "file")
    assert (tmp_path / "file").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("case", ["no directory", "disk full", "store gone"])
async def test_what_cannot_be_finished_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, case: str
) -> None:
    client = fakeredis.FakeAsyncRedis()
    await furnish(Store(client, "the test"))
    file, words, before = tmp_path / "file", "", fails_after(10**9)
    if case == "no directory":
        file, words = tmp_path / "missing" / "file", "cannot be written: No such file or directory"
    elif case == "disk full":
        words = "cannot be written: No space left on device"

        def fails(descriptor: int) -> None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        monkeypatch.setattr(archive.os, "fsync", fails)
    else:
        words, before = r"the test refuses \w+: gone", fails_after(6)
    with watched(client, before), pytest.raises(StoreError, match=words):
        await write_archive(connection(client), file)
    assert os.listdir(tmp_path) == []


async def test_a_damaged_file_is_known_before_anything_is_written(tmp_path: Path) -> None:
    client = fakeredis.FakeAsyncRedis()
    store = Store(client, "the test")
    await store.check_version()
    await store.save(1, "abc", 0, {"state": b"1"}, [b"a"], receipt="x")
    await write_archive(connection(client), tmp_path / "file")
    whole = (tmp_path / "file").read_bytes()
    broken = tmp_path / "broken"
    variants = [whole[:length] for length in range(len(whole))]
    variants += [whole[:i] + bytes([whole[i] ^ bit]) + whole[i + 1 :] for i in range(len(whole)) for bit in (1, 16)]
    for variant in [*variants, whole + b"\n"]:
        broken.write_bytes(variant)
        with pytest.raises(
            StoreError, match=r"damaged or incomplete|is no backup|by a newer version|before the first release"
        ):
            await bring_back(None, tmp_path / "data", broken)
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize("key", ["cache:1", "chouette:restoring", "chouette:shards:1", "{1}:call:abc"])
async def test_what_is_not_of_a_backup_is_not_restored(tmp_path: Path, key: str) -> None:
    with new_archive(tmp_path / "file", Header(SCHEMA, 0.0)) as add:
        add(Entry(key, Kind.STRING, ((b"",),)))
    with pytest.raises(StoreError, match="damaged or incomplete"), open_archive(tmp_path / "file"):
        pass


async def test_what_is_newer_is_not_restored(tmp_path: Path) -> None:
    with new_archive(tmp_path / "schema", Header(SCHEMA + 1, 0.0)):
        pass
    with pytest.raises(StoreError, match=r"schema was written by a newer version of the bot \(schema 5"):
        await bring_back(None, tmp_path / "data", tmp_path / "schema")
    title, rest = (tmp_path / "schema").read_bytes().split(b"\n", 1)
    (tmp_path / "format").write_bytes(title.replace(b" 2 ", b" 12 ") + b"\n" + rest)
    with pytest.raises(StoreError, match="format was made by a newer version of the bot"):
        await bring_back(None, tmp_path / "data", tmp_path / "format")
    assert not (tmp_path / "data").exists()


async def test_a_backup_of_before_the_first_release_is_not_restored(tmp_path: Path) -> None:
    with new_archive(tmp_path / "schema", Header(1, 0.0)):
        pass
    title, rest = (tmp_path / "schema").read_bytes().split(b"\n", 1)
    (tmp_path / "format").write_bytes(title.replace(b" 2 ", b" 1 ") + b"\n" + rest)
    for name, refusal in (
        ("schema", r"written before the first release \(schema 1; 3 and newer are read\)"),
        ("format", "made before the first release"),
    ):
        words = rf"^The backup .*{name} was {refusal}: only the version that made it can restore it\.$"
        with pytest.raises(OlderData, match=words):
            await bring_back(None, tmp_path / "data", tmp_path / name)
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    ("file", "words"),
    [
        ("missing", "No such file"),
        (".", "Is a directory"),
        ("text", "is no backup of this bot"),
        ("empty", "is no backup of this bot"),
    ],
)
async def test_what_is_no_backup_is_named(tmp_path: Path, file: str, words: str) -> None:
    (tmp_path / "text").write_text("Dear diary")
    (tmp_path / "empty").touch()
    with pytest.raises(StoreError, match=words):
        await bring_back(None, tmp_path / "data", tmp_path / file)
    assert not (tmp_path / "data").exists()


@pytest.fixture
async def file(tmp_path: Path) -> Path:
    """A backup of a furnished store."""
    client = fakeredis.FakeAsyncRedis()
    await furnish(Store(client, "the test"))
    await write_archive(connection(client), tmp_path / "file")
    return tmp_path / "file"


async def test_only_an_empty_store_is_restored_into(new_client: NewClient, file: Path) -> None:
    client = new_client()
    store = Store(client, "the test")
    await store.set_preferences(1, b"mine")
    with open_archive(file) as whole:
        with pytest.raises(StoreError, match="the test is not empty"):
            await fill(connection(client), whole)
        assert await everything(client) == {b"{u1}:preferences": (b"mine", -1)}
        await clear(client)
        await store.check_version()
        await fill(connection(client), whole)
        with pytest.raises(StoreError, match="the test is not empty"):
            await fill(connection(client), whole)
    await client.aclose()


async def test_a_store_that_a_bot_uses_is_not_restored_into(new_client: NewClient, file: Path) -> None:
    client = new_client()
    store = Store(client, "the test")
    await store.check_version()
    await store.take_shards(9, "a bot", None, (), 6.0)
    with open_archive(file) as whole:
        with pytest.raises(StoreError, match=r"A bot is using the store at the test\. Stop it"):
            await fill(connection(client), whole)
        await store.leave_shards(9, "a bot")
        await fill(connection(client), whole)
    await client.aclose()


@pytest.mark.parametrize(("number", "why"), [("5", "by a newer version"), ("2", "before the first release")])
async def test_a_store_of_another_shape_is_not_touched(
    new_client: NewClient, file: Path, number: str, why: str
) -> None:
    client = new_client()
    await client.execute_command("SET", keys.SCHEMA, number)
    refusal = rf"the test was written {why} .*schema {number}"
    with pytest.raises(StoreError, match=refusal):
        await write_archive(connection(client), file.with_name("other"))
    with pytest.raises(StoreError, match=refusal), open_archive(file) as it:
        await fill(connection(client), it)
    assert await everything(client) == {b"chouette:schema": (number.encode(), -1)}
    await client.aclose()


async def test_what_broke_off_is_used_by_nobody_and_begun_anew(new_client: NewClient, file: Path) -> None:
    client = new_client()
    with open_archive(file) as whole:
        await fill(connection(client), whole)
        wanted = await everything(client)
        await clear(client)
        with (
            watched(client, fails_after(12)),
            pytest.raises(StoreError, match=r"gone\. The store is only half restored, .*: run it again"),
        ):
            await fill(connection(client), whole)
        half = await everything(client)
        assert 1 < len(half) < len(wanted)
        with pytest.raises(StoreError, match="the test is only half restored"):
            await Store(client, "the test").check_version()
        with pytest.raises(StoreError, match="the test is only half restored"):
            await write_archive(connection(client), file.with_name("other"))
        assert await everything(client) == half
        await client.execute_command("SET", "{5}:held", "of another backup")
        await fill(connection(client), whole)
    assert await everything(client) == wanted
    await client.aclose()


async def test_of_an_empty_store_there_is_no_backup(new_client: NewClient, tmp_path: Path) -> None:
    client = new_client()
    with pytest.raises(StoreError, match="the test holds nothing of the bot"):
        await write_archive(connection(client), tmp_path / "file")
    await Store(client, "the test").check_version()
    assert await write_archive(connection(client), tmp_path / "file")
    await client.aclose()


async def test_a_kind_of_key_that_is_not_known_is_not_left_out(new_client: NewClient, tmp_path: Path) -> None:
    client = new_client()
    await Store(client, "the test").check_version()
    await client.execute_command("RPUSH", "{1}:queue", "a")
    with pytest.raises(StoreError, match=r"\{1\}:queue is a list"):
        await write_archive(connection(client), tmp_path / "file")
    assert os.listdir(tmp_path) == []
    await client.aclose()


# The data directory


@pytest.mark.usefixtures("binary")
async def test_a_data_directory_is_backed_up_and_restored(tmp_path: Path) -> None:
    data, fresh = tmp_path / "data", tmp_path / "fresh"
    bot = await open_store(None, data)
    await furnish(bot)
    first = await back_up(None, data, tmp_path / "running")
    assert await bot.held(1) == "def", "the bot runs on"
    with pytest.raises(StoreError, match=r"Another bot .* stop it"):
        await bring_back(None, data, tmp_path / "running")
    await bot.close()
    second = await back_up(None, data, tmp_path / "stopped")
    assert (first.tables, first.keys) == (second.tables, second.keys) == (4, first.keys)
    assert not EmbeddedServer.socket_path(data).exists()
    with pytest.raises(StoreError, match="is not empty"):
        await bring_back(None, data, tmp_path / "running")
    assert await bring_back(None, fresh, tmp_path / "running") == first
    for directory in (data, fresh):
        store = await open_store(None, directory)
        assert await store.held(1) == "def"
        assert await store.log(1, "def") == [*[b"%d\0\xff" % n for n in range(12)], b"more"]
        await store.close()


async def test_a_backup_of_nothing_makes_no_store(tmp_path: Path) -> None:
    for data in (tmp_path / "missing", tmp_path):
        with pytest.raises(StoreError, match="There is no store in"):
            await back_up(None, data, tmp_path / "file")
    assert os.listdir(tmp_path) == []

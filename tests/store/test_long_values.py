"""A table with a very long log, a person with very many tables: read, backed up and restored a page at a time."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import fakeredis
import pytest

from bot.store import Hold, Saved, Store, StoreError, keys
from bot.store.archive import open_archive
from bot.store.backup import fill, write_archive
from bot.store.connection import AT_ONCE
from bot.store.pages import PAGE
from tests.store.copies import Client, NewClient, clear, connection, every_second_answer_is_lost, everything, watched
from tests.store.listed import open_places

LONG = 3 * PAGE + 7
"""Written when each key was one entry of the file: a table with a log of 1200."""


@contextlib.contextmanager
def measured(client: Client) -> Iterator[list[int]]:
    """How many words the client was answered at a time. It never sends many at once."""
    ask, sizes = client.execute_command, list[int]()

    async def asked(*command: Any, **options: Any) -> Any:
        answer = await ask(*command, **options)
        assert len(command) < 8 * PAGE, command[:4]
        sizes.append(_words(answer))
        return answer

    with mock.patch.object(client, "execute_command", asked):
        yield sizes


def _words(answer: Any) -> int:
    parts = answer.items() if isinstance(answer, dict) else answer
    return sum(map(_words, parts)) if isinstance(answer, (dict, list, tuple, set)) else 1


async def furnish(client: Client, store: Store) -> None:
    """Something long of everything that may be long."""
    await store.check_version()
    assert await store.save(1, "abc", 0, {"state": b"1"}, [b"0"], hold=Hold.TAKE) is Saved.DONE
    for first in range(1, LONG, 100):
        entries = [b"%d\0\xff" % number for number in range(first, min(first + 100, LONG))]
        assert await store.save(1, "abc", 1 + first // 100, {"state": b"1"}, entries) is Saved.DONE
    words = [(f"{number + 0.1:.17g}", f"t{number}") for number in range(LONG)]
    for first in range(0, LONG, 100):
        some = words[first : first + 100]
        await client.execute_command("ZADD", keys.tables(5), *(word for pair in some for word in pair))
        named = [(at, f"table:{table}") for at, table in some]
        await client.execute_command("ZADD", keys.DUES[0], *(word for pair in named for word in pair))
        open_ones = [(at, f"2:{table}") for at, table in some]
        await client.execute_command("ZADD", keys.open_tables(7), *(word for pair in open_ones for word in pair))
    await store.open_tables.add(7, 1, "abc")


async def test_what_is_long_is_read_and_written_in_pages(new_client: NewClient, tmp_path: Path) -> None:
    client = new_client()
    await furnish(client, Store(client, "the test"))
    before = await everything(client)
    with measured(client) as sizes:
        made = await write_archive(connection(client), tmp_path / "file")
    assert max(sizes) <= 5 * PAGE
    assert (made.tables, made.keys) == (1, len(before))
    with open_archive(tmp_path / "file") as whole:
        assert max(len(entry.items) for entry in whole.entries()) < 2 * PAGE
        await clear(client)
        with measured(client):
            assert await fill(connection(client), whole) == made
    assert await everything(client) == before
    await client.aclose()


async def test_lists_that_are_long_are_read_in_pages(new_client: NewClient) -> None:
    client = new_client()
    store = Store(client, "the test")
    await furnish(client, store)
    with measured(client) as sizes:
        tables = [f"t{number}" for number in range(LONG)]
        assert await store.tables_of(5, most=None) == tables[::-1]
        assert list(await store.due.times("table")) == tables
        assert await open_places(store) == sorted([*((2, table) for table in tables), (1, "abc")])
        assert await store.open_tables.count() == LONG + 1
    assert max(sizes) <= 3 * PAGE
    await client.aclose()


async def test_pages_whose_answers_get_lost_come_once(new_client: NewClient, tmp_path: Path) -> None:
    client = new_client()
    await furnish(client, Store(client, "the test"))
    before = await everything(client)
    with watched(client, after=every_second_answer_is_lost):
        await write_archive(connection(client), tmp_path / "file")
    await clear(client)
    with open_archive(tmp_path / "file") as whole, watched(client, after=every_second_answer_is_lost):
        await fill(connection(client), whole)
    assert await everything(client) == before
    await client.aclose()


async def test_a_long_log_is_that_of_its_record_though_it_grows_between_pages(
    new_client: NewClient, tmp_path: Path
) -> None:
    client, other = new_client(), new_client()
    store = Store(other, "the test")
    await store.check_version()
    length = 0

    async def played(most: int) -> None:
        nonlocal length
        entries = [b"%d" % number for number in range(length, length + most)]
        saved = await store.save(1, "abc", length // most, {"length": b"%d" % (length + most)}, entries, hold=Hold.TAKE)
        assert saved is Saved.DONE
        length += most

    while length < LONG:
        await played(50)
    ask, long = client.execute_command, length

    async def asked(*command: Any, **options: Any) -> Any:
        await played(50)
        return await ask(*command, **options)

    with mock.patch.object(client, "execute_command", asked):
        await write_archive(connection(client), tmp_path / "file")
    with open_archive(tmp_path / "file") as whole:
        kept = list(whole.entries())
    [record] = [dict(entry.items) for entry in kept if entry.key == keys.TABLES.record(1, "abc")]
    log = [item for entry in kept if entry.key == keys.TABLES.log(1, "abc") for item in entry.items]
    assert long < int(record[b"length"]) < length, "it was played on before and after"
    assert [item[-1] for item in log] == [b"%d" % number for number in range(int(record[b"length"]))]
    await store.close()
    await client.aclose()


async def test_a_log_that_goes_while_it_is_read_leaves_no_file(tmp_path: Path) -> None:
    client = fakeredis.FakeAsyncRedis()
    store = Store(client, "the test")
    await furnish(client, store)
    ask = client.execute_command

    async def asked(*command: Any, **options: Any) -> Any:
        answer = await ask(*command, **options)
        if command[0] == "XRANGE":
            await ask("DEL", keys.TABLES.log(1, "abc"))
        return answer

    with (
        mock.patch.object(client, "execute_command", asked),
        pytest.raises(StoreError, match=r"log .* was removed while it was read\. Try again"),
    ):
        await write_archive(connection(client), tmp_path / "file")
    assert os.listdir(tmp_path) == []


async def test_of_many_keys_many_are_written_at_once(tmp_path: Path) -> None:
    client = fakeredis.FakeAsyncRedis()
    store = Store(client, "the test")
    await store.check_version()
    for person in range(2 * AT_ONCE):
        await store.set_preferences(person + 1, b"x")
    await write_archive(connection(client), tmp_path / "file")
    await clear(client)
    ask, under_way, most = client.execute_command, 0, 0

    async def asked(*command: Any, **options: Any) -> Any:
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)
        try:
            return await ask(*command, **options)
        finally:
            under_way -= 1

    with mock.patch.object(client, "execute_command", asked), open_archive(tmp_path / "file") as whole:
        await fill(connection(client), whole)
    assert most == AT_ONCE

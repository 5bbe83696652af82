"""What the bot remembers, out of its store and into an empty one. The file is `bot.store.archive`'s.

A backup is taken while the bot plays. What has to belong together is read at one moment: a table's record and its log,
and a channel's hold with the table that has it. A receipt is never without what it stands for. Among open tables and
due times there may be some that are over, which the bot clears away, but none is missing.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Coroutine, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from bot.store import files, keys, scripts
from bot.store.archive import Archive, Entry, Header, Kind, new_archive, open_archive
from bot.store.connection import AT_ONCE, Connection, client_for, without_password
from bot.store.embedded import EmbeddedServer
from bot.store.errors import StoreError
from bot.store.store import SCHEMA, half_restored, newer

T = TypeVar("T")

_WRITE = {Kind.STRING: "SET", Kind.HASH: "HSET", Kind.SET: "SADD", Kind.SORTED_SET: "ZADD", Kind.STREAM: "XADD"}
"""The command that writes an item of each kind."""

PATIENCE = 10.0
"""Seconds after which a command is given up. Nobody is waiting for an answer as at a table."""


class Copied(msgspec.Struct, frozen=True):
    """How much a backup or a restore has copied. `made_at`: when the backup was made (seconds since 1970)."""

    tables: int
    keys: int
    made_at: float


async def back_up(redis_url: str | None, data_dir: Path, file: Path) -> Copied:
    """Writes what the store holds into a new file. The store is that which `open_store` opens; a bot may be using it.

    Must be called in the main thread. Raises `StoreError` if there is nothing to be had or the file cannot be made.
    """
    if redis_url is None:
        if not files.holds_data(data_dir):
            raise StoreError(f"There is no store in {data_dir.resolve()}. Set DATA_DIR or REDIS_URL as the bot has it.")
        if files.in_use(data_dir):
            redis_url = EmbeddedServer(data_dir).url
    async with _connected(redis_url, data_dir) as connection:
        return await write_archive(connection, file)


async def bring_back(redis_url: str | None, data_dir: Path, file: Path) -> Copied:
    """Brings what `back_up` wrote into an empty store, which may have to be made. No bot can use it meanwhile.

    Must be called in the main thread. Raises `StoreError` if the file is not whole or there is no empty store; then
    nothing was changed. If it breaks off later, no bot uses the store before it has been tried again.
    """
    with open_archive(file) as archive:
        if archive.header.schema > SCHEMA:
            raise newer(f"The backup {file}", archive.header.schema)
        async with _connected(redis_url, data_dir) as connection:
            return await fill(connection, archive)


@contextlib.asynccontextmanager
async def _connected(redis_url: str | None, data_dir: Path) -> AsyncIterator[Connection]:
    async with contextlib.AsyncExitStack() as stack:
        address = without_password(redis_url) if redis_url else str(data_dir.resolve())
        if redis_url is None:
            redis_url = (await stack.enter_async_context(EmbeddedServer(data_dir))).url
        connection = Connection(client_for(redis_url), address, PATIENCE)
        stack.push_async_callback(connection.close)
        yield connection


async def _schema(connection: Connection) -> int | None:
    """That of a store, None if it has none yet. Raises `StoreError` if newer code has written there."""
    stored = await connection.ask("GET", keys.SCHEMA)
    if stored is None:
        return None
    if not stored.isdigit() or int(stored) > SCHEMA:
        raise newer(f"The store at {connection.address}", stored.decode())
    return int(stored)


# Out of the store


async def write_archive(connection: Connection, file: Path) -> Copied:
    """Writes what a store holds into a new file. Raises `StoreError`; then there is no file."""
    if await connection.ask("EXISTS", keys.RESTORING):
        raise half_restored(connection.address)
    schema = await _schema(connection)
    if schema is None:
        raise StoreError(f"The store at {connection.address} holds nothing of the bot.")
    header = Header(schema, time.time())
    tables = copied = 0
    with new_archive(file, header) as add:
        async for entry in contents(connection):
            add(entry)
            copied += 1
            tables += _is_record(entry)
    return Copied(tables, copied, header.made_at)


def _is_record(entry: Entry) -> bool:
    return entry.kind is Kind.HASH and keys.table_of(entry.key) is not None


async def contents(connection: Connection) -> AsyncIterator[Entry]:
    """Everything that lasts, while others may be writing. Each key comes once."""
    opened, due = await _items(connection, keys.OPEN), await _items(connection, keys.DUE)
    channels: dict[int, list[str]] = defaultdict(list)
    for name in await _names(connection):
        if (channel := keys.channel_of(name)) is not None:
            channels[channel].append(name)
    for channel, names in channels.items():
        async for entry in _of_channel(connection, channel, names):
            yield entry
            if entry.key == keys.held(channel):
                opened.append((b"%d:%s" % (channel, *entry.items[0]),))
    for name in await _names(connection):  # again, so that a table that was found meanwhile has its people too
        if keys.channel_of(name) is None and name not in (keys.OPEN, keys.DUE):
            for entry in await _read(connection, [name]):
                yield entry
    for name, kind, before in ((keys.OPEN, Kind.SET, opened), (keys.DUE, Kind.SORTED_SET, due)):
        # What both know counts as it is now; the last word of an item says what it is about.
        items = {item[-1]: item for item in (*before, *await _items(connection, name))}
        if items:
            yield Entry(name, kind, tuple(items.values()))


async def _of_channel(connection: Connection, channel: int, names: Iterable[str]) -> AsyncIterator[Entry]:
    """What a channel has. A table that held it when it was read is read again together with what holds it in the end:
    so there is never an open table in a channel that is held by another one."""
    hold = keys.held(channel)
    tables = dict.fromkeys(table for table in map(keys.table_of, names) if table)
    for some in _batches(name for name in names if name != hold and not keys.table_of(name)):
        for entry in await _read(connection, some):
            yield entry
    moving: list[str] = []
    for table in tables:
        found = await _read(connection, [*_keys_of(channel, table), hold])
        if _holder(found, hold) == table:
            moving.append(table)
            continue
        for entry in found:
            if entry.key != hold:
                yield entry
    while True:
        found = await _read(connection, [hold, *(name for table in moving for name in _keys_of(channel, table))])
        holder = _holder(found, hold)
        if holder is None or holder in moving:
            break
        moving.append(holder)
    for entry in found:
        yield entry


def _keys_of(channel: int, table: str) -> tuple[str, str]:
    return keys.record(channel, table), keys.log(channel, table)


def _holder(found: Iterable[Entry], hold: str) -> str | None:
    return next((entry.items[0][0].decode() for entry in found if entry.key == hold), None)


async def _names(connection: Connection) -> list[str]:
    return sorted(name for name in await connection.names(keys.LIKE_OURS) if keys.is_ours(name) and keys.lasts(name))


async def _items(connection: Connection, name: str) -> list[tuple[bytes, ...]]:
    return [item for entry in await _read(connection, [name]) for item in entry.items]


async def _read(connection: Connection, names: Sequence[str]) -> list[Entry]:
    """What keys of one owner hold at one moment; what has gone is left out."""
    found: list[tuple[bytes, int, Any]] = await connection.run(scripts.READ_KEYS, list(names))
    return [
        _entry(name, kind.decode(), value, vanishes)
        for name, (kind, vanishes, value) in zip(names, found, strict=True)
        if kind != b"none"
    ]


def _entry(name: str, kind: str, value: Any, vanishes: int) -> Entry:
    match kind:
        case "string":
            items = ((value,),)
        case "set":
            items = tuple((member,) for member in value)
        case "hash":
            items = tuple(zip(value[::2], value[1::2], strict=True))
        case "zset":
            items = tuple(zip(value[1::2], value[::2], strict=True))
        case "stream":
            items = tuple((number, *words) for number, words in value)
        case _:
            raise StoreError(f"The key {name} is a {kind}, of which this version can make no backup.")
    return Entry(name, Kind(kind), items, vanishes if vanishes >= 0 else None)


# Into a store


async def fill(connection: Connection, archive: Archive) -> Copied:
    """Brings a backup into an empty store, or into one in which that broke off. Raises `StoreError`."""
    await _schema(connection)
    there = [name for name in await connection.names(keys.LIKE_OURS) if keys.is_ours(name)]
    if any(map(keys.is_lease, there)):
        raise StoreError(f"A bot is using the store at {connection.address}. Stop it, and try again in ten seconds.")
    if keys.RESTORING not in there and set(there) - {keys.SCHEMA}:
        raise StoreError(f"The store at {connection.address} is not empty. Only an empty one can be restored into.")
    await connection.ask("SET", keys.RESTORING, "")
    try:
        for names in _batches(name for name in there if name != keys.RESTORING):
            await asyncio.gather(*[connection.ask("DEL", name) for name in names])
        tables = copied = 0
        for entries in _batches(archive.entries()):
            answers = await asyncio.gather(*[_write(connection, entry) for entry in entries])
            for entry, is_there in zip(entries, answers, strict=True):
                copied += is_there
                tables += is_there and _is_record(entry)
        await connection.ask("DEL", keys.RESTORING)
    except StoreError as error:
        raise StoreError(f"{error} The store is only half restored, and no bot uses it: run it again.") from error
    return Copied(tables, copied, archive.header.made_at)


def _write(connection: Connection, entry: Entry) -> Coroutine[Any, Any, int]:
    words = (word for item in entry.items for word in (len(item), *item))
    vanishes = "" if entry.vanishes is None else entry.vanishes
    return connection.run(scripts.WRITE_KEY, [entry.key], _WRITE[entry.kind], vanishes, *words)


def _batches(whole: Iterable[T]) -> Iterator[list[T]]:
    rest = iter(whole)
    while some := list(islice(rest, AT_ONCE)):
        yield some

"""What the bot remembers, out of its store and into an empty one. The file is `bot.store.archive`'s.

A backup is taken while the bot plays. What has to belong together is read at one moment: a table's record, its
games, how far its log goes, and a channel's hold with the table that has it; how far the list of a server's finished
games goes, and what is known beside it; how far the log of a league goes, and who its people are. The log or list
itself may be long and is read afterwards, up to there: nothing in it ever changes. A receipt is never without what it
stands for. Among open tables and due times there may be some that are over, which the bot clears away, but none is
missing.
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
from msgspec.structs import replace

from bot.store import files, keys, schema, scripts
from bot.store.archive import Archive, Entry, Header, Kind, new_archive, open_archive
from bot.store.connection import AT_ONCE, Connection, client_for, without_password
from bot.store.embedded import EmbeddedServer
from bot.store.errors import StoreError, half_restored, in_use
from bot.store.pages import PAGE, log_pages, member_pages

T = TypeVar("T")

_WRITE = {Kind.STRING: "SET", Kind.HASH: "HSET", Kind.SET: "SADD", Kind.SORTED_SET: "ZADD", Kind.STREAM: "XADD"}
"""The command that writes an item of each kind."""

PATIENCE, ANSWER_TIME = 30.0, 5.0
"""Seconds after which a command is given up, and after which it is tried on a new connection. Nobody is waiting for an
answer as at a table."""

Item = tuple[bytes, ...]


class Copied(msgspec.Struct, frozen=True):
    """How much a backup or a restore has copied. `made_at`: when the backup was made (seconds since 1970).

    `account`: the bot account whose it is; None if no one's.
    """

    tables: int
    keys: int
    made_at: float
    account: int | None


async def back_up(redis_url: str | None, data_dir: Path, file: Path) -> Copied:
    """Writes what the store holds into a new file. The store is that which `open_store` opens; a bot may be using it.

    Must be called in the main thread. Raises `StoreError` if there is nothing to be had or the file cannot be made.
    """
    if redis_url is None:
        if not files.holds_data(data_dir):
            raise StoreError(f"There is no store in {data_dir.resolve()}. Set DATA_DIR or REDIS_URL as the bot has it.")
        if files.in_use(data_dir):
            redis_url = EmbeddedServer(data_dir).url
    async with connected(redis_url, data_dir) as connection:
        return await write_archive(connection, file)


async def bring_back(redis_url: str | None, data_dir: Path, file: Path) -> Copied:
    """Brings what `back_up` wrote into an empty store, which may have to be made. No bot can use it meanwhile.

    Must be called in the main thread. Raises `StoreError` if the file is not whole or there is no empty store; then
    nothing was changed. If it breaks off later, no bot uses the store before it has been tried again.
    """
    with open_archive(file) as archive:
        schema.check(f"The backup {file}", f"{archive.header.schema}", "only the version that made it can restore it.")
        async with connected(redis_url, data_dir) as connection:
            return await fill(connection, archive)


@contextlib.asynccontextmanager
async def connected(redis_url: str | None, data_dir: Path) -> AsyncIterator[Connection]:
    """The store that `open_store` opens, for tools: no version is checked, and commands have their time."""
    async with contextlib.AsyncExitStack() as stack:
        address = without_password(redis_url) if redis_url else str(data_dir.resolve())
        if redis_url is None:
            redis_url = (await stack.enter_async_context(EmbeddedServer(data_dir))).url
        connection = Connection(client_for(redis_url, ANSWER_TIME), address, PATIENCE)
        stack.push_async_callback(connection.close)
        yield connection


async def account_of(connection: Connection) -> int | None:
    """The bot account whose a store is; None if it is nobody's yet."""
    owner = await connection.ask("GET", keys.ACCOUNT)
    return None if owner is None else int(owner)


async def schema_of(connection: Connection) -> int | None:
    """That of a store, None if it has none yet. Raises `StoreError` if this code does not read it."""
    stored = await connection.ask("GET", keys.SCHEMA)
    if stored is None:
        return None
    schema.check_store(connection.address, stored.decode())
    return int(stored)


# Out of the store


async def write_archive(connection: Connection, file: Path) -> Copied:
    """Writes what a store holds into a new file. Raises `StoreError`; then there is no file."""
    if await connection.ask("EXISTS", keys.RESTORING):
        raise half_restored(connection.address)
    stored = await schema_of(connection)
    if stored is None:
        raise StoreError(f"The store at {connection.address} holds nothing of the bot.")
    header = Header(stored, time.time())
    count = _Count()
    with new_archive(file, header) as add:
        async for entry in contents(connection):
            add(entry)
            count.add(entry)
    return Copied(count.tables, count.keys, header.made_at, await account_of(connection))


class _Count:
    """How many keys, and tables among them, there are in entries that come one after the other."""

    def __init__(self) -> None:
        self.tables = self.keys = 0
        self._last = ""

    def add(self, entry: Entry) -> None:
        if entry.key != self._last:
            self.keys += 1
            self.tables += keys.is_record(entry.key)
        self._last = entry.key


async def contents(connection: Connection) -> AsyncIterator[Entry]:
    """Everything that lasts, while others may be writing. Each key comes once, a long one in several entries."""
    opened = await _members(connection, keys.OPEN)
    due = [(name, Kind.SORTED_SET, await _members(connection, name)) for name in keys.DUES]
    channels: dict[int, list[str]] = defaultdict(list)
    names = await _names(connection)
    # First, so that no list has a game which its table could still take back; what is missing there, a table enters.
    for guild in dict.fromkeys(keys.ladder_of(name) for name in names):
        if guild is not None:
            for found in await _read(connection, keys.of_ladder(guild)):
                async for entry in _entries(connection, found):
                    yield entry
    # After that: a result is in its league before its game is in the list.
    for league in dict.fromkeys(keys.league_of(name) for name in names):
        if league is not None:
            for found in await _read(connection, keys.LEAGUES.whole(*league)):
                async for entry in _entries(connection, found):
                    yield entry
    for name in names:
        if (channel := keys.channel_of(name)) is not None:
            channels[channel].append(name)
    for channel, names in channels.items():
        async for found in _of_channel(connection, channel, names):
            async for entry in _entries(connection, found):
                yield entry
            if found.key == keys.TABLES.held(channel):
                opened.append((b"%d:%s" % (channel, found.value),))
    for name in await _names(connection):  # again, so that a table that was found meanwhile has its people too
        apart = name in (keys.OPEN, *keys.DUES) or keys.ladder_of(name) or keys.league_of(name)
        if keys.channel_of(name) is None and not apart:
            for found in await _read(connection, [name]):
                async for entry in _entries(connection, found):
                    yield entry
    for name, kind, before in ((keys.OPEN, Kind.SET, opened), *due):
        # What both know counts as it is now; the last word of an item says what it is about.
        items = {item[-1]: item for item in (*before, *await _members(connection, name))}
        for some in _batches(items.values(), PAGE):
            yield Entry(name, kind, tuple(some))


async def _of_channel(connection: Connection, channel: int, names: Iterable[str]) -> AsyncIterator[_Found]:
    """What a channel has. A table that held it when it was read is read again together with what holds it in the end:
    so there is never an open table in a channel that is held by another one."""
    hold = keys.TABLES.held(channel)
    tables = dict.fromkeys(table for table in map(keys.table_of, names) if table)
    for some in _batches((name for name in names if name != hold and not keys.table_of(name)), AT_ONCE):
        for found in await _read(connection, some):
            yield found
    moving: list[str] = []
    for table in tables:
        those = await _read(connection, [*keys.TABLES.whole(channel, table), hold])
        if _holder(those, hold) == table:
            moving.append(table)
            continue
        for found in those:
            if found.key != hold:
                yield found
    while True:
        those = await _read(
            connection, [hold, *(name for table in moving for name in keys.TABLES.whole(channel, table))]
        )
        holder = _holder(those, hold)
        if holder is None or holder in moving:
            break
        moving.append(holder)
    for found in those:
        yield found


def _holder(those: Iterable[_Found], hold: str) -> str | None:
    return next((found.value.decode() for found in those if found.key == hold), None)


async def _names(connection: Connection) -> list[str]:
    return sorted(name for name in await connection.names(keys.LIKE_OURS) if keys.is_ours(name) and keys.lasts(name))


class _Found(msgspec.Struct, frozen=True):
    """A key at one moment. `value` is that of a string or hash, of a stream the id of its last entry."""

    key: str
    kind: Kind
    value: Any
    vanishes: int | None


async def _read(connection: Connection, names: Sequence[str]) -> list[_Found]:
    """What there is of keys of one owner at one moment; what has gone is left out."""
    answers: list[tuple[bytes, int, Any]] = await connection.run(scripts.READ_KEYS, list(names))
    return [
        _Found(name, _kind(name, kind.decode()), value, vanishes if vanishes >= 0 else None)
        for name, (kind, vanishes, value) in zip(names, answers, strict=True)
        if kind != b"none"
    ]


def _kind(name: str, kind: str) -> Kind:
    try:
        return Kind(kind)
    except ValueError:
        raise StoreError(f"The key {name} is a {kind}, of which this version can make no backup.") from None


async def _entries(connection: Connection, found: _Found) -> AsyncIterator[Entry]:
    """What a key held when it was found; a sorted or other set as it is now."""
    async for items in _items(connection, found):
        yield Entry(found.key, found.kind, items, found.vanishes)


async def _items(connection: Connection, found: _Found) -> AsyncIterator[tuple[Item, ...]]:
    """The items of a key, a page at a time. Raises `StoreError` if a log has gone in the middle."""
    match found.kind:
        case Kind.STRING:
            yield ((found.value,),)
        case Kind.HASH:
            yield tuple(zip(found.value[::2], found.value[1::2], strict=True))
        case Kind.SET:
            async for members in member_pages(connection, "SSCAN", found.key):
                yield tuple((member,) for member in members)
        case Kind.SORTED_SET:
            async for members in member_pages(connection, "ZSCAN", found.key):
                yield tuple((repr(score).encode(), member) for member, score in members)
        case Kind.STREAM:
            last = b""
            async for page in log_pages(connection, found.key, last=found.value.decode()):
                yield tuple((number, *(word for pair in said.items() for word in pair)) for number, said in page)
                last = page[-1][0]
            if last != found.value:
                raise StoreError(f"The log {found.key} was removed while it was read. Try again.")


async def _members(connection: Connection, name: str) -> list[Item]:
    found = await _read(connection, [name])
    return [item for key in found async for items in _items(connection, key) for item in items]


# Into a store


async def fill(connection: Connection, archive: Archive) -> Copied:
    """Brings a backup into an empty store, or into one in which that broke off. Raises `StoreError`."""
    await schema_of(connection)
    there = [name for name in await connection.names(keys.LIKE_OURS) if keys.is_ours(name)]
    if any(map(keys.is_lease, there)):
        raise in_use(connection.address)
    if keys.RESTORING not in there and set(there) - {keys.SCHEMA, keys.ACCOUNT}:
        raise StoreError(f"The store at {connection.address} is not empty. Only an empty one can be restored into.")
    await connection.ask("SET", keys.RESTORING, "")
    try:
        for names in _batches((name for name in there if name != keys.RESTORING), AT_ONCE):
            await asyncio.gather(*[connection.ask("DEL", name) for name in names])
        count = _Count()
        for entries in _waves(archive.entries()):
            answers = await asyncio.gather(*[_write(connection, entry) for entry in entries])
            for entry, is_there in zip(entries, answers, strict=True):
                if is_there:
                    count.add(entry)
        await connection.ask("DEL", keys.RESTORING)
    except StoreError as error:
        raise StoreError(f"{error} The store is only half restored, and no bot uses it: run it again.") from error
    return Copied(count.tables, count.keys, archive.header.made_at, await account_of(connection))


def _waves(entries: Iterable[Entry]) -> Iterator[list[Entry]]:
    """What may be written at once: nothing long, and of each key only what follows what is there already."""
    wave: list[Entry] = []
    for entry in entries:
        for items in _batches(entry.items, PAGE):
            if len(wave) == AT_ONCE or (wave and wave[-1].key == entry.key):
                yield wave
                wave = []
            wave.append(replace(entry, items=tuple(items)))
    if wave:
        yield wave


def _write(connection: Connection, entry: Entry) -> Coroutine[Any, Any, int]:
    words = (word for item in entry.items for word in (len(item), *item))
    vanishes = "" if entry.vanishes is None else entry.vanishes
    return connection.run(scripts.WRITE_KEY, [entry.key], _WRITE[entry.kind], vanishes, *words)


def _batches(whole: Iterable[T], most: int) -> Iterator[list[T]]:
    rest = iter(whole)
    while some := list(islice(rest, most)):
        yield some

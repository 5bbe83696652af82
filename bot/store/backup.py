"""Backup and restore: the contents of a store, written to a file and loaded into an empty store. The format is
`bot.store.archive`.

A backup is taken while the bot runs. What has to be consistent is read at one moment: a table's record, its games, the
length of its log, and a channel's hold with the table that has it; the length of a server's list of finished games, and
the keys beside it; the length of a league's log, and its members. The logs and lists may be long and are read
afterwards, up to that length: their entries never change. A receipt is never without what it stands for. A channel's
open tables and due times may include some that are over, which the bot cleans up, but none is missing. A server's open
tables may be missing, and are listed again as its channels have them.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Coroutine, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from bot.store import files, keys, schema, scripts
from bot.store.archive import Archive, Entry, Header, Kind, new_archive, open_archive
from bot.store.connection import AT_ONCE, Connection, client_for, without_password
from bot.store.embedded import EmbeddedServer
from bot.store.errors import StoreError, half_restored, in_use
from bot.store.pages import PAGE, batches, log_pages, member_pages
from bot.store.passing import place

_WRITE = {Kind.STRING: "SET", Kind.HASH: "HSET", Kind.SET: "SADD", Kind.SORTED_SET: "ZADD", Kind.STREAM: "XADD"}
"""The command that writes an item of each kind."""

PATIENCE, ANSWER_TIME = 30.0, 5.0
"""Seconds after which a command is given up, and after which it is retried on a new connection: longer than at a table,
because no player waits.
"""

Item = tuple[bytes, ...]


class Copied(msgspec.Struct, frozen=True):
    """How much a backup or a restore has copied. `made_at`: when the backup was made (seconds since 1970).

    `account`: the bot account it belongs to; None if to none.
    """

    tables: int
    keys: int
    made_at: float
    account: int | None


async def back_up(redis_url: str | None, data_dir: Path, file: Path) -> Copied:
    """Write the store's contents into a new file. The store is the one that `open_store` opens; a bot may be using it.

    Must be called in the main thread. Raises `StoreError` if there is no store or the file cannot be made.
    """
    if redis_url is None:
        if not files.holds_data(data_dir):
            raise StoreError(f"There is no store in {data_dir.resolve()}. Set DATA_DIR or REDIS_URL as the bot has it.")
        if files.in_use(data_dir):
            redis_url = EmbeddedServer(data_dir).url
    async with connected(redis_url, data_dir) as connection:
        return await write_archive(connection, file)


async def bring_back(redis_url: str | None, data_dir: Path, file: Path) -> Copied:
    """Load a file of `back_up` into an empty store, which is created if need be. No bot can use it meanwhile.

    Must be called in the main thread. Raises `StoreError` if the file is not whole or there is no empty store; then
    nothing was changed. If it fails later, no bot uses the store until a restore has succeeded.
    """
    with open_archive(file) as archive:
        schema.check(f"The backup {file}", f"{archive.header.schema}", "only the version that made it can restore it.")
        async with connected(redis_url, data_dir) as connection:
            return await fill(connection, archive)


@contextlib.asynccontextmanager
async def connected(redis_url: str | None, data_dir: Path) -> AsyncIterator[Connection]:
    """The store that `open_store` opens, for tools: without a version check and with longer timeouts."""
    async with contextlib.AsyncExitStack() as stack:
        address = without_password(redis_url) if redis_url else str(data_dir.resolve())
        if redis_url is None:
            redis_url = (await stack.enter_async_context(EmbeddedServer(data_dir))).url
        connection = Connection(client_for(redis_url, ANSWER_TIME), address, PATIENCE)
        stack.push_async_callback(connection.close)
        yield connection


async def account_of(connection: Connection) -> int | None:
    """The bot account a store belongs to; None if to none yet."""
    owner = await connection.ask("GET", keys.ACCOUNT)
    return None if owner is None else int(owner)


async def schema_of(connection: Connection) -> int | None:
    """The schema of a store, None if it has none yet. Raises `StoreError` if this code does not read it."""
    stored = await connection.ask("GET", keys.SCHEMA)
    if stored is None:
        return None
    schema.check_store(connection.address, stored.decode())
    return int(stored)


# Out of the store


async def write_archive(connection: Connection, file: Path) -> Copied:
    """Write the contents of a store into a new file. Raises `StoreError`; then there is no file."""
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
    """Counts keys, and tables among them, in consecutive entries."""

    def __init__(self) -> None:
        self.tables = self.keys = 0
        self._last = ""

    def add(self, entry: Entry) -> None:
        if entry.key != self._last:
            self.keys += 1
            self.tables += keys.is_record(entry.key)
        self._last = entry.key


async def contents(connection: Connection) -> AsyncIterator[Entry]:
    """Every lasting key, while others may be writing. Each key comes once, a long one in several entries."""
    due = [(name, Kind.SORTED_SET, await _members(connection, name)) for name in keys.DUES]
    channels: dict[int, list[str]] = defaultdict(list)
    names = await _names(connection)
    # First, so that no list has a game that its table could still undo; a table enters missing games later.
    for guild in dict.fromkeys(keys.ladder_of(name) for name in names):
        if guild is not None:
            for found in await _read(connection, keys.of_ladder(guild)):
                async for entry in _entries(connection, found):
                    yield entry
    # After the ladder: a result is in its league before its game is in the list.
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
    for name in await _names(connection):  # again, for the members of tables that were found meanwhile
        apart = name in keys.DUES or keys.ladder_of(name) or keys.league_of(name)
        if keys.channel_of(name) is None and not apart:
            for found in await _read(connection, [name]):
                async for entry in _entries(connection, found):
                    yield entry
    for name, kind, before in due:
        # Keys on both sides count as they are now; the last note of an item decides.
        items = {item[-1]: item for item in (*before, *await _members(connection, name))}
        for some in batches(items.values(), PAGE):
            yield Entry(name, kind, tuple(some))


async def _of_channel(connection: Connection, channel: int, names: Iterable[str]) -> AsyncIterator[_Found]:
    """The keys of a channel. A table that held it when it was read is read again together with the final holder, so
    that a backup never has an open table in a channel held by another one. Listed is what was before the tables were
    read, or is with the holder.
    """
    hold, listed = keys.TABLES.held(channel), keys.TABLES.listed(channel)
    tables = dict.fromkeys(table for table in map(keys.table_of, names) if table)
    before = await _read(connection, [listed])
    for some in batches((name for name in names if name not in (hold, listed) and not keys.table_of(name)), AT_ONCE):
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
            connection, [hold, listed, *(name for table in moving for name in keys.TABLES.whole(channel, table))]
        )
        holder = _holder(those, hold)
        if holder is None or holder in moving:
            break
        moving.append(holder)
    lists = [*before, *(found for found in those if found.key == listed)]
    if lists:
        those_listed = {table: guild for found in lists for table, guild in found.pairs}
        yield replace(lists[-1], value=[word for pair in those_listed.items() for word in pair])
    for found in those:
        if found.key != listed:
            yield found


def _holder(those: Iterable[_Found], hold: str) -> str | None:
    return next((found.value.decode() for found in those if found.key == hold), None)


async def _names(connection: Connection) -> list[str]:
    return sorted(name for name in await connection.names(keys.LIKE_OURS) if keys.is_ours(name) and keys.lasts(name))


class _Found(msgspec.Struct, frozen=True):
    """A key at one moment. `value` is that of a string or hash; for a stream the id of its last entry."""

    key: str
    kind: Kind
    value: Any
    vanishes: int | None

    @property
    def pairs(self) -> Iterator[tuple[bytes, bytes]]:
        """Name and value of each field of a hash."""
        return zip(self.value[::2], self.value[1::2], strict=True)


async def _read(connection: Connection, names: Sequence[str]) -> list[_Found]:
    """The existing keys among these, all of one owner, read at one moment."""
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
    """A key's contents when it was found; of any set its contents now."""
    async for items in _items(connection, found):
        yield Entry(found.key, found.kind, items, found.vanishes)


async def _items(connection: Connection, found: _Found) -> AsyncIterator[tuple[Item, ...]]:
    """The items of a key, a page at a time. Raises `StoreError` if a log has vanished meanwhile."""
    match found.kind:
        case Kind.STRING:
            yield ((found.value,),)
        case Kind.HASH:
            yield tuple(found.pairs)
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
    """Load a backup into an empty store, or into one where a restore broke off. Raises `StoreError`."""
    await schema_of(connection)
    there = [name for name in await connection.names(keys.LIKE_OURS) if keys.is_ours(name)]
    if any(map(keys.is_lease, there)):
        raise in_use(connection.address)
    if keys.RESTORING not in there and set(there) - {keys.SCHEMA, keys.ACCOUNT}:
        raise StoreError(f"The store at {connection.address} is not empty. Only an empty one can be restored into.")
    await connection.ask("SET", keys.RESTORING, "")
    try:
        for names in batches((name for name in there if name != keys.RESTORING), AT_ONCE):
            await asyncio.gather(*[connection.ask("DEL", name) for name in names])
        count = _Count()
        for entries in _waves(archive.entries()):
            answers = await asyncio.gather(*[_write(connection, entry) for entry in entries])
            for entry, is_there in zip(entries, answers, strict=True):
                if is_there:
                    count.add(entry)
                    await _list_with_servers(connection, entry)
        await connection.ask("DEL", keys.RESTORING)
    except StoreError as error:
        raise StoreError(f"{error} The store is only half restored, and no bot uses it: run it again.") from error
    return Copied(count.tables, count.keys, archive.header.made_at, await account_of(connection))


def _waves(entries: Iterable[Entry]) -> Iterator[list[Entry]]:
    """Groups of entries that may be written concurrently: nothing long, and per key only one entry after those
    written.
    """
    wave: list[Entry] = []
    for entry in entries:
        for items in batches(entry.items, PAGE):
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


async def _list_with_servers(connection: Connection, entry: Entry) -> None:
    """List the tables that their channel lists with their servers too, if they are not."""
    if (channel := keys.channel_of(entry.key)) is None or entry.key != keys.TABLES.listed(channel):
        return
    for table, guild in entry.items:
        name = place(channel, table.decode())
        await connection.ask("ZADD", keys.open_tables(int(guild)), "NX", 0, name)
        await connection.ask("SADD", keys.SERVERS, int(guild))

"""The store as the bot sees it: tables with their logs, their channels, small documents, limits.

Values are bytes and mean nothing here. Every method raises only `StoreError`, when the store fails. Every method may be
sent to the server twice without harm, so lost answers are retried.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import UTC, datetime

from redis.asyncio import Redis, RedisCluster

from bot.store import keys, schema, scripts
from bot.store.absences import Absences
from bot.store.answers import ShardLease
from bot.store.connection import Connection, client_for, without_password
from bot.store.decks import Decks
from bot.store.due import Due
from bot.store.erasing import Erasing
from bot.store.errors import OthersStore, StoreError, half_restored
from bot.store.games import Beginning, begins, ended_games, ends
from bot.store.gateway import GatewayTurns
from bot.store.imports import Imports
from bot.store.ladder import Ladder
from bot.store.leagues import Leagues
from bot.store.lessons import LearnedSteps
from bot.store.limits import Limits
from bot.store.logged import PACKING, Logged
from bot.store.looking import Looking
from bot.store.notes import Notes
from bot.store.notices import Notices
from bot.store.open_tables import OpenTables
from bot.store.pages import by_score
from bot.store.passing import Passing, place
from bot.store.positions import Positions
from bot.store.refused_posts import RefusedNotes
from bot.store.reviews import Reviews
from bot.store.room import Room
from bot.store.serving import Serving
from bot.store.shared_time import SharedTime
from bot.store.waits import Waits


class Store(Logged):
    """The repository of everything the bot stores; itself it holds tables, whose owners are channels.

    Safe to use from many tasks of one event loop, and from many processes.
    """

    def __init__(
        self, client: Redis | RedisCluster, address: str, after_close: Callable[[], Awaitable[None]] | None = None
    ) -> None:
        """`client` answers in bytes; `address` is its name in errors. `after_close`: awaited once the connection is
        closed.
        """
        link = Connection(client, address)
        super().__init__(link)
        self.ladder, self.leagues, self.reviews = Ladder(link), Leagues(link), Reviews(link)
        self.positions, self.erasing, self.time = Positions(link), Erasing(link), SharedTime(link)
        self.due, self.waits, self.notes = Due(link), Waits(link), Notes(link)
        self.refused_notes, self.passing = RefusedNotes(link), Passing(link)
        self.limits = Limits(link, self.passing)
        self.imports, self.room, self.serving = Imports(link), Room(link), Serving(link)
        self.looking, self.notices = Looking(link), Notices(link)
        self.absences, self.decks = Absences(link), Decks(link)
        self.open_tables = OpenTables(link)
        self.lessons, self.gateway = LearnedSteps(link), GatewayTurns(link)
        self._address, self._after_close = address, after_close

    @classmethod
    async def connect(cls, url: str, after_close: Callable[[], Awaitable[None]] | None = None) -> Store:
        """A store whose server has answered.

        `url` is `redis://`, `rediss://`, `unix://`, `rediscluster://` or `redisscluster://`: see `client_for`. Raises
        `StoreError` if the address is none of these or no server answers.
        """
        store = cls(client_for(url), without_password(url), after_close)
        try:
            await store.ping()
        except StoreError:
            await store._connection.close()
            raise
        return store

    @property
    def failures(self) -> Mapping[str, int]:
        """The number of failures by kind: no_entry, full, refused, unanswered."""
        return self._connection.failures

    async def ping(self) -> None:
        await self._connection.ask("PING")

    async def close(self) -> None:
        """Close the connection and, if it belongs to this store, the server."""
        try:
            await self._connection.close()
        finally:
            if self._after_close is not None:
                await self._after_close()

    async def check_version(self) -> None:
        """Note that this code writes here. Raises `StoreError` if newer code does or a restore broke off.

        Raises `OlderData` if the stored schema is no longer read.
        """
        if await self._connection.ask("EXISTS", keys.RESTORING):
            raise half_restored(self._address)
        known = schema.SCHEMA, schema.OLDEST
        stored = await self._connection.run(scripts.CHECK_VERSION, [keys.SCHEMA], *known)
        schema.check_store(self._address, stored.decode())

    async def claim(self, account: int) -> None:
        """Claim the store for this bot account if it belongs to none. Raises `OthersStore` if it belongs to another
        one.
        """
        await self._connection.ask("SET", keys.ACCOUNT, account, "NX")
        owner = _text(await self._connection.ask("GET", keys.ACCOUNT))
        if owner != str(account):
            raise OthersStore(self._address, owner or "unknown", account)

    async def take_shards(
        self, bot: int, holder: str, count: int | None, ids: Sequence[int], lasts: float
    ) -> ShardLease | None:
        """Lease these of `count` shards of a bot for `lasts` seconds, or renew the lease; None stands for all shards.

        If another holder has one of them, or counts differently, nothing changes and its lease is returned, of several
        the one that lasts longest.
        """
        listed = f",{','.join(map(str, ids))},"
        answer: bytes | None = await self._connection.run(
            scripts.TAKE_SHARDS, [keys.shards(bot)], holder, count or 0, listed, round(1000 * lasts)
        )
        if answer is None:
            return None
        until, since, of, those = answer.decode().split(" ")
        return ShardLease(
            until=int(until) / 1000,
            since=datetime.fromtimestamp(int(since) / 1000, UTC),
            count=int(of) or None,
            ids=tuple(int(id) for id in those.split(",") if id),
        )

    async def leave_shards(self, bot: int, holder: str) -> None:
        await self._connection.ask("HDEL", keys.shards(bot), holder)

    # Tables

    async def held(self, channel: int) -> str | None:
        """The id of the open table that holds the channel."""
        return _text(await self._connection.ask("GET", keys.TABLES.held(channel)))

    async def hold(self, channel: int, table: str) -> None:
        """An open table holds a channel from now on, if nothing else does."""
        await self._connection.ask("SET", keys.TABLES.held(channel), table, "NX")

    async def may_show(self, channel: int, pause: int) -> bool:
        """Whether no display was requested in the channel for `pause` seconds; notes this one."""
        return await self._connection.ask("SET", keys.shown(channel), "", "NX", "EX", pause) is not None

    async def not_shown(self, channel: int) -> None:
        """A display failed: end the pause."""
        await self._connection.ask("DEL", keys.shown(channel))

    async def beginnings(self, channel: int, table: str, games: Sequence[int]) -> list[Beginning | None]:
        """The beginning of each of these games; None where none is stored."""
        found = await self.of_games(channel, table, [begins(game) for game in games])
        return [Beginning.read(value) if value else None for value in found]

    async def endings(self, channel: int, table: str, games: Sequence[int]) -> list[bytes | None]:
        """The stored end of each of these games; None where none is stored."""
        return await self.of_games(channel, table, [ends(game) for game in games])

    async def ended(self, channel: int, table: str) -> list[int]:
        """The games with a stored end, the latest first."""
        return ended_games(await self.names_of_games(channel, table))

    async def all_tables(self) -> list[tuple[int, str]]:
        """Channel and id of every table."""
        names = filter(keys.is_record, await self._connection.names(keys.LIKE_RECORDS))
        found = ((keys.channel_of(name), keys.table_of(name)) for name in names)
        return [(channel, table) for channel, table in found if channel is not None and table is not None]

    async def forget(self, channel: int, table: str) -> None:
        """Delete a table with its log, games and hold, and from the lists of its members and of tables not over.

        Its id stays claimed. The caller removes what is due for it, but for its packing.
        """
        whereabouts = keys.whereabouts(table)
        known: dict[bytes, bytes] = await self._connection.ask("HGETALL", whereabouts)
        people = [name for name in map(bytes.decode, known) if name.isdigit()]
        for person in people:
            await self._connection.ask("ZREM", keys.tables(int(person)), table)
        owner = keys.TABLES
        guild = await self._connection.ask("HGET", owner.listed(channel), table)
        whole = [*owner.whole(channel, table), owner.held(channel), owner.listed(channel)]
        await self._connection.run(scripts.FORGET, whole, table)
        if guild is not None:
            await self.open_tables.drop(int(guild), channel, table)
        await self.imports.close(table)
        await self.due.set(PACKING, place(channel, table), None)
        await self._connection.ask("HDEL", whereabouts, "channel", *people)

    # Where a table lives, and a person's tables

    async def claim_id(self, table: str, lasts: int) -> bool:
        """Claim an id if it is free, for `lasts` seconds, or forever once it is registered; returns whether it was
        free.
        """
        return await self._connection.run(scripts.CLAIM_ID, [keys.whereabouts(table)], secrets.token_hex(8), lasts) == 1

    async def is_claimed(self, table: str) -> bool:
        return await self._connection.ask("EXISTS", keys.whereabouts(table)) == 1

    async def register(self, table: str, channel: int, people: Sequence[int], at: float) -> None:
        """Note a table's channel and list it with each of its members at the time `at` (seconds).

        Idempotent, and cheap if it is done; more members are added. Not atomic: after a `StoreError`, repeat it.
        """
        names = list(map(str, people))
        if None not in await self._connection.ask("HMGET", keys.whereabouts(table), "channel", *names):
            return
        await self._connection.ask("PERSIST", keys.whereabouts(table))
        for person in people:
            await self._connection.ask("ZADD", keys.tables(person), repr(float(at)), table)
        # Last, so that it says that all is done.
        marks = [part for name in names for part in (name, "")]
        await self._connection.ask("HSET", keys.whereabouts(table), "channel", channel, *marks)

    async def channel_of(self, table: str) -> int | None:
        """The channel of a registered table."""
        channel = await self._connection.ask("HGET", keys.whereabouts(table), "channel")
        return None if channel is None else int(channel)

    async def imported_by(self, person: int) -> list[str]:
        """The ids of the matches that a member has imported, newest first: their channel is the member."""
        names = await self.tables_of(person, most=None)
        places = await asyncio.gather(*map(self.channel_of, names))
        return [name for name, place in zip(names, places, strict=True) if place == person]

    async def tables_of(self, person: int, most: int | None = 25) -> list[str]:
        """The ids of a member's registered tables, newest first, at most `most`; None: all of them.

        An expired table is listed until forgotten.
        """
        if most is None:
            return [table.decode() for table in reversed(await by_score(self._connection, keys.tables(person)))]
        ids = await self._connection.ask("ZRANGE", keys.tables(person), 0, most - 1, "REV")
        return [table.decode() for table in ids]

    async def strike(self, table: str, person: int) -> None:
        """Remove a member from a table's members, then the table from their list. The table's contents are
        unchanged.
        """
        await self._connection.ask("HDEL", keys.whereabouts(table), str(person))
        await self._connection.ask("ZREM", keys.tables(person), table)

    # Small documents

    async def guild_settings(self, guild: int) -> bytes | None:
        """A server's settings, encoded."""
        return await self._connection.ask("GET", keys.settings(guild))

    async def set_guild_settings(self, guild: int, value: bytes) -> None:
        await self._connection.ask("SET", keys.settings(guild), value)

    async def preferences(self, person: int) -> bytes | None:
        """A member's preferences, encoded."""
        return await self._connection.ask("GET", keys.preferences(person))

    async def set_preferences(self, person: int, value: bytes) -> None:
        await self._connection.ask("SET", keys.preferences(person), value)

    async def drop_preferences(self, person: int) -> None:
        await self._connection.ask("DEL", keys.preferences(person))


def _text(value: bytes | None) -> str | None:
    return None if value is None else value.decode()

"""The tables that are not over, listed twice: with their channel in the save that makes them, and with their server.

The server's list lies in another slot than the table. It is therefore written before a table is saved and cleared after
it is over: what is listed may be over, or not be there yet, but nothing that is open is missing. Whoever reads a list
puts it right. Games in direct messages belong to the server 0. Methods may be repeated and raise, as those of `Store`.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import NamedTuple

from bot.store import keys, scripts
from bot.store.connection import AT_ONCE, Connection
from bot.store.pages import batches, members, scored
from bot.store.passing import place

DRAFT = 3600.0
"""Seconds after which a table that was listed is not about to be saved any more."""


class Listed(NamedTuple):
    """A table in a list. `at`: when it was listed with its server, in seconds since 1970; 0 if it is not listed
    there.
    """

    guild: int
    channel: int
    table: str
    at: float


class OpenTables:
    """The lists of tables that are not over. `now` returns seconds since 1970."""

    def __init__(self, connection: Connection, now: Callable[[], float] = time.time) -> None:
        self._connection, self._now = connection, now

    async def add(self, guild: int, channel: int, table: str) -> None:
        """List a table with its server, before it is saved as one that is not over."""
        await self._connection.ask("ZADD", keys.open_tables(guild), repr(self._now()), place(channel, table))
        await self._connection.ask("SADD", keys.SERVERS, guild)

    async def drop(self, guild: int, channel: int, table: str) -> None:
        """Take a table that is over out of both lists."""
        await self._connection.ask("HDEL", keys.TABLES.listed(channel), table)
        await self._connection.ask("ZREM", keys.open_tables(guild), place(channel, table))

    async def drop_missing(self, listed: Listed) -> None:
        """Take a table that was not found out of both lists, unless it has been made, or may still be."""
        if self._now() - listed.at < DRAFT:
            return
        _, channel, table, at = listed
        own = keys.TABLES.record(channel, table), keys.TABLES.listed(channel)
        await self._connection.run(scripts.DROP_LISTED, list(own), table)
        name, theirs = place(channel, table), keys.open_tables(listed.guild)
        await self._connection.run(scripts.SETTLE_DUE, [theirs], name, repr(at), "")

    async def of_channel(self, channel: int) -> list[Listed]:
        """Those of a channel."""
        known: dict[bytes, bytes] = await self._connection.ask("HGETALL", keys.TABLES.listed(channel))
        found: list[Listed] = []
        for table, guild in ((table.decode(), int(guild)) for table, guild in known.items()):
            at = await self._connection.ask("ZSCORE", keys.open_tables(guild), place(channel, table))
            found.append(Listed(guild, channel, table, float(at or 0)))
        return found

    async def of_server(self, guild: int) -> list[Listed]:
        """Those of a server, in no particular order."""
        known = await scored(self._connection, keys.open_tables(guild))
        named = ((*name.decode().partition(":")[::2], at) for name, at in known.items())
        return [Listed(guild, int(channel), table, at) for channel, table, at in named]

    async def of_servers(self, mine: Callable[[int], bool] = lambda guild: True) -> list[Listed]:
        """Those of the servers that are `mine`."""
        found: list[Listed] = []
        for some in batches(filter(mine, await self.servers()), AT_ONCE):
            for listed in await asyncio.gather(*map(self.of_server, some)):
                found += listed
        return found

    async def servers(self) -> list[int]:
        """All servers with such tables, and some that had some."""
        return sorted(map(int, await members(self._connection, keys.SERVERS)))

    async def leave(self, guild: int) -> None:
        """A server that the bot has left is no longer one of `servers`, unless tables are listed there."""
        await self._connection.ask("SREM", keys.SERVERS, guild)
        # A table is listed before its server is: what is listed at this moment is found here, or lists it again.
        if await self._connection.ask("EXISTS", keys.open_tables(guild)):
            await self._connection.ask("SADD", keys.SERVERS, guild)

    async def count(self, mine: Callable[[int], bool] = lambda guild: True) -> int:
        """The number of tables listed with the servers that are `mine`."""
        return await count_open(self._connection, mine)

    # Lists of earlier versions

    async def taken_over(self) -> bool:
        """Whether there is nothing to take over from an earlier version."""
        return await self._connection.ask("SISMEMBER", keys.SERVERS, 0) == 1

    async def listed_before(self) -> list[tuple[int, str]]:
        """Channel and id of the open tables as earlier versions have listed them."""
        named = [member.decode().partition(":") for member in await members(self._connection, keys.OPEN)]
        return [(int(channel), table) for channel, _, table in named]

    async def list_with_channel(self, guild: int, channel: int, table: str) -> None:
        """List a table of an earlier version with its channel too."""
        await self._connection.ask("HSET", keys.TABLES.listed(channel), table, guild)

    async def all_taken_over(self) -> None:
        """Everything that an earlier version has listed is listed now."""
        await self._connection.ask("SADD", keys.SERVERS, 0)
        await self._connection.ask("DEL", keys.OPEN)


async def count_open(connection: Connection, mine: Callable[[int], bool] = lambda guild: True) -> int:
    """The number of tables listed with the servers of a store that are `mine`; of all, with those that are only in the
    list of an earlier version.
    """
    guilds = filter(mine, map(int, await members(connection, keys.SERVERS)))
    count: int = await connection.ask("SCARD", keys.OPEN)
    for some in batches(guilds, AT_ONCE):
        count += sum(await asyncio.gather(*(connection.ask("ZCARD", keys.open_tables(guild)) for guild in some)))
    return count

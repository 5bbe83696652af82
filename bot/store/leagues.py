"""The leagues of servers: of each a log to which is only ever added, and who its seats are.

Values are bytes and mean nothing here. Methods as those of `Store`.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence

import msgspec

from bot.store import keys, scripts
from bot.store.answers import Saved
from bot.store.connection import Connection
from bot.store.pages import members, said_pages


class StoredLeague(msgspec.Struct, frozen=True):
    """A league as stored, from an entry of its log on. `fields` are those of its record."""

    entries: tuple[bytes, ...]
    fields: dict[str, bytes]


class Leagues:
    """The leagues of all servers."""

    def __init__(self, connection: Connection, receipt_life: int) -> None:
        """`receipt_life`: seconds for which a receipt is remembered."""
        self._connection, self._receipt_life = connection, receipt_life

    async def save(
        self,
        guild: int,
        league: str,
        expected: int,
        entries: Sequence[bytes],
        fields: Mapping[str, bytes],
        listed: bytes,
        receipt: str,
    ) -> Saved:
        """Adds to a log of `expected` entries, and writes fields of the record; all or nothing.

        `listed`: what `listed` gives for it from now on. `receipt`: a name, unique in the server, under which this is
        saved at most once. After a `StoreError` the same call is safe.
        """
        subject = [*keys.of_league(guild, league), keys.leagues(guild), keys.league_receipt(guild, receipt)]
        answer = await self._connection.run(
            scripts.LEAGUE,
            subject,
            *(league, expected, secrets.token_hex(8), self._receipt_life, listed, len(fields)),
            *(part for field in fields.items() for part in field),
            *entries,
        )
        return Saved(answer.decode())

    async def load(self, guild: int, league: str, first: int = 1) -> StoredLeague:
        """Its log from entry number `first` on, and its record, which knows at least everybody whom these name."""
        pages = said_pages(self._connection, keys.league_log(guild, league), first)
        entries = tuple([entry async for page in pages for entry in page])
        stored: dict[bytes, bytes] = await self._connection.ask("HGETALL", keys.league(guild, league))
        return StoredLeague(entries, {name.decode(): value for name, value in stored.items()})

    async def seen(self, guild: int, receipt: str) -> bool:
        """Whether something has been saved under this receipt."""
        return await self._connection.ask("EXISTS", keys.league_receipt(guild, receipt)) == 1

    async def put(self, guild: int, league: str, field: str, value: bytes) -> None:
        """Writes a field of the record, such as which message shows the league."""
        await self._connection.ask("HSET", keys.league(guild, league), field, value)

    async def listed(self, guild: int) -> dict[str, bytes]:
        """The leagues of a server, and what was said of each when it was last saved."""
        found: dict[bytes, bytes] = await self._connection.ask("HGETALL", keys.leagues(guild))
        return {league.decode(): says for league, says in found.items()}

    async def note_member(self, person: int, guild: int, league: str) -> None:
        """Lists a league with somebody who is, or is about to be, in it."""
        await self._connection.ask("SADD", keys.leagues_of(person), f"{guild}:{league}")

    async def drop_member(self, person: int, guild: int, league: str) -> None:
        """Takes a league from somebody's list."""
        await self._connection.ask("SREM", keys.leagues_of(person), f"{guild}:{league}")

    async def of_member(self, person: int) -> list[tuple[int, str]]:
        """Server and id of the leagues in which somebody is or has been, and perhaps of some more."""
        found = sorted(map(bytes.decode, await members(self._connection, keys.leagues_of(person))))
        return [(int(guild), league) for guild, _, league in (each.partition(":") for each in found)]

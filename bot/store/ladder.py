"""The list of a server's finished games, to which is only ever added: what is entered there, and what comes out.

It calls people by numbers of the server's own. Whose a number is stands beside the list and can be forgotten; the list
stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from bot.store import keys, scripts
from bot.store.connection import Connection
from bot.store.pages import log_pages


class Entry(msgspec.Struct, frozen=True):
    """A finished game of a table on its way to the list: its number, what is said of it, and who sat where.

    `people`: by seat; None for nobody.
    """

    game: int
    says: bytes
    people: tuple[int | None, ...]

    def stored(self) -> Iterator[int | bytes | str]:
        """As the script takes it."""
        yield from (self.game, self.says, len(self.people))
        yield from ("" if person is None else person for person in self.people)


class Entered(msgspec.Struct, frozen=True):
    """An entry of the list. `who`: the numbers, in this server, of those who sat there; 0 is nobody."""

    number: int
    says: bytes
    who: tuple[int, ...]

    @classmethod
    def read(cls, number: bytes, said: dict[bytes, bytes]) -> Entered:
        """What the script has written."""
        who = tuple(int(each) for each in said[b"who"].split())
        return cls(int(number.partition(b"-")[0]), said[b"game"], who)


class Ladder:
    """The lists of all servers. Methods as those of `Store`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def enter(self, guild: int, table: str, games: Sequence[Entry]) -> int:
        """Enters finished games of a table, in the order of their numbers; those that are there already are left alone.

        The last game of the table that is there now.
        """
        parts = (part for game in games for part in game.stored())
        return int(await self._connection.run(scripts.ENTER, list(keys.of_ladder(guild)), table, *parts))

    async def last_entered(self, guild: int, table: str) -> int:
        """The last game of a table that is in its server's list; 0 if none is."""
        return int(await self._connection.ask("HGET", keys.entered(guild), table) or 0)

    async def entries(self, guild: int, first: int = 1) -> list[Entered]:
        """A server's list from entry number `first` on."""
        pages = log_pages(self._connection, keys.ladder(guild), first)
        return [Entered.read(number, said) async for page in pages for number, said in page]

    async def number_of(self, guild: int, person: int) -> int | None:
        """The number by which a server's list calls somebody; None if it has none for him."""
        number = await self._connection.ask("HGET", keys.players(guild), str(person))
        return None if number is None else int(number)

    async def players(self, guild: int) -> dict[int, int]:
        """Whom the numbers of a server's list stand for."""
        found: dict[bytes, bytes] = await self._connection.ask("HGETALL", keys.players(guild))
        return {int(number): int(person) for person, number in found.items() if person.isdigit()}

    async def forget(self, guild: int, person: int) -> None:
        """The number of somebody is nobody's from now on."""
        await self._connection.ask("HDEL", keys.players(guild), str(person))

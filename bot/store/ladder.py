"""The list of a server's finished games, to which is only ever added: what is entered there, and what comes out.

It calls people by numbers of the server's own. Whose a number is stands beside the list and can be forgotten; the list
stays as it is.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence

import msgspec

from bot.store import keys, scripts
from bot.store.connection import Connection
from bot.store.pages import log_pages, members
from bot.store.standings import View


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
    """A game in the list. `who`: the numbers, in this server, of those who sat there; 0 is nobody."""

    number: int
    says: bytes
    who: tuple[int, ...]


class Noted(msgspec.Struct, frozen=True):
    """Something in the list that is no game: what was decided about its games or its people."""

    number: int
    says: bytes


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
        found: bytes | None = await self._connection.ask("HGET", keys.entered(guild), table)
        return int(found.rpartition(b" ")[2].partition(b":")[0]) if found else 0

    async def places(self, guild: int, table: str) -> dict[int, int]:
        """Where the games of a table stand in its server's list, by their numbers."""
        found: bytes = await self._connection.ask("HGET", keys.entered(guild), table) or b""
        pairs = (pair.split(b":") for pair in found.split())
        return {int(game): int(number) for game, number in pairs}

    async def note(self, guild: int, says: bytes, *, strikes: int | None = None, restores: int | None = None) -> int:
        """Put something that is no game to the end of a server's list; its number there.

        `strikes`: the number of a game that does not count from now on; 0 is the answer if it did not before.
        `restores`: of one that does again, the other way round. An answer that is lost may have anything else noted
        twice.
        """
        on = [keys.ladder(guild), keys.struck(guild)]
        entry, how = (strikes, "SADD") if restores is None else (restores, "SREM")
        return int(await self._connection.run(scripts.NOTE, on, says, "" if entry is None else entry, how))

    async def note_analysis(self, guild: int, says: bytes, id: str) -> int:
        """Put what was found in a game to the end of a server's list, once; its number there.

        0 is the answer if an analysis of this id is there already.
        """
        on = [keys.ladder(guild), keys.analysed(guild)]
        return int(await self._connection.run(scripts.NOTE, on, says, id, "SADD"))

    async def struck(self, guild: int) -> frozenset[int]:
        """The numbers of the games in a server's list that do not count."""
        return frozenset(int(number) for number in await members(self._connection, keys.struck(guild)))

    async def length(self, guild: int) -> int:
        """How many entries a server's list has."""
        return int(await self._connection.ask("XLEN", keys.ladder(guild)))

    async def pages(self, guild: int, first: int = 1) -> AsyncIterator[list[Entered | Noted]]:
        """A server's list from entry number `first` on, some hundreds of entries at a time."""
        async for page in log_pages(self._connection, keys.ladder(guild), first):
            yield [_read(number, said) for number, said in page]

    async def entries(self, guild: int, first: int = 1) -> list[Entered]:
        """The games of a server's list from entry number `first` on."""
        return [entry async for page in self.pages(guild, first) for entry in page if isinstance(entry, Entered)]

    async def entry(self, guild: int, number: int) -> Entered | Noted | None:
        """One entry of a server's list; None if there is none of this number."""
        found = await self._connection.ask("XRANGE", keys.ladder(guild), number, number)
        return _read(*found[0]) if found else None

    async def posted(self, guild: int) -> str | None:
        """The season of which the podium is not posted yet; None if none is noted."""
        found = await self._connection.ask("GET", keys.podium(guild))
        return None if found is None else found.decode()

    async def note_posted(self, guild: int, season: str | None) -> None:
        """The podium of this season is the next one; None: there is no next one."""
        key = keys.podium(guild)
        await self._connection.ask(*(("DEL", key) if season is None else ("SET", key, season)))

    async def view(self, guild: int) -> str | None:
        """The name of the view of a server's list that is shown; None if nothing was counted yet."""
        found = await self._connection.ask("GET", keys.view(guild))
        return None if found is None else found.decode()

    async def begin_view(self, guild: int, name: str) -> None:
        """A view is about to be counted: noted before anything of it is there, so that it can be dropped."""
        await self._connection.ask("SADD", keys.views(guild), name)

    async def show_view(self, guild: int, name: str) -> None:
        """From now on this view is shown."""
        await self._connection.ask("SET", keys.view(guild), name)

    async def views(self, guild: int) -> frozenset[str]:
        """The names of all views that have been begun and not dropped."""
        return frozenset(name.decode() for name in await members(self._connection, keys.views(guild)))

    async def drop_view(self, guild: int, name: str) -> None:
        """Nothing of this view is there any more."""
        await self.counted(guild, name).drop()
        await self._connection.ask("SREM", keys.views(guild), name)

    def counted(self, guild: int, name: str) -> View:
        """A view of a server's list."""
        return View(self._connection, guild, name)

    async def number_of(self, guild: int, person: int) -> int | None:
        """The number by which a server's list calls somebody; None if it has none for him."""
        number = await self._connection.ask("HGET", keys.players(guild), str(person))
        return None if number is None else int(number)

    async def people(self, guild: int, numbers: Sequence[int]) -> list[int | None]:
        """Whom these numbers of a server's list stand for; None for each that is nobody's any more."""
        if not numbers:
            return []
        names = [f"#{number}" for number in numbers]
        found = await self._connection.ask("HMGET", keys.players(guild), *names)
        return [None if person is None else int(person) for person in found]

    async def players(self, guild: int) -> dict[int, int]:
        """Whom the numbers of a server's list stand for."""
        found: dict[bytes, bytes] = await self._connection.ask("HGETALL", keys.players(guild))
        return {int(number): int(person) for person, number in found.items() if person.isdigit()}

    async def forget(self, guild: int, person: int) -> None:
        """The number of somebody is nobody's from now on."""
        number = await self.number_of(guild, person)
        if number is not None:
            await self._connection.ask("HDEL", keys.players(guild), str(person), f"#{number}")


def _read(number: bytes, said: dict[bytes, bytes]) -> Entered | Noted:
    """What a script has written."""
    place = int(number.partition(b"-")[0])
    if (note := said.get(b"note")) is not None:
        return Noted(place, note)
    return Entered(place, said[b"game"], tuple(int(each) for each in said[b"who"].split()))

"""The append-only list of a server's finished games.

Members have numbers of the server's own in it. Whose a number is stands beside the list and can be forgotten; the list
stays unchanged.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence

import msgspec

from bot.store import keys, scripts
from bot.store.connection import Connection
from bot.store.pages import latest_pages, log_pages, members
from bot.store.standings import View


class Entry(msgspec.Struct, frozen=True):
    """A finished game of a table to be entered: its number, its fact, and its members.

    `people`: by seat; None for an empty seat or a computer.
    """

    game: int
    says: bytes
    people: tuple[int | None, ...]

    def stored(self) -> Iterator[int | bytes | str]:
        yield from (self.game, self.says, len(self.people))
        yield from ("" if person is None else person for person in self.people)


class Entered(msgspec.Struct, frozen=True):
    """A game in the list. `who`: the numbers, in this server, of its members; 0 for none."""

    number: int
    says: bytes
    who: tuple[int, ...]


class Noted(msgspec.Struct, frozen=True):
    """An entry that is no game: a decision about games or members."""

    number: int
    says: bytes


class Ladder:
    """The lists of all servers. Methods may be repeated and raise, as those of `Store`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def enter(self, guild: int, table: str, games: Sequence[Entry]) -> int:
        """Enter finished games of a table, in the order of their numbers; games already entered are skipped.

        Returns the last game of the table in the list.
        """
        parts = (part for game in games for part in game.stored())
        return int(await self._connection.run(scripts.ENTER, list(keys.of_ladder(guild)), table, *parts))

    async def last_entered(self, guild: int, table: str) -> int:
        """The last game of a table in its server's list; 0 if none is."""
        found: bytes | None = await self._connection.ask("HGET", keys.entered(guild), table)
        return int(found.rpartition(b" ")[2].partition(b":")[0]) if found else 0

    async def places(self, guild: int, table: str) -> dict[int, int]:
        """The entry numbers of a table's games, by game."""
        found: bytes = await self._connection.ask("HGET", keys.entered(guild), table) or b""
        pairs = (pair.split(b":") for pair in found.split())
        return {int(game): int(number) for game, number in pairs}

    async def note(self, guild: int, says: bytes, *, strikes: int | None = None, restores: int | None = None) -> int:
        """Append a note to a server's list; returns its entry number.

        `strikes`: the entry number of a game that stops to count; returns 0 if it did not count before. `restores`: the
        same for a game that counts again. After a lost answer, other notes may be appended twice.
        """
        on = [keys.ladder(guild), keys.struck(guild)]
        entry, how = (strikes, "SADD") if restores is None else (restores, "SREM")
        return int(await self._connection.run(scripts.NOTE, on, says, "" if entry is None else entry, how))

    async def note_analysis(self, guild: int, says: bytes, id: str) -> int:
        """Append an analysis to a server's list, once; returns its entry number.

        0 if an analysis of this id is there already.
        """
        on = [keys.ladder(guild), keys.analysed(guild)]
        return int(await self._connection.run(scripts.NOTE, on, says, id, "SADD"))

    async def struck(self, guild: int) -> frozenset[int]:
        """The entry numbers of struck games in a server's list."""
        return frozenset(int(number) for number in await members(self._connection, keys.struck(guild)))

    async def length(self, guild: int) -> int:
        return int(await self._connection.ask("XLEN", keys.ladder(guild)))

    async def pages(self, guild: int, first: int = 1) -> AsyncIterator[list[Entered | Noted]]:
        """A server's list from entry number `first` on, some hundreds of entries at a time."""
        async for page in log_pages(self._connection, keys.ladder(guild), first):
            yield [_read(number, said) for number, said in page]

    async def latest(self, guild: int) -> AsyncIterator[list[Entered | Noted]]:
        """A server's list, the latest entry first, some hundreds of entries at a time."""
        async for page in latest_pages(self._connection, keys.ladder(guild)):
            yield [_read(number, said) for number, said in page]

    async def entries(self, guild: int, first: int = 1) -> list[Entered]:
        """The games of a server's list from entry number `first` on."""
        return [entry async for page in self.pages(guild, first) for entry in page if isinstance(entry, Entered)]

    async def entry(self, guild: int, number: int) -> Entered | Noted | None:
        """One entry of a server's list; None if it does not exist."""
        found = await self._connection.ask("XRANGE", keys.ladder(guild), number, number)
        return _read(*found[0]) if found else None

    async def posted(self, guild: int) -> str | None:
        """The season whose podium is to be posted next; None if none is noted."""
        found = await self._connection.ask("GET", keys.podium(guild))
        return None if found is None else found.decode()

    async def note_posted(self, guild: int, season: str | None) -> None:
        """Note the season whose podium is to be posted next; None for none."""
        key = keys.podium(guild)
        await self._connection.ask(*(("DEL", key) if season is None else ("SET", key, season)))

    async def told_week(self, guild: int) -> str | None:
        """The first day of the week that was told last; None if none was."""
        found = await self._connection.ask("GET", keys.week(guild))
        return None if found is None else found.decode()

    async def note_week(self, guild: int, monday: str) -> None:
        """Note that the week which began on this day is told, or that there is nothing to tell of it."""
        await self._connection.ask("SET", keys.week(guild), monday)

    async def champion(self, guild: int) -> bytes | None:
        """Who has a server's role of the champion, or is about to be given it."""
        found: bytes | None = await self._connection.ask("GET", keys.champion(guild))
        return found

    async def note_champion(self, guild: int, says: bytes | None) -> None:
        """Note who has it; None for nobody."""
        key = keys.champion(guild)
        await self._connection.ask(*(("DEL", key) if says is None else ("SET", key, says)))

    async def view(self, guild: int) -> str | None:
        """The name of the view that is shown; None if nothing was counted yet."""
        found = await self._connection.ask("GET", keys.view(guild))
        return None if found is None else found.decode()

    async def begin_view(self, guild: int, name: str) -> None:
        """Note the name of a view before any of it is written, so that it can be dropped."""
        await self._connection.ask("SADD", keys.views(guild), name)

    async def show_view(self, guild: int, name: str) -> None:
        await self._connection.ask("SET", keys.view(guild), name)

    async def views(self, guild: int) -> frozenset[str]:
        """The names of all views that have been begun and not dropped."""
        return frozenset(name.decode() for name in await members(self._connection, keys.views(guild)))

    async def drop_view(self, guild: int, name: str) -> None:
        """Delete all of a view."""
        await self.counted(guild, name).drop()
        await self._connection.ask("SREM", keys.views(guild), name)

    def counted(self, guild: int, name: str) -> View:
        return View(self._connection, guild, name)

    async def number_of(self, guild: int, person: int) -> int | None:
        """A member's number in a server's list; None if they have none."""
        number = await self._connection.ask("HGET", keys.players(guild), str(person))
        return None if number is None else int(number)

    async def people(self, guild: int, numbers: Sequence[int]) -> list[int | None]:
        """The members of these numbers; None for forgotten numbers."""
        if not numbers:
            return []
        names = [f"#{number}" for number in numbers]
        found = await self._connection.ask("HMGET", keys.players(guild), *names)
        return [None if person is None else int(person) for person in found]

    async def players(self, guild: int) -> dict[int, int]:
        """The member of each number of a server's list."""
        found: dict[bytes, bytes] = await self._connection.ask("HGETALL", keys.players(guild))
        return {int(number): int(person) for person, number in found.items() if person.isdigit()}

    async def forget(self, guild: int, person: int) -> None:
        """Forget whose number a member's was."""
        number = await self.number_of(guild, person)
        if number is not None:
            await self._connection.ask("HDEL", keys.players(guild), str(person), f"#{number}")


def _read(number: bytes, said: dict[bytes, bytes]) -> Entered | Noted:
    """Decode what a script has written."""
    place = int(number.partition(b"-")[0])
    if (note := said.get(b"note")) is not None:
        return Noted(place, note)
    return Entered(place, said[b"game"], tuple(int(each) for each in said[b"who"].split()))

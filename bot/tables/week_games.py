"""The games of a week that may be told in a channel, and the matches and nights to come, read from the store.

What everybody who sees the channel may see counts, except games that were struck. Named is who is in the server's list
and neither hides, nor has left, nor has deleted their data. Of the list no more is read than the week takes.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import suppress
from math import inf
from typing import NamedTuple

from bot.core.actions import Seat
from bot.core.refusal import Refused
from bot.ladder.facts import Fact, read_fact
from bot.league import League
from bot.store import Entered, Store
from bot.tables.held_league import HeldLeague
from bot.tables.held_night import HeldNight
from bot.tables.ladder_pages import Reader
from bot.tables.leagues import Leagues
from bot.tables.night_log import Nights
from bot.tables.people import People, Person
from bot.tables.repository import TableRepository
from bot.tables.reviews import found_once
from bot.tables.standings import AT_A_TIME, Ladders
from bot.tables.weeks import FEWEST, Ahead, Found, Named, Report, Week, WeekFold, WeekGame

STALE = 500
"""So many games in a row that ended before a week begin the part of the list that has nothing of it. A game is entered
when it is final, perhaps days after its end, so one alone says nothing.
"""

Visible = Callable[[Collection[int]], Awaitable[Collection[int]]]
"""Which of these channels and threads everybody sees who sees the one in which the week is told."""


class _Entry(NamedTuple):
    """A game of the list, and the numbers of its players in the order of its roles."""

    fact: Fact
    who: tuple[int, ...]


class _Table(NamedTuple):
    """Who sits at a table, and the stored reviews of its games."""

    people: People
    reviews: Mapping[int, bytes | None]


class WeekReader:
    """Reads weeks. Raises `StoreError`, and `msgspec.MsgspecError` for a list of a newer bot."""

    def __init__(
        self, store: Store, repository: TableRepository, ladders: Ladders, leagues: Leagues, nights: Nights
    ) -> None:
        self._store, self._repository, self._ladders = store, repository, ladders
        self._leagues, self._nights = leagues, nights

    async def report(self, guild: int, week: Week, now: float, visible: Visible) -> Report | None:
        """What is told of a week; None if too few games of it may be told, or nothing can be said of them."""
        entries = await self._entries(guild, week)
        places = dict[str, int]()
        for table in dict.fromkeys(entry.fact.table for entry in reversed(entries)):
            if (place := await self._store.channel_of(table)) is not None:
                places[table] = place
        seen = await visible(list(dict.fromkeys(places.values())))
        told = [entry for entry in entries if places.get(entry.fact.table) in seen]
        if len(told) < FEWEST:
            return None
        reader = await self._ladders.reader(guild, now)
        found = await self._found(told, places, reader)
        if found.games < FEWEST or found.silent:
            return None
        return Report(week, found, await self._ahead(guild, week, reader, visible))

    async def _entries(self, guild: int, week: Week) -> list[_Entry]:
        """The games of a week that were not struck, in the order of the list."""
        struck, found, stale = await self._store.ladder.struck(guild), list[_Entry](), 0
        async for page in self._store.ladder.latest(guild):
            for place, entry in enumerate(page, 1):
                if place % AT_A_TIME == 0:
                    await asyncio.sleep(0)
                if not isinstance(entry, Entered):
                    continue
                fact = read_fact(entry.says)
                stale = stale + 1 if fact.ended_at < week.start else 0
                if week.start <= fact.ended_at < week.end and entry.number not in struck:
                    found.append(_Entry(fact, entry.who))
            if stale >= STALE:
                break
        return found[::-1]

    async def _found(self, told: Sequence[_Entry], places: Mapping[str, int], reader: Reader) -> Found:
        listed = await reader.shown(number for entry in told for number in entry.who)
        games = defaultdict[str, list[int]](list)
        for entry in told:
            games[entry.fact.table].append(entry.fact.game)
        tables = {table: await self._table(places[table], table, numbers) for table, numbers in games.items()}
        fold = WeekFold()
        for entry in told:
            if (table := tables[entry.fact.table]) is not None:
                review = found_once(table.reviews[entry.fact.game])
                game = WeekGame(entry.fact, _named(entry, table.people, listed))
                fold.count(game, review.verdicts if review else ())
                await asyncio.sleep(0)
        return fold.found()

    async def _table(self, place: int, table: str, games: Sequence[int]) -> _Table | None:
        """Who has played at a table, and what is stored of the analyses of these games; None if it cannot be read."""
        try:
            face = await self._repository.face(place, table)
        except Refused:
            return None
        if face is None:
            return None
        reviews = await self._store.reviews.kept(place, table, games)
        return _Table(face.people, dict(zip(games, reviews, strict=True)))

    async def _ahead(self, guild: int, week: Week, reader: Reader, visible: Visible) -> Ahead:
        """What is to be played in the week that begins."""
        leagues, nights = await self._running(guild)
        channels = [*(each.league.opened.channel for each in leagues), *(each.channel for each in nights)]
        seen = await visible(list(dict.fromkeys(channels)))
        pairs = list[tuple[float, str, int, tuple[str, str]]]()
        for held in leagues:
            pairings = held.league.open_pairings if held.league.opened.channel in seen else {}
            for number, pairing in pairings.items():
                one, other = (held.person(seat) for seat in pairing.seats)
                if await self._is_listed(guild, reader, one) and await self._is_listed(guild, reader, other):
                    pairs.append((_ends(held.league), held.id, number, (one.name, other.name)))
        due = [each for each in pairs if each[0] < week.next_end]
        begin = [
            (held.name, held.evening.begins)
            for held in nights
            if held.channel in seen and held.evening.begins and week.end <= held.evening.begins < week.next_end
        ]
        return Ahead(
            pairs=tuple(names for *_, names in sorted(due or pairs)),
            due=bool(due),
            nights=tuple(sorted(begin, key=lambda each: each[1])),
        )

    async def _running(self, guild: int) -> tuple[list[HeldLeague], list[HeldNight]]:
        """Leagues and nights that are not over; those of a newer bot are left out."""
        leagues, nights = list[HeldLeague](), list[HeldNight]()
        for name, each in (await self._leagues.listed(guild)).items():
            with suppress(Refused):
                leagues += [] if each.over else [await self._leagues.find(guild, name)]
        for name, each in (await self._nights.listed(guild)).items():
            with suppress(Refused):
                nights += [] if each.over else [await self._nights.find(guild, name)]
        return leagues, nights

    async def _is_listed(self, guild: int, reader: Reader, person: Person) -> bool:
        """Whether somebody may be named: also who has finished no game here yet, and so cannot hide."""
        if not person.known:
            return False
        number = await self._store.ladder.number_of(guild, person.user)
        return number is None or (await reader.shown([number]))[number] is not None


def _ends(league: League) -> float:
    """When a league, or the round that is played, ends, in seconds since 1970."""
    ends = league.ends_at if league.current is None else league.time_up
    return inf if ends is None else ends


def _named(entry: _Entry, people: People, listed: Mapping[int, int | None]) -> dict[Seat, Named]:
    """Those of a game who may be named; where two share a seat, both or neither."""
    numbers: dict[Seat, list[int]] = defaultdict(list)
    for (seat, _), number in zip(entry.fact.account.roles, entry.who, strict=True):
        numbers[entry.fact.side(seat)].append(number)
    return {
        seat: Named(number[0], people.seats[seat].name)
        for seat, number in numbers.items()
        if all(listed[each] is not None for each in number)
    }

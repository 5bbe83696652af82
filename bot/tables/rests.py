"""When no time runs at a table for heads-up play: while the bot is not there, and while whoever must act is on
holiday or asleep.

A day of holiday is entered in the log when it begins, and the end of a night when a flag has fallen into it, so that
nothing that was entered ever has to be taken back. Without a clock there is nothing to enter: there the hours after
which a game may be claimed are counted so.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import reduce
from typing import NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from bot.core.actions import Seat
from bot.core.clock import Away, Calendar, Clock, Entry, Live
from bot.core.state import TableState
from bot.league.state import HOLIDAY_DAYS
from bot.tables.holidays import Span, counting, counting_since, ends, moved
from bot.tables.preferences import PersonPreferences, Preferences
from bot.tables.table import Table

_HOUR = 3600


async def _nothing_missed(guild: int) -> Sequence[Away]:
    return ()


class Resting(NamedTuple):
    """What the log of a table lacks of a rest, and until when whoever must act is on holiday (milliseconds), None if
    they are not.
    """

    times: tuple[Entry, ...] = ()
    until: int | None = None


class Rests:
    """Rests of those for whom tables wait, by their `preferences`. Moments are Discord's milliseconds."""

    def __init__(self, preferences: Preferences) -> None:
        """`missed`: what the bot has missed in a server and may not be entered yet at every table; set once that is
        known.
        """
        self.missed: Callable[[int], Awaitable[Sequence[Away]]] = _nothing_missed
        self._preferences = preferences

    async def lacking(self, table: Table, at: int) -> tuple[Entry, ...]:
        """What the log of a table lacks of time that does not count, until a moment."""
        if table.clock is None:
            return ()
        aways = tuple(
            [each for each in await self.missed(table.about.guild) if not _counts_for_nobody(table.clock, each)]
        )
        table = replace(table, clock=reduce(Clock.after, aways, table.clock))
        return (*aways, *(await self.at(table, at)).times)

    async def at(self, table: Table, at: int) -> Resting:
        """What rests at a table at a moment."""
        seat = who_rests(table, table.state)
        if seat is None:
            return Resting()
        person, days = await self._person(table, seat)
        return Resting(await self._missing(table, seat, person, days, at), ends(days, at))

    async def next(self, table: Table, at: int) -> int | None:
        """When that changes next; None if it does not."""
        seat = who_rests(table, table.state)
        if seat is None:
            return None
        _, days = await self._person(table, seat)
        return min((moment for day in days for moment in day if moment > at), default=None)

    async def moved(self, table: Table, since: float, hours: float) -> float:
        """When so many hours are over for whoever must act at a table without a clock, in seconds since 1970 as
        `since`; not in a night of their own.
        """
        seat = who_rests(table, table.state)
        if seat is None:
            return since + hours * _HOUR
        person, days = await self._person(table, seat)
        end = moved(since, hours * _HOUR, days)
        night = person.night_at(since)
        return night.after(end, await self._zone(table)) if night else end

    async def _missing(
        self, table: Table, seat: Seat, person: PersonPreferences, days: list[Span], at: int
    ) -> tuple[Entry, ...]:
        clock = table.clock
        if clock is None:
            return ()
        since = at if clock.running != seat or clock.since is None else clock.since
        begun = [(max(start, since), until) for start, until in days if start <= at and until > since]
        found = tuple(Calendar(seat, *day) for day in begun if not _stands(clock, seat, day))
        clock = reduce(Clock.after, found, clock)
        falls, night = clock.falls, None
        if clock.running == seat and clock.since is not None and falls is not None and falls <= at:
            night = person.night_at(clock.since / 1000)
        if night is None or falls is None:
            return found
        end = night.ends(falls / 1000, await self._zone(table))
        return found if end is None else (*found, Calendar(seat, falls - 1, round(end * 1000)))

    async def _person(self, table: Table, seat: Seat) -> tuple[PersonPreferences, list[Span]]:
        """Who sits there, and the days of their holidays that count at the table."""
        person = await self._preferences.of_person(table.person(seat).user)
        if counts := table.about.counts:
            most = HOLIDAY_DAYS if counts.holiday_days is UNSET else counts.holiday_days
            return person, await self.in_league(table.about.guild, person, counts.since or 0.0, most)
        return person, await self._in_server(table.about.guild, person)

    async def in_league(self, guild: int, person: PersonPreferences, since: float, most: int) -> list[Span]:
        """The days of somebody's holidays, at `most` so many, that count in a league that began then (seconds since
        1970).
        """
        return counting_since(await self._in_server(guild, person), round(since * 1000), most)

    async def _in_server(self, guild: int, person: PersonPreferences) -> list[Span]:
        if not person.holidays:
            return []
        return counting(person.holidays, (await self._preferences.of_server(guild)).holiday_days)

    async def _zone(self, table: Table) -> str:
        return (await self._preferences.of_server(table.about.guild)).time_zone


def who_rests(table: Table, state: TableState | None) -> Seat | None:
    """Who must act at a table at which holidays count; None at others, and where nobody alone must."""
    if state is None or state.over or state.paused or table.game.gathers or _live(table):
        return None
    waiting = state.claimed_from
    return waiting[0] if len(waiting) == 1 and table.person(waiting[0]).known else None


def _live(table: Table) -> bool:
    return isinstance(table.clock.pace if table.clock else table.about.pace, Live)


def _counts_for_nobody(clock: Clock, away: Away) -> bool:
    return away.until is not None and all(_stands(clock, side, (away.start, away.until)) for side in (0, 1))


def _stands(clock: Clock, seat: Seat, day: Span) -> bool:
    return any(start <= day[0] and (until is None or day[1] <= until) for start, until in clock.rests[seat])

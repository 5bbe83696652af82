"""Whom a table reminds that it waits for them, and when: as each likes it, and never in their quiet hours."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from bot.core.clock import Clock
from bot.tables.discord_time import DiscordTime
from bot.tables.preferences import PersonPreferences, Preferences, Reminding, ServerSettings
from bot.tables.rests import Rests
from bot.tables.table import Screen, Table
from bot.tables.table_clock import last_warning, warnings

REMINDERS = 3
"""Most reminders of one state."""
LATE = 0.8
"""Without a clock, who wants one reminder has it when a fifth is left of the hours after which a game may be
claimed.
"""


class Reminder(NamedTuple):
    """Who is to be reminded next, and when (seconds since 1970)."""

    user: int
    at: float


class Reminders:
    """Times of reminders. `now` returns seconds since 1970."""

    def __init__(self, preferences: Preferences, discord: DiscordTime, now: Callable[[], float]) -> None:
        self._preferences, self._discord, self._now = preferences, discord, now
        self._rests = Rests(preferences)

    async def coming(self, table: Table) -> list[Reminder]:
        """The next reminder of each person whom a table waits for and who wants one more, the soonest first. What is
        overdue is due now, or at the end of the night.
        """
        settings = await self._preferences.of_server(table.about.guild)
        found: list[Reminder] = []
        for user in asked(table):
            person = await self._preferences.of_person(user)
            at = await self._next(table, user, person, settings)
            if at is None:
                continue
            at = person.quiet.after(max(at, self._now()), settings.time_zone)
            if not (table.clock and table.clock.falls and at >= self._discord.local(table.clock.falls)):
                found.append(Reminder(user, at))
        return sorted(found, key=lambda each: each.at)

    async def due(self, table: Table) -> tuple[int, ...]:
        """Who is to be reminded by now."""
        return tuple(user for user, at in await self.coming(table) if at <= self._now())

    async def _next(self, table: Table, user: int, person: PersonPreferences, settings: ServerSettings) -> float | None:
        often, last = reminded(table.screen, user)
        most = {Reminding.NONE: 0, Reminding.ONCE: 1, Reminding.THREE: REMINDERS}[person.reminders]
        once = person.reminders is Reminding.ONCE
        if often >= most:
            return None
        if table.clock:
            return self._by_clock(table.clock, last, once=once)
        if once:
            since, hours = max(table.acted_at, table.screen.mentioned_at), LATE * settings.claim_after
        else:
            since, hours = max(table.acted_at, table.screen.posted_at, last), float(settings.remind_after)
        return await self._rests.moved(table, since, hours)

    def _by_clock(self, clock: Clock, last: float, *, once: bool) -> float | None:
        moments = last_warning(clock) if once else warnings(clock)
        return next((at for each in moments if (at := self._discord.local(each)) > last), None)


def asked(table: Table) -> tuple[int, ...]:
    """The users whom a table waits for; none while nothing runs there."""
    state = table.state
    if state is None or state.over or state.paused:
        return ()
    return tuple(table.person(seat).user for seat in sorted(set(state.waited_for) - set(table.computers)))


def reminded(screen: Screen, user: int) -> tuple[int, float]:
    """How often somebody has been reminded of what is shown, and when last."""
    for each, often, at in screen.reminded or ():
        if each == user:
            return often, at
    return (0, 0.0) if screen.reminded else (screen.reminders, screen.posted_at if screen.reminders else 0.0)


def having_reminded(screen: Screen, users: tuple[int, ...], at: float) -> tuple[tuple[int, int, float], ...]:
    """What is noted of reminders once these have had one more."""
    others = tuple(each for each in screen.reminded or () if each[0] not in users)
    return (*others, *((user, reminded(screen, user)[0] + 1, at) for user in users))

"""The clock of leagues: draws and ends rounds, shows tables, reminds members of matches they owe.

Every change makes a league due; it is handled here, at once or after a restart.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from math import inf
from typing import Protocol

from bot.core.refusal import Refused
from bot.store import place
from bot.tables.clock import awake
from bot.tables.desk import HOUR
from bot.tables.faults import LeagueTrouble
from bot.tables.held_league import HeldLeague
from bot.tables.league_events import LeagueEvents
from bot.tables.leagues import Leagues
from bot.tables.preferences import Preferences
from bot.tables.refused_posts import RefusedPosts, of_league
from bot.tables.reminders import REMINDERS
from bot.tables.round_ends import RoundEnds
from bot.tables.schedule import LEAGUE, Schedule

_log = logging.getLogger(__name__)

#: Seconds between two looks whether Discord would take what it has refused.
_LATER = 300.0


class Shown(Protocol):
    """Shows leagues in their channels."""

    def lacking(self, held: HeldLeague) -> Sequence[str] | None:
        """Discord's names of missing permissions in its channel; None if not known here."""
        ...

    async def show(self, held: HeldLeague) -> bool:
        """Bring the channel up to date, and store that; False if it is to be retried later. Raises `PostRefused`."""
        ...

    async def remind(self, held: HeldLeague) -> bool:
        """Mention members who owe a match. As `show`."""
        ...


async def _never(guild: int) -> bool:
    return False


class LeagueClock:
    """Handles the leagues that are due in `mine` servers; the channels of others belong to other processes."""

    def __init__(
        self,
        schedule: Schedule,
        leagues: Leagues,
        preferences: Preferences,
        refused: RefusedPosts,
        shown: Shown,
        rounds: RoundEnds,
        now: Callable[[], float] = time.time,
        mine: Callable[[int], bool] = lambda guild: True,
        rests: Callable[[int], Awaitable[bool]] = _never,
        events: LeagueEvents | None = None,
    ) -> None:
        """`rests`: whether nothing is due in a server because the bot is away from it. `events` announces leagues, if
        anything does.
        """
        self._schedule, self._leagues, self._preferences = schedule, leagues, preferences
        self._refused, self._shown, self._rounds = refused, shown, rounds
        self._now, self._rests, self._events = now, rests, events
        schedule.handle(LEAGUE, self._look, mine)

    async def look(self, guild: int, league: str) -> None:
        """Bring a league up to date, and show what has changed."""
        await self._schedule.look(LEAGUE, place(guild, league))

    async def _look(self, guild: int, league: str) -> float | None:
        if await self._rests(guild):
            return self._now() + HOUR
        try:
            held = await self._rounds.look(await self._leagues.advance(guild, league), self._now())
        except Refused as error:
            _log.warning("league %s is left alone: %s", league, error)
            return None if error.reason is LeagueTrouble.NO_LEAGUE else self._now() + HOUR
        done = True
        if held.screen.shown < held.version:
            done = await self._posted(held, self._shown.show, str(held.chapters))
        elif (when := await self._reminder(held)) is not None and when <= self._now():
            done = await self._posted(held, self._shown.remind, f"reminder {held.version}")
        announced = self._events is None or await self._events.follow(held)
        when = await self._next(await self._leagues.find(guild, league), done)
        return when if announced else min(when or inf, self._now() + _LATER)

    async def _posted(self, held: HeldLeague, post: Callable[[HeldLeague], Awaitable[bool]], about: str) -> bool:
        """Whether it is posted; after a refusal it is only tried when its time has come."""
        name, channel, lacking = of_league(held.id), held.channel, self._shown.lacking(held)
        done = await self._refused.tried(held.guild, name, about, channel, lambda: post(held), self._now(), lacking)
        return done is True

    async def try_anew(self, guild: int, league: str) -> None:
        """Retry a refused post now, at a member's request."""
        await self._refused.try_anew(guild, of_league(league), self._now())
        await self.look(guild, league)

    async def _next(self, held: HeldLeague, done: bool) -> float | None:
        """When to look again; None if nothing will change. At the latest in an hour, while it runs."""
        refused = None if done else await self._refused.find(held.guild, of_league(held.id))
        if refused and held.over and refused.given_up:
            return None
        if refused:
            return self._now() + _LATER
        if held.screen.shown < held.version:
            return self._now() + (0 if done else HOUR)
        if held.over:
            return None
        if held.league.due:
            return self._now()
        reminder = await self._reminder(held) if done else None
        times = (held.league.ends_at, held.league.time_up, reminder, self._now() + HOUR)
        return min(at for at in times if at is not None)

    async def _reminder(self, held: HeldLeague) -> float | None:
        """When members are reminded of what they owe: while nothing happens, and a day before the round ends. None if
        they are not.
        """
        if not held.league.open_pairings:
            return None
        settings = await self._preferences.of_server(held.guild)
        times: list[float] = []
        if held.reminders < REMINDERS:
            times.append(max(held.acted_at, held.screen.posted_at) + settings.claim_after * HOUR)
        if (last := held.last_call) is not None and held.screen.mentioned_at < last:
            times.append(last)
        if not times:
            return None
        when, ends = awake(max(min(times), self._now()), settings.time_zone), held.league.time_up
        return when if ends is None or when < ends else None

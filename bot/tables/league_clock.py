"""What time and matches bring about in leagues: rounds are drawn, tables shown, people reminded of what they owe.

Whatever changes in a league makes it due; here is the one place where that is seen to, at once or after a restart.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Protocol
from weakref import WeakValueDictionary

from msgspec.structs import replace

from bot.core.refusal import Refused
from bot.store import Store, StoreError
from bot.tables.clock import REMINDERS, awake
from bot.tables.desk import HOUR
from bot.tables.faults import LeagueTrouble
from bot.tables.leagues import HeldLeague, Leagues
from bot.tables.preferences import Preferences

_log = logging.getLogger(__name__)

#: Seconds between two looks at what is due.
_PERIOD = 5.0


class Shown(Protocol):
    """What shows leagues in their channels."""

    async def show(self, held: HeldLeague) -> bool:
        """Bring the channel up to date, and keep that; False if it is to be tried again later."""
        ...

    async def remind(self, held: HeldLeague) -> bool:
        """Mention those who owe a match; False if it is to be tried again later."""
        ...


class LeagueClock:
    """Looks at due leagues."""

    def __init__(
        self,
        store: Store,
        leagues: Leagues,
        preferences: Preferences,
        shown: Shown,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._store, self._leagues, self._preferences = store, leagues, preferences
        self._shown, self._now = shown, now
        self._turns: WeakValueDictionary[tuple[int, str], asyncio.Lock] = WeakValueDictionary()

    async def run(self) -> None:
        """Look for what is due, for ever."""
        while True:
            try:
                due = await self._store.leagues.take_due(self._now())
            except StoreError as error:
                _log.error("the clock of leagues cannot read the store: %s", error)
                due = []
            for guild, league in due:
                try:
                    await self.look(guild, league)
                except Exception:  # noqa: BLE001  the store looks at it again; the other leagues must not wait for it
                    _log.exception("the clock could not serve league %s", league)
            await asyncio.sleep(_PERIOD)

    async def look(self, guild: int, league: str) -> None:
        """Bring a league to where it is by now, and show what has changed."""
        async with self._turns.setdefault((guild, league), asyncio.Lock()):
            try:
                held = await self._leagues.advance(guild, league)
            except Refused as error:
                lost = error.reason is LeagueTrouble.NO_LEAGUE
                _log.warning("league %s is left alone: %s", league, error)
                await self._store.leagues.set_due(guild, league, None if lost else self._now() + HOUR)
                return
            done = True
            if held.screen.shown < held.version:
                done = await self._shown.show(held)
            elif (when := await self._reminder(held)) is not None and when <= self._now():
                done = await self._shown.remind(held)
            held = await self._leagues.find(guild, league)
            await self._store.leagues.set_due(guild, league, await self._next(held, done))

    async def _next(self, held: HeldLeague, done: bool) -> float | None:
        """When to look again; None if nothing will come of that. At the latest in an hour, as long as it runs."""
        if held.screen.shown < held.version:
            return self._now() + (0 if done else HOUR)
        if held.league.over:
            return None
        reminder = await self._reminder(held) if done else None
        times = (held.league.ends_at, reminder, self._now() + HOUR)
        return min(at for at in times if at is not None)

    async def _reminder(self, held: HeldLeague) -> float | None:
        """When people are reminded of what they owe; None if they are not."""
        screen = held.screen
        if not held.league.open_pairings:
            return None
        if screen.reminded_of != held.version:
            screen = replace(screen, reminders=0, reminded_at=0.0)
        if screen.reminders >= REMINDERS:
            return None
        settings = await self._preferences.of_server(held.guild)
        since = max(held.acted_at, screen.reminded_at)
        return awake(max(since + settings.claim_after * HOUR, self._now()), settings.time_zone)

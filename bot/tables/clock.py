"""The clock of tables: challenges expire, idle tables close, players who keep a table waiting are reminded.

The schedule says when to look at a table; its state says what to do.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable
from math import inf

from cachetools import LRUCache

from bot.backgammon import Refused
from bot.core.actions import Flag, Ready
from bot.core.clock import Clock as GameClock
from bot.store import Store, place
from bot.tables.challenges import Challenges
from bot.tables.desk import HOUR, Desk
from bot.tables.nights import USUAL
from bot.tables.preferences import Preferences, ServerSettings
from bot.tables.reminders import Reminders
from bot.tables.repository import Outcome, TableRepository
from bot.tables.rests import Rests
from bot.tables.schedule import LATER, TABLE
from bot.tables.table import Stage, Table
from bot.tables.table_clock import lost_at

_log = logging.getLogger(__name__)

#: The hour at which the usual night ends.
MORNING = USUAL.end // 60
#: Seconds after which a table is examined again at the latest: its server may have changed its settings meanwhile, or a
#: newer version of the bot may be able to read it.
_LOOK_AGAIN = HOUR
#: Seconds of waiting after which Discord is asked whether the player is still a member, and the cache size for that.
_MISSED, _MOST_ASKED = 600, 1000
#: Seconds after which a flag is looked at again that could not fall because something is missed.
_SOON = 1.0
#: Cache size for known due times.
_MOST_WOUND = 1000


class Clock:
    """Handles tables that are due, and keeps their due times."""

    def __init__(
        self,
        store: Store,
        repository: TableRepository,
        preferences: Preferences,
        desk: Desk,
        challenges: Challenges,
        now: Callable[[], float] = time.time,
    ) -> None:
        """`serving` says of a server whether nothing is missed there, so that a flag may fall; `reached`, whether the
        bot may be there. Both are set once that is known. `gathered` begins a table whose gathering was to end now, if
        enough are there.
        """
        self.gathered: Callable[[Table], Awaitable[Outcome | None]] | None = None
        self.serving: Callable[[int], bool] = lambda guild: True
        self.reached: Callable[[int], bool] = lambda guild: True
        self._absences = store.absences
        self._due, self._repository, self._preferences = store.due, repository, preferences
        self._desk, self._challenges, self._now = desk, challenges, now
        self._reminders = Reminders(preferences, desk.discord, lambda: self._now())
        self._rests = Rests(preferences)
        self._asked: LRUCache[str, int] = LRUCache(_MOST_ASKED)
        self._wound: LRUCache[str, float] = LRUCache(_MOST_WOUND)

    async def watch(self, table: Table) -> None:
        """Schedule the next look at a table; none once it is over.

        A due time later than the stored one is not written with every action, but when the table is looked at.
        """
        when = await self._when(table)
        if when is not None and self._now() < self._wound.get(table.id, 0.0) <= when:
            return
        at = None if when is None else min(when, self._now() + _LOOK_AGAIN)
        await self._due.set(TABLE, place(table.channel, table.id), at)
        if at is None:
            self._wound.pop(table.id, None)
        else:
            self._wound[table.id] = at

    async def _when(self, table: Table) -> float | None:
        if table.stage is Stage.CHALLENGE:
            return table.about.expires_at
        if table.stage is not Stage.OPEN or table.state is None:
            return None
        settings = await self._preferences.of_server(table.about.guild)
        if table.state.over:
            when = table.acted_at + settings.claim_after * HOUR
        elif (end := self._rest_ends(table)) is not None:
            when = end
        elif table.clock:
            when = await self._by_clock(table, table.clock)
        elif brought := table.game.timeout(table.state, table.acted_at, settings):
            when = brought[0]
        else:
            when = await self._reminder(table, settings)
        rests = await self._rests.next(table, self._desk.discord.now())
        return min(when, self._asks_at(table), inf if rests is None else self._desk.discord.local(rests))

    def _asks_at(self, table: Table) -> float:
        """When to check the membership of the players waited for: once for each state."""
        if table.state is None or self._asked.get(table.id) == table.version or not table.state.urgent:
            return inf
        return table.acted_at + _MISSED

    async def _asked_for(self, table: Table, changed: Callable[[Table], Awaitable[object]]) -> Table:
        """The table after checking the membership of the players it waits for, repeated while it then waits for
        others.
        """
        while outcome := await self._desk.look_for(table):
            await changed(outcome.table)
            table = await self._repository.load(table.channel, table.id) or outcome.table
        self._asked[table.id] = table.version
        return table

    def _rest_ends(self, table: Table) -> float | None:
        """When a table goes on by itself that rests; None if it does not."""
        state = table.state
        if state is None or not state.paused or table.paused_at is None or state.rests_for is None:
            return None
        return self._desk.discord.local(table.paused_at + state.rests_for)

    async def _by_clock(self, table: Table, clock: GameClock) -> float:
        """When something is due at a table with a clock: its flag, or a warning of it."""
        lost = lost_at(clock)
        end = inf if lost is None else self._desk.discord.local(lost)
        if clock.falls is None:
            return end
        if lost is None and clock.falls > self._desk.discord.now():
            end = self._desk.discord.local(clock.falls)
        return min([end, *(each.at for each in await self._reminders.coming(table))])

    async def _reminder(self, table: Table, settings: ServerSettings) -> float:
        coming = await self._reminders.coming(table)
        if coming:
            return coming[0].at
        # Nothing more will be due unless a player acts.
        since = max(table.acted_at, table.screen.posted_at)
        return max(since, self._now()) + settings.remind_after * HOUR

    async def look(
        self,
        channel: int,
        table_id: str,
        changed: Callable[[Table], Awaitable[object]],
        remind: Callable[[Table], Awaitable[object]],
    ) -> float | None:
        """Do what is due at a table, as a `Handler` of the schedule.

        `changed` is called with changed tables, `remind` with tables whose players are to be reminded.
        """
        self._wound.pop(table_id, None)
        try:
            table = await self._repository.load(channel, table_id)
        except Refused as error:  # a table of a newer bot, which is to find it due
            _log.warning("table %s is left alone: %s", table_id, error)
            return self._now() + _LOOK_AGAIN
        if table is None:
            return None
        if table.stage is Stage.OPEN or table.game.gathers:
            if await self._absences.rests(table.about.guild):
                return self._now() + _LOOK_AGAIN
            if not self.reached(table.about.guild):
                return self._now() + LATER
        if table.stage is Stage.OPEN and self._asks_at(table) <= self._now():
            table = await self._asked_for(table, changed)
        if table.stage is Stage.OPEN and (rests := await self._desk.note_rest(table)):
            await changed(rests.table)
            table = await self._repository.load(channel, table_id) or rests.table
        when = await self._when(table)
        if when is not None and when <= self._now():
            if table.stage is Stage.CHALLENGE:
                begun = await self.gathered(table) if table.about.enough and self.gathered else None
                outcome = begun or await self._challenges.expire(table)
            else:
                outcome = await self._time_is_up(table, changed, remind)
            if outcome:
                await changed(outcome.table)
            table = await self._repository.load(channel, table_id) or table
        elif table.unshown and table.stage is not Stage.CLOSED:
            # The process that changed it could not show it, and may have ended.
            await changed(table)
        when = await self._when(table)
        if when is None:
            return None
        # What failed now, such as a reminder that may not be posted, is retried then.
        again = self._now() + (_LOOK_AGAIN if self._may_do(table) else _SOON)
        return again if when <= self._now() else min(when, again)

    def _may_do(self, table: Table) -> bool:
        """Whether nothing of what is due waits until this process, or another one, has missed nothing."""
        fallen = table.clock and lost_at(table.clock)
        return not fallen or self._desk.discord.now() < fallen or self.serving(table.about.guild)

    async def _time_is_up(
        self, table: Table, changed: Callable[[Table], Awaitable[object]], remind: Callable[[Table], Awaitable[object]]
    ) -> Outcome | None:
        """Do what is due at an open table, or remind its players."""
        rules, state = table.game, table.state
        assert state is not None
        if state.over:
            return await self._desk.close(table)
        settings = await self._preferences.of_server(table.about.guild)
        if (rest_ends := self._rest_ends(table)) is not None:
            return await self._desk.by_clock(table, Ready()) if rest_ends <= self._now() else None
        if table.clock:
            lost = lost_at(table.clock)
            if lost is not None and self._desk.discord.now() >= lost:
                return await self._desk.by_clock(table, Flag()) if self.serving(table.about.guild) else None
            if await self._reminders.due(table):
                await remind(await self._asked_for(table, changed))
            return None
        if brought := rules.timeout(state, table.acted_at, settings):
            return await self._desk.by_clock(table, brought[1])
        if await self._reminders.due(table):
            await remind(await self._asked_for(table, changed))
        return None


def awake(at: float, time_zone: str) -> float:
    """The time itself, or if it falls into the usual night of the zone, the next morning. Seconds since 1970."""
    return USUAL.after(at, time_zone)

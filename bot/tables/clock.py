"""What time brings about: challenges expire, idle tables close, people who keep a table waiting are reminded.

The schedule says when to look at a table; its own state says what is to be done.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from math import inf
from zoneinfo import ZoneInfo

from cachetools import LRUCache

from bot.backgammon import Refused
from bot.store import Store, place
from bot.tables.challenges import Challenges
from bot.tables.desk import HOUR, Desk
from bot.tables.preferences import Preferences, ServerSettings
from bot.tables.repository import Outcome, TableRepository
from bot.tables.schedule import TABLE
from bot.tables.table import Stage, Table

_log = logging.getLogger(__name__)

#: Reminders of one and the same state, and the hours between which nobody is reminded.
REMINDERS = 3
_NIGHT, MORNING = 22, 8
#: Seconds after which a table is looked at again at the latest: its server may have set other times meanwhile, or
#: another version of the bot can read it.
_LOOK_AGAIN = HOUR
#: Seconds for which a table waits for somebody before Discord is asked for him, and tables of which that is known.
_MISSED, _MOST_ASKED = 600, 1000
#: Tables of which it is known when they are due.
_MOST_WOUND = 1000


class Clock:
    """Looks at tables that are due, and notes when each is."""

    def __init__(
        self,
        store: Store,
        repository: TableRepository,
        preferences: Preferences,
        desk: Desk,
        challenges: Challenges,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._due, self._repository, self._preferences = store.due, repository, preferences
        self._desk, self._challenges, self._now = desk, challenges, now
        self._asked: LRUCache[str, int] = LRUCache(_MOST_ASKED)
        self._wound: LRUCache[str, float] = LRUCache(_MOST_WOUND)

    async def watch(self, table: Table) -> None:
        """Look at a table when something may be due there; no more once it is over.

        What is due later than the store knows is put off when it is looked at, and not with every action before.
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
        if table.game.over(table.state):
            when = table.acted_at + settings.claim_after * HOUR
        elif brought := table.game.timeout(table.state, table.acted_at, settings):
            when = brought[0]
        else:
            when = self._reminder(table, settings)
        return min(when, self._asks_at(table))

    def _asks_at(self, table: Table) -> float:
        """When to ask whether those are still in the server whom the table misses: once for each of its states."""
        if table.state is None or self._asked.get(table.id) == table.version or not table.game.urgent(table.state):
            return inf
        return table.acted_at + _MISSED

    async def _asked_for(self, table: Table, changed: Callable[[Table], Awaitable[object]]) -> Table:
        """The table once it has been asked for those whom it waits for, as long as it then waits for others."""
        while outcome := await self._desk.look_for(table):
            await changed(outcome.table)
            table = await self._repository.load(table.channel, table.id) or outcome.table
        self._asked[table.id] = table.version
        return table

    def _reminder(self, table: Table, settings: ServerSettings) -> float:
        since = max(table.acted_at, table.screen.posted_at)
        if table.screen.reminders >= REMINDERS:
            # Nothing more will be due unless somebody acts, which changes `since`.
            return max(since, self._now()) + settings.remind_after * HOUR
        # What is overdue, because the bot was away, is not made up for in the night either.
        return awake(max(since + settings.remind_after * HOUR, self._now()), settings.time_zone)

    async def look(
        self, key: str, changed: Callable[[Table], Awaitable[object]], remind: Callable[[Table], Awaitable[object]]
    ) -> float | None:
        """See to what is due at a table, as a `Handler` of the schedule.

        `changed` is told of tables it has changed, `remind` of those whose people are to be reminded.
        """
        channel, _, table_id = key.partition(":")
        self._wound.pop(table_id, None)
        try:
            table = await self._repository.load(int(channel), table_id)
        except Refused as error:  # of a newer bot, which is to find it due when it comes back
            _log.warning("table %s is left alone: %s", table_id, error)
            return self._now() + _LOOK_AGAIN
        if table is None:
            return None
        if table.stage is Stage.OPEN and self._asks_at(table) <= self._now():
            table = await self._asked_for(table, changed)
        when = await self._when(table)
        if when is not None and when <= self._now():
            if table.stage is Stage.CHALLENGE:
                outcome = await self._challenges.expire(table)
            else:
                outcome = await self._time_is_up(table, changed, remind)
            if outcome:
                await changed(outcome.table)
            table = await self._repository.load(int(channel), table_id) or table
        elif table.unshown and table.stage is not Stage.CLOSED:
            # Whoever has changed it could not show it, and may be gone.
            await changed(table)
        when = await self._when(table)
        if when is None:
            return None
        # What could not be done now, such as a reminder that may not be posted, is tried again then.
        again = self._now() + _LOOK_AGAIN
        return again if when <= self._now() else min(when, again)

    async def _time_is_up(
        self, table: Table, changed: Callable[[Table], Awaitable[object]], remind: Callable[[Table], Awaitable[object]]
    ) -> Outcome | None:
        """What is due at an open table is done, or people are reminded."""
        rules, state = table.game, table.state
        assert state is not None
        if rules.over(state):
            return await self._desk.close(table)
        settings = await self._preferences.of_server(table.about.guild)
        if brought := rules.timeout(state, table.acted_at, settings):
            return await self._desk.by_clock(table, brought[1])
        if table.screen.reminders < REMINDERS and not rules.paused(state):
            await remind(await self._asked_for(table, changed))
        return None


def awake(at: float, time_zone: str) -> float:
    """The moment itself, or if it falls into the night there, the next morning. Seconds since 1970."""
    local = datetime.fromtimestamp(at, ZoneInfo(time_zone))
    if MORNING <= local.hour < _NIGHT:
        return at
    morning = local.replace(hour=MORNING, minute=0, second=0, microsecond=0)
    return (morning + timedelta(days=local.hour >= _NIGHT)).timestamp()

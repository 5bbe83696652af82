"""The clock of the club's week: on Monday at eight of a server's zone the week before is told, once.

Which week was told last is stored after it is posted; the channel is searched for a message that may be there already.
A Monday that was missed is made up for until Tuesday noon; what Discord has refused is tried as every such post.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Sequence
from typing import Protocol

import msgspec

from bot.store import Store
from bot.tables.desk import HOUR
from bot.tables.preferences import Preferences
from bot.tables.refused_posts import CLUB_WEEK, RefusedPosts
from bot.tables.schedule import WEEK, Schedule
from bot.tables.week_games import WeekReader
from bot.tables.weeks import Report, Week, week_before

_log = logging.getLogger(__name__)

#: Seconds until a retry.
_LATER = 600.0


class Shown(Protocol):
    """Shows weeks in channels."""

    async def visible(self, guild: int, places: Collection[int], channel: int) -> Collection[int]:
        """Those of these channels and threads that everyone sees who sees `channel`."""
        ...

    def lacking(self, guild: int, channel: int) -> Sequence[str] | None:
        """Discord's names of missing permissions in a channel; None if not known here."""
        ...

    async def found(self, guild: int, channel: int, week: Week) -> bool | None:
        """Whether a week is told there already; None if unknown for now. Raises `PostRefused`."""
        ...

    async def post(self, guild: int, channel: int, report: Report) -> bool:
        """Tell a week; False if that may work later. Raises `PostRefused`."""
        ...


class WeekClock:
    """Handles the servers that are due and `mine`."""

    def __init__(
        self,
        schedule: Schedule,
        store: Store,
        preferences: Preferences,
        reader: WeekReader,
        refused: RefusedPosts,
        shown: Shown,
        now: Callable[[], float],
        mine: Callable[[int], bool] = lambda guild: True,
    ) -> None:
        self._schedule, self._ladder, self._preferences, self._reader = schedule, store.ladder, preferences, reader
        self._refused, self._shown, self._now = refused, shown, now
        schedule.handle(WEEK, self._look, mine)

    async def look(self, guild: int) -> None:
        """Tell what is to be told in a server."""
        await self._schedule.look(WEEK, str(guild))

    async def _look(self, guild: int, _: str) -> float | None:
        settings, now = await self._preferences.of_server(guild), self._now()
        if not settings.week:
            await self._refused.posted(guild, CLUB_WEEK)
            return None
        week = week_before(now, settings.time_zone)
        if now < week.opens:
            return week.opens
        if await self._ladder.told_week(guild) == week.name or not await self._in_time(guild, week, now):
            return week.again
        lacking = self._shown.lacking(guild, settings.week)

        async def post() -> bool:
            return await self._told(guild, settings.week, week, now)

        try:
            done = await self._refused.tried(guild, CLUB_WEEK, week.name, settings.week, post, now, lacking)
        except msgspec.MsgspecError:
            _log.warning("the games of a server are of a newer bot, and its week is not told")
            return now + HOUR
        if done is False:
            return now + _LATER
        await self._ladder.note_week(guild, week.name)
        return week.again

    async def _in_time(self, guild: int, week: Week, now: float) -> bool:
        """Whether a week may still be told."""
        if now < week.closes:
            return True
        refused = await self._refused.find(guild, CLUB_WEEK)
        return refused is not None and refused.about == week.name

    async def _told(self, guild: int, channel: int, week: Week, now: float) -> bool:
        """Whether a week is told, or there is nothing to tell."""
        there = await self._shown.found(guild, channel, week)
        if there is not False:
            return there is True

        async def visible(places: Collection[int]) -> Collection[int]:
            return await self._shown.visible(guild, places, channel)

        report = await self._reader.report(guild, week, now, visible)
        return report is None or await self._shown.post(guild, channel, report)

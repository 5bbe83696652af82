"""Reminders of `/train`: once a day, for who has asked for that, in the morning and never in their quiet hours."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, time, timedelta
from typing import Protocol
from zoneinfo import ZoneInfo

from bot.backgammon import Illegal
from bot.store import Store, place
from bot.tables.clock import MORNING
from bot.tables.preferences import PersonPreferences, Preferences
from bot.tables.repository import TableRepository
from bot.tables.schedule import TRAINING, Schedule
from bot.tables.training import Training, coming, day_of


class Teller(Protocol):
    """Sends direct messages."""

    async def remind_training(self, guild: int, user: int, day: int) -> bool:
        """Tell a user, in the name of a server, that there is something to train on this day."""
        ...


class CardReminders:
    """Handles who is due in the servers that are `mine`. `now` returns seconds since 1970."""

    def __init__(
        self,
        schedule: Schedule,
        store: Store,
        repository: TableRepository,
        preferences: Preferences,
        direct: Teller,
        now: Callable[[], float],
        mine: Callable[[int], bool] = lambda guild: True,
    ) -> None:
        self.training = Training(store, repository)
        self._store, self._preferences = store, preferences
        self._direct, self._now = direct, now
        schedule.handle(TRAINING, self._look, mine)

    async def switch(self, user: int, guild: int) -> None:
        """Remind somebody in a server from tomorrow on; 0: no more."""
        await forget_reminder(self._store, self._preferences, user)
        if guild:
            zone = (await self._preferences.of_server(guild)).time_zone
            at = next_morning(self._now(), await self._preferences.of_person(user), zone)
            await self._store.due.set(TRAINING, place(guild, str(user)), at)

    async def _look(self, guild: int, name: str) -> float | None:
        user = int(name)
        wishes, server = await self._preferences.of_person(user), await self._preferences.of_server(guild)
        if wishes.train_in != guild:
            return None
        now, zone = self._now(), server.time_zone
        if (waking := wishes.quiet.after(now, zone)) > now:
            return waking
        day = day_of(now, wishes, zone)
        if await self._something(user, day, wishes.cards_a_day):
            await self._direct.remind_training(guild, user, day)
        return next_morning(now, wishes, zone)

    async def _something(self, user: int, day: int, a_day: int) -> bool:
        """Whether there is something to train, of which nothing was done on this day."""
        try:
            kept = await self.training.read(user)
        except Illegal:  # written by a newer bot
            return False
        return kept.deck.on(day).done == 0 and bool(coming(kept, day, a_day, beginner=False))


def next_morning(now: float, wishes: PersonPreferences, server_zone: str) -> float:
    """When somebody is reminded next, in seconds since 1970: tomorrow in the morning, after their quiet hours."""
    zone = ZoneInfo(wishes.quiet.zone or server_zone)
    tomorrow = datetime.fromtimestamp(now, zone).date() + timedelta(days=1)
    return wishes.quiet.after(datetime.combine(tomorrow, time(MORNING), zone).timestamp(), server_zone)


async def forget_reminder(store: Store, preferences: Preferences, user: int) -> None:
    """Nothing is due any more that names a user."""
    guild = (await preferences.of_person(user)).train_in
    if guild:
        await store.due.set(TRAINING, place(guild, str(user)), None)

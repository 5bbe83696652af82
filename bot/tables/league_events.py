"""Discord's scheduled events of leagues: one for what a league plays now, until when, where a server has them on.

Which event announces a league is noted in its record. An event whose creation was cut off, or whose answer was lost, is
found again before another one is made.
"""

from __future__ import annotations

import asyncio
from typing import Protocol
from weakref import WeakValueDictionary

import msgspec
from msgspec import Struct

from bot.store import Store
from bot.tables.held_league import HeldLeague
from bot.tables.leagues import Leagues
from bot.tables.preferences import Preferences

MOST = 3
"""Events of a server at a time; a league has one."""

_EVENT = "event"


class Announced(Struct, frozen=True):
    """The event of a league: what it says. `round`: 0 where there are none; `until`: its end, in seconds since 1970."""

    event: int
    round: int
    until: float


class Events(Protocol):
    """Makes events in servers."""

    async def announce(self, held: HeldLeague, until: float, event: int) -> int | None:
        """Change an event, or with 0 make it unless it is there already, and return its id; 0 if the bot may make none,
        None if that may work later.
        """
        ...

    async def cancel(self, held: HeldLeague, event: int) -> bool:
        """Cancel an event, which may be gone; False if that may work later."""
        ...


class LeagueEvents:
    """Keeps the events of leagues up to date."""

    def __init__(self, store: Store, leagues: Leagues, preferences: Preferences, events: Events) -> None:
        self._kept, self._leagues, self._preferences, self._events = store.leagues, leagues, preferences, events
        self._turns: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def follow(self, held: HeldLeague) -> bool:
        """Announce what a league plays now, or cancel what is over; False if that is to be tried again."""
        async with self._turns.setdefault(held.guild, asyncio.Lock()):
            return await self._follow(held)

    async def _follow(self, held: HeldLeague) -> bool:
        settings, league = await self._preferences.of_server(held.guild), held.league
        until = None if league.over or not settings.events else league.ends_at or league.time_up
        noted = await self._noted(held.guild, held.id)
        if noted and (until is None or noted.round != league.rounds):
            if not await self._events.cancel(held, noted.event):
                return False
            noted = await self._note(held, None)
        if until is None or (noted and noted.until == until):
            return True
        if noted is None and await self._others(held) >= MOST:
            return True
        event = await self._events.announce(held, until, noted.event if noted else 0)
        if event:
            await self._note(held, Announced(event, league.rounds, until))
        return event is not None

    async def _others(self, held: HeldLeague) -> int:
        """How many events the other leagues of the server have."""
        names = [name for name in await self._leagues.listed(held.guild) if name != held.id]
        return sum([await self._noted(held.guild, name) is not None for name in names])

    async def _noted(self, guild: int, league: str) -> Announced | None:
        record = await self._kept.load(guild, league, (_EVENT,))
        value = record.fields.get(_EVENT) if record else None
        try:
            return msgspec.json.decode(value, type=Announced | None) if value else None
        except msgspec.MsgspecError:  # of a newer bot
            return None

    async def _note(self, held: HeldLeague, announced: Announced | None) -> None:
        await self._kept.put(held.guild, held.id, _EVENT, msgspec.json.encode(announced))

"""The clock of lists of who wants to play: tells two of each other, opens their table when both are ready, shows the
list, and mentions the role.

Every change of a list makes it due; it is handled here, at once or after a restart.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

from bot.core.looking import LookingList, Pairing
from bot.core.refusal import Refused
from bot.store import StoreError
from bot.supervision import in_background
from bot.tables.desk import HOUR
from bot.tables.looking import Looking
from bot.tables.preferences import Preferences
from bot.tables.refused_posts import LOOKING_LIST, PostRefused, RefusedPosts
from bot.tables.schedule import LOOKING, Schedule
from bot.tables.table import Table

_log = logging.getLogger(__name__)

#: Seconds until a retry of what Discord did not accept.
_LATER = 20.0
#: Seconds between two looks whether Discord would take what it has refused.
_REFUSED = 300.0


class Shown(Protocol):
    """Shows lists and pairings in channels. None means unknown for now: try again. All raise `PostRefused`."""

    def lacking(self, guild: int, channel: int) -> Sequence[str] | None:
        """Discord's names of missing permissions in a channel; None if not known here."""
        ...

    async def tell(self, guild: int, channel: int, pairing: Pairing) -> int | None:
        """Tell two of each other and return the message's id; once, however often it is called."""
        ...

    async def open_place(self, guild: int, channel: int, pairing: Pairing) -> int | None:
        """The id of the thread in which two play, opened if it is not there yet."""
        ...

    async def end(self, guild: int, channel: int, pairing: Pairing) -> None:
        """Say that nothing has come of it, if that can be said."""
        ...

    async def show(self, guild: int, channel: int, held: LookingList, role: int) -> int | None:
        """Show a list and return the message's id: a new one if there is none or the `role` is to be mentioned."""
        ...


class LookingClock:
    """Handles the lists that are due in `mine` servers; the channels of others belong to other processes."""

    def __init__(
        self,
        schedule: Schedule,
        looking: Looking,
        preferences: Preferences,
        refused: RefusedPosts,
        shown: Shown,
        serve: Callable[[Table], Awaitable[object]],
        now: Callable[[], float] = time.time,
        mine: Callable[[int], bool] = lambda guild: True,
    ) -> None:
        """`serve` shows a table that has begun."""
        self._schedule, self._looking, self._preferences, self._refused = schedule, looking, preferences, refused
        self._shown, self._serve, self._now = shown, serve, now
        self._woken: set[int] = set()
        self._working: set[asyncio.Task[None]] = set()
        schedule.handle(LOOKING, self._look, mine)

    async def look(self, guild: int) -> None:
        """Bring a server's list up to date, and show what has changed."""
        await self._schedule.look(LOOKING, str(guild))

    def wake(self, guild: int) -> None:
        """The same in the background: however many press meanwhile, one look sees to all of them."""
        if guild not in self._woken:
            self._woken.add(guild)
            task = in_background(self._wake(guild), f"who wants to play in {guild}")
            self._working.add(task)
            task.add_done_callback(self._working.discard)

    async def _wake(self, guild: int) -> None:
        try:
            await self.look(guild)
        except StoreError as error:
            _log.warning("who wants to play in server %s is shown later: %s", guild, error)
        finally:
            self._woken.discard(guild)

    async def rest(self) -> None:
        """Wait until nothing is under way."""
        while self._working:
            await asyncio.wait(set(self._working))

    def give_up(self) -> None:
        """Stop what is under way; it is due again at the next start."""
        for task in self._working:
            task.cancel()

    async def _look(self, guild: int, _: str) -> float | None:
        # Who presses from now on may not be seen by this look.
        self._woken.discard(guild)
        channel = (await self._preferences.of_server(guild)).looking
        try:
            held = await self._looking.advance(guild)
        except Refused as error:
            _log.warning("who wants to play in server %s is left alone: %s", guild, error)
            return self._now() + HOUR
        if not channel:
            return await self._looking.when(guild, held)
        showing = self._show(guild, channel, held)
        done, *seen = await asyncio.gather(showing, *(self._see_to(guild, channel, each) for each in held.pairings))
        await asyncio.gather(*(self._shown.end(guild, channel, each) for each in held.ended))
        held = await self._looking.told(guild, held.ended)
        times = [await self._looking.when(guild, held)]
        times += [] if all(seen) else [self._now() + _LATER]
        if not done:
            refused = await self._refused.find(guild, LOOKING_LIST)
            times += [self._now() + (_REFUSED if refused else _LATER)]
        elif held.changes != held.shown:
            times += [self._now()]
        return min((at for at in times if at is not None), default=None)

    async def _show(self, guild: int, channel: int, held: LookingList) -> bool:
        """Whether the channel shows the list."""
        if held.shown == held.changes and held.channel == channel and held.message and not held.calling:
            return True
        role = (await self._preferences.of_server(guild)).looking_role

        async def post() -> bool:
            message = await self._shown.show(guild, channel, held, role)
            if message is None:
                return False
            anew = (channel, message) != (held.channel, held.message)
            await self._looking.shown(guild, held.changes, channel, message, anew=anew)
            return True

        lacking = self._shown.lacking(guild, channel)
        return bool(await self._refused.tried(guild, LOOKING_LIST, str(channel), channel, post, self._now(), lacking))

    async def _see_to(self, guild: int, channel: int, pairing: Pairing) -> bool:
        """Whether two have been told of each other, and play if they are ready."""
        try:
            if not pairing.message:
                message = await self._shown.tell(guild, channel, pairing)
                if message is None:
                    return False
                held = await self._looking.posted(guild, pairing, message)
                pairing = held.pairing(pairing.number) or pairing
            return not pairing.begins or await self._begin(guild, channel, pairing)
        except PostRefused as error:
            _log.warning("two of server %s who want to play cannot be told, or get no thread: %s", guild, error.why)
            return False
        except Refused as error:
            _log.warning("the table of two who want to play in server %s is opened later: %s", guild, error)
            return False

    async def _begin(self, guild: int, channel: int, pairing: Pairing) -> bool:
        place = await self._shown.open_place(guild, channel, pairing)
        if place is None:
            return False
        outcome = await self._looking.begin(guild, pairing, place)
        await self._serve(outcome.table)
        await self._looking.over(guild, pairing)
        return True

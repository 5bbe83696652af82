"""The clock of nights: draws rounds, has tables made and people sit where the night has them, ends what is over, and
shows the night. Every change makes a night due; it is handled here, at once or after a restart.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from typing import Protocol

from cachetools import LRUCache

from bot.chouette import NO_HOST, Session
from bot.core.actions import Seat
from bot.core.refusal import Illegal, Refused
from bot.league.night_draw import called, in_next_draw, merged, next_draw, no_further_draw, unplaced
from bot.league.night_entries import FEWEST, MOST, At, Plan
from bot.league.night_state import NightTable
from bot.store import Store, place
from bot.tables.chouette.night_tables import NightTables, dropped, playing_on
from bot.tables.clock import awake
from bot.tables.desk import HOUR
from bot.tables.held_night import Asked, HeldNight
from bot.tables.night_faults import NightTrouble
from bot.tables.night_log import Nights
from bot.tables.preferences import Preferences
from bot.tables.presence import WhoIsGone, all_present
from bot.tables.refused_posts import RefusedPosts, of_league
from bot.tables.schedule import NIGHT, Schedule
from bot.tables.table import Stage, Table

_log = logging.getLogger(__name__)

EDITED = 15.0
"""Seconds between two edits of the message of a night, at least."""
NOTICE = 1800.0
"""Seconds before the time that was named for the first draw, at which people are reminded of it."""
LATE = HOUR
"""Seconds after the time that was named, for which a night is still drawn by itself."""
#: Seconds until another look where something did not work.
_LATER = 60.0
_MOST_EDITED = 1000


class Places(Protocol):
    """The channel of a night, and the threads of its tables."""

    async def gone(self, held: HeldNight) -> bool:
        """Whether its channel was deleted."""
        ...

    async def thread(self, held: HeldNight, table: NightTable) -> int | None:
        """The thread of a table, made or found again; None if that may work later. Raises `PostRefused`."""
        ...

    async def show(self, held: HeldNight, *, late: bool) -> bool:
        """Bring the channel up to date, and store that; False if it is to be retried later. `late`: whether some table
        takes late comers. Raises `PostRefused`.
        """
        ...

    async def remind(self, held: HeldNight) -> bool:
        """Mention those who are in the first draw, which is soon. As `show`."""
        ...

    async def ask(self, held: HeldNight, asked: Asked) -> bool:
        """Ask somebody in the thread of their table; whether that is posted."""
        ...

    async def tell_moved(self, held: HeldNight, people: Sequence[Seat], source: At, to: At) -> None:
        """Tell people, in the thread of the table where they sat, at which one they sit now; once, if that works."""
        ...

    def lacking(self, held: HeldNight) -> Sequence[str] | None:
        """Discord's names of missing permissions in its channel; None if not known here."""
        ...


class Tables(Protocol):
    """What follows changes of tables."""

    async def serve(self, table: Table, /) -> object: ...

    async def abandon(self, table: Table, /, *, told: bool = True) -> Table: ...


async def _never(guild: int) -> bool:
    return False


class NightClock:
    """Handles the nights that are due in `mine` servers. `rests`: whether nothing is due in a server because the bot is
    away from it; `who_is_gone` finds out who has left it.
    """

    def __init__(
        self,
        schedule: Schedule,
        store: Store,
        nights: Nights,
        tables: NightTables,
        lifecycle: Tables,
        places: Places,
        preferences: Preferences,
        refused: RefusedPosts,
        now: Callable[[], float] = time.time,
        mine: Callable[[int], bool] = lambda guild: True,
        who_is_gone: WhoIsGone = all_present,
    ) -> None:
        self._schedule, self._store, self._nights, self._tables = schedule, store, nights, tables
        self._lifecycle, self._places, self._preferences, self._refused = lifecycle, places, preferences, refused
        self._now, self._who_is_gone = now, who_is_gone
        self._edited: LRUCache[str, float] = LRUCache(_MOST_EDITED)
        schedule.handle(NIGHT, self._look, mine)

    async def look(self, guild: int, night: str) -> None:
        """Bring a night up to date, and show what has changed."""
        await self._schedule.look(NIGHT, place(guild, night))

    async def _look(self, guild: int, night: str) -> float | None:
        if await self._store.absences.rests(guild):
            return self._now() + _LATER
        try:
            held = await self._nights.find(guild, night)
            if not held.settled and await self._places.gone(held):
                return await self._deserted(held)
            held = await self._advanced(held)
            done = await self._tended(held)
        except Refused as error:
            _log.warning("night %s is left alone: %s", night, error)
            return None if error.reason is NightTrouble.NO_NIGHT else self._now() + HOUR
        shown = await self._shown(await self._nights.find(guild, night))
        held = await self._nights.find(guild, night)
        if shown and (when := await self._reminder(held)) is not None and when <= self._now():
            shown = await self._posted(held, "reminder", lambda: self._places.remind(held))
        return await self._next(await self._nights.find(guild, night), done, shown)

    async def _deserted(self, held: HeldNight) -> float | None:
        """The channel of a night is gone, and with it all threads: everything is over as it stands."""
        for table in held.evening.unclosed:
            found = await self._tables.table_of(held, table.at)
            if found is None:
                await self._tables.lost(held, table)
            elif found.stage is Stage.OPEN:
                await self._lifecycle.abandon(found)
            else:
                await self._tables.carry(found)
        held = await self._nights.end(held.guild, held.id, None)
        return None if held.settled else self._now() + _LATER

    # What is due

    async def _advanced(self, held: HeldNight) -> HeldNight:
        """The night after what is due by itself: a draw, places for late comers, the end."""
        evening, now = held.evening, self._now()
        if evening.over:
            return held
        if evening.rounds and not evening.playing:
            if no_further_draw(evening):
                return await self._nights.end(held.guild, held.id, None)
            if (at := next_draw(held.evening)) is not None and at <= now:
                return await self._drawn(held)
        elif (at := next_draw(held.evening)) is not None and at <= now < at + LATE:
            return await self._drawn(held) if FEWEST <= len(in_next_draw(evening)) <= MOST else held
        return await self._placed(held)

    async def _placed(self, held: HeldNight) -> HeldNight:
        """The night with late comers at the smallest tables; where the best go on, one at a table that takes one."""
        late = unplaced(held.evening)
        taking = await self._taking(held) if late else None
        for seat in late:
            if (table := held.evening.smallest(among=taking)) is not None:
                held = await self._nights.move(held, seat, table.at, None)
                if taking is not None:
                    taking -= {table.at}
                    await self._nights.make_due(held.guild, held.id)
        return held

    async def _taking(self, held: HeldNight) -> set[At] | None:
        """The tables that take newcomers, as their sessions have it; None if the night alone decides."""
        return await self._tables.taking(held) if held.evening.plan is Plan.FINAL else None

    async def check_late(self, held: HeldNight, user: int) -> None:
        """Raise `Illegal` if a late comer would find no table that takes newcomers."""
        evening, seat = held.evening, held.seat_of(user)
        late = evening.no_room() is None and (seat is None or evening.at(seat) is None)
        if late and not await self._takes_late(held):
            raise Illegal(NightTrouble.NO_TABLE_TAKES)

    async def _takes_late(self, held: HeldNight) -> bool:
        """Whether some table takes late comers, or they wait for a draw."""
        taking = await self._taking(held) if held.evening.playing else None
        return taking is None or held.evening.smallest(among=taking) is not None

    async def _drawn(self, held: HeldNight) -> HeldNight:
        """The next round, drawn by itself; as it is if there are not enough people after all."""
        try:
            return await self.draw(held, None)
        except Refused as error:
            _log.info("night %s is not drawn: %s", held.id, error)
            return await self._nights.find(held.guild, held.id)

    async def _reminder(self, held: HeldNight) -> float | None:
        """When those who are in the first draw are reminded of it, once; None if they are not. A night that is opened
        shortly before needs no reminder, and at night there is none.
        """
        begins, evening = held.evening.begins, held.evening
        if begins is None or evening.over or evening.rounds or not in_next_draw(evening):
            return None
        at = begins - NOTICE
        if evening.opened.at >= at or held.screen.mentioned_at >= at:
            return None
        when = awake(max(at, self._now()), (await self._preferences.of_server(held.guild)).time_zone)
        return when if when < begins else None

    async def draw(self, held: HeldNight, receipt: str | None) -> HeldNight:
        """Draw the next round, without those who have left the server."""
        seats = in_next_draw(held.evening)
        users = {held.person(seat).user: seat for seat in seats if held.person(seat).known}
        gone = await self._who_is_gone(held.guild, list(users))
        for user in gone:
            held = await self._nights.leave(held.guild, held.id, user, None)
        return await self._nights.draw(held, receipt)

    # Tables

    async def _tended(self, held: HeldNight) -> bool:
        """Make tables that are missing, have people sit where they belong, end what is over; whether all is done."""
        done = await self._seated(held)
        held = await self._nights.find(held.guild, held.id)
        # At once, before somebody begins another game where people are about to go.
        if held.evening.plan is Plan.TABLES and not held.over and await self._merge(held):
            done = await self._seated(await self._nights.find(held.guild, held.id)) and done
        return done

    async def _seated(self, held: HeldNight) -> bool:
        done, tables = True, held.evening.unclosed
        there = {table.at: await self._tables.table_of(held, table.at) for table in tables}
        busy = {seat for found in there.values() if found is not None for seat in playing_on(held, found)}
        for table in tables:
            found = there[table.at]
            if (found is None and table.at in held.tables) or (found is None and held.over):
                await self._tables.lost(held, table)
            elif found is None:
                done = await self._made(held, table) and done
            else:
                await self._tend(held, table, found, busy)
        return done

    async def _made(self, held: HeldNight, table: NightTable) -> bool:
        async def opened() -> bool:
            thread = await self._places.thread(held, table)
            if thread is None:
                return False
            await self._lifecycle.serve(await self._tables.make(held, table, thread))
            return True

        about = f"table {table.round}.{table.number}"
        return await self._posted(held, about, opened)

    async def _tend(self, held: HeldNight, table: NightTable, found: Table, busy: Collection[Seat]) -> None:
        if found.about.night is None or (isinstance(found.state, Session) and found.state.host != NO_HOST):
            # A chouette that has just been split.
            split = await self._tables.adopt(held, table.at, tuple(range(len(found.people.seats))))
            if split is None:
                await self._tables.lost(held, table)
                return
            found = split
        if found.stage is not Stage.OPEN:
            await self._tables.carry(found)
            return
        await self._tables.carry(found)
        for user, receipt in dropped(held, found):
            held = await self._nights.leave(held.guild, held.id, user, receipt)
        for outcome in await self._tables.gathered(held, table.at, found, busy):
            found = outcome.table
            await self._lifecycle.serve(found)
        alone = held.evening.plan is not Plan.TABLES and len(held.evening.there(table.at)) < 2
        if (held.over or alone) and (outcome := await self._tables.dismissed(held, found)) is not None:
            await self._lifecycle.serve(outcome.table)

    async def _merge(self, held: HeldNight) -> bool:
        """Between games, the people of tables that have become too small come to another one; whether somebody does."""
        free: dict[At, Sequence[int]] = {}
        for table in held.evening.playing:
            found = await self._tables.table_of(held, table.at)
            night = found.about.night if found else None
            session = found.state if found else None
            if night and isinstance(session, Session) and session.over and not session.closed:
                free[table.at] = [night.seats[seat] for seat in session.line]
        moves, before = merged(held.evening, free), held.evening
        for seat, to in moves:
            held = await self._nights.move(held, seat, to, None)
        ways: dict[tuple[At, At], list[Seat]] = {}
        for seat, to in moves:
            if held.evening.at(seat) == to and (source := before.at(seat)) is not None:
                ways.setdefault((source, to), []).append(seat)
        for (source, to), people in ways.items():
            await self._places.tell_moved(held, people, source, to)
        if not moves:
            await self._call(held, free)
        return bool(ways)

    async def _call(self, held: HeldNight, free: Mapping[At, Sequence[int]]) -> None:
        """Ask somebody at the largest table whether they go to one that has become too small."""
        need = called(held.evening, free)
        if need is None:
            return
        source, to, line = need
        asked = held.asked
        stays = asked.stays if asked and (asked.source, asked.to) == (source, to) else ()
        seat = next((each for each in line if each not in stays and held.person(each).known), None)
        if seat is None or (asked and (asked.source, asked.to, asked.seat) == (source, to, seat)):
            return
        made = Asked(source, to, seat, stays)
        if await self._places.ask(held, made):
            await self._nights.ask(held, made)

    # Showing

    async def _shown(self, held: HeldNight) -> bool:
        """Whether the channel is up to date, or need not be yet."""
        if held.screen.shown >= held.version:
            return True
        new = held.chapters > held.screen.game
        if not new and self._now() < self._edited.get(held.id, 0.0) + EDITED:
            return True
        self._edited[held.id] = self._now()
        late = await self._takes_late(held)
        return await self._posted(held, str(held.chapters), lambda: self._places.show(held, late=late))

    async def _posted(self, held: HeldNight, about: str, post: Callable[[], Awaitable[bool]]) -> bool:
        """Whether it is posted; after a refusal it is only tried when its time has come."""
        lacking = self._places.lacking(held)
        tried = self._refused.tried(held.guild, of_league(held.id), about, held.channel, post, self._now(), lacking)
        return await tried is True

    async def _next(self, held: HeldNight, done: bool, shown: bool) -> float | None:
        """When to look again; None if nothing will change."""
        now = self._now()
        if not (done and shown):
            refused = await self._refused.find(held.guild, of_league(held.id))
            return None if refused and refused.given_up and held.settled else now + _LATER
        times = [now + HOUR]
        if held.screen.shown < held.version:
            times.append(max(now, self._edited.get(held.id, 0.0) + EDITED))
        elif held.settled:
            return None
        if (draw := next_draw(held.evening)) is not None and (held.evening.rounds or draw > now):
            times.append(draw)
        if (reminder := await self._reminder(held)) is not None:
            times.append(reminder)
        return min(times)

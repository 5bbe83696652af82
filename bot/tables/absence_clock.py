"""Servers that the bot is not in: it was removed, or Discord has an outage of the server, which may look the same.

Nothing is closed there for `GRACE`: whatever is due rests, and once the bot is back, all clocks go on as if no time had
passed. After that the tables are closed, and their players are told when the bot is back, if it ever is. Since when it
is away is stored with the server, so that a process that died on the way is followed up.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from msgspec.structs import replace

from bot.backgammon import Refused
from bot.core.clock import Away, Live
from bot.core.pace import MINUTE
from bot.store import Store, StoreError, place
from bot.store.absences import Absence
from bot.tables.champion import note_champion
from bot.tables.desk import HOUR, Desk
from bot.tables.leagues import Leagues
from bot.tables.lifecycle import Lifecycle
from bot.tables.outages import LONG
from bot.tables.preferences import Preferences
from bot.tables.repository import Change, TableRepository
from bot.tables.retry_queue import growing
from bot.tables.schedule import ABSENCE, CLOSING, DAY, LEAGUE, LOOKING, SEASON, WEEK, Schedule
from bot.tables.table import Stage, Table
from bot.tables.table_clock import may_run

_log = logging.getLogger(__name__)

GRACE = 30 * 24 * HOUR
"""Seconds for which nothing is closed."""

#: Milliseconds that are of no account where there is no clock.
_BRIEF = MINUTE


class Here(Protocol):
    """Which servers the bot is in, as far as this process knows."""

    def mine(self, guild: int) -> bool:
        """Whether it would know."""
        ...

    def knows(self, guild: int) -> bool:
        """Whether the bot is there, and may be served."""
        ...

    def is_ready(self) -> bool:
        """Whether it knows yet."""
        ...


class AbsenceClock:
    """Follows the servers of this process."""

    def __init__(
        self,
        schedule: Schedule,
        store: Store,
        repository: TableRepository,
        preferences: Preferences,
        leagues: Leagues,
        lifecycle: Lifecycle[Any, Any],
        desk: Desk,
        here: Here,
    ) -> None:
        self._schedule, self._store, self._repository = schedule, store, repository
        self._preferences, self._leagues, self._lifecycle = preferences, leagues, lifecycle
        self._discord, self._here, self._rest = desk.discord, here, desk.rest
        schedule.handle(ABSENCE, self._look, lambda guild: here.is_ready() and here.mine(guild))

    async def left(self, guild: int) -> None:
        """The bot is not in a server: everything rests there. Tried until it is stored."""
        await _until_stored(lambda: self._left(guild))

    async def back(self, guild: int) -> None:
        """The bot is in a server, perhaps again: then everything goes on. Tried until it is stored."""
        await _until_stored(lambda: self._back(guild))

    async def take_stock(self) -> None:
        """At a start: what has changed unnoticed in servers without tables, and what was cut off."""
        due = self._store.due
        for guild in await due.owners(ABSENCE):
            if self._here.mine(guild) and self._here.knows(guild):
                await self.back(guild)
        for guild in await due.owners(DAY, SEASON, WEEK, LEAGUE):
            if self._here.mine(guild) and not self._here.knows(guild):
                await self.left(guild)

    async def _left(self, guild: int) -> None:
        """The schedule knows of it first: it is a way to find what is stored with a server."""
        at, due = self._discord.now(), self._store.due
        await due.set(ABSENCE, str(guild), self._discord.local(at) + GRACE, anew=False)
        await self._store.absences.begin(guild, at)
        if self._here.knows(guild):  # again, meanwhile
            await self._back(guild)
            return
        for kind in (DAY, SEASON, WEEK, LOOKING):
            await due.set(kind, str(guild), None)

    async def _back(self, guild: int) -> None:
        if self._here.knows(guild) and await self._store.absences.find(guild) is not None:
            await self._schedule.look(ABSENCE, str(guild))

    async def _look(self, guild: int, _: str) -> float | None:
        """See what follows in a server; a `Handler` of the schedule."""
        here, absences = self._here.knows(guild), self._store.absences
        if here and (absence := await absences.find(guild)) and absence.since is not None:
            await absences.end(guild, self._discord.now())
        absence = await absences.find(guild)
        if absence is None:
            return None
        if absence.since is not None:
            away = Away(absence.since, absence.until)
            lapses, until = self._discord.local(away.start) + GRACE, away.until or self._discord.now()
            if self._discord.local(until) >= lapses:
                await self._close(guild)
                absence = Absence()
            elif not here:
                return lapses
            elif away.until is None:  # the bot was away again in the middle of this: what it is now is looked at anew
                return self._discord.local(self._discord.now())
            else:
                await self._go_on(guild, away)
        if not here:
            return None
        await self._notice(guild)
        return None if await absences.over(guild, absence) else self._discord.local(self._discord.now())

    async def _tables(self, guild: int) -> list[Table]:
        return [table async for table in self._lifecycle.in_server(guild)]

    async def _go_on(self, guild: int, away: Away) -> None:
        _log.info("server %s is here again: its tables go on", guild)
        await self._leagues_go_on(guild, away)
        for table in await self._tables(guild):
            try:
                await self._resumed(table, away)
            except StoreError:
                raise
            except Exception:  # noqa: BLE001  the others go on
                _log.exception("table %s could not go on", table.id)

    async def _leagues_go_on(self, guild: int, away: Away) -> None:
        """What ends in a league ends as much later; entered once."""
        since, until = self._discord.local(away.start), self._discord.local(away.until or self._discord.now())
        for league, listed in (await self._leagues.listed(guild)).items():
            if not listed.over and until - since >= HOUR:
                try:
                    await self._leagues.rested(guild, league, since, until)
                except Refused as error:
                    _log.warning("league %s could not be moved: %s", league, error)

    async def _resumed(self, table: Table, away: Away) -> None:
        """A table goes on: how long the bot was away counts for nobody there. A live one rests after more than a minute
        until both are ready.
        """

        async def work(before: Table) -> Change:
            return rested(before, away, self._discord.local)

        length = (away.until or away.start) - away.start
        stands = table.stage is Stage.OPEN or (table.stage is Stage.CHALLENGE and table.game.gathers)
        if stands and (table.clock or length >= _BRIEF):
            said = f"absence:{table.id}:{away.start}:{away.until}"
            table = (await self._repository.change(table.channel, table.id, work, said)).table
            clock = table.clock
            if clock and isinstance(clock.pace, Live) and clock.running is not None and length > LONG:
                table = await self._rest(table)
        await self._lifecycle.serve(table)

    async def _close(self, guild: int) -> None:
        """It is too late: everything is closed."""
        _log.info("server %s was left too long ago: its tables are closed", guild)
        for table in await self._tables(guild):
            try:
                if table.stage is Stage.OPEN:
                    await self._store.absences.note_closed(guild, place(table.channel, table.id))
                await self._lifecycle.abandon(table, told=False)
            except Refused as error:
                _log.warning("table %s could not be closed: %s", table.id, error)
        await self._store.positions.clear(guild)
        await self._store.looking.clear(guild)
        await note_champion(self._store, guild, None)  # who has the role there keeps it
        await self._store.refused_notes.clear(guild)
        await self._store.absences.lapse(guild)
        await self._store.open_tables.leave(guild)

    async def _notice(self, guild: int) -> None:
        """Schedule what the server wants, and that people learn which tables were closed."""
        absence, due = await self._store.absences.find(guild), self._store.due
        for table in absence.closed if absence else ():
            await due.set(CLOSING, f"{guild}:{table}", 0.0)
        await self._schedule.notice(guild, await self._preferences.of_server(guild))
        await due.set(LOOKING, str(guild), 0.0)
        for league, listed in (await self._leagues.listed(guild)).items():
            if not listed.over:
                await due.set(LEAGUE, place(guild, league), 0.0)


def rested(table: Table, away: Away, local: Callable[[int], float]) -> Change:
    """A table for which the time that the bot was away has not passed: not on its clock, and not in the hours after
    which its players are reminded, or somebody may claim.
    """
    assert away.until is not None, "it is back"
    start, until, clock = local(away.start), local(away.until), table.clock
    if table.stage is Stage.CHALLENGE:
        about = replace(table.about, expires_at=table.about.expires_at + until - start)
        return Change(replace(table, about=about))
    acted_at = max(table.acted_at, min(until, table.acted_at + until - start))
    table = replace(table, acted_at=acted_at)
    if clock is None or not may_run(table):
        return Change(table)
    return Change(replace(table, clock=clock.after(away)), times=(away,))


async def _until_stored(work: Callable[[], Awaitable[None]]) -> None:
    """Do something until the store has taken it."""
    for pause in growing():
        try:
            await work()
            return
        except StoreError as error:
            _log.warning("that a server has come or gone is stored later: %s", error)
        await asyncio.sleep(pause)

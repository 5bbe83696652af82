"""What the bot has missed: time in which it was not there, or had no store or no Discord, counts on nobody's clock.

As long as all is well each process says so in the store every few seconds. What it has not said for longer than that
was missed: it is entered in the log of every open table with a clock before a flag may fall there. A new process finds
what the last one has said.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.backgammon import Refused
from bot.core.clock import Away, Entry, Live
from bot.core.pace import MINUTE, SECOND
from bot.store import Store, StoreError
from bot.supervision import in_background
from bot.tables.discord_time import DiscordTime
from bot.tables.repository import TableRepository
from bot.tables.table import Table
from bot.tables.table_clock import may_run

_log = logging.getLogger(__name__)

PERIOD = 2.0
"""Seconds between two signs of life."""

GAP = 4000
"""Milliseconds without one from which on something was missed."""

LONG = MINUTE
"""Milliseconds: after a longer one a live table rests until both are ready."""

REDRAWN = MINUTE
"""Milliseconds: a shorter outage changes no board but that of a live table, where the moment of the flag stands."""


class _Sign(Struct, frozen=True, array_like=True):
    """A sign of life: when, in Discord's milliseconds, and by how many these are behind the bot's clock."""

    at: int
    behind: int


class Outages:
    """Notes that all is well, and enters what was missed.

    `serves`: the name of what this process serves, the number of all shards before a colon. `wrong`: for how many
    milliseconds something has been wrong with Discord, 0 if nothing is. `mine`: whether it serves a server.
    """

    def __init__(
        self,
        store: Store,
        repository: TableRepository,
        discord: DiscordTime,
        serves: str,
        wrong: Callable[[], int],
        mine: Callable[[int], bool],
        rest: Callable[[Table], Awaitable[Table]],
    ) -> None:
        """`rest` makes a table rest until its people are ready, and returns it."""
        self._store, self._repository, self._discord = store, repository, discord
        self._serves, self._wrong, self._mine, self._rest = serves, wrong, mine, rest
        self._last: int | None = None
        self._known = self._begun = False
        self._entering: Away | None = None

    async def run(self, serve: Callable[[Table], Awaitable[object]]) -> None:
        """Say that all is well as long as it is, forever. `serve` shows a table whose flag falls later now."""
        while True:
            try:
                if tables := await self.beat():
                    in_background(_served(tables, serve), "showing later flags")
            except StoreError as error:
                _log.warning("that all is well is not noted: %s", error)
            await asyncio.sleep(PERIOD)

    def serving(self, guild: int) -> bool:
        """Whether this process serves a server and has missed nothing that is not entered: flags may fall there."""
        well = self._begun and self._last is not None and self._discord.now() - self._last < GAP and not self._wrong()
        return well and self._mine(guild)

    async def missed_in(self, guild: int) -> tuple[Away, ...]:
        """What has been missed until now in a server and may not be entered yet at every table of it, such as that the
        bot is not in it, or was not. Raises `StoreError`.
        """
        missed, absence = await self.missed(), await self._store.absences.find(guild)
        if absence is None or absence.since is None:
            return (missed,) if missed else ()
        away = Away(absence.since, absence.until or self._discord.now())
        return (missed, away) if missed else (away,)

    async def missed(self) -> Away | None:
        """What has been missed until now everywhere and may not be entered yet. Raises `StoreError`."""
        if self._entering:
            return self._entering
        since, now = await self._since(), self._discord.now()
        least = GAP if self._begun else 1  # a process that has just begun was not there a moment ago
        return None if since is None or now - since < least else Away(since, now)

    async def beat(self) -> list[Table]:
        """Note that all is well, after having entered what was missed: the tables to be shown again. Raises
        `StoreError`.
        """
        since = await self._since()
        if wrong := self._wrong():
            if since is not None:
                self._last = min(since, self._discord.now() - wrong)
            return []
        at = self._discord.now()
        self._entering = away = await self.missed()
        try:
            changed = await self._enter(away) if away else []
        finally:
            self._entering = None
        # Entering may take long itself: what is not entered of that is found missing by the next one.
        sign = _Sign(away.until if away and away.until is not None else at, self._discord.behind)
        await self._store.serving.note(self._serves, msgspec.json.encode(sign))
        self._last, self._begun = sign.at, True
        return changed

    async def _since(self) -> int | None:
        """When all was last well; None if that was never noted."""
        if not self._known:
            self._last = await self._noted()
            self._known = True
        return self._last

    async def _noted(self) -> int | None:
        """What the last process that served the same has noted, or the last of all by another number of shards."""
        noted = await self._store.serving.noted()
        count = self._serves.partition(":")[0]
        same = [noted[self._serves]] if self._serves in noted else []
        others = [said for name, said in noted.items() if name.partition(":")[0] != count]
        signs = [msgspec.json.decode(said, type=_Sign) for said in same or others]
        if not signs:
            return None
        last = max(signs, key=lambda sign: sign.at)
        self._discord.adopt(last.behind)
        return last.at

    async def _enter(self, away: Away) -> list[Table]:
        """Enter what was missed wherever a clock runs; the tables that are to be shown again."""
        length = (away.until or away.start) - away.start
        _log.info("nobody loses the %.1f seconds that were missed", length / SECOND)

        def entries(table: Table) -> tuple[Entry, ...]:
            return (away,) if may_run(table) else ()

        changed: list[Table] = []
        for _, channel, name, _ in await self._store.open_tables.of_servers(self._mine):
            try:
                table = await self._repository.enter_times(channel, name, entries)
            except Refused as error:
                _log.warning("what was missed is not entered at table %s: %s", name, error)
                continue
            if table is None or table.clock is None:
                continue
            live = isinstance(table.clock.pace, Live)
            table = self._repository.as_shown(table)
            if live and length > LONG:
                table = await self._rest(table)
            if live or length >= REDRAWN:
                changed.append(table)
            elif table.screen.shown == table.version - 1:
                await self._repository.shown(table, replace(table.screen, shown=table.version))
        return changed


async def _served(tables: list[Table], serve: Callable[[Table], Awaitable[object]]) -> None:
    for table in tables:
        try:
            await serve(table)
        except Exception:  # noqa: BLE001  logged; what failed is shown again by itself
            _log.exception("table %s could not be shown after an outage", table.id)

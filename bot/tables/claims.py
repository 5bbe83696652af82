"""When a game may be claimed that nobody goes on with."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil

from bot.core.actions import Seat
from bot.core.refusal import Illegal
from bot.core.state import TableState
from bot.tables.discord_time import DiscordTime
from bot.tables.faults import TableTrouble
from bot.tables.preferences import Preferences
from bot.tables.presence import WhoIsGone
from bot.tables.rests import Rests
from bot.tables.table import Table
from bot.tables.table_clock import check_claim

_HOUR = 3600


class Claims:
    """Checks them. `now` returns seconds since 1970."""

    def __init__(
        self, preferences: Preferences, now: Callable[[], float], gone: WhoIsGone, discord: DiscordTime
    ) -> None:
        self._preferences, self._now, self._gone, self._discord = preferences, now, gone, discord
        self._rests = Rests(preferences)

    async def check(self, table: Table, state: TableState, seat: Seat) -> None:
        """Raise `Illegal` if the players waited for may still take their time: by the clock of the table, or the hours
        of its server, and while they are on holiday.

        If all of them have left the server, that is as long as until a reminder.
        """
        waiting = state.claimed_from
        if seat in waiting or not waiting:
            return
        if clock := table.clock:
            self._check_rest(table)
            when = "" if clock.falls is None else f"<t:{ceil(self._discord.local(clock.falls))}:R>"
            check_claim(clock, self._discord.now(), when)
            return
        settings = await self._preferences.of_server(table.about.guild)
        since, hours = max(table.screen.mentioned_at, table.acted_at), settings.claim_after
        end = await self._rests.moved(table, since, hours)
        if self._now() >= end:
            return
        users = {table.person(each).user for each in waiting}
        if users <= set(await self._gone(table.about.guild, users)):
            hours = min(hours, settings.remind_after)
            end = since + hours * _HOUR
        else:
            self._check_rest(table)
        if self._now() < end:
            raise Illegal(TableTrouble.TOO_EARLY, hours=hours, when=f"<t:{int(end)}:f>")

    def _check_rest(self, table: Table) -> None:
        until = table.rests_until
        if until is not None and self._discord.now() < until:
            raise Illegal(TableTrouble.RESTS, when=f"<t:{int(self._discord.local(until))}:f>")

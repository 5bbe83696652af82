"""When a game may be claimed that nobody goes on with, and when of two who share a seat the other one may sit down."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil

from bot.core.actions import Action, Claim, Sat, Seat
from bot.core.question import TableFault
from bot.core.refusal import Illegal, Refused
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

    async def admitted(
        self, table: Table, state: TableState, seat: Seat, user: int, act: Callable[[], Action]
    ) -> Action:
        """What a user does at a table. Whoever shares a seat and does not sit there may only sit down, else `Foreign`
        is raised; claiming and sitting down are checked.
        """
        try:
            action = act()
        except Refused:
            table.check_sits(user)
            raise
        if isinstance(action, Sat):
            await self._check_sits_down(table, state, seat, user)
            return action
        table.check_sits(user)
        if isinstance(action, Claim):
            await self._check(table, state, seat)
        return action

    async def _check(self, table: Table, state: TableState, seat: Seat) -> None:
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

    async def _check_sits_down(self, table: Table, state: TableState, seat: Seat, user: int) -> None:
        """Raise `Illegal` if a user does not share the seat, sits there already, or if their partner may still take
        their time: while the table waits for them until half of the time for a claim is over, unless they have left.
        """
        team = table.people.team_of(user)
        if team is None:
            raise Illegal(TableFault.NO_PARTNER)
        if table.sits(user):
            raise Illegal(TableTrouble.SITS_ALREADY)
        partner = team.partner_of(user)
        if not partner.known or await self._gone(table.about.guild, [partner.user]):
            return
        if seat not in state.waited_for or state.paused:
            raise Illegal(TableTrouble.SIT_ONLY_WAITED, name=partner.name)
        half = await self._half_over(table)
        if half is None:
            raise Illegal(TableTrouble.SIT_ONLY_WAITED, name=partner.name)
        if self._now() < half:
            raise Illegal(TableTrouble.SIT_LATER, name=partner.name, when=f"<t:{ceil(half)}:R>")

    async def _half_over(self, table: Table) -> float | None:
        """When half of the time is over that whoever must act had when they were asked; None while no time runs."""
        if clock := table.clock:
            if clock.since is None or clock.stretch is None:
                return None
            half = clock.reaches((clock.free + (clock.reserves[clock.stretch] or 0)) // 2, clock.since)
            return None if half is None else self._discord.local(half)
        settings = await self._preferences.of_server(table.about.guild)
        since = max(table.screen.mentioned_at, table.acted_at)
        return await self._rests.moved(table, since, settings.claim_after / 2)

    def _check_rest(self, table: Table) -> None:
        until = table.rests_until
        if until is not None and self._discord.now() < until:
            raise Illegal(TableTrouble.RESTS, when=f"<t:{int(self._discord.local(until))}:f>")

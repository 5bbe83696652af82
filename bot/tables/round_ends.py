"""Ends the rounds of leagues when their time is up, and lets no match of theirs go on for ever.

What has become of a match is asked of its table, which lies in another slot; what follows is an entry of the league.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

from bot.core.actions import Flag, Seat
from bot.core.clock import Live, Paced
from bot.core.refusal import Refused
from bot.league.rounds import STRETCH
from bot.league.state import Round
from bot.tables.desk import Desk
from bot.tables.held_league import HeldLeague
from bot.tables.leagues import Leagues
from bot.tables.preferences import Preferences
from bot.tables.repository import TableRepository
from bot.tables.rests import Rests
from bot.tables.table import Stage, Table

_log = logging.getLogger(__name__)


class RoundEnds:
    """`serve` shows a changed table, and does all that follows."""

    def __init__(
        self,
        leagues: Leagues,
        repository: TableRepository,
        desk: Desk,
        serve: Callable[[Table], Awaitable[object]],
        preferences: Preferences,
    ) -> None:
        self._leagues, self._repository, self._desk, self._serve = leagues, repository, desk, serve
        self._preferences, self._rests = preferences, Rests(preferences)

    async def look(self, held: HeldLeague, now: float) -> HeldLeague:
        """End the round of a league if its time is up, and hurry what goes on; may be repeated after a crash."""
        ends, current = held.league.time_up, held.league.current
        if ends is None or current is None:
            return held
        if ends <= now:
            if current.late_until is not None:
                held = await self._end_matches(held)
            elif not current.moved and (days := await self._holidays(held, current)):
                return await self._leagues.move(held, days)
            held = await self._leagues.end_round(held, await self._who_must_act(held))
        if held.league.current is not None and held.league.current.late_until is not None:
            await self._hurry(held)
        return held

    async def _holidays(self, held: HeldLeague, current: Round) -> int:
        """The most days that two who still owe each other a match were on holiday in a round, together."""
        league, away = held.league, dict[Seat, int]()
        for seat in {seat for each in league.open_pairings.values() for seat in each.seats}:
            person = await self._preferences.of_person(held.person(seat).user)
            days = await self._rests.in_league(held.guild, person, league.began, league.holiday_days)
            away[seat] = sum(until > current.began * 1000 and start < current.ends_at * 1000 for start, until in days)
        return max((sum(away[seat] for seat in each.seats) for each in league.open_pairings.values()), default=0)

    async def _who_must_act(self, held: HeldLeague) -> dict[int, Seat | None]:
        """The matches that are being played, by number, each with the seat in the league that must act, None if that is
        not one.
        """
        found: dict[int, Seat | None] = {}
        for number, table in await self._tables(held):
            waiting = table.state.claimed_from if table and table.state else ()
            counts = table and table.about.counts
            found.setdefault(number, counts.seats[waiting[0]] if counts and len(waiting) == 1 else None)
        return found

    async def _end_matches(self, held: HeldLeague) -> HeldLeague:
        """Whoever must act loses the match at its table, which counts like any other."""
        for _, table in await self._tables(held):
            if table and table.state and table.state.claimed_from:
                outcome = await self._desk.by_clock(table, Flag())
                if outcome is not None:
                    await self._serve(outcome.table)
        return await self._leagues.find(held.guild, held.id)

    async def _hurry(self, held: HeldLeague) -> None:
        """Give the matches that go on the pace of those that are late, once."""
        at = self._desk.discord.now()

        def late(table: Table) -> tuple[Paced, ...]:
            slow = table.clock is not None and table.clock.pace != STRETCH and not isinstance(table.clock.pace, Live)
            return (Paced(at, STRETCH),) if slow else ()

        for _, table in await self._tables(held):
            if table and (hurried := await self._repository.enter_times(table.channel, table.id, late)):
                await self._serve(hurried)

    async def _tables(self, held: HeldLeague) -> list[tuple[int, Table | None]]:
        """The open tables of matches that are owed, with their numbers; None for one that cannot be read."""
        owed, current = held.league.open_pairings, held.league.current
        found: list[tuple[int, Table | None]] = []
        for number, place in current.tables if current else ():
            channel, _, id = place.partition(":")
            if number not in owed:
                continue
            try:
                table = await self._repository.load(int(channel), id)
            except Refused as error:
                _log.warning("table %s of league %s is left alone: %s", id, held.id, error)
                found.append((number, None))
                continue
            if table is not None and table.stage is Stage.OPEN:
                found.append((number, table))
        return found

"""The repository of leagues, and the only way to change one: what contests have in common is that of all."""

from __future__ import annotations

import secrets
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from bot.backgammon import Variant
from bot.core.actions import Seat
from bot.core.refusal import Illegal
from bot.io_thread import run_in_io_thread
from bot.league import (
    Answered,
    Begun,
    Challenged,
    Decided,
    Ended,
    Entry,
    Extended,
    League,
    LeagueFault,
    Moved,
    Opened,
    Restored,
    Struck,
    TimeUp,
    Won,
    apply,
)
from bot.league.entries import DAY, read_entry, write_entry
from bot.league.league import folded
from bot.league.rounds import decisions
from bot.store import Store
from bot.tables.contests import Contests, Kind
from bot.tables.faults import LeagueTrouble
from bot.tables.held_league import Debt, HeldLeague, debts_in
from bot.tables.league_draws import DRAW, byes_by_rating, drawn_round, started
from bot.tables.schedule import LEAGUE
from bot.tables.table import Person

#: Cache size: folded leagues.
_MOST_SEEN = 200
#: (server, users, variant) -> ratings, in the same order.
Ratings = Callable[[int, Sequence[int], str], Awaitable[Sequence[float]]]
#: The rating assumed for unrated members.
_UNKNOWN = 1500.0
#: Bytes of random bits: a lot for each match of a round.
_LOTS = 8
#: The same: what pairs are drawn by.
_DRAW = 32
#: What happens at tables that count.
_Told = Won | Struck | Restored | Challenged | Answered | Begun


async def _unrated(guild: int, users: Sequence[int], variant: str) -> Sequence[float]:
    return [_UNKNOWN] * len(users)


_KIND = Kind(
    due=LEAGUE,
    read=read_entry,
    write=write_entry,
    folded=folded,
    apply=apply,
    faults=LeagueFault,
    none=LeagueTrouble.NO_LEAGUE,
    newer=LeagueTrouble.NEWER,
    busy=LeagueTrouble.BUSY,
    not_in=LeagueFault.NOT_IN_IT,
)


class Leagues(Contests[HeldLeague, Entry, League, LeagueFault]):
    """All leagues. `entropy` returns this many random bytes; `ratings` are looked up at the start of one."""

    def __init__(
        self,
        store: Store,
        now: Callable[[], float] = time.time,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
        ratings: Ratings = _unrated,
    ) -> None:
        super().__init__(_KIND, store, now, entropy)
        self._ratings = ratings

    def _held(self, fields: Mapping[str, bytes], **shared: Any) -> HeldLeague:
        return HeldLeague(**shared)

    # Finding

    async def debts(self, guild: int, user: int) -> list[Debt]:
        """A member's owed matches in the leagues of a server."""
        return [debt for held in await self.running(guild) for debt in debts_in(held, user)]

    async def owed(
        self, guild: int, one: int, other: int, length: int | None = None, variant: Variant | None = None
    ) -> Debt | None:
        """The match that `one` owes `other` in a league of a server, optionally of this length and variant."""
        for debt in await self.debts(guild, one):
            opened = debt.held.league.opened
            fits = length in (None, opened.length) and (variant is None or variant.value == opened.variant)
            if fits and debt.opponent.user == other:
                return debt
        return None

    # Changing

    async def open(self, guild: int, opening: Opened, host: Person, receipt: str) -> HeldLeague:
        """A new league. Idempotent for a `receipt`. Raises `Illegal` if it follows one that still runs, or the store is
        nearly full.
        """
        if opening.follows and not (await self.find(guild, opening.follows)).over:
            raise Illegal(LeagueTrouble.STILL_ON)
        return await self._open(guild, opening, host, receipt)

    async def start(self, guild: int, league: str, receipt: str) -> HeldLeague:
        """Start it, in divisions by current ratings, or by the tables of the league that it follows."""
        held = await self.find(guild, league)
        rating, follows = await self._rated(held), held.league.opened.follows
        former = await self.find(guild, follows) if follows else None
        draw = self._entropy(DRAW)

        return await self._change(guild, league, lambda held: started(held, rating, former, draw, self._now()), receipt)

    async def _rated(self, held: HeldLeague) -> dict[Seat, float]:
        """The ratings of those who are in a league."""
        league, seats = held.league, held.league.present
        users = [held.person(seat).user for seat in seats]
        return dict(zip(seats, await self._ratings(held.guild, users, league.opened.variant), strict=True))

    async def advance(self, guild: int, league: str) -> HeldLeague:
        """Let a league advance by itself: draw its next round, or end it on time."""
        held = await self.find(guild, league)
        ends = held.league.ends_at
        if held.league.due:
            ratings = await self._rated(held) if byes_by_rating(held) else None
            # Off the loop: of many people it takes a while.
            entry = await run_in_io_thread(drawn_round, held, self._entropy(_DRAW), ratings, self._now())
        elif ends is not None and ends <= self._now() and not held.over:
            entry = Ended(self._now())
        else:
            return held

        return await self._change_seen(held, lambda before: entry)

    async def end_round(self, held: HeldLeague, on: Mapping[int, Seat | None]) -> HeldLeague:
        """End the round of a league whose time is up, or what went on after it; nothing if it has changed meanwhile.

        `on` as of `decisions`.
        """
        lots = int.from_bytes(self._entropy(_LOTS))

        def work(before: HeldLeague) -> TimeUp | None:
            ends, now = before.league.time_up, self._now()
            return None if ends is None or now < ends else TimeUp(now, decisions(before.league, on, lots))

        return await self._change_seen(held, work)

    async def extend(self, guild: int, league: str, days: int, receipt: str) -> HeldLeague:
        """Give the round so many days more."""
        return await self._change(guild, league, lambda held: Extended(self._now(), days), receipt)

    async def move(self, held: HeldLeague, days: int) -> HeldLeague:
        """End the round so many days later because of holidays; nothing if the league has changed meanwhile."""
        return await self._change_seen(held, lambda before: Moved(self._now(), days * DAY, holidays=True))

    async def rested(self, guild: int, league: str, since: float, until: float) -> None:
        """What is due in a league that runs is due later, as the bot was away from its server from then until then."""

        def work(before: HeldLeague) -> Moved | None:
            fold = before.league
            began = fold.current.began if fold.current else fold.started_at
            ends = fold.time_up if fold.current else fold.ends_at
            if fold.over or began is None or ends is None or ends <= since or until <= (start := max(since, began)):
                return None
            return Moved(self._now(), until - start, holidays=False)

        await self._change(guild, league, work, f"absence:{since}:{until}")

    async def decide(self, guild: int, league: str, winner: int, loser: int, receipt: str) -> HeldLeague:
        """Give the match that two members owe each other to one of them."""

        def work(held: HeldLeague) -> Decided:
            one, other = held.seat_of(winner), held.seat_of(loser)
            number = None if one is None or other is None else held.league.owed(one, other)
            if one is None or number is None:
                raise Illegal(LeagueTrouble.NOT_OWED)
            return Decided(self._now(), number, one)

        return await self._change(guild, league, work, receipt)

    async def strike(self, guild: int, game: str, at: float) -> LeagueFault | None:
        """Strike the match that this game ended, by the id of its fact, from a league.

        Returns why, if the league has moved on and keeps it.
        """
        for league in await self.listed(guild):
            held = await self.find(guild, league)
            if any(pairing.result and pairing.result.game == game for pairing in held.league.pairings):
                return await self.enter(guild, league, Struck(at, game), f"strike:{game}:{held.version}")
        return None

    async def restore(self, guild: int, game: str, at: float) -> LeagueFault | None:
        """Restore the struck match that this game ended; returns why, if the league ignores it."""
        for league in await self.listed(guild):
            held = await self.find(guild, league)
            if any(result.game == game for _, result in held.league.struck):
                return await self.enter(guild, league, Restored(at, game), f"restore:{game}:{held.version}")
        return None

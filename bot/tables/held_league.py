"""A league of a server as one value: its fold, its members and messages; and the matches that somebody owes in it."""

from __future__ import annotations

from msgspec import Struct

from bot.core.actions import Seat
from bot.core.clock import Live, Pace
from bot.core.refusal import Illegal
from bot.league import League
from bot.league.state import Pairing
from bot.tables.about import Counts
from bot.tables.contests import HeldContest
from bot.tables.faults import LeagueTrouble
from bot.tables.table import Person

#: Seconds before the end of a round.
_LAST_CALL = 24 * 3600


class HeldLeague(HeldContest[League], frozen=True, kw_only=True):
    """A league of a server."""

    @property
    def league(self) -> League:
        return self.fold

    @property
    def last_call(self) -> float | None:
        """When those who owe a match are told that their round is about to end; None if it is not."""
        current = self.league.current
        return current and current.ends_at - _LAST_CALL if current and current.late_until is None else None


class Debt(Struct, frozen=True):
    """A match that two members owe each other in a league: `mine` is the seat of the requester."""

    held: HeldLeague
    number: int
    pairing: Pairing
    mine: Seat

    @property
    def opponent(self) -> Person:
        return self.held.person(self.pairing.against(self.mine))

    @property
    def counts(self) -> Counts:
        """The league entry of a table with the requester as challenger."""
        seats = self.mine, self.pairing.against(self.mine)
        league = self.held.league
        return Counts(
            self.held.id,
            self.number,
            seats,
            self.held.name,
            league.opened.rated,
            since=league.began,
            holiday_days=league.holiday_days,
        )

    def pace(self, agreed: Pace | None) -> Pace | None:
        """The pace of the match, if the two have agreed on this one, or None: on none of their own.

        Raises `Illegal` where they may not: a league with a pace leaves them that, or a live one.
        """
        pace = self.held.league.pace
        if agreed is None or pace is None:
            return agreed or pace
        if agreed != pace and not isinstance(agreed, Live):
            raise Illegal(LeagueTrouble.PACE)
        return agreed


def debts_in(held: HeldLeague, user: int) -> list[Debt]:
    """What somebody owes in a league."""
    seat = held.seat_of(user)
    owed = held.league.open_pairings.items() if seat is not None else ()
    return [Debt(held, number, each, seat) for number, each in owed if seat is not None and seat in each.seats]

"""A league of a server as one value: its fold, its members and messages; and the matches that somebody owes in it."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from bot.core.actions import Seat
from bot.core.clock import Live, Pace
from bot.core.refusal import Illegal
from bot.league import League
from bot.league.state import Pairing
from bot.tables.about import Counts
from bot.tables.aggregate import Versioned
from bot.tables.faults import LeagueTrouble
from bot.tables.table import Person, Screen

#: Seconds before the end of a round.
_LAST_CALL = 24 * 3600


class Listed(Struct, frozen=True):
    """The summary of a league in lists."""

    name: str
    at: float
    over: bool


class HeldLeague(Versioned, frozen=True, kw_only=True):
    """A league of a server: its fold, the members of its seats, its organiser, its messages.

    `version` is the length of its log, whose last entry was made at `acted_at`. A screen's `game` is the number of the
    chapter shown, and `mentioned_at` the time of the last reminder.
    """

    guild: int
    id: str
    league: League
    people: Mapping[Seat, Person]
    host: Person
    screen: Screen = Screen()
    acted_at: float

    @property
    def name(self) -> str:
        return self.league.opened.name

    def person(self, seat: Seat) -> Person:
        return self.people[seat]

    def seat_of(self, user: int) -> Seat | None:
        """A member's seat, present or past; None for a stranger."""
        return next((seat for seat, person in self.people.items() if person.user == user), None)

    def has(self, user: int) -> bool:
        return self.seat_of(user) in self.league.present

    @property
    def reminders(self) -> int:
        """Reminders sent since anything has happened."""
        return self.screen.reminders if self.screen.posted_at >= self.acted_at else 0

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

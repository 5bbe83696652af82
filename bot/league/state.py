"""A league as a value: its members, their pairings, their results, and what follows from them."""

from __future__ import annotations

from collections import Counter
from enum import Enum

from msgspec import UNSET, Struct
from msgspec.structs import replace

from bot.core.actions import Seat
from bot.core.clock import Days, Hours
from bot.league.entries import (
    DAY,
    EARLY_LEAVERS,
    LARGEST,
    Challenged,
    Decided,
    Extended,
    Knockout,
    Moved,
    Opened,
    RoundRobin,
    Swiss,
    TimeUp,
    Why,
)
from bot.league.forms import WEEK as WEEK

HOLIDAY_DAYS = 7
"""Days of somebody's holidays that count where nothing else was said."""

MOST_IN_KNOCKOUT = Knockout.most
MOST_IN_ROUND_ROBIN = RoundRobin.most

LATE = 7 * DAY
"""Seconds for which a match that has begun goes on after the end of its round."""


class LeagueFault(Enum):
    """Why an entry is refused."""

    OVER = "This league is over."
    STARTED = "This league has started already."
    NOT_STARTED = "This league has not started yet."
    IN_IT = "You are in this league already."
    HAS_LEFT = "Who has left a league that runs cannot come back into it."
    TOO_LATE = "It is too late to join this league."
    FULL = "This league is full."
    NOT_IN_IT = "You are not in this league."
    TOO_FEW = "A league needs at least {least} people to start."
    DECIDED = "This match has been decided already."
    NO_SUCH_MATCH = "The league has no such match."
    GONE_ON = "The league has drawn its next round, so this match stays as it was."
    REPLAYED = "The match was played once more in the meantime, so that result stays."
    NO_ROUND = "This league has no round that ends by itself."
    EXTENDED = "This round has been extended already."
    ROUND_OVER = "The time of this round is up. It could be extended only before."
    OUT_OF_TURN = "The league has moved on."


class Result(Struct, frozen=True):
    """The result of a match. `winner`: None if both had left, or for a reason (`why`) both lose it. Without a `game`
    nobody has won it by playing: it was given to the winner for a reason, or one of the two has left.

    `points`: the winner's, then the other's.
    """

    winner: Seat | None
    points: tuple[int, int] = (0, 0)
    game: str = ""
    why: Why | None = None


class Pairing(Struct, frozen=True):
    """Two members who owe each other a match, or did: `result` None while they do.

    `group`: their division, or in a knock-out the round, both from 0.
    """

    one: Seat
    other: Seat
    group: int
    result: Result | None = None

    @property
    def seats(self) -> tuple[Seat, Seat]:
        return self.one, self.other

    def against(self, seat: Seat) -> Seat:
        return self.other if seat == self.one else self.one

    @property
    def is_played(self) -> bool:
        """Whether it was decided by playing."""
        return self.result is not None and self.result.game != ""

    def lost_by(self, seat: Seat) -> bool:
        if self.result is None or seat not in self.seats:
            return False
        if self.result.winner is None:
            return self.result.why is not None
        return self.result.winner != seat


class Round(Struct, frozen=True, kw_only=True):
    """A round that ends by itself, from when it `began` to `ends_at`, in seconds since 1970.

    `extended`: it may not be again, nor, if it is `moved`, because of holidays. `late_until`: the time is up, and what
    had begun goes on until then. `challenges` wait for an answer. `tables` at which matches have begun, with the
    pairing's number: channel and id, some of them closed.
    """

    began: float
    ends_at: float
    extended: bool = False
    moved: bool = False
    late_until: float | None = None
    challenges: tuple[Challenged, ...] = ()
    tables: tuple[tuple[int, str], ...] = ()


class League(Struct, frozen=True, kw_only=True):
    """The state of a league. `lots` by seat; `left` are the seats of those who have left, `early` those of them whose
    matches count for nobody. Pairings go by number, from 0.

    `started_at`: None before. `planned`: how many rounds it has, if that is known. `draw`: from which the lots of pairs
    follow. `rests` are the byes of each round drawn so far. `called`: it is over
    whatever is open. `struck`: results of pairings, by number, that were struck. `current`: the round that is played,
    if it ends by itself; `news`: what is new in it since it was drawn, the latest; `told`: how much was in all rounds.
    A league without rounds ends `later` by so many seconds.
    """

    opened: Opened
    lots: tuple[int, ...] = ()
    left: frozenset[Seat] = frozenset()
    early: frozenset[Seat] = frozenset()
    started_at: float | None = None
    planned: int | None = None
    draw: int = 0
    divisions: tuple[tuple[Seat, ...], ...] = ()
    pairings: tuple[Pairing, ...] = ()
    rests: tuple[tuple[Seat, ...], ...] = ()
    called: bool = False
    struck: tuple[tuple[int, Result], ...] = ()
    current: Round | None = None
    news: Extended | Moved | Decided | TimeUp | None = None
    told: int = 0
    later: float = 0.0

    @property
    def form(self) -> RoundRobin | Knockout | Swiss:
        return self.opened.form

    @property
    def holiday_days(self) -> int:
        """How many days of somebody's holidays count in it."""
        days = self.opened.holiday_days
        return HOLIDAY_DAYS if days is UNSET else days

    @property
    def pace(self) -> Days | Hours | None:
        """The pace of its matches; None if they have no clock."""
        return self.opened.pace or None

    @property
    def began(self) -> float:
        """When it was opened, or since it has started when it did."""
        return self.opened.at if self.started_at is None else self.started_at

    @property
    def rounds(self) -> int:
        return len(self.rests)

    @property
    def byes(self) -> tuple[Seat, ...]:
        return tuple(seat for resting in self.rests for seat in resting)

    @property
    def present(self) -> tuple[Seat, ...]:
        """The seats that have not left."""
        return tuple(seat for seat in range(len(self.lots)) if seat not in self.left)

    @property
    def alive(self) -> tuple[Seat, ...]:
        """The seats that may still win matches: those that are not out."""
        lost = self.losses()
        return tuple(seat for seat in self.present if not self.form.is_out(lost[seat]))

    @property
    def open_pairings(self) -> dict[int, Pairing]:
        """The pairings still owed, by number; none once the league is over."""
        if self.over:
            return {}
        return {number: each for number, each in enumerate(self.pairings) if each.result is None}

    @property
    def over(self) -> bool:
        """Whether it is over, so that nothing but striking or restoring a match can change it."""
        if self.called or self.started_at is None:
            return self.called
        if any(pairing.result is None for pairing in self.pairings):
            return False
        return not self.form.in_rounds or len(self.alive) <= 1 or self.rounds == self.planned

    @property
    def has_winner(self) -> bool:
        """Whether the first of its standings has won it, once it is over: a knock-out needs one who is left alone."""
        return not isinstance(self.form, Knockout) or len(self.alive) == 1

    @property
    def chapters(self) -> int:
        """How many chapters it has had, each announced in a message of its own: its start, each round and the news of
        it, its end.
        """
        return (self.rounds or int(self.started_at is not None)) + self.told + self.over

    @property
    def due(self) -> bool:
        """Whether its next round can be drawn."""
        if self.started_at is None or not self.form.in_rounds or self.over:
            return False
        return all(pairing.result for pairing in self.pairings)

    @property
    def time_up(self) -> float | None:
        """When the round that is played ends, or once it has, when what had begun does; None if nothing is open, or it
        never does.
        """
        if self.current is None or not self.open_pairings:
            return None
        return self.current.ends_at if self.current.late_until is None else self.current.late_until

    @property
    def joins_until(self) -> float | None:
        """Until when members may join a running round robin; None before it starts."""
        ends = self.ends_at
        return None if ends is None or self.started_at is None else (self.started_at + ends) / 2

    @property
    def ends_at(self) -> float | None:
        """The latest end of a running round robin; None otherwise, and where there are rounds."""
        lasts = self.form.lasts
        return None if self.started_at is None or lasts is None else self.started_at + lasts + self.later

    @property
    def counted(self) -> tuple[Pairing, ...]:
        """The pairings that count in tables: those with nobody who has left early."""
        return tuple(each for each in self.pairings if self.early.isdisjoint(each.seats))

    def leaves_early(self, seat: Seat) -> bool:
        """Whether a seat that leaves now does so before half of its matches were played, so that they count for nobody.

        Those that count for nobody anyway are none of them.
        """
        if self.opened.schema < EARLY_LEAVERS or self.form.in_rounds:
            return False
        mine = [each for each in self.counted if seat in each.seats]
        return 2 * sum(each.is_played for each in mine) < len(mine)

    def losses(self) -> Counter[Seat]:
        return Counter(
            pairing.against(pairing.result.winner)
            for pairing in self.pairings
            if pairing.result and pairing.result.winner is not None
        )

    def with_pairing(self, number: int, pairing: Pairing) -> League:
        return replace(self, pairings=(*self.pairings[:number], pairing, *self.pairings[number + 1 :]))

    def owed(self, one: Seat, other: Seat) -> int | None:
        """The number of the match that two seats owe each other; None if they owe none."""
        both = {one, other}
        return next((number for number, each in self.open_pairings.items() if {*each.seats} == both), None)

    def may_join(self, at: float) -> bool:
        return self.no_room(at) is None

    def no_room(self, at: float) -> LeagueFault | None:
        """Why no new member may join; None if they may."""
        if self.over:
            return LeagueFault.OVER
        if self.form.in_rounds and self.rounds > 1:
            return LeagueFault.TOO_LATE
        if self.joins_until is not None:
            if at > self.joins_until:
                return LeagueFault.TOO_LATE
            return None if any(len(each) < LARGEST for each in self.divisions) else LeagueFault.FULL
        return LeagueFault.FULL if len(self.present) >= self.form.most else None

"""A league as a fold of its log: its members, their pairings, and the results.

All transitions go through `apply`, which refuses what the rules of leagues forbid, whatever its source.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from enum import Enum
from functools import reduce
from itertools import combinations

from msgspec import Struct
from msgspec.structs import replace

from bot.core.actions import Seat
from bot.core.clock import Days, Hours
from bot.core.refusal import Illegal, Stale
from bot.league.entries import (
    LARGEST,
    Ended,
    Entry,
    Joined,
    Knockout,
    Left,
    Opened,
    Paired,
    Restored,
    RoundRobin,
    Started,
    Struck,
    Won,
)

FEWEST = 3
"""The fewest members to start with."""

MOST_IN_KNOCKOUT = 32
MOST_IN_ROUND_ROBIN = 100

WEEK = 7 * 24 * 3600


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
    OUT_OF_TURN = "The league has moved on."


class Result(Struct, frozen=True):
    """The result of a match. `winner`: None if both had left. Without a `game`, one of the two has left instead.

    `points`: the winner's, then the other's.
    """

    winner: Seat | None
    points: tuple[int, int] = (0, 0)
    game: str = ""


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

    def lost_by(self, seat: Seat) -> bool:
        return self.result is not None and self.result.winner == self.against(seat)


class League(Struct, frozen=True, kw_only=True):
    """The state of a league. `lots` by seat; `left` are the seats of those who have left. Pairings go by number, from
    0.

    `started_at`: None before. Of a knock-out, `rests` are the byes of each round drawn so far. `called`: it is over
    whatever is open. `struck`: results of pairings, by number, that were struck.
    """

    opened: Opened
    lots: tuple[int, ...] = ()
    left: frozenset[Seat] = frozenset()
    started_at: float | None = None
    divisions: tuple[tuple[Seat, ...], ...] = ()
    pairings: tuple[Pairing, ...] = ()
    rests: tuple[tuple[Seat, ...], ...] = ()
    called: bool = False
    struck: tuple[tuple[int, Result], ...] = ()

    @property
    def form(self) -> RoundRobin | Knockout:
        return self.opened.form

    @property
    def pace(self) -> Days | Hours | None:
        """The pace of its matches; None if they have no clock."""
        return self.opened.pace or None

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
        """The seats that may still win matches: of a knock-out those that are not out."""
        if not isinstance(self.form, Knockout):
            return self.present
        lost, most = self.losses(), self.form.losses
        return tuple(seat for seat in self.present if lost[seat] < most)

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
        return not isinstance(self.form, Knockout) or len(self.alive) <= 1

    @property
    def chapters(self) -> int:
        """How many chapters it has had, each announced in a message of its own: its start, each round, its end."""
        return (self.rounds or int(self.started_at is not None)) + self.over

    @property
    def due(self) -> bool:
        """Whether the next round of a knock-out can be drawn."""
        if self.started_at is None or not isinstance(self.form, Knockout) or self.over:
            return False
        return all(pairing.result for pairing in self.pairings)

    @property
    def joins_until(self) -> float | None:
        """Until when members may join a running round robin; None before it starts."""
        if self.started_at is None or not isinstance(self.form, RoundRobin):
            return None
        return self.started_at + self.form.weeks * WEEK / 2

    @property
    def ends_at(self) -> float | None:
        """The latest end of a running round robin; None otherwise, and for a knock-out."""
        if self.started_at is None or not isinstance(self.form, RoundRobin):
            return None
        return self.started_at + self.form.weeks * WEEK

    def losses(self) -> Counter[Seat]:
        return Counter(
            pairing.against(pairing.result.winner)
            for pairing in self.pairings
            if pairing.result and pairing.result.winner is not None
        )

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
        if isinstance(self.form, Knockout):
            if self.rounds > 1:
                return LeagueFault.TOO_LATE
            return LeagueFault.FULL if len(self.present) >= MOST_IN_KNOCKOUT else None
        if self.joins_until is not None:
            if at > self.joins_until:
                return LeagueFault.TOO_LATE
            return None if any(len(each) < LARGEST for each in self.divisions) else LeagueFault.FULL
        return LeagueFault.FULL if len(self.present) >= MOST_IN_ROUND_ROBIN else None


def opened(entry: Opened) -> League:
    """A league without members."""
    return League(opened=entry)


def folded(log: Sequence[Entry], since: League | None = None) -> League:
    """The league of a log: of a whole one, which begins with its opening, or of what came after `since`."""
    if since is None:
        first, *log = log
        assert isinstance(first, Opened)
        since = opened(first)
    return reduce(apply, log, since)


def apply(league: League, entry: Entry) -> League:
    """The league after an entry. Raises `Illegal` or `Stale` for one that is impossible."""
    match entry:
        case Joined():
            return _joined(league, entry)
        case Left():
            return _left(league, entry)
        case Started():
            return _started(league, entry)
        case Paired():
            return _paired(league, entry)
        case Won():
            return _won(league, entry)
        case Struck():
            return _struck(league, entry)
        case Restored():
            return _restored(league, entry)
        case Ended():
            if league.over:
                raise Stale(LeagueFault.OVER)
            return replace(league, called=True)
        case Opened():
            raise Illegal(LeagueFault.STARTED)


def _joined(league: League, entry: Joined) -> League:
    seat = entry.seat
    if seat in league.present:
        raise Illegal(LeagueFault.IN_IT)
    if why := league.no_room(entry.at):
        raise Illegal(why)
    if seat in league.left:
        if league.started_at is not None:
            raise Illegal(LeagueFault.HAS_LEFT)
        return replace(league, left=league.left - {seat})
    if seat != len(league.lots):
        raise Stale(LeagueFault.OUT_OF_TURN)
    league = replace(league, lots=(*league.lots, entry.lot))
    if league.started_at is None:
        return league
    if isinstance(league.form, Knockout):  # They do not play the current round, if one is running.
        return replace(league, rests=tuple((*resting, seat) for resting in league.rests))
    # Of equally small divisions the lowest one: the strength of latecomers is unknown.
    group = min(range(len(league.divisions)), key=lambda each: (len(league.divisions[each]), -each))
    others = [other for other in league.divisions[group] if other not in league.left]
    divisions = tuple((*seats, seat) if each == group else seats for each, seats in enumerate(league.divisions))
    more = tuple(Pairing(other, seat, group) for other in others)
    return replace(league, divisions=divisions, pairings=league.pairings + more)


def _left(league: League, entry: Left) -> League:
    if league.over:
        raise Stale(LeagueFault.OVER)
    if entry.seat not in league.present:
        raise Illegal(LeagueFault.NOT_IN_IT)
    gone = replace(league, left=league.left | {entry.seat})
    return replace(gone, pairings=tuple(_given_up(gone, pairing) for pairing in gone.pairings))


def _given_up(league: League, pairing: Pairing) -> Pairing:
    """An open pairing as lost by a seat that has left."""
    staying = [seat for seat in pairing.seats if seat not in league.left]
    if pairing.result is not None or len(staying) == 2:
        return pairing
    return replace(pairing, result=Result(staying[0] if staying else None))


def _started(league: League, entry: Started) -> League:
    if league.over:
        raise Stale(LeagueFault.OVER)
    if league.started_at is not None:
        raise Stale(LeagueFault.STARTED)
    if len(league.present) < FEWEST:
        raise Illegal(LeagueFault.TOO_FEW, least=FEWEST)
    seats = sorted(seat for division in entry.divisions for seat in division)
    alone = isinstance(league.form, Knockout)
    if seats != list(league.present) or (
        len(entry.divisions) != 1 if alone else max(map(len, entry.divisions)) > LARGEST
    ):
        raise Stale(LeagueFault.OUT_OF_TURN)
    league = replace(league, started_at=entry.at, divisions=entry.divisions)
    if alone:
        return league
    pairings = tuple(
        Pairing(one, other, group)
        for group, division in enumerate(entry.divisions)
        for one, other in combinations(division, 2)
    )
    return replace(league, pairings=pairings)


def _paired(league: League, entry: Paired) -> League:
    if not league.due:
        raise Stale(LeagueFault.OUT_OF_TURN)
    seats = sorted((*(seat for pair in entry.pairs for seat in pair), *entry.byes))
    if seats != sorted(league.alive) or not entry.pairs:
        raise Stale(LeagueFault.OUT_OF_TURN)
    more = tuple(Pairing(one, other, league.rounds) for one, other in entry.pairs)
    return replace(league, pairings=league.pairings + more, rests=(*league.rests, entry.byes))


def _won(league: League, entry: Won) -> League:
    if league.over:
        raise Stale(LeagueFault.OVER)
    if not 0 <= entry.pairing < len(league.pairings):
        raise Illegal(LeagueFault.NO_SUCH_MATCH)
    pairing = league.pairings[entry.pairing]
    if entry.winner not in pairing.seats:
        raise Illegal(LeagueFault.NO_SUCH_MATCH)
    if pairing.result is not None:
        raise Stale(LeagueFault.DECIDED)
    return _with(league, entry.pairing, replace(pairing, result=Result(entry.winner, entry.points, entry.game)))


def _struck(league: League, entry: Struck) -> League:
    number = next(
        (at for at, each in enumerate(league.pairings) if each.result and each.result.game == entry.game), None
    )
    if number is None or not entry.game:
        raise Illegal(LeagueFault.NO_SUCH_MATCH)
    pairing = league.pairings[number]
    if league.called:
        raise Stale(LeagueFault.OVER)
    if isinstance(league.form, Knockout) and pairing.group != league.rounds - 1:
        raise Stale(LeagueFault.GONE_ON)
    assert pairing.result is not None
    kept = replace(league, struck=(*league.struck, (number, pairing.result)))
    return _with(kept, number, _given_up(league, replace(pairing, result=None)))


def _restored(league: League, entry: Restored) -> League:
    found = next((each for each in league.struck if each[1].game == entry.game), None)
    if found is None or not entry.game:
        raise Illegal(LeagueFault.NO_SUCH_MATCH)
    number, result = found
    pairing = league.pairings[number]
    if pairing.result is not None and pairing.result.game:
        raise Stale(LeagueFault.REPLAYED)
    if isinstance(league.form, Knockout) and pairing.group != league.rounds - 1:
        raise Stale(LeagueFault.GONE_ON)
    left = tuple(each for each in league.struck if each != found)
    return _with(replace(league, struck=left), number, replace(pairing, result=result))


def _with(league: League, number: int, pairing: Pairing) -> League:
    return replace(league, pairings=(*league.pairings[:number], pairing, *league.pairings[number + 1 :]))

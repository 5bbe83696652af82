"""Standings of a league: the table of a division or a Swiss, the order of a knock-out, and how ties were broken."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from itertools import groupby, pairwise

from msgspec import Struct
from msgspec.structs import replace

from bot.core.actions import Seat
from bot.league.entries import EARLY_LEAVERS, Knockout, RoundRobin, Swiss
from bot.league.state import League, Pairing
from bot.league.swiss import doubled_buchholz, missed, swiss_wins


class Tie(Enum):
    """What decides between two whose rank is the same otherwise."""

    AMONG = "among"
    """Matches won against those with as many wins."""
    BUCHHOLZ = "buchholz"
    POINTS = "points"
    LOT = "lot"


class Line(Struct, frozen=True):
    """A line of a table. `won` and `lost` matches; `points` won minus lost in them, walkovers aside.

    `among`: matches won against seats with as many wins. `open`: matches still owed. `out`: of a knock-out. `early`:
    they have left so early that their matches count for nobody. `buchholz`: of a Swiss. `rank`, the lower the better,
    and among equals `breaks`, in this order and the higher the better, decide the place; then the lot does.
    """

    seat: Seat
    won: int
    lost: int
    among: int
    points: int
    open: int
    left: bool
    out: bool = False
    early: bool = False
    buchholz: float = 0.0
    rank: tuple[int, ...] = ()
    breaks: tuple[tuple[Tie, int], ...] = ()


class Tied(Struct, frozen=True):
    """Neighbouring places, from 1, which wins alone do not put in order; `by`: what did, the first criterion first.

    `lots`: those of the places between which a lot decided.
    """

    first: int
    last: int
    by: tuple[Tie, ...]
    lots: tuple[int, ...]


def standings(league: League) -> tuple[tuple[Line, ...], ...]:
    """The tables of all divisions, the highest first, whatever the form; none before the start."""
    match league.form:
        case RoundRobin():
            return tuple(table(league, division) for division in range(len(league.divisions)))
        case Knockout():
            return (knocked_out(league),) if league.divisions else ()
        case Swiss():
            return (swiss_table(league),) if league.divisions else ()


def table(league: League, division: int) -> tuple[Line, ...]:
    """A division in order: wins, matches among those with as many, points won minus lost, lot.

    Seats that have left come last; they are not among those with as many, and matches with those that left early count
    for nobody. (In a league that was opened before that rule they are, and all matches count.)
    """
    seats = league.divisions[division]
    played = [each for each in league.counted if each.group == division]
    won = {seat: _won(played, seat) for seat in seats}
    apart = league.left if league.opened.schema >= EARLY_LEAVERS else frozenset[Seat]()
    lines: list[Line] = []
    for seat in seats:
        equals = {other for other in seats if won[other] == won[seat] and other not in apart}
        among = _won([each for each in played if equals.issuperset(each.seats)], seat)
        points = _points(played, seat)
        rank, breaks = (0, -won[seat]), ((Tie.AMONG, among), (Tie.POINTS, points))
        if seat in league.left:  # behind all others, and tied with nobody
            rank = (1, -won[seat], -among, -points, league.lots[seat], seat)
        lines.append(_line(league, played, seat, rank, breaks, among))
    return _in_order(league, lines)


def knocked_out(league: League) -> tuple[Line, ...]:
    """A knock-out in order: those not out first, then those who lasted longest; ties by wins, points and lot."""
    alive, lost = set(league.alive), league.losses()
    lines: list[Line] = []
    for seat in range(len(league.lots)):
        last = max((each.group for each in league.pairings if seat in each.seats), default=-1)
        if seat in league.left and last < 0:
            continue
        out, won = seat not in alive, _won(league.pairings, seat)
        rank = (out, 0 if out else lost[seat], -last, -won)
        breaks = ((Tie.POINTS, _points(league.pairings, seat)),)
        lines.append(_line(league, league.pairings, seat, rank, breaks, out=out))
    return _in_order(league, lines)


def swiss_table(league: League) -> tuple[Line, ...]:
    """A Swiss in order: wins, Buchholz, points won minus lost, lot; whoever has left stays where that puts them.

    Who has left without having been in a round is not in it.
    """
    wins, lines = swiss_wins(league), list[Line]()
    for seat in range(len(league.lots)):
        late = missed(league, seat)
        if seat in league.left and late == league.rounds:
            continue
        doubled, points = doubled_buchholz(league, seat, wins), _points(league.pairings, seat)
        line = _line(league, league.pairings, seat, (-wins[seat],), ((Tie.BUCHHOLZ, doubled), (Tie.POINTS, points)))
        lines.append(replace(line, won=wins[seat], lost=line.lost + late, buchholz=doubled / 2))
    return _in_order(league, lines)


def ties(lines: Sequence[Line]) -> tuple[Tied, ...]:
    """How ties were broken in a table, of those who have played; who has left a round robin is tied with nobody."""
    found: list[Tied] = []
    there = [(place, line) for place, line in enumerate(lines, 1) if line.won + line.lost]
    for _, group in groupby(there, key=lambda each: each[1].rank):
        tied = list(group)
        if len(tied) == 1:
            continue
        by, lots = set[Tie](), set[int]()
        for (place, line), (below, other) in pairwise(tied):
            decisive = _decisive(line, other)
            by.add(decisive)
            if decisive is Tie.LOT:
                lots |= {place, below}
        order = tuple(each for each in Tie if each in by)
        found.append(Tied(tied[0][0], tied[-1][0], order, tuple(sorted(lots))))
    return tuple(found)


def _decisive(line: Line, other: Line) -> Tie:
    """What decided between two of the same rank."""
    pairs = zip(line.breaks, other.breaks, strict=True)
    return next((tie for (tie, mine), (_, theirs) in pairs if mine != theirs), Tie.LOT)


def _line(
    league: League,
    played: Sequence[Pairing],
    seat: Seat,
    rank: tuple[int, ...],
    breaks: tuple[tuple[Tie, int], ...],
    among: int = 0,
    *,
    out: bool = False,
) -> Line:
    mine = [each for each in played if seat in each.seats]
    return Line(
        seat=seat,
        won=_won(mine, seat),
        lost=sum(each.lost_by(seat) for each in mine),
        among=among,
        points=_points(mine, seat),
        open=0 if league.over else sum(each.result is None for each in mine),
        left=seat in league.left,
        out=out,
        early=seat in league.early,
        rank=rank,
        breaks=breaks,
    )


def _in_order(league: League, lines: Iterable[Line]) -> tuple[Line, ...]:
    return tuple(
        sorted(
            lines,
            key=lambda line: (line.rank, *(-value for _, value in line.breaks), league.lots[line.seat], line.seat),
        )
    )


def _won(played: Iterable[Pairing], seat: Seat) -> int:
    return sum(each.result is not None and each.result.winner == seat for each in played)


def _points(played: Iterable[Pairing], seat: Seat) -> int:
    """Points won minus lost."""
    found = 0
    for each in played:
        if each.result is not None and seat in each.seats:
            more, less = each.result.points
            found += more - less if each.result.winner == seat else less - more
    return found

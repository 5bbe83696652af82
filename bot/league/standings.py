"""Standings of a league: the table of a division, and the final order of a knock-out."""

from __future__ import annotations

from msgspec import Struct

from bot.core.actions import Seat
from bot.league.entries import Knockout
from bot.league.state import League, Pairing


class Line(Struct, frozen=True):
    """A line of a table. `won` and `lost` matches; `points` won minus lost in them, walkovers aside.

    `among`: matches won against seats with as many wins. `open`: matches still owed. `out`: of a knock-out.
    """

    seat: Seat
    won: int
    lost: int
    among: int
    points: int
    open: int
    left: bool
    out: bool = False


def table(league: League, division: int) -> tuple[Line, ...]:
    """A division in order: wins, matches among those with as many, points won minus lost, lot.

    Seats that have left come last.
    """
    seats = league.divisions[division]
    played = [each for each in league.pairings if each.group == division]
    won = {seat: _won(played, seat) for seat in seats}
    lines: list[Line] = []
    for seat in seats:
        equals = {other for other in seats if won[other] == won[seat]}
        among = [each for each in played if equals.issuperset(each.seats)]
        lines.append(_line(league, played, seat, _won(among, seat)))
    return tuple(sorted(lines, key=lambda line: (line.left, *_order(league, line))))


def knocked_out(league: League) -> tuple[Line, ...]:
    """A knock-out in order: those not out first, then those who lasted longest; ties by wins and lot."""
    assert isinstance(league.form, Knockout)
    alive, lost = set(league.alive), league.losses()
    lines = [_line(league, league.pairings, seat, 0, seat not in alive) for seat in range(len(league.lots))]
    last = {
        line.seat: max((each.group for each in league.pairings if line.seat in each.seats), default=-1)
        for line in lines
    }
    return tuple(
        sorted(
            (line for line in lines if not line.left or last[line.seat] >= 0),
            key=lambda line: (line.out, 0 if line.out else lost[line.seat], -last[line.seat], *_order(league, line)),
        )
    )


def _line(
    league: League, played: tuple[Pairing, ...] | list[Pairing], seat: Seat, among: int, out: bool = False
) -> Line:
    mine = [each for each in played if seat in each.seats]
    return Line(
        seat=seat,
        won=_won(mine, seat),
        lost=sum(each.lost_by(seat) for each in mine),
        among=among,
        points=sum(_points(each, seat) for each in mine),
        open=0 if league.over else sum(each.result is None for each in mine),
        left=seat in league.left,
        out=out,
    )


def _order(league: League, line: Line) -> tuple[int, int, int, int, Seat]:
    return -line.won, -line.among, -line.points, league.lots[line.seat], line.seat


def _won(played: tuple[Pairing, ...] | list[Pairing], seat: Seat) -> int:
    return sum(each.result is not None and each.result.winner == seat for each in played)


def _points(pairing: Pairing, seat: Seat) -> int:
    if pairing.result is None:
        return 0
    more, less = pairing.result.points
    return more - less if pairing.result.winner == seat else less - more

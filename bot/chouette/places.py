"""Places at the end of a session: with a bank by what everybody has, else by points."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from bot.backgammon import Seat

from .approval import asks_first
from .ending import Row, with_won
from .state import Session

#: Seats by place, the first place first; those who share one are together.
Places = tuple[tuple[Seat, ...], ...]


def taking_part(session: Session) -> tuple[Seat, ...]:
    """Who has a place: who is at the table, and who has left it; not who has only asked to be let in."""
    seats = range(len(session.players))
    if not asks_first(session):
        return tuple(seats)
    there = {*session.line, *session.joining, *(session.turns.people if session.turns else ())}
    return tuple(seat for seat in seats if seat in there or session.players[seat].end or session.players[seat].points)


def places(session: Session, booked: Iterable[Row] = ()) -> Places:
    """With a bank those still in, by what they have; then who is out or has left, the later the better, and in one game
    who had more before it. Else by points, of equals who has won more of the others, and who has left behind.

    `booked`: the ledger of a session without bank or fixed turns, which does not keep what people won of each other.
    """
    seats = taking_part(session)
    if session.banked:
        return _grouped({seat: _rank(session, seat) for seat in seats})
    inside = [seat for seat in seats if session.is_seated(seat)]
    left = [seat for seat in seats if seat not in inside]
    won = {(one, other): points for one, other, points in with_won(session.turns.won if session.turns else (), booked)}
    won |= {(other, one): -points for (one, other), points in won.items()}
    return tuple(equal for some in (inside, left) for equal in _by_points(session, some, won))


def by_lot(session: Session, equal: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Who shares a place by fixed turns, as the lot has them: in the order in which they were drawn or came."""
    drawn = session.turns.people if session.turns else ()
    return (*(seat for seat in drawn if seat in equal), *(seat for seat in equal if seat not in drawn))


def _rank(session: Session, seat: Seat) -> tuple[int, int, int]:
    player = session.players[seat]
    end = player.end
    return (1, player.balance, 0) if end is None else (0, *end)


def _by_points(session: Session, seats: Sequence[Seat], won: Mapping[tuple[Seat, Seat], int]) -> Places:
    totals = {seat: session.players[seat].points for seat in seats}
    of_equals = {
        seat: sum(won.get((seat, other), 0) for other in seats if totals[other] == totals[seat]) for seat in seats
    }
    return _grouped({seat: (totals[seat], of_equals[seat]) for seat in seats})


def _grouped(ranks: Mapping[Seat, tuple[int, ...]]) -> Places:
    ordered = sorted(set(ranks.values()), reverse=True)
    return tuple(tuple(seat for seat in sorted(ranks) if ranks[seat] == rank) for rank in ordered)

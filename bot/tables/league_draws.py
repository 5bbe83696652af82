"""What a league draws: its divisions at the start, and the pairs of a round."""

from __future__ import annotations

import random
from collections.abc import Mapping

from bot.core.actions import Seat
from bot.league import Knockout, Paired, RoundRobin, Started, Swiss
from bot.league.draw import divided, following, next_round
from bot.league.standings import standings
from bot.league.swiss import paired
from bot.tables.held_league import HeldLeague

DRAW = 6
"""Bytes of random bits from which all lots of a Swiss follow; stored at its start."""

Divisions = tuple[tuple[Seat, ...], ...]


def started(
    held: HeldLeague, rating: Mapping[Seat, float], former: HeldLeague | None, entropy: bytes, at: float
) -> Started:
    """The start of a league. `former`: the one that it follows."""
    divisions = first_divisions(held, rating, former)
    if isinstance(held.league.form, Swiss):
        return Started(at, divisions, int.from_bytes(entropy[:DRAW]))
    return Started(at, divisions)


def first_divisions(held: HeldLeague, rating: Mapping[Seat, float], former: HeldLeague | None) -> Divisions:
    """The divisions of a league that has not begun, by ratings, or by the tables of the `former` league it follows. A
    Swiss that follows none has its people as they joined.
    """
    league, form = held.league, held.league.form
    if isinstance(form, Swiss) and former is None:
        return (league.present,)
    ranked = sorted(league.present, key=lambda seat: (-rating.get(seat, 0.0), league.lots[seat]))
    if not ranked:
        return ((),)
    size = form.size if isinstance(form, RoundRobin) else len(ranked)
    if former is None:
        groups = divided(ranked, size) if isinstance(form, RoundRobin) else (tuple(ranked),)
    else:
        groups = _following(held, former, ranked, size)
    return (tuple(seat for group in groups for seat in group),) if form.in_rounds else groups


def _following(held: HeldLeague, former: HeldLeague, ranked: list[Seat], size: int) -> Divisions:
    before, seat_of = former.league, {held.person(seat).user: seat for seat in ranked}
    tables = [[former.person(line.seat).user for line in lines if not line.left] for lines in standings(before)]
    again = seat_of.keys() & {user for users in tables for user in users}
    new = [user for user in seat_of if user not in again]
    sizes = [len(each) for each in before.divisions]
    moved = before.form.moved if isinstance(before.form, RoundRobin) else 0
    found = following(tables, sizes, moved, again, new, size)
    return tuple(tuple(seat_of[user] for user in users) for users in found)


def byes_by_rating(held: HeldLeague) -> bool:
    """Whether the highest rated have the byes of its rounds."""
    form = held.league.form
    return isinstance(form, Knockout) and bool(form.byes_by_rating)


def drawn_round(held: HeldLeague, entropy: bytes, ratings: Mapping[Seat, float] | None, at: float) -> Paired:
    """The next round of a league, which is due; that of a Swiss follows from its log."""
    if isinstance(held.league.form, Swiss):
        return paired(held.league, at)
    order = list(held.league.alive)
    random.Random(int.from_bytes(entropy)).shuffle(order)
    return next_round(held.league, order, at, ratings)

"""Standings of a night, its payments, and what its card tells."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from bot.core.actions import Seat
from bot.core.transfers import Transfer, fewest_transfers
from bot.league.night_draw import places_at
from bot.league.night_entries import Plan, Scored
from bot.league.night_state import Evening


class NightLine(Struct, frozen=True, kw_only=True):
    """A line of a standing. `place`: from 1, equals share it. `points` at all tables. `figure`: what they have of a
    bank, else points; where the best go on, those at the last table alone, whose place decides. `round`: the last one
    reached; 0 for who was never drawn. `games` in which they won or lost.
    """

    seat: Seat
    place: int
    points: int
    figure: int
    round: int
    games: int
    left: bool


def standing(evening: Evening) -> tuple[NightLine, ...]:
    """Everybody who has sat at a table, the best first. Where the best go on: by the last round reached, then the place
    at its table; else by points or, with a bank, by what everybody has. Who has left is behind those who are in.
    """
    keys = {seat: _key(evening, seat) for seat in range(len(evening.lots)) if _reached(evening, seat)}
    points, lines = evening.points, list[NightLine]()
    figures = {seat: _figure(evening, seat) for seat in keys}
    order = sorted(keys, key=lambda seat: (keys[seat], -figures[seat], seat))
    for number, seat in enumerate(order, 1):
        shared = lines[-1].place if lines and keys[lines[-1].seat] == keys[seat] else number
        lines.append(
            NightLine(
                seat=seat,
                place=shared,
                points=points[seat],
                figure=figures[seat],
                round=_reached(evening, seat),
                games=sum(seat in dict(each.points) for each in evening.counting),
                left=seat in evening.left,
            )
        )
    return tuple(lines)


def _figure(evening: Evening, seat: Seat) -> int:
    if evening.form.bank:
        return evening.balance(seat)
    last = evening.at(seat) if evening.plan is Plan.FINAL else None
    return evening.points_at(last).get(seat, 0) if last else evening.points[seat]


def _reached(evening: Evening, seat: Seat) -> int:
    return max((table.round for table in evening.tables if seat in table.sat), default=0)


def _key(evening: Evening, seat: Seat) -> tuple[int, ...]:
    """What orders the members, the best first."""
    left, reached = seat in evening.left, _reached(evening, seat)
    if evening.plan is Plan.FINAL:
        return -reached, left, _place(evening, seat, reached)
    if not evening.form.bank:
        return left, -evening.points[seat]
    has = evening.balance(seat)
    if has and not left:
        return 0, -has, 0
    return 1, -reached, _place(evening, seat, reached)


def _place(evening: Evening, seat: Seat, reached: int) -> int:
    """The place at the last table, from 0, which equals share; at another table before that it does not count."""
    for table in reversed(evening.tables):
        if table.round == reached and seat in table.sat:
            better = 0
            for group in places_at(evening, table):
                if seat in group:
                    return better
                better += len(group)
    return 0


def payments(evening: Evening) -> tuple[Transfer, ...]:
    """What is paid once, when the night is over: nothing where the best go on, or with a bank, which are contests and
    no debts.
    """
    if evening.form.bank or evening.plan is Plan.FINAL:
        return ()
    return fewest_transfers(dict(enumerate(evening.points)))


class Highlights(Struct, frozen=True, kw_only=True):
    """What a night's card tells beside its standing: who kept the box longest, for how many games, and who won or lost
    most in one game. None where nothing was played.
    """

    people: int
    games: int
    longest_box: tuple[Seat, int] | None = None
    largest_swing: tuple[Seat, int] | None = None


def highlights(evening: Evening) -> Highlights:
    """Of the games that count."""
    games = evening.counting
    people = {seat for table in evening.tables for seat in table.sat}
    swings = [(abs(points), points, -number, seat) for number, each in enumerate(games) for seat, points in each.points]
    largest = max(swings, default=None)
    stays = [stay for table in evening.tables for stay in _stays(each for each in games if each.session == table.at)]
    return Highlights(
        people=len(people),
        games=len(games),
        longest_box=max(stays, key=lambda stay: stay[1], default=None),
        largest_swing=largest and (largest[3], largest[1]),
    )


def _stays(games: Iterable[Scored]) -> Sequence[tuple[Seat, int]]:
    """Who was box at a table for how many games in a row."""
    stays: list[tuple[Seat, int]] = []
    for each in sorted(games, key=lambda each: each.game):
        before = stays[-1] if stays else None
        if before and before[0] == each.box:
            stays[-1] = each.box, before[1] + 1
        else:
            stays.append((each.box, 1))
    return stays

"""Divisions at the start of a league, and pairings of a knock-out round."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain, pairwise
from typing import TypeVar

from bot.core.actions import Seat
from bot.league.entries import LARGEST, SMALLEST, Paired
from bot.league.matching import cheapest
from bot.league.state import League

_Who = TypeVar("_Who")


def divided(ranked: Sequence[_Who], size: int) -> tuple[tuple[_Who, ...], ...]:
    """Members, the strongest first, in divisions of about `size`: as equal as possible, none of more than `LARGEST`.

    There are several only if each has at least `SMALLEST`.
    """
    count = len(ranked)
    possible = [
        number
        for number in range(1, count + 1)
        if -(-count // number) <= LARGEST and (number == 1 or count // number >= SMALLEST)
    ]
    number = min(possible, key=lambda each: (abs(count / each - size), each))
    least, larger = divmod(count, number)
    ends = [0]
    for division in range(number):
        ends.append(ends[-1] + least + (division < larger))
    return tuple(tuple(ranked[first:last]) for first, last in pairwise(ends))


def promoted(tables: Iterable[Sequence[_Who]], moved: int) -> list[_Who]:
    """The members of a finished league, in the order in which they start the next one.

    `tables` of its divisions, the best first: the last `moved` of each change places with the first of the next, at
    most half of a division in each direction.
    """
    return list(chain.from_iterable(_exchanged(tables, moved)))


def _exchanged(tables: Iterable[Sequence[_Who]], moved: int) -> list[list[_Who]]:
    divisions = [list(table) for table in tables]
    for upper, lower in pairwise(divisions):
        number = min(moved, len(upper) // 2, len(lower) // 2)
        if number:
            upper[-number:], lower[:number] = lower[:number], upper[-number:]
    return divisions


def following(
    tables: Sequence[Sequence[_Who]],
    sizes: Sequence[int],
    moved: int,
    again: Collection[_Who],
    new: Sequence[_Who],
    size: int,
) -> tuple[tuple[_Who, ...], ...]:
    """The divisions of a league that follows another one, the highest first.

    `tables` of the former divisions, the best first, without those who had left, who count in `sizes`. Those who go on
    (`again`) stand in one line, after promotion and relegation of `moved`, and behind them whoever is `new`. Each
    division keeps its size and is filled from that line, so that nobody goes down but by relegation; the last one takes
    the rest. With more than `LARGEST` it is cut into divisions of about `size`; with fewer than `SMALLEST` it joins the
    one above, and if that gets too large both are halves. Whoever was promoted never starts lower than that.
    """
    exchanged = _exchanged(tables, moved)
    line = [who for who in chain.from_iterable(exchanged) if who in again] + list(new)
    divisions: list[list[_Who]] = []
    for room in sizes[:-1]:
        divisions.append(line[:room])
        line = line[room:]
    divisions = [each for each in (*divisions, line) if each]
    last = divisions.pop()
    if len(last) > LARGEST:
        return (*map(tuple, divisions), *divided(last, size))
    if len(last) < SMALLEST and divisions:
        upper = len(divisions) - 1
        climbed = set(exchanged[upper]).difference(*tables[: upper + 1])
        return (*map(tuple, divisions[:-1]), *_joined(divisions[-1] + last, climbed))
    return (*map(tuple, divisions), tuple(last))


def _joined(both: Sequence[_Who], climbed: Collection[_Who]) -> tuple[tuple[_Who, ...], ...]:
    """Two divisions as one, or as halves if that is too large. Who has `climbed` into the upper one stays in it."""
    if len(both) <= LARGEST:
        return (tuple(both),)
    half = -(-len(both) // 2)
    staying = [who for who in both if who not in climbed][: half - sum(who in climbed for who in both)]
    upper = tuple(who for who in both if who in climbed or who in staying)
    return upper, tuple(who for who in both if who not in upper)


def next_round(league: League, order: Sequence[Seat], at: float, ratings: Mapping[Seat, float] | None = None) -> Paired:
    """The next round of a knock-out that is due. `order`: those who are not out, in random order.

    Members with equal losses are paired, as few as possible of them a second time; where their number is odd, one with
    the fewest byes has another: with `ratings` the highest rated of them, otherwise one with whom fewest meet again.
    Where nobody has an equal, the groups are merged.
    """
    lost = league.losses()
    groups: dict[int, list[Seat]] = defaultdict(list)
    for seat in order:
        groups[lost[seat]].append(seat)
    if all(len(group) == 1 for group in groups.values()):
        groups = defaultdict(list, {0: list(order)})
    met = Counter(frozenset(each.seats) for each in league.pairings)
    pairs: list[tuple[Seat, Seat]] = []
    byes: list[Seat] = []
    for _, group in sorted(groups.items()):
        drawn, resting = _paired(group, met, _may_rest(league, group, ratings))
        pairs += drawn
        byes += resting
    return Paired(at, tuple(pairs), tuple(byes))


def _may_rest(league: League, group: Sequence[Seat], ratings: Mapping[Seat, float] | None) -> tuple[Seat, ...]:
    """Who of a group may have its bye; nobody if its number is even."""
    if len(group) % 2 == 0:
        return ()
    had = Counter(league.byes)
    fewest = min(had[seat] for seat in group)
    able = tuple(seat for seat in group if had[seat] == fewest)
    return (max(able, key=lambda seat: ratings.get(seat, 0.0)),) if ratings else able


def _paired(
    group: Sequence[Seat], met: Mapping[frozenset[Seat], int], resting: Collection[Seat]
) -> tuple[list[tuple[Seat, Seat]], list[Seat]]:
    """The pairs of a group in random order, with as few as possible who have met, and the bye; `resting` may have it.

    Among pairings with as few the order, which is the draw, decides.
    """
    count = len(group)
    nobody = count if resting else None
    costs: dict[tuple[int, int], int] = {}
    for at, seat in enumerate(group):
        costs |= {(at, to): met.get(frozenset((seat, group[to])), 0) for to in range(at + 1, count)}
        if nobody is not None and seat in resting:
            costs[at, nobody] = 0
    found = cheapest(costs)
    pairs = [(group[one], group[other]) for one, other in found if other != nobody]
    return pairs, [group[one] for one, other in found if other == nobody]

"""Divisions at the start of a league, and pairings of a knock-out round."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import chain, pairwise
from typing import TypeVar

from bot.core.actions import Seat
from bot.league.entries import LARGEST, SMALLEST, Paired
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
    divisions = [list(table) for table in tables]
    for upper, lower in pairwise(divisions):
        number = min(moved, len(upper) // 2, len(lower) // 2)
        if number:
            upper[-number:], lower[:number] = lower[:number], upper[-number:]
    return list(chain.from_iterable(divisions))


def next_round(league: League, order: Sequence[Seat], at: float) -> Paired:
    """The next round of a knock-out that is due. `order`: those who are not out, in random order.

    Members with equal losses are paired; where their number is odd, one with the fewest byes has another. Where nobody
    has an equal, the groups are merged.
    """
    lost, had = league.losses(), league.byes
    groups: dict[int, list[Seat]] = defaultdict(list)
    for seat in order:
        groups[lost[seat]].append(seat)
    if all(len(group) == 1 for group in groups.values()):
        groups = defaultdict(list, {0: list(order)})
    pairs: list[tuple[Seat, Seat]] = []
    byes: list[Seat] = []
    for _, group in sorted(groups.items()):
        if len(group) % 2:
            resting = min(group, key=had.count)
            group.remove(resting)
            byes.append(resting)
        pairs += zip(group[::2], group[1::2], strict=True)
    return Paired(at, tuple(pairs), tuple(byes))

"""Chances and counts that can be shown beside a board: hits, totals, entries, equity, Thorp. Pip counts are in
`Position`.

Chances are counted over the 36 rolls, exactly. See `docs/rules.md`, “Figures”.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from fractions import Fraction
from itertools import product

from msgspec import Struct

from bot.core.refusal import Illegal

from .plays import Dice, legal_plays, numbers
from .position import OFF, Position

#: A wanted roll in either order, a number on at least one die, or (None) any double.
Wanted = Dice | int | None

ROLLS: tuple[Dice, ...] = tuple(product(range(1, 7), range(1, 7)))


def total(dice: Dice) -> int:
    """Pips of a roll, a double counted twice."""
    return sum(numbers(dice))


def hit_chance(distance: int, closed: Iterable[int] = ()) -> Fraction:
    """Chance that one checker hits a blot this many pips ahead.

    `closed`: distances in between at which it may not land; by default the way is open.
    """
    blocked = frozenset(closed)
    return Fraction(sum(_reaches(dice, distance, blocked) for dice in ROLLS), 36)


def _reaches(dice: Dice, distance: int, blocked: frozenset[int]) -> bool:
    for order in (dice, (dice[1], dice[0])):
        way = 0
        for number in numbers(order):
            way += number
            if way == distance:
                return True
            if way in blocked:
                break
    return False


def total_chance(pips: int) -> Fraction:
    """Chance of rolling a total of at least this many pips."""
    return Fraction(sum(total(dice) >= pips for dice in ROLLS), 36)


def roll_chance(wanted: Iterable[Wanted]) -> Fraction:
    """Chance of rolling at least one of the wanted rolls."""
    chosen = tuple(wanted)
    return Fraction(sum(any(_is(dice, each) for each in chosen) for dice in ROLLS), 36)


def _is(dice: Dice, wanted: Wanted) -> bool:
    if wanted is None:
        return dice[0] == dice[1]
    return wanted in dice if isinstance(wanted, int) else sorted(wanted) == sorted(dice)


def shots(position: Position) -> tuple[Fraction, dict[int, Fraction]]:
    """Chance that the side on roll can hit at all, and for each blot the chance that it can hit this one.

    Blots are named by the points of the side on roll. Counted over all legal plays, exactly.
    """
    any_hit = 0
    each: dict[int, int] = {}
    for dice in ROLLS:
        if dice[0] < dice[1]:
            continue
        weight = 1 if dice[0] == dice[1] else 2
        hit = {step.end for play in legal_plays(position, dice) for step in play.steps if step.hit}
        any_hit += weight if hit else 0
        for point in hit:
            each[point] = each.get(point, 0) + weight
    return Fraction(any_hit, 36), {point: Fraction(each[point], 36) for point in sorted(each, reverse=True)}


def entering_chance(checkers: int, closed: int) -> Fraction:
    """Chance that all of 1 to 4 checkers on the bar enter at once against this many closed points (0 to 6)."""
    if not (1 <= checkers <= 4 and 0 <= closed <= 6):
        raise ValueError("1 to 4 checkers against 0 to 6 closed points")
    open_to = range(closed + 1, 7)
    return Fraction(sum(_enters(dice, checkers, open_to) for dice in ROLLS), 36)


def _enters(dice: Dice, checkers: int, open_to: range) -> bool:
    return sum(number in open_to for number in numbers(dice)) >= checkers


def equity(chances: Mapping[int, float]) -> float:
    """Points a player wins on average: the sum of points × chance, over a distribution such as `{1: 0.1, -1: 0.9}`.

    Raises `ValueError` if the chances do not sum to 1 or one is negative.
    """
    if min(chances.values(), default=0) < 0 or abs(sum(chances.values()) - 1) > 1e-9:
        raise ValueError("chances are not negative and sum to 1")
    return sum(points * chance for points, chance in chances.items())


class RaceFault(Enum):
    """Why a position has no Thorp count."""

    CONTACT = "The sides have not passed each other: the Thorp count is for pure races."
    OVER = "The game is over."


class Thorp(Struct, frozen=True):
    """Thorp's adjusted counts of a race and their advice for money.

    `roller`: the side on roll, increased by a tenth above 30; `opponent`: the other side, as counted.
    """

    roller: float
    opponent: int

    @property
    def double(self) -> bool:
        """Whether to double a centred cube."""
        return self.roller <= self.opponent + 2

    @property
    def redouble(self) -> bool:
        """Whether to double one's own cube."""
        return self.roller <= self.opponent + 1

    @property
    def take(self) -> bool:
        """Whether the opponent should take."""
        return self.opponent <= self.roller + 2


def thorp(position: Position) -> Thorp:
    """Thorp's rule: pips + 2 · checkers + checkers on the ace point − occupied home points, for each side.

    Raises `Illegal` where there is no race to count.
    """
    if position.victory or position.mirrored().victory:
        raise Illegal(RaceFault.OVER)
    if not position.is_race:
        raise Illegal(RaceFault.CONTACT)
    sides = zip(position.pips, (position.own, position.opponent), strict=True)
    roller, opponent = (_thorp_sum(pips, counts) for pips, counts in sides)
    return Thorp(roller * 11 / 10 if roller > 30 else float(roller), opponent)


def _thorp_sum(pips: int, counts: tuple[int, ...]) -> int:
    return pips + 2 * sum(counts[OFF + 1 :]) + counts[1] - sum(count > 0 for count in counts[1:7])

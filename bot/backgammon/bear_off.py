"""Bear-offs in which all legal plays are equal, proved by exact counting; where that cannot be proved, None.

Without contact a result depends on how many more rolls a side needs and on what the opponent rolls in that time. Plays
are equal if they leave the same chances of finishing within every number of rolls that can matter. That is exact if one
way to bear off is best for all these numbers at once; where the best way depends on the number of rolls left, the
answer is None.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from .plays import Play
from .position import OFF, Position

#: Most checkers a play may leave for chances to be counted, and for the test whether they are certain to be off.
_COUNTED, _SURE = 4, 6
#: With so few checkers little is undecided after this many rolls: not worth counting.
_SOON = 2
#: Ordered rolls of two dice.
_WAYS = 36
#: Most pips and most checkers of one roll.
_PIPS, _CHECKERS = 24, 4
#: (ways out of 36, its dice: four for a double) of each roll.
ROLLS = tuple(
    (1, (high,) * 4) if high == low else (2, (high, low)) for high in range(1, 7) for low in range(1, high + 1)
)

#: Checkers on the home points: the count of point p at bit 4 * (p − 1).
Home = int


def is_bear_off(position: Position) -> bool:
    """Whether the side on roll has all its checkers home and the opponent has none behind them."""
    return position.is_race and not any(position.own[7:])


def equal_play(position: Position, plays: Sequence[Play]) -> Play | None:
    """The legal play of a bear-off that takes most checkers off, if all are equal; None if they are not or that is not
    known. The cube is ignored.
    """
    results = [play.result for play in plays]
    if not is_bear_off(position) or not all(result.own[OFF] for result in results):
        return None
    homes = {home_of(result.own) for result in results}
    first, last = _that_matter(position)
    if not (_none_in_time(homes, last) or _all_in_time(homes, first) or _all_alike(homes, first, last)):
        return None
    return min(plays, key=lambda play: (checkers(home_of(play.result.own)), play.result.pips[0]))


def _that_matter(position: Position) -> tuple[int, int]:
    """The range of rolls (first, last) for which it may matter whether the side needs no more than that many.

    Counted from the opponent's next roll on: by the side's n-th roll, the opponent has had n.
    """
    theirs = position.opponent
    left = sum(theirs[1:])
    last = _COUNTED * 3
    if theirs[OFF]:
        earliest = max(-(-left // _CHECKERS), -(-position.pips[1] // _PIPS))
        if left <= _SOON and not any(theirs[7:]):
            home = home_of(theirs)
            last = next(rolls for rolls in range(1, last) if _is_sure(home, rolls)) - 1
        return earliest - 1, last
    if any(theirs[19:]):
        return 0, last
    # Whether the opponent has borne off a checker decides about a gammon.
    outside = sum(count * (point - 6) for point, count in enumerate(theirs) if point > 6)
    return -(-(outside + 1) // _PIPS) - 1, last


def _none_in_time(homes: set[Home], rolls: int) -> bool:
    """Whether none of these homes can be borne off within this many rolls, after which it is too late."""
    return min(map(checkers, homes)) > _CHECKERS * rolls


def _all_in_time(homes: set[Home], rolls: int) -> bool:
    """Whether all of these homes are certain to be borne off within this many rolls."""
    return max(map(checkers, homes)) <= _SURE and all(_is_sure(home, rolls) for home in homes)


def _all_alike(homes: set[Home], first: int, last: int) -> bool:
    """Whether the chances of needing at most n rolls are the same for each n from `first` to `last`."""
    if max(map(checkers, homes)) > _COUNTED or first > _SOON:
        return False
    # Plays that differ mostly differ early.
    for soon in range(first, min(first + _SOON, last) + 1):
        if len({_counts(home, soon, soon) for home in homes}) > 1:
            return False
    found = {_counts(home, first, last) for home in homes}
    return len(found) == 1 and None not in found


@lru_cache(1 << 12)
def _is_sure(home: Home, rolls: int) -> bool:
    """Whether all checkers are off after this many rolls, whatever falls."""
    if not home or checkers(home) > 2 * rolls:
        return not home
    if sum(point * (home >> 4 * (point - 1) & 15) for point in range(1, 7)) <= 2 * rolls:
        return True  # each die takes a pip at least
    return all(any(_is_sure(each, rolls - 1) for each in following) for _, following in _followed(home))


@lru_cache(1 << 14)
def _counts(home: Home, first: int, last: int) -> tuple[int, ...] | None:
    """For each n from `first` to `last`, in how many of the `_WAYS` ** n sequences of n rolls all checkers are off.

    None if no single way to bear off is best for all of them.
    """
    if not home or 4 * last < checkers(home):
        return tuple(0 if home else _WAYS**rolls for rolls in range(first, last + 1))
    totals = [0] * (last - max(first, 1) + 1)
    for ways, following in _followed(home):
        found = [_counts(each, max(first, 1) - 1, last - 1) for each in following]
        known = [each for each in found if each is not None]
        best = tuple(map(max, zip(*known, strict=True)))
        if len(known) < len(found) or best not in known:
            return None
        totals = [total + ways * count for total, count in zip(totals, best, strict=True)]
    return tuple(totals) if first else (0, *totals)


@lru_cache(1 << 10)
def _followed(home: Home) -> tuple[tuple[int, tuple[Home, ...]], ...]:
    """For each roll, its number of ways and the homes it may leave."""
    return tuple((ways, tuple(after(home, dice))) for ways, dice in ROLLS)


def after(home: Home, dice: tuple[int, ...]) -> set[Home]:
    """Homes that the dice (four for a double) may leave: without contact each die is played while a checker is
    there.
    """
    found: set[Home] = set()
    for order in (dice, dice[::-1]):
        level = {home}
        for die in order:
            level = {after for each in level for after in (_moved(each, die) if each else (0,))}
        found |= level
    return found


@lru_cache(1 << 12)
def _moved(home: Home, die: int) -> tuple[Home, ...]:
    return tuple(_steps(home, die))


def _steps(home: Home, die: int) -> Iterator[Home]:
    higher = False
    for point in range(6, 0, -1):
        if home >> 4 * (point - 1) & 15:
            without = home - (1 << 4 * (point - 1))
            if point > die:
                yield without + (1 << 4 * (point - 1 - die))
            elif point == die or not higher:
                yield without
            higher = True


def home_of(side: Sequence[int]) -> Home:
    """A side's home board, packed, from counts indexed as `Position.own`."""
    return sum(side[point] << 4 * (point - 1) for point in range(1, 7))


def checkers(home: Home) -> int:
    """The number of checkers left."""
    return sum(home >> 4 * point & 15 for point in range(6))

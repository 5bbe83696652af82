"""Legal plays of a position and a roll.

One `Play` stands for each position that can be reached; plays that end in the same position are the same play. The
usual rules have a fast path; the Egyptian rule, under which the order of the steps matters, has a plain search. How a
play is read from text is in `notation`, how it is written in `steps`.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from bot.core.intent import Dice

from .position import BAR, OFF, SIDE_BITS, SIDE_MASK, Position
from .steps import Step, format_steps


def numbers(dice: Dice) -> tuple[int, ...]:
    """The dice to play: two numbers, or four equal ones on a double."""
    return dice * 2 if dice[0] == dice[1] else dice


class Play(Struct, frozen=True, gc=False):
    """All steps of a side in one roll. Without steps it is a dance: no legal move.

    `steps` is one order in which the steps are legal. Equal plays have the same position and steps; `legal_plays` gives
    each result once. `str` is the canonical notation.
    """

    position: Position
    steps: tuple[Step, ...]
    packed: int

    @property
    def result(self) -> Position:
        """The board afterwards, still seen by the mover."""
        return Position(self.packed)

    def __str__(self) -> str:
        return format_steps(self.steps)


#: A step prepared for the search: (mask of the count at its start, change of the packed position, the step).
_Move = tuple[int, int, Step]


def _move(start: int, end: int, hit: bool) -> _Move:
    change = (1 << 4 * end) - (1 << 4 * start)
    if hit:
        change += ((1 << 4 * BAR) - (1 << 4 * (25 - end))) << SIDE_BITS
    return 15 << 4 * start, change, Step(start, end, hit)


#: _MOVE[digit][start][end]: digit "0" finds the landing empty, "1" a blot on it.
_MOVE: dict[str, list[list[_Move]]] = {
    digit: [[_move(start, end, digit == "1") for end in range(25)] for start in range(26)] for digit in "01"
}
_BEAR_OFF: list[_Move] = [row[OFF] for row in _MOVE["0"]]

_ON_BAR = 15 << 4 * BAR
#: Own checkers above a point; those above 6 forbid bearing off.
_ABOVE = [SIDE_MASK >> 4 * (point + 1) << 4 * (point + 1) for point in range(26)]
_FROM_24 = range(24, 0, -1)
_FROM_6 = range(6, 0, -1)

_Found = list[tuple[int, tuple[Step, ...]]]


def legal_plays(position: Position, dice: Dice, max_on_point: int | None = None) -> tuple[Play, ...]:
    """Every legal play, one for each distinct result; a dance gives one play without steps.

    Both numbers are used (four times on a double) if any order allows it; if only one can be, the higher one that can.
    `max_on_point` is the Egyptian rule: never more than this many own checkers on a point, intermediate landings
    included; bar and off do not count.

    Raises `ValueError` for dice that are not two numbers from 1 to 6.
    """
    first, second = dice
    if not (0 < first < 7 and 0 < second < 7):
        raise ValueError(f"dice show 1 to 6, not {first} and {second}")
    packed = position.packed
    if max_on_point is not None:
        found = _ordered(packed, dice, max_on_point)
    elif first == second:
        found = _four_times(packed, first)
    else:
        found = _one_of_each(packed, max(dice), min(dice))
    return tuple([Play(position, steps, result) for result, steps in found])


def moved(packed: int, way: Iterable[tuple[int, int]]) -> int:
    """A packed position after steps (start, end), each hitting a blot it lands on; legality is not checked."""
    for start, end in way:
        hit = end != OFF and packed >> SIDE_BITS + 4 * (25 - end) & 15 == 1
        packed += _MOVE["1" if hit else "0"][start][end][1]
    return packed


def _own(packed: int) -> str:
    """The mover's counts as 26 hexadecimal digits: that of point p at index 25 − p."""
    return f"{packed & SIDE_MASK:026x}"


def _theirs(packed: int) -> str:
    """The opponent's counts by the mover's points: that of point p at index p. "0" and "1" are open to the mover."""
    return f"{packed >> SIDE_BITS:026x}"


def _moves(packed: int, die: int, own: str, theirs: str) -> list[_Move]:
    """Every single step that a die allows; `own` and `theirs` are the strings of `packed`."""
    if packed & _ON_BAR:
        there = theirs[BAR - die]
        return [] if there > "1" else [_MOVE[there][BAR][BAR - die]]
    if packed & _ABOVE[6]:
        return [
            _MOVE[there][start][start - die]
            for start, count, there in zip(_FROM_24, own[1:], theirs[24 - die : 0 : -1], strict=False)
            if count != "0" and there < "2"
        ]
    moves = [
        _MOVE[there][start][start - die]
        for start, count, there in zip(_FROM_6, own[19:], theirs[6 - die : 0 : -1], strict=False)
        if count != "0" and there < "2"
    ]
    if own[25 - die] != "0":
        moves.append(_BEAR_OFF[die])
    elif not packed & _ABOVE[die] and (highest := len(own[:25].lstrip("0"))):
        moves.append(_BEAR_OFF[highest])
    return moves


def single_steps(packed: int, die: int, max_on_point: int | None = None) -> list[tuple[Step, int]]:
    """Every step of one checker with this die alone, with the packed position after it."""
    return [
        (step, packed + change)
        for _, change, step in _moves(packed, die, _own(packed), _theirs(packed))
        if max_on_point is None or step.end == OFF or packed >> 4 * step.end & 15 < max_on_point
    ]


def _one_of_each(packed: int, high: int, low: int) -> _Found:
    """Plays of two different numbers."""
    own, theirs = _own(packed), _theirs(packed)
    high_moves, low_moves = _moves(packed, high, own, theirs), _moves(packed, low, own, theirs)
    found: dict[int, tuple[Step, ...]] = {}
    outside = packed & _ABOVE[6]
    if outside & (outside - 1) and not packed & _ON_BAR:
        # Bar empty and two checkers too far out for any to be borne off: the order of two checkers' steps makes no
        # difference, so the higher number goes first, and the lower one only where one checker plays both.
        for mask, change, step in high_moves:
            middle = packed + change
            if step.hit:
                for _, change_2, step_2 in _moves(middle, low, _own(middle), _theirs(middle)):
                    found[middle + change_2] = (step, step_2)
                continue
            alone = not middle & mask
            for mask_2, change_2, step_2 in low_moves:
                if mask_2 != mask or not alone:
                    found[middle + change_2] = (step, step_2)
            via = step.end
            if via > low and own[25 - via] == "0" and theirs[via - low] < "2":
                _, change_2, step_2 = _MOVE[theirs[via - low]][via][via - low]
                found[middle + change_2] = (step, step_2)
        for _, change, step in low_moves:
            via = step.end
            if via > high and own[25 - via] == "0" and theirs[via - high] < "2":
                _, change_2, step_2 = _MOVE[theirs[via - high]][via][via - high]
                found[packed + change + change_2] = (step, step_2)
    else:
        for moves, other in ((high_moves, low), (low_moves, high)):
            for _, change, step in moves:
                middle = packed + change
                theirs_2 = _theirs(middle) if step.hit else theirs
                for _, change_2, step_2 in _moves(middle, other, _own(middle), theirs_2):
                    found[middle + change_2] = (step, step_2)
    if found:
        return list(found.items())
    return [(packed + change, (step,)) for _, change, step in high_moves or low_moves] or [(packed, ())]


def _four_times(packed: int, die: int) -> _Found:
    """Plays of a double. Steps go from the farthest start to the nearest, so that each set of steps is tried once."""
    theirs = _theirs(packed)
    entered: tuple[Step, ...] = ()
    there = theirs[BAR - die]
    while packed & _ON_BAR and len(entered) < 4 and there < "2":
        _, change, step = _MOVE[there][BAR][BAR - die]
        packed += change
        entered = (*entered, step)
        there = "0"
    if packed & _ON_BAR or len(entered) == 4:
        return [(packed, entered)]
    own = _own(packed)
    if entered:
        theirs = _theirs(packed)
    #: (mask of the count at the start, own checkers that forbid it, blot that may stand there, the step, its index)
    ways: list[tuple[int, int, int, _Move, int]] = []
    landings = 0
    for start, count in zip(_FROM_24, own[1:], strict=False):
        if count == "0" and not landings >> start & 1:
            continue
        if start <= die:
            ways.append((15 << 4 * start, _ABOVE[6] if start == die else _ABOVE[start], 0, _BEAR_OFF[start], len(ways)))
        elif (there := theirs[start - die]) < "2":
            landings |= 1 << start - die
            blot = 0 if there == "0" else 1 << SIDE_BITS + 4 * (25 - start + die)
            ways.append((15 << 4 * start, 0, blot, _MOVE["0"][start][start - die], len(ways)))
    nearer = [ways[index:] for index in range(len(ways))] or [ways]
    level: list[tuple[int, tuple[Step, ...], int]] = [(packed, entered, 0)]
    for _ in range(4 - len(entered)):
        following: list[tuple[int, tuple[Step, ...], int]] = []
        for state, steps, first in level:
            for mask, forbidding, blot, (_, change, step), index in nearer[first]:
                if state & mask and not state & forbidding:
                    if state & blot:
                        _, change, step = _MOVE["1"][step.start][step.end]
                    following.append((state + change, (*steps, step), index))
        if not following:
            break
        level = following
    return [(state, steps) for state, steps, _ in level]


def _ordered(packed: int, dice: Dice, max_on_point: int) -> _Found:
    """Plays found by trying every order of the dice, which the Egyptian rule needs."""
    high, low = max(dice), min(dice)
    orders: Iterable[tuple[int, ...]] = [(high,) * 4] if high == low else [(high, low), (low, high)]
    longest = 0
    found: dict[int, tuple[Step, ...]] = {packed: ()}
    for order in orders:
        level: dict[int, tuple[Step, ...]] = {packed: ()}
        for used, die in enumerate(order, 1):
            level = {
                after: (*steps, step)
                for state, steps in level.items()
                for step, after in single_steps(state, die, max_on_point)
            }
            if not level:
                break
            if used > longest:
                longest, found = used, level
            elif used == longest > 1:
                found = found | level
    return list(found.items())

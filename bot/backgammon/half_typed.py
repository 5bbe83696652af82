"""Completion of partly typed plays: the legal plays that continue a text, in whichever way it is written.

Complete parts are read as in `spelling`; the last word may be the beginning of a point where a checker starts or ends.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from .plays import Dice, Play, moved, numbers, single_steps
from .position import BAR, OFF, Position
from .refused_plays import Path, ways
from .spelling import LONGEST, Misspelled, undiced
from .steps import point_name
from .typed_signs import dice_apart, plain, sense

_LAST_WORD = re.compile(r"(.*?)([0-9]+|[^\W\d_]+)([-/>:,;&+* ]*)")
_SEPARATORS = "-/>:,;&+([{ "


class _Begun(NamedTuple):
    """A reading of partly typed text: complete moves of checkers, and how the points of one more step begin.

    `start` None: no further step. `whole`: the last name is complete.
    """

    paths: tuple[Path, ...]
    start: str | None = None
    whole: bool = False
    end: str = ""


def going_on(
    text: str, position: Position, dice: Dice, plays: Sequence[Play], max_on_point: int | None = None
) -> list[Play]:
    """Those of the legal `plays` that continue a text."""
    given = numbers(dice)
    paths = {finished for begun in _begun(text, dice) for finished in _finished(begun, position, given)}
    return continued(paths, position, dice, plays, max_on_point)


def continued(
    paths: Iterable[tuple[Path, ...]],
    position: Position,
    dice: Dice,
    plays: Sequence[Play],
    max_on_point: int | None = None,
) -> list[Play]:
    """Those of the legal `plays` that make all these moves, in one of their readings."""
    given = numbers(dice)
    starts = {
        (moved(position.packed, [(start, end) for start, end, _ in way]), _left(given, [die for _, _, die in way]))
        for each in paths
        if len(each) <= len(given)
        for way in ways(each, given)
        if all(end == OFF or position.opponent[25 - end] < 2 for _, end, _ in way)
    }
    ends = _ends(starts, max_on_point)
    return [play for play in plays if play.packed in ends]


def _begun(text: str, dice: Dice) -> Iterator[_Begun]:
    """Every reading of a partly typed text."""
    for typed, rest in dice_apart(plain(text)) if len(text) <= LONGEST else ():
        if typed is not None and sorted(typed) != sorted(dice):
            continue
        yield from (_Begun(paths) for paths in _whole(rest))
        if (last := _LAST_WORD.fullmatch(rest)) is None:
            continue
        stem, word, after = last.groups()
        yield from (_Begun(paths, _name(word), bool(after)) for paths in _whole(stem))
        if not after and (before := _LAST_WORD.fullmatch(stem)):
            yield from (_Begun(paths, _name(before[2]), True, _name(word)) for paths in _whole(before[1]))


def _whole(text: str) -> list[tuple[Path, ...]]:
    """The moves that a text without a partial word names."""
    text = text.strip(_SEPARATORS)
    if not text:
        return [()]
    try:
        return [
            tuple(group.points for group in reading.groups for _ in range(group.number)) for reading in undiced(text)
        ]
    except Misspelled:
        return []


def _name(word: str) -> str:
    """A point as notation writes it, or its beginning."""
    known = sense(word)
    return known if known in ("bar", "off") else word.lstrip("0") or "off" if word.isdecimal() else word


def _finished(begun: _Begun, position: Position, given: tuple[int, ...]) -> Iterator[tuple[Path, ...]]:
    """The readings with their last step completed in every way the dice allow."""
    if begun.start is None:
        yield begun.paths
        return
    far = sorted({*given, *accumulate(given)})
    for start in range(BAR, OFF, -1):
        name = point_name(start)
        if name == begun.start if begun.whole else name.startswith(begun.start):
            for end in {max(start - each, OFF) for each in far}:
                if point_name(end).startswith(begun.end):
                    yield (*begun.paths, (start, end))


def _ends(starts: set[tuple[int, tuple[int, ...]]], max_on_point: int | None) -> set[int]:
    """All points reachable from these starts with the dice left at each."""
    found: set[int] = set()
    level = starts
    while level:
        found |= {packed for packed, _ in level}
        level = {
            (after, _left(left, [die]))
            for packed, left in level
            for die in set(left)
            for _, after in single_steps(packed, die, max_on_point)
        }
    return found


def _left(given: tuple[int, ...], used: Sequence[int]) -> tuple[int, ...]:
    """The dice that are not used yet."""
    left = list(given)
    for number in used:
        left.remove(number)
    return tuple(left)

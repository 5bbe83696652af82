"""A fast parser for plays as files write them; anything unusual goes to `notation`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations_with_replacement

from .plays import Play, legal_plays, moved
from .position import BAR, OFF, Position

_PATH = re.compile(r"(bar|\d{1,2})((?:/(?:off|\d{1,2})\*?)+)(?:\(([1-4])\))?", re.ASCII)
_ROLLS = tuple(combinations_with_replacement(range(1, 7), 2))


def closed_out(position: Position) -> bool:
    """Whether a checker is on the bar that no roll can enter."""
    return position.own[BAR] > 0 and not any(legal_plays(position, roll)[0].steps for roll in _ROLLS)


def quick_play(text: str, position: Position, plays: Sequence[Play]) -> tuple[Play, bool] | None:
    """The play of a text that names every step plainly, and whether it marks hits where there are none; else None.

    `plays`: the legal ones. Where a move is possible with and without an unmarked hit, there was none.
    """
    way: list[tuple[int, int]] = []
    marked: list[int] = []
    for word in text.lower().split():
        found = _PATH.fullmatch(word)
        if not found:
            return None
        names = found[2][1:].split("/")
        points = [OFF if name.startswith("off") else int(name.rstrip("*")) for name in names]
        start = BAR if found[1] == "bar" else int(found[1])
        if any(point > 24 for point in points) or not OFF < start <= BAR:
            return None
        steps = list(zip([start, *points], points, strict=False))
        if any(end >= begin for begin, end in steps):
            return None
        way += steps * int(found[3] or 1)
        marked += [point for point, name in zip(points, names, strict=True) if name.endswith("*") and point != OFF]
    if not way or len(way) > 4:
        return None
    after = moved(position.packed, way)
    play = next((play for play in plays if play.packed == after), None)
    if play is None:
        return None
    return play, any(not any(step.hit and step.end == point for step in play.steps) for point in marked)

"""A fair shuffle by dice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

_Who = TypeVar("_Who")


def shuffled(people: Sequence[_Who], rolls: Iterable[tuple[int, int]]) -> tuple[_Who, ...]:
    """A fair shuffle: each place in turn is drawn with two dice among those who are left. `rolls` must not run out."""
    supply = iter(rolls)
    left = list(people)
    line: list[_Who] = []
    while len(left) > 1:
        first, second = next(supply)
        drawn = (first - 1) * 6 + second - 1
        if drawn < 36 - 36 % len(left):
            line.append(left.pop(drawn % len(left)))
    return (*line, *left)

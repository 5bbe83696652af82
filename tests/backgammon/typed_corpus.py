"""The plays of `typed_corpus.txt`: what people type and dictate, and what they mean by it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from bot.backgammon import Dice, Position

from .positions import board

_HEAD = re.compile(r"\[(.+) \| (.+) \| ([1-6])-([1-6]) \| (.+)\]")
_START = {24: 2, 13: 5, 8: 3, 6: 5}


class Typed(NamedTuple):
    """A text and what is meant by it: one play, several of which it may be any, or none."""

    text: str
    position: Position
    dice: Dice
    meant: frozenset[str]


def typed() -> Iterator[Typed]:
    """Every text of the corpus. Dances have the empty text, as plays have it."""
    position, dice, meant = Position.start(), (3, 1), frozenset[str]()
    for line in Path(__file__).with_suffix(".txt").read_text("utf-8").splitlines():
        if head := _HEAD.fullmatch(line):
            position = board(_points(head[1]), _points(head[2]))
            dice = int(head[3]), int(head[4])
            words = set() if head[5] == "refused" else {*head[5].split(" or ")}
            meant = frozenset("" if play == "dance" else play for play in words)
        elif line and not line.startswith("# "):
            yield Typed(_signs(line), position, dice, meant)


def _points(text: str) -> dict[int, int]:
    if text == "start":
        return _START
    return {int(point): int(number) for point, number in (each.split(":") for each in text.split())}


def _signs(line: str) -> str:
    """The text of a line, with the signs that are only named in it."""
    return re.sub(r"\\u([0-9a-f]{4})", lambda sign: chr(int(sign[1], 16)), line).replace("\\n", "\n")

"""Plays as text: the tolerant reader; the canonical writer is `steps.format_steps`, which is what `str(play)` gives.

A pair: `parse_play(str(play), position, dice)` gives the same play back. The grammar is that of `31: 8/5 6/5`,
`bar/23 24/21`, `11/9*/5`, `24/18(2)`, `4/off`; read are also `25/23`, `4/0`, `4/ven`, `4/out`, hyphens, commas, capital
letters, any order of steps, missing hit marks, the dice in front, and what phones make of slashes and hyphens.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from itertools import pairwise

from .plays import Dice, Play, legal_plays, moved, numbers
from .position import BAR, OFF, Position
from .refused_plays import (
    AmbiguousPlay,
    IllegalPlay,
    Path,
    PlayFault,
    UnreadablePlay,
    diagnosis,
    ways,
)
from .steps import chains

_BAR_WORDS = ("bar", "b", "бар", "25")
_OFF_WORDS = ("off", "out", "ven", "0")
_DANCE_WORDS = ("-", "—", "dance", "pass", "no move", "cannot move")
#: Dice in front: "31:", "3-1:", or "31 " before a step.
_DICE = re.compile(r"([1-6]) ?- ?([1-6]) ?: ?|([1-6])([1-6])(?: ?: ?| (?=\S+[/-]|[a-z—-])|$)")
#: Dice in front with a hyphen and no colon; but 2-1, 4-2 and 6-3 may be steps.
_HYPHENED = re.compile(r"([1-6])-([1-6]) (?=\S+[/-])")
_GROUP = re.compile(r"([^()\s/]+(?:/[^()\s/]+)+)(?:\(([1-9])\))?")
_SHOWN = 40
_LONGEST = 200
#: What phones and word processors make of the plain signs.
_SLASHES, _HYPHENS, _NOTHING = "→\u2044", "–\u2010\u2011\u2212", "\u200b\ufeff"
_SIGNS = str.maketrans(_SLASHES + _HYPHENS + "×", "/" * len(_SLASHES) + "-" * len(_HYPHENS) + "x", _NOTHING)
_TIDYING = (
    (re.compile(r"\s*/\s*"), "/"),
    (re.compile(r"[,;]|\band\b"), " "),
    (re.compile(r"\s*\(\s*"), "("),
    (re.compile(r"\)"), ") "),
    (re.compile(r"(?<=[\w*])x([1-9])\b"), r"(\1)"),
)


def parse_play(text: str, position: Position, dice: Dice, max_on_point: int | None = None) -> Play:
    """The one legal play that a text names; a text without steps names a dance.

    Raises `UnreadablePlay`, `IllegalPlay` or `AmbiguousPlay`: each says what is wrong and carries the legal plays that
    are nearest to what was typed. Raises `ValueError` for impossible dice.
    """
    return _Reader(text, position, dice, max_on_point).play()


class _Reader:
    """One text against one position and roll."""

    def __init__(self, text: str, position: Position, dice: Dice, max_on_point: int | None) -> None:
        self.text = " ".join(text.split())
        self.position, self.dice, self.max_on_point = position, dice, max_on_point
        self.numbers = numbers(dice)
        self.plays = legal_plays(position, dice, max_on_point)
        self.tidy = ""
        self.paths: list[Path] = []
        self.hits: set[int] = set()

    def play(self) -> Play:
        self.read()
        if not self.plays[0].steps:
            if self.paths:
                raise self.illegal(PlayFault.NOTHING_TO_PLAY)
            return self.plays[0]
        if not self.paths:
            raise self.illegal(PlayFault.MUST_PLAY) if self.tidy else self.unreadable(PlayFault.EMPTY)
        legal = {play.packed: play for play in self.plays}
        theirs = self.position.opponent
        reached = {
            moved(self.position.packed, [(start, end) for start, end, _ in way])
            for way in ways(self.paths, self.numbers)
            if all(end == OFF or theirs[25 - end] < 2 for _, end, _ in way)
        }
        named = [legal[packed] for packed in reached if packed in legal]
        if not named:
            fault, details = diagnosis(self.paths, self.position, self.dice, self.plays, self.max_on_point)
            raise self.illegal(fault, **details)
        for point in sorted(self.hits, reverse=True):
            named = [play for play in named if any(step.hit and step.end == point for step in play.steps)]
            if not named:
                raise self.illegal(PlayFault.NO_BLOT, point=point)
        if len(named) > 1:
            named = [play for play in named if str(play) == self.tidy] or named
        if len(named) > 1:
            raise AmbiguousPlay(PlayFault.AMBIGUOUS, tuple(named), text=self.shown)
        return named[0]

    def read(self) -> None:
        """Take the text apart: one path a checker, and the points marked as hit."""
        if len(self.text) > _LONGEST:
            raise self.unreadable(PlayFault.UNREADABLE)
        text = unicodedata.normalize("NFKC", self.text).translate(_SIGNS).lower().rstrip(".")
        for untidy, plain in _TIDYING:
            text = untidy.sub(plain, text)
        text = self.without_dice(" ".join(text.split()))
        self.tidy = text
        if not text or text in _DANCE_WORDS:
            return
        words = re.sub(r" ?- ?", "/", text).split()
        self.tidy = " ".join(words)
        for word in words:
            group = _GROUP.fullmatch(word)
            if not group:
                raise self.unreadable(PlayFault.UNREADABLE)
            names = group[1].split("/")
            path = tuple(self.point(name.removesuffix("*")) for name in names)
            named = zip(path[1:], names[1:], strict=True)
            self.hits.update(point for point, name in named if point != OFF and name.endswith("*"))
            self.paths += [path] * int(group[2] or 1)
            if len(self.paths) > len(self.numbers):
                raise self.illegal(PlayFault.TOO_MANY)

    def without_dice(self, text: str) -> str:
        """The text without the dice in front of it."""
        if prefix := _HYPHENED.match(text):
            high, low = sorted((int(prefix[1]), int(prefix[2])), reverse=True)
            step = high == 2 * low == 2 * int(prefix[2])
            if (high, low) == (max(self.dice), min(self.dice)) and not step:
                return text[prefix.end() :]
        if prefix := _DICE.match(text):
            typed = (prefix[1] or prefix[3]), (prefix[2] or prefix[4])
            if sorted(map(int, typed)) != sorted(self.dice):
                raise self.illegal(PlayFault.OTHER_DICE, typed="-".join(typed))
            return text[prefix.end() :]
        return text

    def point(self, name: str) -> int:
        if name in _BAR_WORDS:
            return BAR
        if name in _OFF_WORDS:
            return OFF
        if not name.isascii() or not name.isdecimal():
            raise self.unreadable(PlayFault.UNREADABLE)
        if len(name) > 2 or not OFF < int(name) < BAR:
            raise self.unreadable(PlayFault.NO_SUCH_POINT, point=name[:_SHOWN])
        return int(name)

    @property
    def shown(self) -> str:
        return self.text if len(self.text) <= _SHOWN else f"{self.text[: _SHOWN - 1]}…"

    def unreadable(self, fault: PlayFault, **details: object) -> UnreadablePlay:
        return UnreadablePlay(fault, self.nearest(), text=self.shown, **details)

    def illegal(self, fault: PlayFault, **details: object) -> IllegalPlay:
        first, second = self.dice
        return IllegalPlay(fault, self.nearest(), text=self.shown, first=first, second=second, **details)

    def nearest(self, most: int = 3) -> tuple[Play, ...]:
        """Legal plays that share most with what was typed: moves of a checker count most, then steps, then landings."""
        typed = Counter(step for path in self.paths for step in pairwise(path))
        landings = Counter(end for _, end in typed.elements())

        def likeness(play: Play) -> int:
            moves = Counter((chain[0].start, chain[-1].end) for chain in chains(play.steps))
            steps = Counter((step.start, step.end) for step in play.steps)
            ends = Counter(end for _, end in moves.elements())
            return 4 * (typed & moves).total() + 2 * (typed & steps).total() + (landings & ends).total()

        return tuple(sorted(self.plays, key=likeness, reverse=True)[:most])

"""Plays as text: the tolerant reader; the canonical writer is `steps.format_steps`, which is what `str(play)` gives.

A pair: `parse_play(str(play), position, dice)` gives the same play back. The grammar is that of `31: 8/5 6/5`, `bar/23
24/21`, `11/9*/5`, `24/18(2)`, `4/off`; other spellings and their possible readings are in `spelling`. Here the rules
select the legal plays among the readings: exactly one, or the text is refused.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

from .half_typed import continued, going_on
from .plays import Dice, Play, legal_plays, moved, numbers
from .position import OFF, Position
from .refused_plays import (
    AmbiguousPlay,
    IllegalPlay,
    Path,
    PlayFault,
    UnreadablePlay,
    diagnosis,
    is_thinkable,
    ways,
)
from .spelling import Group, Misspelled, Reading, readings
from .steps import chains
from .typed_gist import ALL_THERE_IS, Gist
from .typed_goals import Goal

_SHOWN = 40
#: Words of an unreadable text in which single steps are still looked for, at most.
_LOOKED_AT = 12


def parse_play(text: str, position: Position, dice: Dice, max_on_point: int | None = None) -> Play:
    """The one legal play that a text names; a text without steps names a dance.

    Raises `UnreadablePlay`, `IllegalPlay` or `AmbiguousPlay`: each says what is wrong and carries the most similar
    legal plays. Raises `ValueError` for impossible dice.
    """
    return _Reader(text, position, dice, max_on_point).play()


def offered_plays(text: str, position: Position, dice: Dice, max_on_point: int | None = None) -> tuple[Play, ...]:
    """Legal plays to suggest for typed text: the one it names, then those that continue it; without any, the most
    similar. Raises `ValueError` for impossible dice.
    """
    reader = _Reader(text, position, dice, max_on_point)
    if not reader.text:
        return reader.plays
    try:
        named: tuple[Play, ...] = (reader.play(),)
    except AmbiguousPlay as refusal:
        named = refusal.nearest
    except (IllegalPlay, UnreadablePlay):
        named = ()
    following = going_on(reader.text, position, dice, reader.plays, max_on_point)
    # First the plays whose notation starts with the text.
    following.sort(key=lambda play: not str(play).startswith(reader.text.lower()))
    return tuple(dict.fromkeys((*named, *following))) or reader.nearest(most=len(reader.plays))


class _Reader:
    """One text against one position and roll."""

    def __init__(self, text: str, position: Position, dice: Dice, max_on_point: int | None) -> None:
        self.text = " ".join(text.split())
        self.position, self.dice, self.max_on_point = position, dice, max_on_point
        self.numbers = numbers(dice)
        self.plays = legal_plays(position, dice, max_on_point)
        self.legal = {play.packed: play for play in self.plays}
        self.paths: list[Path] = []

    def play(self) -> Play:
        try:
            meant = readings(self.text)
        except Misspelled as error:
            self.paths = [path for word in self.text.split()[:_LOOKED_AT] for path in _readable(word)]
            raise self.unreadable(error.fault, **error.details) from None
        if not all(reading.behind for reading in meant):
            # What follows a play is rather a point than dice that were not rolled.
            meant = tuple(each for each in meant if not each.behind or sorted(each.dice or ()) == sorted(self.dice))
        fitting = [reading for reading in meant if reading.dice is None or sorted(reading.dice) == sorted(self.dice)]
        whole = [reading for reading in fitting if reading.gist is None]
        plain = [reading for reading in whole if not reading.glued]
        named = self.all_named(plain)
        if named or not any(is_thinkable(_paths(reading), self.position.own, self.dice) for reading in plain):
            named = self.all_named(whole)
        named = named or self.all_named(reading for reading in fitting if reading.gist is not None)
        if len(named) > 1:
            raise AmbiguousPlay(PlayFault.AMBIGUOUS, tuple(named), text=self.shown)
        if named:
            return named[0]
        if whole or not fitting:
            raise self.refusal([reading for reading in meant if reading.gist is None] or meant, whole)
        raise self.illegal(PlayFault.NOT_TOGETHER)

    def all_named(self, meant: Iterable[Reading]) -> list[Play]:
        """The legal plays that any of these readings names."""
        return list(dict.fromkeys(play for reading in meant for play in self.named(reading)))

    def named(self, reading: Reading) -> list[Play]:
        """The legal plays of one reading: several if it is ambiguous."""
        if reading.gist is not None:
            return [play for play in self.in_gist(_paths(reading), reading.gist) if _marked(reading) <= _hits(play)]
        if reading.goal is not None:
            if not reading.groups:
                return reading.goal.reached(self.plays)
            return list(filter(reading.goal.is_reached, self.named(reading._replace(goal=None))))
        if not reading.groups or not self.plays[0].steps:
            return [] if reading.groups or self.plays[0].steps else [self.plays[0]]
        found = [play for play in self.reached(_paths(reading)) if _marked(reading) <= _hits(play)]
        if len(found) > 1:
            form = _form(reading.groups)
            # The exact notation of one play means that play, even where it omits hits of another one.
            return [play for play in found if _form(readings(str(play))[0].groups) == form] or found
        return found

    def in_gist(self, paths: Sequence[Path], gist: Goal | Gist) -> list[Play]:
        """The legal plays that make these paths and also do what the text describes."""
        if gist == ALL_THERE_IS:
            return gist.reached(self.reached(paths))
        plays = continued([tuple(paths)], self.position, self.dice, self.plays, self.max_on_point)
        if isinstance(gist, Goal) or not paths:
            return gist.reached(plays)
        return gist.reached(plays, max(map(len, ways(paths, self.numbers)), default=0))

    def reached(self, paths: Sequence[Path]) -> list[Play]:
        """The legal plays that make these paths, whatever they hit."""
        if len(paths) > len(self.numbers):
            return []
        theirs = self.position.opponent
        reached = {
            moved(self.position.packed, [(start, end) for start, end, _ in way])
            for way in ways(paths, self.numbers)
            if all(end == OFF or theirs[25 - end] < 2 for _, end, _ in way)
        }
        return [self.legal[packed] for packed in reached if packed in self.legal]

    def refusal(self, meant: Sequence[Reading], fitting: Sequence[Reading]) -> IllegalPlay | UnreadablePlay:
        """What is wrong with the text, in its likeliest reading."""
        own = self.position.own
        likely = sorted(
            (each for each in fitting if not each.glued or is_thinkable(_paths(each), own, self.dice)),
            key=lambda reading: (reading.glued, not is_thinkable(_paths(reading), own, self.dice)),
        )
        for reading in meant if not likely or not is_thinkable(_paths(likely[0]), own, self.dice) else ():
            typed = None if reading in fitting else reading.dice
            paths = _paths(reading)
            if typed and (not likely or any(is_thinkable(paths, own, dice) for dice in (self.dice, typed))):
                self.paths = paths
                return self.illegal(PlayFault.OTHER_DICE, typed=f"{typed[0]}-{typed[1]}")
        if not likely:
            return self.unreadable(PlayFault.UNREADABLE)
        groups = likely[0].groups
        if (goal := likely[0].goal) and (not groups or self.named(likely[0]._replace(goal=None))):
            return self.illegal(PlayFault.NO_BLOT if goal.hits else PlayFault.NOT_MADE, point=goal.point)
        self.paths = _paths(likely[0])
        if not groups and self.text.strip("0123456789:-–—−./()[]{} "):
            return self.illegal(PlayFault.MUST_PLAY)
        if not groups:
            return self.unreadable(PlayFault.EMPTY)
        if not self.plays[0].steps:
            return self.illegal(PlayFault.NOTHING_TO_PLAY)
        if len(self.paths) > len(self.numbers):
            return self.illegal(PlayFault.TOO_MANY)
        if reached := self.reached(self.paths):
            hits = set[int]().union(*map(_hits, reached))
            marked = sorted({point for group in groups for point in group.hits}, reverse=True)
            return self.illegal(PlayFault.NO_BLOT, point=next((each for each in marked if each not in hits), marked[0]))
        fault, details = diagnosis(self.paths, self.position, self.dice, self.plays, self.max_on_point)
        return self.illegal(fault, **details)

    @property
    def shown(self) -> str:
        return self.text if len(self.text) <= _SHOWN else f"{self.text[: _SHOWN - 1]}…"

    def unreadable(self, fault: PlayFault, **details: str) -> UnreadablePlay:
        # A substituted sign is not shown, because the player has not typed it.
        if details.get("part", "") not in self.text.lower():
            return self.unreadable(PlayFault.UNREADABLE)
        cut = {name: part if len(part) <= _SHOWN else f"{part[: _SHOWN - 1]}…" for name, part in details.items()}
        return UnreadablePlay(fault, self.nearest(), text=self.shown, **cut)

    def illegal(self, fault: PlayFault, **details: object) -> IllegalPlay:
        roll = f"{max(self.dice)}-{min(self.dice)}"
        return IllegalPlay(fault, self.nearest(), text=self.shown, roll=roll, **details)

    def nearest(self, most: int = 3) -> tuple[Play, ...]:
        """The most similar legal plays: moves of a checker count most, then steps, then landings."""
        typed = Counter(step for path in self.paths for step in pairwise(path))
        typed |= Counter((path[0], path[-1]) for path in self.paths)
        landings = Counter(end for _, end in typed.elements())

        def likeness(play: Play) -> int:
            moves = Counter((chain[0].start, chain[-1].end) for chain in chains(play.steps))
            steps = Counter((step.start, step.end) for step in play.steps)
            ends = Counter(end for _, end in moves.elements())
            return 4 * (typed & moves).total() + 2 * (typed & steps).total() + (landings & ends).total()

        return tuple(sorted(self.plays, key=likeness, reverse=True)[:most])


def _paths(reading: Reading) -> list[Path]:
    """One path per checker."""
    return [group.points for group in reading.groups for _ in range(group.number)]


def _marked(reading: Reading) -> set[int]:
    return {point for group in reading.groups for point in group.hits}


def _readable(word: str) -> list[Path]:
    """The paths of one word of an unreadable text."""
    try:
        return _paths(readings(word)[0])
    except Misspelled:
        return []


def _hits(play: Play) -> set[int]:
    return {step.end for step in play.steps if step.hit}


def _form(groups: Sequence[Group]) -> Counter[tuple[Path, frozenset[int]]]:
    """A form that two texts of the same play share, regardless of the order and repetition of moves."""
    merged: dict[tuple[int, int], tuple[Path, frozenset[int]]] = {}
    found: Counter[tuple[Path, frozenset[int]]] = Counter()
    for group in sorted(groups, key=lambda each: (len(each.hits), len(each.points)), reverse=True):
        ends = group.points[0], group.points[-1]
        found[merged.setdefault(ends, (group.points, group.hits))] += group.number
    return found

"""A play entered step by step: which checker may move next so that a legal play can still be completed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from typing import NamedTuple

from .plays import Dice, Play, legal_plays, numbers, single_steps
from .position import OFF, Position
from .steps import Step, format_steps


class Pick(NamedTuple):
    """One step as it is chosen: the checker on `start` moves by `die`."""

    start: int
    die: int


class Way(NamedTuple):
    """One choice as a button offers it: the picks it makes and their steps."""

    picks: tuple[Pick, ...]
    steps: tuple[Step, ...]

    def __str__(self) -> str:
        """Canonical notation."""
        return format_steps(self.steps)


class Draft:
    """The picks made so far of a play of `dice`, and what can follow.

    Raises `ValueError` if no legal play begins with these picks.
    """

    def __init__(
        self, position: Position, dice: Dice, picks: Sequence[Pick] = (), max_on_point: int | None = None
    ) -> None:
        plays = legal_plays(position, dice, max_on_point)
        self.picks = tuple(picks)
        self.steps: tuple[Step, ...] = ()
        self._max_on_point = max_on_point
        self._plays = {play.packed: play for play in plays}
        self._to_go = len(plays[0].steps)
        self._packed = position.packed
        self._left = numbers(dice)
        self._finishable: dict[tuple[int, tuple[int, ...]], bool] = {}
        for pick in self.picks:
            self._follow(Pick(*pick))

    def _follow(self, pick: Pick) -> None:
        for chosen, step, packed in self._following(self._packed, self._left, self._to_go):
            if chosen == pick:
                self.steps = (*self.steps, step)
                self._packed, self._left, self._to_go = packed, _without(self._left, pick.die), self._to_go - 1
                return
        raise ValueError(f"no legal play goes on with {pick.die} from {pick.start}")

    def after(self, pick: Pick) -> Draft:
        """The draft with one more pick."""
        following = copy(self)
        following.picks = (*self.picks, pick)
        following._follow(pick)
        return following

    @property
    def position(self) -> Position:
        """The board after the picks, seen by the mover."""
        return Position(self._packed)

    @property
    def notation(self) -> str:
        """The steps so far."""
        return format_steps(self.steps)

    @property
    def left(self) -> tuple[int, ...]:
        """The dice not yet used."""
        return self._left

    @property
    def play(self) -> Play | None:
        """The legal play, once the draft is complete."""
        return self._plays[self._packed] if self._to_go == 0 else None

    @property
    def options(self) -> tuple[tuple[Pick, Step], ...]:
        """(pick, step) pairs that may follow; none once the play is complete."""
        return tuple((pick, step) for pick, step, _ in self._following(self._packed, self._left, self._to_go))

    @property
    def completions(self) -> tuple[Play, ...]:
        """The legal plays that the draft can still become, in the order of `legal_plays`."""
        reached = {(self._packed, self._left)}
        for _ in range(self._to_go):
            reached = {
                (after, _without(left, die))
                for packed, left in reached
                for die in set(left)
                for _, after in single_steps(packed, die, self._max_on_point)
            }
        results = {packed for packed, _ in reached}
        return tuple(play for packed, play in self._plays.items() if packed in results)

    def towards(self, play: Play) -> Draft:
        """The draft completed to this play, one of its `completions`."""
        draft = self
        while draft._to_go:
            following = (draft.after(pick) for pick, _ in draft.options)
            draft = next(each for each in following if play in each.completions)
        return draft

    def completed(self) -> Draft:
        """The draft, completed if only one play is left."""
        plays = self.completions
        return self.towards(plays[0]) if len(plays) == 1 else self

    def ways(self) -> tuple[Way, ...]:
        """The choices to offer: every single step, larger die first, from the farthest checker to the nearest; of a
        double also two checkers at once, and one checker twice. Choices with the same notation are offered once.
        """
        singles = [Way((pick,), (step,)) for pick, step in self.options]
        # Where two numbers bear the same checker off, the larger one is used.
        by_text = {str(way): way for way in reversed(singles)}
        ways = [way for way in singles if by_text[str(way)] is way]
        if len(set(self._left)) == 1:
            ways += [*self._pairs(singles), *self._twice(singles)]
        return tuple(ways)

    def _pairs(self, singles: Sequence[Way]) -> Iterator[Way]:
        for way in singles:
            yield from self._again(way, way.steps[0].start)

    def _twice(self, singles: Sequence[Way]) -> Iterator[Way]:
        for way in singles:
            if way.steps[0].end != OFF:
                yield from self._again(way, way.steps[0].end)

    def _again(self, way: Way, start: int) -> Iterator[Way]:
        """The same choice with one more step from this point."""
        after = self.after(way.picks[0])
        for pick, step in after.options:
            if pick.start == start:
                yield Way((*way.picks, pick), (*way.steps, step))

    def _following(self, packed: int, left: tuple[int, ...], to_go: int) -> Iterator[tuple[Pick, Step, int]]:
        if to_go == 0:
            return
        for die in sorted(set(left), reverse=True):
            for step, after in single_steps(packed, die, self._max_on_point):
                if self._can_finish(after, _without(left, die), to_go - 1):
                    yield Pick(step.start, die), step, after

    def _can_finish(self, packed: int, left: tuple[int, ...], to_go: int) -> bool:
        if to_go == 0:
            return packed in self._plays
        key = packed, left
        if key not in self._finishable:
            self._finishable[key] = next(self._following(packed, left, to_go), None) is not None
        return self._finishable[key]


def _without(left: tuple[int, ...], die: int) -> tuple[int, ...]:
    index = left.index(die)
    return left[:index] + left[index + 1 :]

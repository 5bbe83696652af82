"""The course of a game: chances to win over its rolls as a curve, with mistakes, turning points and cubes, as plain
data; its validation, and where everything lies. `course_drawing` draws it.

All lengths are pixels of a picture 1100 wide.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from itertools import pairwise

from .layout import FRAME, STRIP, WIDTH
from .theme import THEMES

MOST_LANES, MOST_TURNING = 12, 9
WELL = (196, STRIP + 22, WIDTH - FRAME, STRIP + 462)
LANES_TOP, LANE, FOOT = WELL[3] + 54, 54, 70

_INSIDE = 30

Point = tuple[float, float]


class Grade(IntEnum):
    """How much a decision lost."""

    RIGHT = 0
    ERROR = 1
    BLUNDER = 2


class Said(StrEnum):
    """A decision about a cube; `NOTHING`: a double that was missed."""

    CUBE = "cube"
    TAKE = "take"
    DROP = "drop"
    NOTHING = "nothing"


@dataclass(frozen=True)
class Mistake:
    """A play that lost something, after the roll `turn`. `side`: 0 whose chances are shown, 1 the opponent."""

    turn: int
    share: float
    side: int
    grade: Grade


@dataclass(frozen=True)
class CubeMark:
    """A decision about a cube, before the roll `turn`; `value` is that of a cube that was turned."""

    turn: int
    said: Said
    value: int = 0
    grade: Grade = Grade.RIGHT


@dataclass(frozen=True)
class Lane:
    """A player's decisions about cubes. `side`: 0 on the side whose chances are shown, 1 on the other."""

    name: str
    side: int
    marks: tuple[CubeMark, ...] = ()


@dataclass(frozen=True)
class Legend:
    """What the marks mean, in the reader's language."""

    error: str = "error"
    blunder: str = "blunder"
    double: str = "double"
    take: str = "take"
    drop: str = "drop"


@dataclass(frozen=True)
class Course:
    """The course of one game.

    `points` are pairs (roll, chance to win after it from 0 to 1), rolls strictly rising. `turning` are the places of
    the turning points among them, numbered in this order from 1. `light`: the side with the light checkers.
    """

    title: str
    points: tuple[tuple[int, float], ...]
    note: str = ""
    mistakes: tuple[Mistake, ...] = ()
    lanes: tuple[Lane, ...] = ()
    turning: tuple[int, ...] = ()
    legend: Legend = Legend()
    light: int = 0
    theme: str = "wood"

    def look(self, side: int) -> int:
        """The material of a side's checkers: 0 light, 1 dark."""
        return side ^ self.light


def height(lanes: int) -> int:
    """The height of a picture with this many lanes."""
    return LANES_TOP + lanes * LANE + FOOT


def check_course(course: Course) -> None:
    """Raise `ValueError`, saying what is wrong, for an invalid course."""
    if course.theme not in THEMES:
        raise ValueError(f"unknown theme {course.theme!r}: there are {', '.join(THEMES)}")
    if not course.points:
        raise ValueError("a course needs at least one point")
    turns = [turn for turn, _ in course.points]
    if turns[0] < 0 or any(one >= other for one, other in pairwise(turns)):
        raise ValueError("rolls only go forward")
    shares = [*(share for _, share in course.points), *(each.share for each in course.mistakes)]
    if not all(0 <= share <= 1 for share in shares):
        raise ValueError("chances are from 0 to 1")
    if len(course.lanes) > MOST_LANES:
        raise ValueError(f"at most {MOST_LANES} players have a lane, not {len(course.lanes)}")
    if len(course.turning) > MOST_TURNING or any(not 0 <= each < len(course.points) for each in course.turning):
        raise ValueError(f"at most {MOST_TURNING} of the points are turning points")
    if any(mark.said is Said.CUBE and mark.value < 2 for lane in course.lanes for mark in lane.marks):
        raise ValueError("a turned cube shows at least 2")


def spots(course: Course) -> list[Point]:
    """The pixel positions of the course's points."""
    return [spot_of(course, turn, share) for turn, share in course.points]


def across(course: Course, turn: float) -> float:
    first, last = course.points[0][0], course.points[-1][0]
    if first == last:
        return (WELL[0] + WELL[2]) / 2
    return WELL[0] + _INSIDE + (turn - first) / (last - first) * (WELL[2] - WELL[0] - 2 * _INSIDE)


def spot_of(course: Course, turn: float, share: float) -> Point:
    return across(course, turn), WELL[3] - share * (WELL[3] - WELL[1] - 1) - 1

"""Errors of `notation.parse_play`, and the diagnosis of why a typed play is refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import pairwise

from bot.core.refusal import Illegal

from .plays import Dice, Play, numbers
from .position import BAR, OFF, Position
from .steps import point_name

#: One checker's path: the points named for it, in order, from start to end.
Path = tuple[int, ...]
#: A step as typed, legality aside: start, end and the die it uses.
Stride = tuple[int, int, int]


class PlayFault(Enum):
    """What is wrong with a text that should be a play."""

    EMPTY = "Write a play like 8/5 6/5, bar/22, 13/7(2) or 4/off."
    MUST_PLAY = "You can move with {roll}, and so you must."
    UNREADABLE = "“{text}” is not a play. Write one like 8/5 6/5, bar/22, 13/7(2) or 4/off."
    NOT_READ = "I cannot make out “{part}”. Write a play like 8/5 6/5, bar/22, 13/7(2) or 4/off."
    HALF_A_STEP = "“{part}” alone is no step: say where from and where to, like 8/5 6/5."
    NO_SUCH_POINT = "There is no point {point}: points are 1 to 24, bar and off."
    OTHER_DICE = "You rolled {roll}, not {typed}."
    NOTHING_TO_PLAY = "Nothing can be moved with {roll}: the turn passes."
    BACKWARDS = "{step}: checkers move to lower numbers."
    NO_CHECKER = "{step}: you have no checker on {point}."
    NOBODY_ON_BAR = "{step}: you have no checker on the bar."
    TOO_FEW = "{step}: you do not have {number} checkers there."
    BAR_FIRST = "{step}: you must enter from the bar first."
    NOT_ROLLED = "{step}: {roll} does not make that distance."
    ONLY_ONE = "You have only one {number} to play."
    TOO_MANY = "“{text}” is more than {roll} allows."
    CLOSED = "{step}: point {point} is closed."
    FULL = "{step}: no more than {most} checkers may stand on point {point}."
    NOT_HOME = "{step}: all your checkers must be home before one is borne off."
    HIGHER_STANDS = "{step}: a checker on a higher point must be moved first."
    NOT_MADE = "No such play makes point {point}."
    NO_BLOT = "There is nothing to hit on point {point}."
    BOTH_NUMBERS = "Both numbers can be played, and so they must be."
    ALL_STEPS = "All four steps can be played, and so they must be."
    MORE_STEPS = "Of the four steps of a double, {number} can be played, and so they must be."
    ONE_NUMBER = "Only one of the two numbers can be played."
    FEWER_STEPS = "Only {number} of the four steps of a double can be played."
    HIGHER_NUMBER = "Only one number can be played, and it must be the {number}."
    NOT_TOGETHER = "“{text}” is not legal with {roll}."
    AMBIGUOUS = "“{text}” can be played in more than one way. Write one of them in full."


class RefusedPlay(Illegal):
    """A text that does not name one legal play. `nearest`: the legal plays most like it, the most similar first."""

    def __init__(self, fault: PlayFault, nearest: tuple[Play, ...], **details: object) -> None:
        super().__init__(fault, **details)
        self.nearest = nearest


class UnreadablePlay(RefusedPlay):
    """The text is not in the notation."""


class IllegalPlay(RefusedPlay):
    """The text names something the rules do not allow here."""


class AmbiguousPlay(RefusedPlay):
    """The text names several plays with different results; `nearest` holds them all."""


def ways(paths: Sequence[Path], given: tuple[int, ...]) -> Iterator[tuple[Stride, ...]]:
    """Every way to make the paths from single steps, each die used at most once, legality aside.

    A checker may also be borne off with a number higher than its point.
    """
    if not paths:
        yield ()
        return
    (start, *stops), rest = paths[0], paths[1:]
    if not stops:
        yield from ways(rest, given)
        return
    for number in sorted(set(given), reverse=True):
        end = max(start - number, OFF)
        if start > OFF and end >= stops[0]:
            left = list(given)
            left.remove(number)
            onward = (end, *stops[1:]) if end == stops[0] else (end, *stops)
            for following in ways([onward, *rest], tuple(left)):
                yield ((start, end, number), *following)


def is_thinkable(paths: Sequence[Path], own: Sequence[int], dice: Dice) -> bool:
    """Whether the roll could be meant by these paths, legal or not: the checkers exist and the dice add up to the
    distances.
    """
    given = numbers(dice)
    return 0 < len(paths) <= len(given) and not (_start_fault(paths, own) or _distance_fault(paths, dice, given))


def diagnosis(
    paths: Sequence[Path], position: Position, dice: Dice, plays: Sequence[Play], max_on_point: int | None
) -> tuple[PlayFault, dict[str, object]]:
    """Why readable `paths` are none of the legal `plays` (of which there are some): the fault and its details."""
    given = numbers(dice)
    fault = _start_fault(paths, position.own) or _distance_fault(paths, dice, given)
    if fault := fault or _bar_fault(paths, position.own[BAR], given):
        return fault
    needed = 0
    for index, path in enumerate(paths):
        others = list(position.own)
        others[path[0]] -= 1
        for other in [*paths[:index], *paths[index + 1 :]]:
            others[other[0]] -= 1
            others[other[-1]] += 1
        faults = {way: _way_fault(way, others, position, max_on_point) for way in ways([path], given)}
        if all(faults.values()):
            return next(fault for fault in faults.values() if fault)
        needed += min(len(way) for way, fault in faults.items() if not fault)
    possible = len(plays[0].steps)
    if len(given) == 4 and needed != possible:
        if needed > possible:
            return PlayFault.FEWER_STEPS, {"number": possible}
        return PlayFault.ALL_STEPS if possible == 4 else PlayFault.MORE_STEPS, {"number": possible}
    if needed != possible:
        return PlayFault.BOTH_NUMBERS if needed < possible else PlayFault.ONE_NUMBER, {}
    if possible == 1 and len(given) == 2:
        return PlayFault.HIGHER_NUMBER, {"number": max(dice)}
    return PlayFault.NOT_TOGETHER, {}


def _step(start: int, end: int) -> str:
    return f"{point_name(start)}/{point_name(end)}"


def _start_fault(paths: Sequence[Path], own: Sequence[int]) -> tuple[PlayFault, dict[str, object]] | None:
    """What is wrong with where the checkers start and which way they go."""
    starting = Counter(path[0] for path in paths)
    reached = Counter(path[-1] for path in paths)
    for path in paths:
        for start, end in pairwise(path):
            if end >= start:
                return PlayFault.BACKWARDS, {"step": _step(start, end)}
        point, step = path[0], _step(path[0], path[1])
        if point != BAR and starting[BAR] < own[BAR]:
            return PlayFault.BAR_FIRST, {"step": step}
        if point == BAR and not own[BAR]:
            return PlayFault.NOBODY_ON_BAR, {"step": step}
        if not own[point] and not reached[point]:
            return PlayFault.NO_CHECKER, {"step": step, "point": point}
        if starting[point] > own[point] + reached[point]:
            return PlayFault.TOO_FEW, {"step": step, "number": starting[point]}
    return None


def _distance_fault(
    paths: Sequence[Path], dice: Dice, given: tuple[int, ...]
) -> tuple[PlayFault, dict[str, object]] | None:
    """What is wrong with the distances."""
    segments = [segment for path in paths for segment in pairwise(path)]
    for segment in segments:
        if not any(ways([segment], given)):
            return PlayFault.NOT_ROLLED, {"step": _step(*segment)}
    if any(ways(paths, given)):
        return None
    single = [{number for number in dice if max(start - number, OFF) == end} for start, end in segments]
    if len(segments) <= len(given) and len(single[0]) == 1 and single.count(single[0]) == len(single):
        return PlayFault.ONLY_ONE, {"number": single[0].pop()}
    return PlayFault.TOO_MANY, {}


def _bar_fault(
    paths: Sequence[Path], on_bar: int, given: tuple[int, ...]
) -> tuple[PlayFault, dict[str, object]] | None:
    """Whether a checker moves on after entering while others stay on the bar."""
    entering = [path for path in paths if path[0] == BAR]
    for path in entering if len(entering) < on_bar else ():
        way = min(ways([path], given), key=len)
        if len(way) > 1:
            return PlayFault.BAR_FIRST, {"step": _step(*way[1][:2])}
    return None


def _way_fault(
    way: Sequence[Stride], others: Sequence[int], position: Position, max_on_point: int | None
) -> tuple[PlayFault, dict[str, object]] | None:
    """The first illegal step of one checker; `others` are the final points of its side's other checkers."""
    for start, end, number in way:
        step = _step(start, end)
        if end == OFF:
            if any(others[7:]):
                return PlayFault.NOT_HOME, {"step": step}
            if number > start and any(others[start + 1 :]):
                return PlayFault.HIGHER_STANDS, {"step": step}
        elif position.opponent[25 - end] > 1:
            return PlayFault.CLOSED, {"step": step, "point": end}
        elif max_on_point is not None and others[end] >= max_on_point:
            return PlayFault.FULL, {"step": step, "point": end, "most": max_on_point}
    return None

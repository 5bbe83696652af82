"""The moves of a play in the picture: which checker went from where to where, and which were hit.

Consecutive steps of a checker without a hit are one journey, and equal journeys share an arrow. Everything is computed
from the board after the play, which is the one shown. Nothing here draws.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, replace

from . import layout
from .scene import BAR_POINT, LastPlay, Scene, Way

_SHORT_OF_CENTRE = 0.42  # in checkers: the distance of an arrow's end from the target's centre
_BESIDE_NUMBER = 28
_ASIDE_NUMBER = 33
# Below this distance (in checkers, along a row) an arrow is an arch, with ends shifted this far towards the middle.
_HOP, _HOP_START, _HOP_END, _HOP_BEND = 2.3, 0.30, 0.64, 60

Spot = tuple[int, int]


@dataclass(frozen=True)
class Journey:
    """One checker's move, in the mover's numbering; `hit` if it hit where it ended."""

    start: int
    end: int
    hit: bool


@dataclass(frozen=True)
class Trace:
    """A journey in the picture: the spot left, and the spot reached (or the tray)."""

    journey: Journey
    origin: Spot
    target: Spot


@dataclass(frozen=True)
class Arrow:
    """An arrow for this many checkers; `free` if no checker is at its start."""

    start: Spot
    end: Spot
    bend: int
    count: int
    free: bool


def journeys(play: LastPlay) -> list[Journey]:
    """The steps, in any order, joined by checker.

    A hit ends a journey, so that its mark stays in place.
    """
    found: list[Journey] = []
    for step in sorted(play.steps, key=lambda step: (-step.start, -step.end)):
        for index, earlier in enumerate(found):
            if earlier.end == step.start and not earlier.hit:
                found[index] = Journey(earlier.start, step.end, step.hit)
                break
        else:
            found.append(Journey(step.start, step.end, step.hit))
    return found


def _outwards(journey: Journey) -> tuple[bool, int]:
    """Sort key for the spots of journeys from or to one point, from the edge of the board on.

    It keeps arrows from crossing: along a row a long one bows over a short one, between rows it is the other way round.
    """
    across = (journey.start > 12) != (journey.end > 12)
    columns = abs(journey.start - (25 - journey.end if across else journey.end))
    return across, -columns if across else columns


def traces(scene: Scene, play: LastPlay) -> list[Trace]:
    """The journeys with their spots."""
    counts, seat = scene.checkers(play.side), scene.seat(play.side)
    ordered = sorted(journeys(play), key=_outwards)
    left, missing = Counter[int](), Counter(journey.end for journey in ordered)
    found: list[Trace] = []
    for journey in ordered:
        start, end = journey.start, journey.end
        origin = layout.slot(seat, start, min(counts[start] + left[start], layout.levels(start) - 1))
        left[start] += 1
        missing[end] -= 1
        if end == 0:
            target = layout.landing_off(seat, counts[0] - missing[0])
        else:
            target = layout.slot(seat, end, min(max(counts[end] - 1 - missing[end], 0), layout.STACK - 1))
        found.append(Trace(journey, origin, target))
    return found


def arrows(scene: Scene, play: LastPlay, found: list[Trace]) -> list[Arrow]:
    """One arrow for all equal journeys, between the outermost of their spots."""
    together: dict[tuple[int, int], list[Trace]] = {}
    for trace in found:
        together.setdefault((trace.journey.start, trace.journey.end), []).append(trace)
    drawn: list[Arrow] = []
    for (start, end), alike in together.items():
        origin, target = alike[-1].origin, alike[-1].target
        if origin == target:
            continue
        free = scene.checkers(play.side)[start] < layout.levels(start)
        same_row = (start > 12) == (end > 12) and start != BAR_POINT
        near = math.dist(origin, target) < _HOP * layout.CHECKER
        if same_row and near and end:
            way = _hop(origin, target)
        else:
            way = _way(origin, target, free=free, off=not end, same_row=same_row)
        drawn.append(Arrow(*way, len(alike), free))
    return drawn


def _hop(origin: Spot, target: Spot) -> tuple[Spot, Spot, int]:
    """A short arrow along a row, as an arch over the checkers: never a stub."""
    (x0, y0), (x1, y1) = origin, target
    towards = -1 if y0 > layout.MIDDLE else 1
    start = (x0 + (5 if x1 > x0 else -5), round(y0 + towards * layout.CHECKER * _HOP_START))
    end = (x1, round(y1 + towards * layout.CHECKER * _HOP_END))
    bend = _HOP_BEND if (end[0] - start[0]) * towards > 0 else -_HOP_BEND
    return start, end, bend


def _way(origin: Spot, target: Spot, *, free: bool, off: bool, same_row: bool) -> tuple[Spot, Spot, int]:
    """A long arrow, ending before the target's centre."""
    (x0, y0), (x1, y1) = origin, target
    length = math.dist(origin, target)
    along, across = (x1 - x0) / length, (y1 - y0) / length
    if not free:
        # The number on a full stack stays readable.
        x0, y0 = round(x0 + along * _BESIDE_NUMBER), round(y0 + across * _BESIDE_NUMBER)
    if not off:
        short = layout.CHECKER * _SHORT_OF_CENTRE
        x1, y1 = round(x1 - along * short), round(y1 - across * short)
    bend = min(96.0, length * 0.3) if same_row else min(60.0, length * 0.14)
    towards_middle = (layout.MIDDLE - (y0 + y1) / 2) * (x1 - x0)
    return (x0, y0), (x1, y1), round(-bend if towards_middle < 0 else bend)


def ends(scene: Scene, play: LastPlay, found: list[Trace]) -> dict[int, Spot]:
    """The end points of journeys with a spot for the number of each: where a checker left or landed, but beside the
    number of a full stack.
    """
    counts = scene.checkers(play.side)
    places: dict[int, Spot] = {}
    for trace in found:
        start = trace.journey.start
        if start != BAR_POINT:
            places[start] = _beside(trace.origin, 1) if counts[start] >= layout.STACK else trace.origin
    for trace in found:
        end = trace.journey.end
        if end:
            places[end] = _beside(trace.target, -1) if counts[end] > layout.STACK else trace.target
    return places


def _beside(spot: Spot, way: int) -> Spot:
    """A spot nearer to the middle of the board (1), or to its edge (-1), than the number of a full stack."""
    x, y = spot
    return x, y + way * (_ASIDE_NUMBER if y < layout.MIDDLE else -_ASIDE_NUMBER)


def knocked(scene: Scene, play: LastPlay, found: list[Trace]) -> list[tuple[Spot, Spot]]:
    """The hit checkers: (from, spot on the bar). Those without a visible spot there are omitted."""
    victim = 1 - play.side
    shown = min(scene.checkers(victim)[BAR_POINT], layout.BAR_STACK)
    hits = [trace.target for trace in found if trace.journey.hit]
    places = [layout.slot(scene.seat(victim), BAR_POINT, level) for level in range(shown)][-len(hits) :]
    return list(zip(hits, places, strict=False)) if hits else []


def of_way(scene: Scene, way: Way) -> dict[tuple[int, int], Arrow]:
    """An arrow for each distinct move of the checkers of a possible play, by start and end."""
    play = LastPlay(scene.numbers_from, way.steps)
    after = _after(scene, way)
    found = traces(after, play)
    drawn: dict[tuple[int, int], Arrow] = {}
    for start, end in dict.fromkeys((trace.journey.start, trace.journey.end) for trace in found):
        alike = [trace for trace in found if (trace.journey.start, trace.journey.end) == (start, end)]
        for arrow in arrows(after, play, alike):
            drawn[start, end] = replace(arrow, free=False)
    return drawn


def _after(scene: Scene, way: Way) -> Scene:
    """The board after a play."""
    side = scene.numbers_from
    own, other = list(scene.checkers(side)), list(scene.checkers(1 - side))
    for step in way.steps:
        own[step.start] -= 1
        own[step.end] += 1
        if step.hit:
            other[BAR_POINT - step.end] -= 1
            other[BAR_POINT] += 1
    bottom, top = (other, own) if side else (own, other)
    return replace(scene, bottom=tuple(bottom), top=tuple(top))


def aside(arrow: Arrow, distance: int) -> Arrow:
    """The same arrow shifted to its left, or, if negative, to its right."""
    (x0, y0), (x1, y1) = arrow.start, arrow.end
    length = math.dist(arrow.start, arrow.end) or 1.0
    across, down = round((y0 - y1) / length * distance), round((x1 - x0) / length * distance)
    return replace(arrow, start=(x0 + across, y0 + down), end=(x1 + across, y1 + down))

"""The last play: a dashed ghost where a checker left, an arrow, a ring where it landed, a ring and a × where it hit.
What may be moved next has a dot.

A checker that moved on without hitting is shown as one journey, and several that made the same one share an arrow that
bears their number. All is reckoned from the board after the play, which is the one shown.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass

from PIL import Image

from . import layout, marks
from .scene import BAR_POINT, LastPlay, Scene
from .text import draw_text, label
from .theme import THEMES, Theme

_RING_WIDTH = 5
_SHORT_OF_CENTRE = 25
_BESIDE_NUMBER = 28
_COUNT = 40
_COUNT_EDGE = 3
_DOT = 22


@dataclass(frozen=True)
class _Journey:
    """One checker's way, numbered from the mover's side; `hit` if it hit where it ended."""

    start: int
    end: int
    hit: bool


@dataclass(frozen=True)
class _Trace:
    """A journey in the picture: where the checker left and where it is (or, borne off, was laid)."""

    journey: _Journey
    origin: tuple[int, int]
    target: tuple[int, int]


@dataclass(frozen=True)
class _Arrow:
    """What leads from one place to another, for so many checkers; `free` if no checker stands where it begins."""

    start: tuple[int, int]
    end: tuple[int, int]
    bend: int
    count: int
    free: bool


def _journeys(play: LastPlay) -> list[_Journey]:
    """The steps, in whatever order they come, with those of one checker joined.

    A hit ends a journey, so that its mark keeps its place.
    """
    journeys: list[_Journey] = []
    for step in sorted(play.steps, key=lambda step: (-step.start, -step.end)):
        for index, earlier in enumerate(journeys):
            if earlier.end == step.start and not earlier.hit:
                journeys[index] = _Journey(earlier.start, step.end, step.hit)
                break
        else:
            journeys.append(_Journey(step.start, step.end, step.hit))
    return journeys


def _outwards(journey: _Journey) -> tuple[bool, int]:
    """The order in which journeys from or to one point use its places, from the edge of the board on.

    So arrows do not cross: along a row a long one bows over a short one, from row to row it is the other way round.
    """
    across = (journey.start > 12) != (journey.end > 12)
    columns = abs(journey.start - (25 - journey.end if across else journey.end))
    return across, -columns if across else columns


def _traces(scene: Scene, play: LastPlay) -> list[_Trace]:
    """The journeys in the picture."""
    counts, seat = scene.checkers(play.side), scene.seat(play.side)
    journeys = sorted(_journeys(play), key=_outwards)
    left, missing = Counter[int](), Counter(journey.end for journey in journeys)
    traces: list[_Trace] = []
    for journey in journeys:
        start, end = journey.start, journey.end
        origin = layout.slot(seat, start, min(counts[start] + left[start], layout.STACK - 1))
        left[start] += 1
        missing[end] -= 1
        if end == 0:
            target = layout.landing_off(seat, counts[0] - missing[0])
        else:
            target = layout.slot(seat, end, min(max(counts[end] - 1 - missing[end], 0), layout.STACK - 1))
        traces.append(_Trace(journey, origin, target))
    return traces


def _arrows(scene: Scene, side: int, traces: list[_Trace]) -> list[_Arrow]:
    """One arrow for all checkers that made the same journey, between the outermost of their places."""
    together: dict[tuple[int, int], list[_Trace]] = {}
    for trace in traces:
        together.setdefault((trace.journey.start, trace.journey.end), []).append(trace)
    arrows: list[_Arrow] = []
    for (start, end), alike in together.items():
        (x0, y0), (x1, y1) = alike[-1].origin, alike[-1].target
        length = math.dist((x0, y0), (x1, y1))
        if length < 2 * _SHORT_OF_CENTRE:
            continue
        along, across = (x1 - x0) / length, (y1 - y0) / length
        free = scene.checkers(side)[start] < layout.STACK
        if not free:
            # The number on a full stack stays readable.
            x0, y0 = round(x0 + along * _BESIDE_NUMBER), round(y0 + across * _BESIDE_NUMBER)
        if end:
            x1, y1 = round(x1 - along * _SHORT_OF_CENTRE), round(y1 - across * _SHORT_OF_CENTRE)
        bend = _bend((x0, y0), (x1, y1), length, (start > 12) == (end > 12))
        arrows.append(_Arrow((x0, y0), (x1, y1), bend, len(alike), free))
    return arrows


def draw_ghosts(canvas: Image.Image, scene: Scene) -> None:
    """The places that were left; to be drawn before the checkers."""
    if scene.last:
        look = THEMES[scene.theme]
        for trace in _traces(scene, scene.last):
            for colour, width in ((look.arrow_edge, 6), (look.arrow, 3)):
                _stamp_mask(
                    canvas, marks.ring(layout.CHECKER - 10 + (width - 3), width, dashed=True), trace.origin, colour
                )


def draw_marks(canvas: Image.Image, scene: Scene) -> None:
    """Rings, arrows and crosses; to be drawn over the checkers."""
    if not scene.last:
        return
    look = THEMES[scene.theme]
    traces = _traces(scene, scene.last)
    for trace in traces:
        if trace.journey.end:
            _stamp_mask(canvas, marks.ring(layout.CHECKER, _RING_WIDTH + 2), trace.target, look.arrow_edge)
            ring = marks.ring(layout.CHECKER, _RING_WIDTH)
            _stamp_mask(canvas, ring, trace.target, look.hit if trace.journey.hit else look.arrow)
    arrows = _arrows(scene, scene.last.side, traces)
    for arrow in arrows:
        for tile in marks.arrow(arrow.start, arrow.end, arrow.bend):
            canvas.paste(look.arrow_edge, tile.spot, tile.whole)
            canvas.paste(look.arrow, tile.spot, tile.body)
    for trace in traces:
        if trace.journey.hit:
            # The edge makes the × stand out from any checker, and where the hitter has moved on.
            _stamp_mask(canvas, marks.cross(11, 13), trace.target, look.arrow_edge)
            _stamp_mask(canvas, marks.cross(11, 7), trace.target, look.hit)
    for arrow in arrows:
        if arrow.count > 1:
            _draw_count(canvas, arrow, look)


def draw_movable(canvas: Image.Image, scene: Scene) -> None:
    """A dot at the inner rim of each checker that may be moved; to be drawn over the checkers and their marks."""
    look, side = THEMES[scene.theme], scene.numbers_from
    for point in scene.movable:
        # On the bar the first checker is the innermost.
        level = 0 if point == BAR_POINT else min(scene.checkers(side)[point], layout.STACK) - 1
        x, y = layout.slot(scene.seat(side), point, level)
        inwards = layout.CHECKER // 2 - 6
        centre = x, y + (inwards if y < layout.MIDDLE else -inwards)
        for size, colour in ((_DOT, look.arrow_edge), (_DOT - 2 * _COUNT_EDGE, look.arrow)):
            _stamp_mask(canvas, marks.plate(size, size, size // 2), centre, colour)


def _draw_count(canvas: Image.Image, arrow: _Arrow, look: Theme) -> None:
    """How many went this way: in the place that became free, else on the arrow's middle."""
    x, y = arrow.start if arrow.free else marks.arrow_middle(arrow.start, arrow.end, arrow.bend)
    centre = round(x), round(y)
    for size, colour in ((_COUNT, look.arrow_edge), (_COUNT - 2 * _COUNT_EDGE, look.arrow)):
        _stamp_mask(canvas, marks.plate(size, size, size // 2), centre, colour)
    draw_text(canvas, label(str(arrow.count), 28), *centre, look.arrow_edge, "m")


def _bend(start: tuple[int, int], end: tuple[int, int], length: float, same_row: bool) -> int:
    """How far an arrow bows out, towards the middle of the board: more along a row, where it would hide checkers."""
    bend = min(70.0, length * 0.22) if same_row else min(36.0, length * 0.08)
    (x0, y0), (x1, y1) = start, end
    towards_middle = (layout.MIDDLE - (y0 + y1) / 2) * (x1 - x0)
    return round(-bend if towards_middle < 0 else bend)


def _stamp_mask(canvas: Image.Image, mask: Image.Image, centre: tuple[int, int], colour: tuple[int, int, int]) -> None:
    canvas.paste(colour, (centre[0] - mask.width // 2, centre[1] - mask.height // 2), mask)

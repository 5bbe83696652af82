"""The last play: a dashed ghost where a checker left, an arrow, a ring where it landed, a ring and a × where it hit.

A checker that moved on without hitting is shown as one journey. All is reckoned from the board after the play, which is
the one shown.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass

from PIL import Image

from . import layout, marks
from .scene import LastPlay, Scene
from .theme import THEMES

_RING_WIDTH = 5
_SHORT_OF_CENTRE = 25


@dataclass(frozen=True)
class _Journey:
    """One checker's way, numbered from the mover's side; `hit` if it hit where it ended."""

    start: int
    end: int
    hit: bool


@dataclass(frozen=True)
class _Trace:
    """A journey in the picture: where the checker left and where it is (or, borne off, was laid)."""

    origin: tuple[int, int]
    target: tuple[int, int]
    hit: bool
    off: bool
    same_row: bool


def _journeys(play: LastPlay) -> list[_Journey]:
    """The steps with those of one checker joined; a hit ends a journey, so that its mark keeps its place."""
    journeys: list[_Journey] = []
    for step in play.steps:
        for index, earlier in enumerate(journeys):
            if earlier.end == step.start and not earlier.hit:
                journeys[index] = _Journey(earlier.start, step.end, step.hit)
                break
        else:
            journeys.append(_Journey(step.start, step.end, step.hit))
    return journeys


def _traces(scene: Scene, play: LastPlay) -> list[_Trace]:
    counts, seat = scene.checkers(play.side), scene.seat(play.side)
    journeys = _journeys(play)
    arriving = Counter(journey.end for journey in journeys)
    leaving: Counter[int] = Counter()
    traces: list[_Trace] = []
    for start, end, hit in ((journey.start, journey.end, journey.hit) for journey in journeys):
        left = layout.slot(seat, start, min(counts[start] + leaving[start], layout.STACK - 1))
        leaving[start] += 1
        arriving[end] -= 1
        if end == 0:
            landed = layout.landing_off(seat, counts[0] - arriving[0])
        else:
            landed = layout.slot(seat, end, min(max(counts[end] - 1 - arriving[end], 0), layout.STACK - 1))
        traces.append(_Trace(left, landed, hit, end == 0, (start > 12) == (end > 12)))
    return traces


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
        if not trace.off:
            _stamp_mask(canvas, marks.ring(layout.CHECKER, _RING_WIDTH + 2), trace.target, look.arrow_edge)
            ring = marks.ring(layout.CHECKER, _RING_WIDTH)
            _stamp_mask(canvas, ring, trace.target, look.hit if trace.hit else look.arrow)
    for trace in traces:
        (x0, y0), (x1, y1) = trace.origin, trace.target
        length = math.dist(trace.origin, trace.target)
        if length < 2 * _SHORT_OF_CENTRE:
            continue
        if not trace.off:
            x1 -= round((x1 - x0) / length * _SHORT_OF_CENTRE)
            y1 -= round((y1 - y0) / length * _SHORT_OF_CENTRE)
        for tile in marks.arrow(scene.theme, trace.origin, (x1, y1), _bend(trace, length)):
            canvas.paste(tile.colours, tile.spot, tile.mask)
    for trace in traces:
        if trace.hit:
            # The edge makes the × stand out from any checker, and where the hitter has moved on.
            _stamp_mask(canvas, marks.cross(11, 13), trace.target, look.arrow_edge)
            _stamp_mask(canvas, marks.cross(11, 7), trace.target, look.hit)


def _bend(trace: _Trace, length: float) -> int:
    """How far an arrow bows out, towards the middle of the board: more along a row, where it would hide checkers."""
    bend = min(70.0, length * 0.22) if trace.same_row else min(36.0, length * 0.08)
    (x0, y0), (x1, y1) = trace.origin, trace.target
    towards_middle = (layout.MIDDLE - (y0 + y1) / 2) * (x1 - x0)
    return round(-bend if towards_middle < 0 else bend)


def _stamp_mask(canvas: Image.Image, mask: Image.Image, centre: tuple[int, int], colour: tuple[int, int, int]) -> None:
    canvas.paste(colour, (centre[0] - mask.width // 2, centre[1] - mask.height // 2), mask)

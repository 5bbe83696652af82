"""Compared plays, as arrows on the board before them: blue the play made, gold the best.

Where both move a checker the same way, their arrows run side by side.
"""

from __future__ import annotations

import math
from dataclasses import replace

from PIL import Image

from . import journeys
from .journeys import Arrow
from .lastplay import draw_arrow, draw_count
from .scene import BAR_POINT, LastPlay, Scene, Way
from .theme import THEMES

_ASIDE = 13  # how far two equal arrows are from their middle line


def draw_ways(canvas: Image.Image, scene: Scene) -> None:
    """The arrows; drawn over the checkers."""
    look = THEMES[scene.theme]
    found = [(way, _arrows(scene, way)) for way in scene.ways]
    for way, arrows in found:
        ink = look.now if way.best else look.past
        others = {journey for other, theirs in found if other is not way for journey in theirs}
        for journey, arrow in arrows.items():
            shown = _aside(arrow, _ASIDE if way.best else -_ASIDE) if journey in others else arrow
            draw_arrow(canvas, shown, ink)
            if arrow.count > 1:
                draw_count(canvas, shown, ink)


def _arrows(scene: Scene, way: Way) -> dict[tuple[int, int], Arrow]:
    """An arrow for each distinct move of its checkers, from start to end."""
    play = LastPlay(scene.numbers_from, way.steps)
    after = _after(scene, way)
    found = journeys.traces(after, play)
    arrows: dict[tuple[int, int], Arrow] = {}
    for start, end in dict.fromkeys((trace.journey.start, trace.journey.end) for trace in found):
        alike = [trace for trace in found if (trace.journey.start, trace.journey.end) == (start, end)]
        for arrow in journeys.arrows(after, play, alike):
            arrows[start, end] = replace(arrow, free=False)
    return arrows


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


def _aside(arrow: Arrow, distance: int) -> Arrow:
    """The same arrow shifted to its left, or, if negative, to its right."""
    (x0, y0), (x1, y1) = arrow.start, arrow.end
    length = math.dist(arrow.start, arrow.end) or 1.0
    across, down = round((y0 - y1) / length * distance), round((x1 - x0) / length * distance)
    return replace(arrow, start=(x0 + across, y0 + down), end=(x1 + across, y1 + down))

"""Compared plays, as arrows on the board before them: blue the play made, gold the best.

Where both move a checker the same way, their arrows run side by side.
"""

from __future__ import annotations

from PIL import Image

from . import candidates, journeys
from .lastplay import draw_arrow, draw_count
from .scene import Scene
from .theme import THEMES

_ASIDE = 13  # how far two equal arrows are from their middle line


def draw_ways(canvas: Image.Image, scene: Scene) -> None:
    """The arrows; drawn over the checkers."""
    if any(way.loss is not None for way in scene.ways):
        candidates.draw_candidates(canvas, scene)
        return
    look = THEMES[scene.theme]
    found = [(way, journeys.of_way(scene, way)) for way in scene.ways]
    for way, arrows in found:
        ink = look.now if way.best else look.past
        others = {journey for other, theirs in found if other is not way for journey in theirs}
        for journey, arrow in arrows.items():
            shown = journeys.aside(arrow, _ASIDE if way.best else -_ASIDE) if journey in others else arrow
            draw_arrow(canvas, shown, ink)
            if arrow.count > 1:
                draw_count(canvas, shown, ink)

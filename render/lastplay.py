"""The last play: a dashed ghost where a checker left, an arrow, a ring where it landed; coral dots to hit checkers.

Plays are blue, a draft gold. They are opaque until the next roll, then half as strong, and beside an offer weaker
still. No arrow runs under the banner: if one would, only rings show where the play ended. If the rails show the
opponent's numbering, the ends of the play show those of its notation.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from PIL import Image

from . import journeys, layout, marks, surfaces
from .journeys import Arrow, Spot
from .scene import LastPlay, Scene
from .text import draw_text, label
from .theme import THEMES, Colour, Ink, Theme

RING_WIDTH = 5
#: Opacities of an arrow's body and edge: until the next roll, after it, beside an offer.
NEWS, ROLLED, ASIDE = (1.0, 1.0), (0.66, 0.62), (0.5, 0.5)

_GHOST = layout.CHECKER - 12
_COUNT, _COUNT_EDGE = 42, 3
_DOTS_APART, _DOT, _SPEAR = 17, (6, 9), 22
_CORNER = 30
_NUMBER, _PLATE = 30, 34
_BAND = layout.GAP // 2 - 6  # how far from the middle dots run beside the ends of full stacks


def draw_ghosts(canvas: Image.Image, scene: Scene) -> None:
    """The spots left; drawn before the checkers."""
    if scene.last:
        ink, found = _ink(scene, scene.last), journeys.traces(scene, scene.last)
        for trace in found if not _covered(scene, journeys.arrows(scene, scene.last, found)) else ():
            _stamp_mask(canvas, marks.ring(_GHOST + 2, 6, dashed=True, opacity=0.85), trace.origin, ink.edge)
            _stamp_mask(canvas, marks.ring(_GHOST, 4, dashed=True), trace.origin, ink.colour)


def draw_marks(canvas: Image.Image, scene: Scene) -> None:
    """Rings, arrows and dots; drawn over the checkers."""
    if not scene.last:
        return
    look, ink = THEMES[scene.theme], _ink(scene, scene.last)
    found = journeys.traces(scene, scene.last)
    for trace in found:
        if trace.journey.end:
            draw_ring(canvas, trace.target, ink)
    body, edge = _strength(scene, scene.last)
    arrows = journeys.arrows(scene, scene.last, found)
    if _covered(scene, arrows):
        return
    for arrow in arrows:
        draw_arrow(canvas, arrow, ink, body, edge)
    _draw_hits(canvas, scene, journeys.knocked(scene, scene.last, found), look.hit)
    numbers = journeys.ends(scene, scene.last, found) if scene.last.side != scene.numbers_from else {}
    for arrow in arrows:
        if arrow.count > 1:
            draw_count(canvas, replace(arrow, free=arrow.free and not numbers), ink)
    for point, spot in numbers.items():
        _draw_number(canvas, point, spot, ink)


def draw_arrow(canvas: Image.Image, arrow: Arrow, ink: Ink, body: float = 1.0, edge: float = 1.0) -> None:
    """An arrow with its edge, in these opacities."""
    for tile in marks.arrow(arrow.start, arrow.end, arrow.bend, body, edge):
        canvas.paste(ink.edge, tile.spot, tile.edge)
        canvas.paste(ink.colour, tile.spot, tile.body)


def is_draft(scene: Scene) -> bool:
    """Whether the play shown is a draft: some of the mover's dice are used, or movable checkers are marked."""
    started = any(die.used for die in scene.dice) or bool(scene.movable)
    return started and scene.last is not None and scene.last.side == scene.numbers_from


def draw_ring(canvas: Image.Image, spot: Spot, ink: Ink, width: int = RING_WIDTH) -> None:
    """A ring with its edge around a checker."""
    _stamp_mask(canvas, marks.ring(layout.CHECKER + 3, width + 3), spot, ink.edge)
    _stamp_mask(canvas, marks.ring(layout.CHECKER, width), spot, ink.colour)


def _ink(scene: Scene, play: LastPlay) -> Ink:
    look: Theme = THEMES[scene.theme]
    return look.now if is_draft(scene) else look.past


def _strength(scene: Scene, play: LastPlay) -> tuple[float, float]:
    if is_draft(scene):
        return NEWS
    if scene.banner or (scene.cube and scene.cube.offered_to is not None):
        return ASIDE
    return ROLLED if scene.dice else NEWS


def _covered(scene: Scene, arrows: Iterable[Arrow]) -> bool:
    """Whether one of these arrows would run under the banner."""
    if not scene.banner or is_draft(scene):
        return False
    return any((arrow.start[1] < layout.MIDDLE) != (arrow.end[1] < layout.MIDDLE) for arrow in arrows)


def draw_count(canvas: Image.Image, arrow: Arrow, ink: Ink) -> None:
    """The number of checkers of an arrow: on the empty spot at its start, else on its middle."""
    curve = marks.curved(arrow.start, arrow.end, arrow.bend)
    x, y = arrow.start if arrow.free else curve[len(curve) // 2]
    centre = round(x), round(y)
    for size, colour in ((_COUNT, ink.edge), (_COUNT - 2 * _COUNT_EDGE, ink.colour)):
        _stamp_mask(canvas, marks.disc(size), centre, colour)
    draw_text(canvas, label(str(arrow.count), 28), *centre, ink.edge, "m")


def _draw_number(canvas: Image.Image, point: int, spot: Spot, ink: Ink) -> None:
    """A point's number on a plate, square where a count is round."""
    number = label(str(point), _NUMBER)
    width = max(number.width + 14, _PLATE)
    for rim, colour in ((3, ink.edge), (0, ink.colour)):
        plate = surfaces.plate(width + 2 * rim, _PLATE + 2 * rim, 9 + rim)
        _stamp_mask(canvas, plate, spot, colour)
    draw_text(canvas, number, *spot, ink.edge, "m")


def _draw_hits(canvas: Image.Image, scene: Scene, hits: list[tuple[Spot, Spot]], ink: Ink) -> None:
    """Dots from hit checkers to the bar, around other checkers, and rings around them there.

    All paths lead to the spot nearest to the middle, so that none crosses another checker.
    """
    if not hits:
        return
    place = min((place for _, place in hits), key=lambda spot: abs(spot[1] - layout.MIDDLE))
    for spot, _ in hits:
        dots, bar = _around(spot, place, _top_of(scene, spot))
        for extra, colour in ((3, ink.edge), (0, ink.colour)):
            for index, (x, y) in enumerate(dots):
                size = _DOT[1] - (_DOT[1] - _DOT[0]) * index // max(1, len(dots) - 1) + extra
                canvas.paste(colour, (round(x - size / 2), round(y - size / 2)), marks.disc(size))
        _draw_head(canvas, bar, place, ink)
    for _, place in hits:
        _stamp_mask(canvas, marks.ring(layout.CHECKER + 5, 9), place, ink.edge)
        _stamp_mask(canvas, marks.ring(layout.CHECKER + 2, 6), place, ink.colour)


def _draw_head(canvas: Image.Image, bar: tuple[float, float], place: Spot, ink: Ink) -> None:
    """The arrowhead at the end of the dots, its tip at the ring on the bar."""
    length = math.dist(bar, place)
    way = ((place[0] - bar[0]) / length, (place[1] - bar[1]) / length)
    reach = layout.CHECKER / 2 + 7
    tip = round(place[0] - way[0] * reach), round(place[1] - way[1] * reach)
    direction = round(way[0] * 100), round(way[1] * 100)
    for extra, colour in ((3, ink.edge), (0, ink.colour)):
        _stamp_mask(canvas, marks.spearhead(direction, _SPEAR, extra), tip, colour)


def _top_of(scene: Scene, spot: Spot) -> int:
    """The height of a column towards the middle: the y of its last checker's end."""
    upper = spot[1] < layout.MIDDLE
    reach = layout.CHECKER // 2 + 4
    top = spot[1] + (reach if upper else -reach)
    for side in (0, 1):
        for point, count in enumerate(scene.checkers(side)[1:25], 1):
            if not count:
                continue
            x, y = layout.slot(scene.seat(side), point, min(count, layout.STACK) - 1)
            if x == spot[0] and (y < layout.MIDDLE) == upper:
                top = max(top, y + reach) if upper else min(top, y - reach)
    return top


@lru_cache(128)
def _around(spot: Spot, place: Spot, top: int) -> tuple[tuple[tuple[float, float], ...], tuple[float, float]]:
    """Dots from the bar along the middle and down a column, avoiding stacks, and their end at the bar."""
    towards = 1 if spot[1] < layout.MIDDLE else -1
    level = layout.MIDDLE - towards * _BAND
    if towards * (level - top) < 0:
        level = top
    side = 1 if place[0] > spot[0] else -1
    corner = min(_CORNER, abs(level - top))
    turns = [math.pi / 2 * step / 8 for step in range(9)]
    bar = (place[0] - side * (layout.BAR / 2 + 8), level)
    line: list[tuple[float, float]] = [bar]
    line += [
        (spot[0] + side * corner * (1 - math.cos(turn)), level - towards * corner * (1 - math.sin(turn)))
        for turn in reversed(turns)
    ]
    line += [(spot[0], top)]
    return tuple(_evenly(line)), bar


def _evenly(line: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Evenly spaced points along a polyline."""
    found, ahead = [line[0]], float(_DOTS_APART)
    for (x0, y0), (x1, y1) in pairwise(line):
        length = math.dist((x0, y0), (x1, y1))
        while length and ahead <= length:
            found.append((x0 + (x1 - x0) * ahead / length, y0 + (y1 - y0) * ahead / length))
            ahead += _DOTS_APART
        ahead -= length
    return found


def _stamp_mask(canvas: Image.Image, mask: Image.Image, centre: Spot, colour: Colour) -> None:
    canvas.paste(colour, (centre[0] - mask.width // 2, centre[1] - mask.height // 2), mask)

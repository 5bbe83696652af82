"""Candidate plays as arrows on the board before them: four colours by what each loses, told apart by dashes too.

A move of several plays is one arrow, in the colour of the best of them. The numbers of the plays that have it stand on
the arrow, unless all have.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from enum import IntEnum

from PIL import Image

from . import journeys, marks, surfaces
from .journeys import Arrow
from .scene import Scene
from .text import draw_text, label
from .theme import THEMES, Ink, Theme

BEFORE_SECOND, BEFORE_THIRD = 0.02, 0.08

DASHES: tuple[tuple[int, int] | None, ...] = (None, (46, 16), (20, 14), (7, 13))
_PLATE, _PLATE_ASIDE, _TYPE = 34, 9, 28
_SHARES = (0.5, 0.38, 0.62, 0.27, 0.73)
_APART = 48
_ASIDE = 15


class Loss(IntEnum):
    """How much a candidate loses: nothing, less than an error, less than a blunder, or more."""

    NOTHING = 0
    LITTLE = 1
    ERROR = 2
    BLUNDER = 3


def loss_of(loss: float) -> Loss:
    if not loss:
        return Loss.NOTHING
    return Loss.LITTLE if loss < BEFORE_SECOND else Loss.ERROR if loss < BEFORE_THIRD else Loss.BLUNDER


def ink_of(look: Theme, loss: Loss) -> Ink:
    """Gold, white, blue, coral."""
    return (look.now, Ink(look.text, look.past.edge), look.past, look.hit)[loss]


def draw_candidates(canvas: Image.Image, scene: Scene) -> None:
    """The arrows, then the numbers of their plays."""
    look = THEMES[scene.theme]
    found: dict[tuple[int, int, int], tuple[Arrow, Loss, list[int]]] = {}
    for number, way in enumerate(scene.ways, 1):
        for (start, end), arrow in journeys.of_way(scene, way).items():
            kept = found.setdefault((start, end, arrow.count), (arrow, loss_of(way.loss or 0.0), []))
            kept[2].append(number)
    _part(found)
    # A short arrow is not hidden by a long one.
    for arrow, loss, _ in sorted(found.values(), key=lambda each: -math.dist(each[0].start, each[0].end)):
        ink = ink_of(look, loss)
        for tile in marks.arrow(arrow.start, arrow.end, arrow.bend, dash=DASHES[loss]):
            canvas.paste(ink.edge, tile.spot, tile.edge)
            canvas.paste(ink.colour, tile.spot, tile.body)
    taken: list[marks.Point] = []
    for arrow, loss, numbers in found.values():
        shared = len(numbers) == len(scene.ways)
        words = [*(() if shared else map(str, numbers)), *([f"×{arrow.count}"] if arrow.count > 1 else [])]
        if words:
            spot = _free(arrow, taken)
            taken.append(spot)
            _draw_plate(canvas, " ".join(words), spot, ink_of(look, loss))


def _part(found: dict[tuple[int, int, int], tuple[Arrow, Loss, list[int]]]) -> None:
    """Shift arrows that begin at one point to the sides of the best of them, so that none hides another."""
    beginning = Counter[int]()
    for key, (arrow, loss, numbers) in found.items():
        place = beginning[key[0]]
        beginning[key[0]] += 1
        if place:
            aside = _ASIDE * ((place + 1) // 2) * (1 if place % 2 else -1)
            found[key] = journeys.aside(arrow, aside), loss, numbers


def _free(arrow: Arrow, taken: Sequence[marks.Point]) -> marks.Point:
    """The spot on an arrow for its plate, farthest from others if it touches one everywhere."""
    curve = marks.curved(arrow.start, arrow.end, arrow.bend)
    spots = [curve[round(share * (len(curve) - 1))] for share in _SHARES]

    def away(spot: marks.Point) -> float:
        return min((math.dist(spot, other) for other in taken), default=_APART)

    return next((spot for spot in spots if away(spot) >= _APART), None) or max(spots, key=away)


def _draw_plate(canvas: Image.Image, words: str, spot: marks.Point, ink: Ink) -> None:
    text = label(words, _TYPE)
    width, x, y = max(_PLATE, text.width + 2 * _PLATE_ASIDE), round(spot[0]), round(spot[1])
    for rim, colour in ((3, ink.edge), (0, ink.colour)):
        wide, high = width + 2 * rim, _PLATE + 2 * rim
        canvas.paste(colour, (x - wide // 2, y - high // 2), surfaces.plate(wide, high, 9 + rim))
    draw_text(canvas, text, x, y, ink.edge, "m")

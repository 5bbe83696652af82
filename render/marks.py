"""The flat signs as masks: rings, crosses, chevrons, plates, and the arrows of the last play.

Masks take their colour when pasted. All are cached and shared: never draw on them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw

_SCALE = 4
_ARROW_SCALE = 2
_CURVE = 32  # straight pieces an arrow's shaft is drawn with
_HEAD_LENGTH, _HEAD_WIDTH = 28.0, 15.0
_TAIL, _NECK = 3.2, 4.8  # half the shaft's thickness at its two ends
_EDGE = 2.6
_DOT = 6.5
_OPACITY = 238  # of 255: what lies below can be guessed
_TILE, _MARGIN, _NEAR = 64, 20, 30

Point = tuple[float, float]
_Box = tuple[int, int, int, int]


@lru_cache(16)
def ring(diameter: int, width: int, dashed: bool = False) -> Image.Image:
    """A ring as a mask, two pixels larger than its diameter on each side."""
    size = (diameter + 4) * _SCALE
    mask = Image.new("L", (size, size), 0)
    pen = ImageDraw.Draw(mask)
    box = (2 * _SCALE, 2 * _SCALE, size - 1 - 2 * _SCALE, size - 1 - 2 * _SCALE)
    if dashed:
        for start in range(0, 360, 30):
            pen.arc(box, start, start + 18, fill=255, width=width * _SCALE)
    else:
        pen.ellipse(box, outline=255, width=width * _SCALE)
    return mask.reduce(_SCALE)


@lru_cache(4)
def cross(reach: int, width: int) -> Image.Image:
    """The × of a hit, as a mask; `reach` is from its centre to the ends of its arms along each axis."""
    size = 2 * (reach + width) * _SCALE
    low, high = width * _SCALE, size - width * _SCALE
    mask = Image.new("L", (size, size), 0)
    pen = ImageDraw.Draw(mask)
    for line in ((low, low, high, high), (low, high, high, low)):
        pen.line(line, fill=255, width=width * _SCALE)
        for x, y in (line[:2], line[2:]):
            radius = width * _SCALE / 2
            pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=255)
    return mask.reduce(_SCALE)


@lru_cache(1)
def chevrons() -> Image.Image:
    """Three chevrons towards the right, growing stronger, as a mask."""
    mask = Image.new("L", (66 * _SCALE, 22 * _SCALE), 0)
    pen = ImageDraw.Draw(mask)
    for index, strength in enumerate((120, 185, 255)):
        x = (5 + index * 21) * _SCALE
        tips = [(x, 3 * _SCALE), (x + 12 * _SCALE, 11 * _SCALE), (x, 19 * _SCALE)]
        pen.line(tips, fill=strength, width=5 * _SCALE, joint="curve")
    return mask.reduce(_SCALE)


@lru_cache(64)
def plate(width: int, height: int, radius: int) -> Image.Image:
    """A rectangle with round corners, as a mask."""
    mask = Image.new("L", (width * _SCALE, height * _SCALE), 0)
    box = (0, 0, width * _SCALE - 1, height * _SCALE - 1)
    ImageDraw.Draw(mask).rounded_rectangle(box, radius * _SCALE, fill=255)
    return mask.reduce(_SCALE)


@lru_cache(16)
def outline(width: int, height: int, radius: int, thickness: int) -> Image.Image:
    """The edge of a rectangle with round corners, as a mask."""
    mask = Image.new("L", (width * _SCALE, height * _SCALE), 0)
    box = (0, 0, width * _SCALE - 1, height * _SCALE - 1)
    ImageDraw.Draw(mask).rounded_rectangle(box, radius * _SCALE, outline=255, width=thickness * _SCALE)
    return mask.reduce(_SCALE)


@dataclass(frozen=True)
class Tile:
    """A part of an arrow: the masks of the whole and of what its edge surrounds, and where they lie in the picture."""

    whole: Image.Image
    body: Image.Image
    spot: tuple[int, int]


@lru_cache(64)
def arrow(start: tuple[int, int], end: tuple[int, int], bend: int) -> tuple[Tile, ...]:
    """A curved arrow that swells towards its head; `bend` is how far its control point stands off to the left.

    It comes in tiles along its way: the bounding box of a long slanting arrow is nearly empty, and slow to paste.
    """
    curve = _curve(start, end, bend)
    # The head points along the end of the curve, and the shaft stops inside it.
    direction = _unit(curve[-5], end)
    neck = (end[0] - direction[0] * _HEAD_LENGTH, end[1] - direction[1] * _HEAD_LENGTH)
    shaft = [point for point in curve if _along(point, end, direction) < -_HEAD_LENGTH] + [neck]
    left, top, right, bottom = box = _bounds(curve)
    size = ((right - left) * _ARROW_SCALE, (bottom - top) * _ARROW_SCALE)
    whole, body = Image.new("L", size, 0), Image.new("L", size, 0)
    for mask, extra in ((whole, _EDGE), (body, 0.0)):
        pen = ImageDraw.Draw(mask)
        for outline in (_shaft(shaft, extra), _head(neck, end, direction, extra), _circle(start, _DOT + extra)):
            pen.polygon([((x - left) * _ARROW_SCALE, (y - top) * _ARROW_SCALE) for x, y in outline], fill=_OPACITY)
    tiles: list[Tile] = []
    for x0, y0, x1, y1 in _boxes(curve, box):
        x, y = (x0 - left) * _ARROW_SCALE, (y0 - top) * _ARROW_SCALE
        part = (x, y, x + (x1 - x0) * _ARROW_SCALE, y + (y1 - y0) * _ARROW_SCALE)
        tiles.append(Tile(whole.reduce(_ARROW_SCALE, part), body.reduce(_ARROW_SCALE, part), (x0, y0)))
    return tuple(tiles)


def arrow_middle(start: Point, end: Point, bend: float) -> Point:
    """The point half-way along an arrow's shaft."""
    return _curve(start, end, bend)[_CURVE // 2]


def _bounds(curve: list[Point]) -> _Box:
    """The box around a curve, with a margin for the thickness of shaft and head."""
    low = [math.floor(min(point[axis] for point in curve)) - _MARGIN for axis in (0, 1)]
    high = [math.ceil(max(point[axis] for point in curve)) + _MARGIN for axis in (0, 1)]
    return low[0], low[1], high[0], high[1]


def _boxes(curve: list[Point], bounds: _Box) -> list[_Box]:
    """Boxes that side by side cover a curve with a margin, cut across its longer extent."""
    along = 0 if bounds[2] - bounds[0] >= bounds[3] - bounds[1] else 1
    boxes: list[_Box] = []
    for begin in range(bounds[along], bounds[along + 2], _TILE):
        stop = min(begin + _TILE, bounds[along + 2])
        _, low, _, high = _bounds(
            [(point[along], point[1 - along]) for point in curve if begin - _NEAR <= point[along] <= stop + _NEAR]
        )
        low, high = max(low, bounds[1 - along]), min(high, bounds[3 - along])
        boxes.append((begin, low, stop, high) if along == 0 else (low, begin, high, stop))
    return boxes


def _curve(start: Point, end: Point, bend: float) -> list[Point]:
    """A quadratic Bézier curve as a chain of points."""
    (x0, y0), (x2, y2) = start, end
    away = _unit(start, end)
    x1, y1 = (x0 + x2) / 2 - away[1] * bend, (y0 + y2) / 2 + away[0] * bend
    shares = [index / _CURVE for index in range(_CURVE + 1)]
    return [
        (
            (1 - share) ** 2 * x0 + 2 * share * (1 - share) * x1 + share**2 * x2,
            (1 - share) ** 2 * y0 + 2 * share * (1 - share) * y1 + share**2 * y2,
        )
        for share in shares
    ]


def _unit(start: Point, end: Point) -> Point:
    length = math.dist(start, end) or 1.0
    return (end[0] - start[0]) / length, (end[1] - start[1]) / length


def _along(point: Point, end: Point, direction: Point) -> float:
    """How far before (negative) or beyond the end a point lies, seen along the arrow's direction."""
    return (point[0] - end[0]) * direction[0] + (point[1] - end[1]) * direction[1]


def _shaft(line: list[Point], extra: float) -> list[Point]:
    left: list[Point] = []
    right: list[Point] = []
    for index, (x, y) in enumerate(line):
        dx, dy = _unit(line[max(0, index - 1)], line[min(len(line) - 1, index + 1)])
        half = _TAIL + (_NECK - _TAIL) * index / max(1, len(line) - 1) + extra
        left.append((x - dy * half, y + dx * half))
        right.append((x + dy * half, y - dx * half))
    return left + right[::-1]


def _head(neck: Point, end: Point, direction: Point, extra: float) -> list[Point]:
    dx, dy = direction
    half = _HEAD_WIDTH + extra * 1.6
    back = (neck[0] - dx * extra, neck[1] - dy * extra)
    tip = (end[0] + dx * extra * 2, end[1] + dy * extra * 2)
    return [(back[0] - dy * half, back[1] + dx * half), tip, (back[0] + dy * half, back[1] - dx * half)]


def _circle(centre: Point, radius: float) -> list[Point]:
    angles = [math.tau * step / 20 for step in range(20)]
    return [(centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle)) for angle in angles]

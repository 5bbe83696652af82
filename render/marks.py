"""Flat marks as masks: rings, arrows, dots of a hit, highlighted points.

Masks get their colour when pasted. All are cached and shared: never draw on them.
"""

# Pillow's signatures mention numpy, which nothing here needs: without it they are partly unknown.
# pyright: reportUnknownMemberType=false

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from PIL import Image, ImageDraw, ImageFilter

from . import layout

_SCALE = 4
_ARROW_SCALE = 2
_CURVE = 28  # segments of an arrow's shaft
_HEAD_LENGTH, _HEAD_WIDTH, _NOTCH = 36.0, 18.5, 8.0
_TAIL, _NECK = 2.2, 6.0  # half the shaft's thickness at its two ends
_EDGE = 2.6
_TILE, _MARGIN, _NEAR = 64, 26, 34

Point = tuple[float, float]
_Box = tuple[int, int, int, int]


@lru_cache(48)
def ring(diameter: int, width: int, dashed: bool = False, opacity: float = 1.0) -> Image.Image:
    """A ring as a mask, two pixels larger than its diameter on each side."""
    size = (diameter + 4) * _SCALE
    mask = Image.new("L", (size, size), 0)
    pen = ImageDraw.Draw(mask)
    box = (2 * _SCALE, 2 * _SCALE, size - 1 - 2 * _SCALE, size - 1 - 2 * _SCALE)
    ink = round(255 * opacity)
    if dashed:
        for start in range(0, 360, 30):
            pen.arc(box, start, start + 18, fill=ink, width=width * _SCALE)
    else:
        pen.ellipse(box, outline=ink, width=width * _SCALE)
    return mask.reduce(_SCALE)


@lru_cache(16)
def disc(diameter: int) -> Image.Image:
    """A disc as a mask."""
    size = diameter * _SCALE
    mask = Image.new("L", (size, size), 0)
    ImageDraw.Draw(mask).ellipse((0, 0, size - 1, size - 1), fill=255)
    return mask.reduce(_SCALE)


@lru_cache(4)
def halo(diameter: int, blur: int) -> Image.Image:
    """A glow around a disc, as a mask, in few steps."""
    size = diameter + 6 * blur
    mask = Image.new("L", (size, size), 0)
    ImageDraw.Draw(mask).ellipse((3 * blur, 3 * blur, size - 3 * blur, size - 3 * blur), fill=255)
    glow = mask.filter(ImageFilter.GaussianBlur(blur))
    return glow.point([level // 36 * 36 for level in range(256)])


@lru_cache(4)
def lit_point(upwards: bool, opacity: float) -> Image.Image:
    """A whole point as a mask: filled with this opacity, with an opaque outline."""
    size = (layout.COLUMN * _SCALE, layout.POINT * _SCALE)
    aside = 2.5 * _SCALE
    corners = [(aside, 0), (size[0] - aside, 0), (size[0] / 2, size[1])]
    mask = Image.new("L", size, 0)
    pen = ImageDraw.Draw(mask)
    pen.polygon(corners, fill=round(255 * opacity))
    width = 3 * _SCALE
    (x0, _), (x1, _), (middle, tip) = corners
    inner = [(x0 + width / 2, 0), (middle, tip - 4 * width), (x1 - width / 2, 0)]
    pen.line(inner, fill=255, width=width, joint="curve")
    mask = mask.reduce(_SCALE)
    return mask.transpose(Image.Transpose.FLIP_TOP_BOTTOM) if upwards else mask


@dataclass(frozen=True)
class Tile:
    """A part of an arrow: the masks of its edge and body, and their position in the picture."""

    edge: Image.Image
    body: Image.Image
    spot: tuple[int, int]


@lru_cache(64)
def arrow(
    start: tuple[int, int],
    end: tuple[int, int],
    bend: int,
    body: float = 1.0,
    edge: float = 1.0,
    dash: tuple[int, int] | None = None,
) -> tuple[Tile, ...]:
    """A curved arrow that swells towards its head; `bend` is how far its control point stands off to the left.

    `body` and `edge` are the opacities of the two, `dash` the lengths of dashes and gaps of its shaft. It is cut into
    tiles: the bounding box of a long slanting arrow is nearly empty, and slow to paste.
    """
    curve = curved(start, end, bend)
    # The head points along the end of the curve, and the shaft stops inside it.
    direction = _unit(curve[-5], end)
    head = min(_HEAD_LENGTH, math.dist(start, end) * 0.62)
    neck = (end[0] - direction[0] * head, end[1] - direction[1] * head)
    hold = (neck[0] + direction[0] * (_NOTCH + 4), neck[1] + direction[1] * (_NOTCH + 4))
    shaft = [point for point in curve if _along(point, end, direction) < -head] + [hold]
    left, top, right, bottom = box = _bounds(curve)
    size = ((right - left) * _ARROW_SCALE, (bottom - top) * _ARROW_SCALE)
    whole, inside = Image.new("L", size, 0), Image.new("L", size, 0)
    # If semi-transparent, body and edge must not overlap.
    layers = [(whole, _EDGE, edge), (inside, 0.0, body)] + ([(whole, 0.0, 0.0)] if body < 1 else [])
    for mask, extra, opacity in layers:
        pen = ImageDraw.Draw(mask)
        drawn = [_shaft(shaft, extra), _circle(start, _TAIL + extra)] if dash is None else _dashes(shaft, dash, extra)
        for outline in (*drawn, _head(neck, end, direction, head, extra)):
            corners = [((x - left) * _ARROW_SCALE, (y - top) * _ARROW_SCALE) for x, y in outline]
            pen.polygon(corners, fill=round(255 * opacity))
    tiles: list[Tile] = []
    for x0, y0, x1, y1 in _boxes(curve, box):
        x, y = (x0 - left) * _ARROW_SCALE, (y0 - top) * _ARROW_SCALE
        part = (x, y, x + (x1 - x0) * _ARROW_SCALE, y + (y1 - y0) * _ARROW_SCALE)
        tiles.append(Tile(whole.reduce(_ARROW_SCALE, part), inside.reduce(_ARROW_SCALE, part), (x0, y0)))
    return tuple(tiles)


def curved(start: Point, end: Point, bend: float) -> list[Point]:
    """A quadratic Bézier curve as a polyline."""
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


@lru_cache(16)
def spearhead(direction: tuple[int, int], length: int, extra: int) -> Image.Image:
    """An arrowhead in a direction (of whole hundredths), its tip in the middle of the mask."""
    size = 2 * (length + 6)
    mask = Image.new("L", (size * _SCALE, size * _SCALE), 0)
    way = (direction[0] / 100, direction[1] / 100)
    tip = (size / 2, size / 2)
    neck = (tip[0] - way[0] * length, tip[1] - way[1] * length)
    outline = _head(neck, tip, way, length, extra)
    ImageDraw.Draw(mask).polygon([(x * _SCALE, y * _SCALE) for x, y in outline], fill=255)
    return mask.reduce(_SCALE)


def _bounds(curve: Sequence[Point]) -> _Box:
    """The box around a curve, with a margin for the thickness of shaft and head."""
    low = [math.floor(min(point[axis] for point in curve)) - _MARGIN for axis in (0, 1)]
    high = [math.ceil(max(point[axis] for point in curve)) + _MARGIN for axis in (0, 1)]
    return low[0], low[1], high[0], high[1]


def _boxes(curve: list[Point], bounds: _Box) -> list[_Box]:
    """Boxes along a curve that cover it with a margin, cut across its longer extent."""
    along = 0 if bounds[2] - bounds[0] >= bounds[3] - bounds[1] else 1
    boxes: list[_Box] = []
    for begin in range(bounds[along], bounds[along + 2], _TILE):
        stop = min(begin + _TILE, bounds[along + 2])
        near = [(point[along], point[1 - along]) for point in curve if begin - _NEAR <= point[along] <= stop + _NEAR]
        if not near:
            continue
        _, low, _, high = _bounds(near)
        low, high = max(low, bounds[1 - along]), min(high, bounds[3 - along])
        boxes.append((begin, low, stop, high) if along == 0 else (low, begin, high, stop))
    return boxes


def _unit(start: Point, end: Point) -> Point:
    length = math.dist(start, end) or 1.0
    return (end[0] - start[0]) / length, (end[1] - start[1]) / length


def _along(point: Point, end: Point, direction: Point) -> float:
    """The position of a point along the arrow's direction, relative to its end (negative: before it)."""
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


def _dashes(line: list[Point], dash: tuple[int, int], extra: float) -> list[list[Point]]:
    """The dashes of a shaft, the last one at its head; each is as wide as a whole shaft near the head."""
    lengths = [math.dist(one, other) for one, other in pairwise(line)]
    whole = sum(lengths)
    dashes: list[list[Point]] = []
    stop = whole
    while stop > 0:
        part = _between(line, lengths, max(0.0, stop - dash[0]), stop)
        if len(part) > 1:
            dashes.append(_ribbon(part, _NECK + extra, extra))
        stop -= sum(dash)
    return dashes


def _between(line: list[Point], lengths: list[float], begin: float, stop: float) -> list[Point]:
    """The part of a polyline between two distances along it."""
    found: list[Point] = []
    passed = 0.0
    for (one, other), length in zip(pairwise(line), lengths, strict=True):
        low, high = max(begin, passed), min(stop, passed + length)
        if low < high:
            ends = [(low - passed) / length, (high - passed) / length]
            points = [(one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share) for share in ends]
            found += points[len(found) > 0 :]
        passed += length
    return found


def _ribbon(line: list[Point], half: float, extra: float) -> list[Point]:
    """A band along a polyline, longer at both ends by `extra`."""
    left: list[Point] = []
    right: list[Point] = []
    last = len(line) - 1
    for index, (x, y) in enumerate(line):
        dx, dy = _unit(line[max(0, index - 1)], line[min(last, index + 1)])
        along = extra * ((index == last) - (index == 0))
        left.append((x + dx * along - dy * half, y + dy * along + dx * half))
        right.append((x + dx * along + dy * half, y + dy * along - dx * half))
    return left + right[::-1]


def _head(neck: Point, end: Point, direction: Point, length: float, extra: float) -> list[Point]:
    """A head with a notch where the shaft meets it."""
    dx, dy = direction
    half = _HEAD_WIDTH * length / _HEAD_LENGTH + extra * 1.2
    back = (neck[0] - dx * extra, neck[1] - dy * extra)
    notch = (back[0] + dx * _NOTCH, back[1] + dy * _NOTCH)
    tip = (end[0] + dx * extra * 1.8, end[1] + dy * extra * 1.8)
    return [(back[0] - dy * half, back[1] + dx * half), tip, (back[0] + dy * half, back[1] - dx * half), notch]


def _circle(centre: Point, radius: float) -> list[Point]:
    angles = [math.tau * step / 16 for step in range(16)]
    return [(centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle)) for angle in angles]

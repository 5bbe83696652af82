"""Surfaces: wood with grain, brass plates, sunken wells, soft shadows; rendered once, with Pillow alone.

Few tones in long horizontal runs compress well: the grain of a whole board is some 20 KB of a PNG. Images and masks are
cached and shared: copy or paste them, never draw on them.
"""

# Pillow's signatures mention numpy, which nothing here needs: without it they are partly unknown.
# pyright: reportUnknownMemberType=false

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache

from PIL import Image, ImageDraw, ImageFilter, ImageOps

from .theme import BLACK, WHITE, Colour, Grain, Metal, mix

Box = tuple[int, int, int, int]
SCALE = 4

_TONES = 8
_OCTAVES = ((26, 0.0), (7, 0.45))  # thickness of a streak in pixels, and the share of it among the coarser ones
_WAVE, _WAVE_LENGTH = 11.0, 150
_MARGIN = 40
_PORES = 1800  # pixels per pore
_STEPS = 14


def wood(width: int, height: int, grain: Grain, seed: int, *, upright: bool = False) -> Image.Image:
    """A wooden surface with grain along it, or `upright`. Deterministic for a seed."""
    if not grain.figure:
        return Image.new("RGB", (width, height), grain.base)
    length, depth = (height, width) if upright else (width, height)
    rng = random.Random(seed)
    streaks = _warped(_noise(depth + 2 * _MARGIN, rng), length, depth, rng)
    board = streaks.point([level * _TONES // 256 for level in range(256)])
    board.putpalette([part for tone in _tones(grain) for part in tone])
    pen = ImageDraw.Draw(board)
    for _ in range(length * depth // _PORES):
        x, y = int(rng.random() * length), int(rng.random() * depth)
        pen.line((x, y, x + 14 + int(rng.random() * 32), y), fill=_TONES)
    if upright:
        board = board.transpose(Image.Transpose.TRANSPOSE)
    return board.convert("RGB")


def _tones(grain: Grain) -> list[Colour]:
    """The streaks' colours from the darkest to the lightest, then that of pores."""
    shares = [2 * index / (_TONES - 1) for index in range(_TONES)]
    streaks = [
        mix(grain.dark, grain.base, share) if share < 1 else mix(grain.base, grain.light, share - 1) for share in shares
    ]
    return [*streaks, mix(grain.dark, BLACK, 0.12)]


def _noise(length: int, rng: random.Random) -> Image.Image:
    """A column of smooth noise over the full range of levels."""
    column = Image.new("L", (1, length))
    for thickness, share in _OCTAVES:
        cells = max(4, length // thickness)
        knots = Image.new("L", (1, cells))
        knots.putdata([int(rng.random() * 256) for _ in range(cells)])
        octave = knots.resize((1, length), Image.Resampling.BICUBIC)
        column = Image.blend(column, octave, share) if share else octave
    return ImageOps.autocontrast(column)


def _warped(column: Image.Image, length: int, depth: int, rng: random.Random) -> Image.Image:
    """The column extended over a length, along slowly wandering lines."""
    knots = max(3, length // _WAVE_LENGTH)
    heights = [_MARGIN + _WAVE * (2 * rng.random() - 1) for _ in range(knots + 2)]

    def offset(x: int) -> float:
        place = x * knots / length
        index = min(int(place), knots)
        share = place - index
        share *= share * (3 - 2 * share)
        return heights[index] + (heights[index + 1] - heights[index]) * share

    step = 12
    mesh = [
        (
            (x, 0, min(x + step, length), depth),
            (0, offset(x), 0, offset(x) + depth, 1, offset(x + step) + depth, 1, offset(x + step)),
        )
        for x in range(0, length, step)
    ]
    wide = column.resize((2, column.height), Image.Resampling.NEAREST)
    return wide.transform((length, depth), Image.Transform.MESH, mesh, Image.Resampling.BILINEAR)


@lru_cache(96)
def plate(width: int, height: int, radius: int) -> Image.Image:
    """A rounded rectangle as a mask."""
    mask = Image.new("L", (width * SCALE, height * SCALE), 0)
    box = (0, 0, width * SCALE - 1, height * SCALE - 1)
    ImageDraw.Draw(mask).rounded_rectangle(box, radius * SCALE, fill=255)
    return mask.reduce(SCALE)


@lru_cache(64)
def _plate_ends(height: int, radius: int) -> tuple[Image.Image, Image.Image]:
    """The round ends of a plate, as masks."""
    whole = plate(2 * radius, height, radius)
    return whole.crop((0, 0, radius, height)), whole.crop((radius, 0, 2 * radius, height))


def lay_plate(canvas: Image.Image, box: Box, radius: int, colour: Colour) -> None:
    """Draw a plate of one colour into a box. Its middle is filled instead of blended."""
    left, top, right, bottom = box
    first, last = _plate_ends(bottom - top, radius)
    canvas.paste(colour, (left, top), first)
    canvas.paste(colour, (left + radius, top, right - radius, bottom))
    canvas.paste(colour, (right - radius, top), last)


@lru_cache(32)
def outline(width: int, height: int, radius: int, thickness: int) -> Image.Image:
    """The outline of a rounded rectangle, as a mask."""
    mask = Image.new("L", (width * SCALE, height * SCALE), 0)
    box = (0, 0, width * SCALE - 1, height * SCALE - 1)
    ImageDraw.Draw(mask).rounded_rectangle(box, radius * SCALE, outline=255, width=thickness * SCALE)
    return mask.reduce(SCALE)


@lru_cache(32)
def _brass_parts(width: int, height: int, radius: int, metal: Metal) -> tuple[Image.Image, Image.Image, Image.Image]:
    """A brass plate, bright at the top, dark at the bottom, with a light and a shadow line: its ends and its middle."""
    image = Image.new("RGBA", (width, height))
    pen = ImageDraw.Draw(image)
    for y in range(height):
        share = (y * _STEPS // height) / (_STEPS - 1)
        upper = mix(metal.top, metal.face, share / 0.35) if share < 0.35 else None
        pen.line((0, y, width, y), fill=upper or mix(metal.face, metal.foot, (share - 0.35) / 0.65 * 0.55))
    pen.line((radius, 1, width - radius, 1), fill=mix(metal.top, WHITE, 0.5))
    pen.line((radius, height - 2, width - radius, height - 2), fill=mix(metal.foot, metal.ink, 0.45))
    image.putalpha(plate(width, height, radius))
    middle = image.crop((radius, 0, width - radius, height)).convert("RGB")
    return image.crop((0, 0, radius, height)), middle, image.crop((width - radius, 0, width, height))


def lay(canvas: Image.Image, sprite: Image.Image, left: int, top: int) -> None:
    """Paste a sprite by its upper left corner."""
    canvas.paste(sprite, (left, top), sprite)


def lay_brass(canvas: Image.Image, box: Box, radius: int, metal: Metal) -> None:
    """Draw a brass plate into a box. Its opaque middle is copied instead of blended."""
    left, top, right, bottom = box
    first, middle, last = _brass_parts(right - left, bottom - top, radius, metal)
    lay(canvas, first, left, top)
    canvas.paste(middle, (left + radius, top))
    lay(canvas, last, right - radius, top)


@lru_cache(32)
def soft(width: int, height: int, radius: int, blur: int, level: int) -> Image.Image:
    """The soft shadow of a plate as a mask, three times `blur` larger on each side, in few steps."""
    pad = 3 * blur
    mask = Image.new("L", (width + 2 * pad, height + 2 * pad), 0)
    box = (pad, pad, pad + width - 1, pad + height - 1)
    ImageDraw.Draw(mask).rounded_rectangle(box, radius, fill=level)
    return stepped(mask.filter(ImageFilter.GaussianBlur(blur)), 24)


def drop(canvas: Image.Image, box: Box, radius: int, blur: int, level: int, down: int) -> None:
    """The shadow of a plate above the canvas."""
    left, top, right, bottom = box
    mask = soft(right - left, bottom - top, radius, blur, level)
    canvas.paste(BLACK, (left - 3 * blur, top - 3 * blur + down), mask)


def stepped(mask: Image.Image, step: int) -> Image.Image:
    """A mask with quantised levels: fewer tones, smaller files."""
    return mask.point([min(255, (level + step // 2) // step * step) for level in range(256)])


def shade(image: Image.Image, box: Box, colour: Colour, amount: float, side: str, depth: int) -> None:
    """A straight soft shadow along one side (t, l, r, b) of a box, in few steps."""
    x0, y0, x1, y1 = box
    for index in range(depth):
        share = amount * (1 - index / depth) ** 1.7
        line = {
            "t": (x0, y0 + index, x1, y0 + index + 1),
            "b": (x0, y1 - index - 1, x1, y1 - index),
            "l": (x0 + index, y0, x0 + index + 1, y1),
            "r": (x1 - index - 1, y0, x1 - index, y1),
        }[side]
        part = image.crop(line)
        image.paste(Image.blend(part, Image.new("RGB", part.size, colour), share), line)


def bevel(image: Image.Image, box: Box, upper: Colour, lower: Colour, width: int) -> None:
    """Bevel the inner edges of a box: one colour above and left, the other below and right."""
    x0, y0, x1, y1 = box
    pen = ImageDraw.Draw(image)
    for index in range(width):
        left, top, right, bottom = x0 + index, y0 + index, x1 - 1 - index, y1 - 1 - index
        pen.line((left, top, right, top), fill=upper)
        pen.line((left, top, left, bottom), fill=upper)
        pen.line((left, bottom, right, bottom), fill=lower)
        pen.line((right, top, right, bottom), fill=lower)


def polygon(image: Image.Image, corners: Sequence[tuple[float, float]], colour: Colour) -> None:
    """An anti-aliased polygon."""
    low = [int(min(corner[axis] for corner in corners)) - 1 for axis in (0, 1)]
    high = [int(max(corner[axis] for corner in corners)) + 2 for axis in (0, 1)]
    mask = Image.new("L", ((high[0] - low[0]) * SCALE, (high[1] - low[1]) * SCALE), 0)
    ImageDraw.Draw(mask).polygon([((x - low[0]) * SCALE, (y - low[1]) * SCALE) for x, y in corners], fill=255)
    image.paste(colour, (low[0], low[1]), mask.reduce(SCALE))

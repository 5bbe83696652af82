"""Checkers as sprites, flat and on edge. Drawn once at four times the size and reduced.

A sprite is an RGBA image with its shadow, `PAD` pixels larger on each side than the piece, in few tones, whose number
decides the size of a file. Sprites are cached and shared between threads: paste them, never draw on them.
"""

# Pillow's signatures mention numpy, which nothing here needs: without it they are partly unknown.
# pyright: reportUnknownMemberType=false

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw, ImageFilter

from . import layout
from .surfaces import SCALE, stepped
from .theme import THEMES, Colour, Material, mix

PAD = 10
_TONES = 18
_USED = 0.42
_EDGE_LINE = 1.3
_SHADOW_STEP = 32
_SHADOW: Colour = (0, 8, 6)


@lru_cache(24)
def checker(theme: str, side: int, diameter: int = layout.CHECKER) -> Image.Image:
    """A checker lying flat: rim, chamfer, a flat ring, a groove, and a dome lit from above."""
    material = THEMES[theme].material(side)
    full = (diameter + 2 * PAD) * SCALE
    big = Image.new("RGB", (full, full), material.edge or material.rim)
    radius = diameter / 2
    inner = radius - material.wide
    if material.edge:
        _disc(big, radius - _EDGE_LINE, material.rim, material.rim)
        inner = radius - _EDGE_LINE - material.wide
        _disc(big, inner, material.edge, material.edge)
        inner -= 0.8
    _turn(big, inner, material)
    mask = Image.new("L", big.size, 0)
    _disc_mask(mask, radius)
    return shadowed(few(big.reduce(SCALE), mask.reduce(SCALE)), mask.reduce(SCALE), 2, 4, 2.6, 150)


@dataclass(frozen=True)
class Part:
    """A part of a sprite and its corner relative to the centre of the whole; without a `mask` it is opaque."""

    image: Image.Image
    mask: Image.Image | None
    corner: tuple[int, int]


@lru_cache(60)
def stack(theme: str, side: int, count: int, upwards: bool) -> tuple[Part, ...]:
    """Overlapping checkers, the first at the lower end if it grows `upwards`: fewer pastes."""
    one = checker(theme, side)
    sprite = Image.new("RGBA", (one.width, one.height + (count - 1) * layout.PITCH), (*_SHADOW, 0))
    for level in range(count):
        place = count - 1 - level if upwards else level
        sprite.alpha_composite(one, (0, place * layout.PITCH))
    return tuple(_parts(sprite))


def _parts(sprite: Image.Image) -> Iterator[Part]:
    """The largest fully opaque rectangle of a sprite, which is much faster to paste, and the parts around it, without
    empty margins.
    """
    alpha = sprite.getchannel("A")
    left, top, right, bottom = alpha.getbbox() or (0, 0, 0, 0)
    opaque = alpha.point([255 * (level == 255) for level in range(256)])
    cores: list[tuple[int, int, int, int]] = []
    for aside in range(left, sprite.width // 2):
        x0, x1 = aside, sprite.width - aside
        rows = opaque.crop((x0, 0, x1, sprite.height)).resize((1, sprite.height), Image.Resampling.BOX).tobytes()
        y0 = max(0, rows.find(b"\xff"))
        cores.append((x0, y0, x1, len(rows) - len(rows[y0:].lstrip(b"\xff"))))
    core = max(cores, key=lambda box: (box[2] - box[0]) * (box[3] - box[1]))
    around = (
        (left, top, right, core[1]),
        (left, core[1], core[0], core[3]),
        (core[2], core[1], right, core[3]),
        (left, core[3], right, bottom),
    )
    for box in (core, *around):
        if box[0] < box[2] and box[1] < box[3]:
            image, corner = sprite.crop(box), (box[0] - sprite.width // 2, box[1] - sprite.height // 2)
            yield Part(image.convert("RGB"), None if box is core else image.getchannel("A"), corner)


def _turn(big: Image.Image, radius: float, material: Material) -> None:
    """The face within the rim, layer by layer, each lit from above."""
    face, lit, shaded = material.face, material.lit, material.shaded
    for share, strength in ((1.0, 0.9), (0.965, 1.0), (0.93, 0.62), (0.9, 0.25), (0.875, 0.0)):
        _disc(big, radius * share, mix(face, lit, strength), mix(face, shaded, strength))
    _disc(big, radius * 0.775, mix(face, shaded, 0.45), mix(face, lit, 0.5))
    _disc(big, radius * 0.745, material.groove, material.groove)
    _disc(big, radius * 0.71, mix(face, lit, 0.9), mix(face, shaded, 0.75))
    _disc(big, radius * 0.68, mix(face, lit, 0.55), mix(face, shaded, 0.62), face, steps=13)


def _disc(
    big: Image.Image, radius: float, upper: Colour, lower: Colour, middle: Colour | None = None, steps: int = 12
) -> None:
    """A disc in the middle of an image, shaded from top to bottom in this many steps."""
    size = round(2 * radius * SCALE)
    mask = Image.new("L", (size, size), 0)
    ImageDraw.Draw(mask).ellipse((0, 0, size - 1, size - 1), fill=255)
    corner = (big.width - size) // 2
    big.paste(rows((size, size), upper, lower, middle, steps), (corner, corner), mask)


def _disc_mask(mask: Image.Image, radius: float) -> None:
    low = mask.width / 2 - radius * SCALE
    ImageDraw.Draw(mask).ellipse((low, low, mask.width - 1 - low, mask.width - 1 - low), fill=255)


def rows(
    size: tuple[int, int], upper: Colour, lower: Colour, middle: Colour | None = None, steps: int = 12
) -> Image.Image:
    """A vertical gradient in this many steps: a row of one tone is one run in a file."""
    if upper == lower:
        return Image.new("RGB", size, upper)
    between = middle or mix(upper, lower, 0.5)
    shares = [2 * step / (steps - 1) for step in range(steps)]
    column = Image.new("RGB", (1, steps))
    column.putdata([mix(upper, between, share) if share < 1 else mix(between, lower, share - 1) for share in shares])
    return column.resize(size, Image.Resampling.NEAREST)


def few(piece: Image.Image, mask: Image.Image, tones: int = _TONES) -> Image.Image:
    """The piece reduced to few tones."""
    middle = piece.getpixel((piece.width // 2, piece.height // 2))
    flat = Image.new("RGB", piece.size, middle)
    flat.paste(piece, (0, 0), mask.point([255 if level > 8 else 0 for level in range(256)]))
    return flat.quantize(tones, Image.Quantize.MEDIANCUT, kmeans=0, dither=Image.Dither.NONE).convert("RGB")


def shadowed(piece: Image.Image, mask: Image.Image, right: int, down: int, blur: float, level: int) -> Image.Image:
    """A piece with a soft stepped shadow at this offset."""
    shadow = Image.new("L", mask.size, 0)
    shadow.paste(mask.point([value * level // 255 for value in range(256)]), (right, down))
    shadow = stepped(shadow.filter(ImageFilter.GaussianBlur(blur)), _SHADOW_STEP)
    sprite = Image.new("RGBA", mask.size, _SHADOW)
    sprite.putalpha(shadow)
    top = piece.convert("RGBA")
    top.putalpha(mask)
    return Image.alpha_composite(sprite, top)


@lru_cache(8)
def edge(theme: str, side: int) -> Image.Image:
    """A borne-off checker on edge; without shadow or margin."""
    material = THEMES[theme].material(side)
    width, height = layout.OFF_TRAY - 8, layout.EDGE - 1
    size = (width * SCALE, height * SCALE)
    big = Image.new("RGB", size, material.rim)
    inset = round((2 if material.wide > 4 else 1.2) * SCALE)
    mask = Image.new("L", size, 0)
    box = (inset, inset, size[0] - 1 - inset, size[1] - 1 - inset)
    ImageDraw.Draw(mask).rounded_rectangle(box, 5 * SCALE, fill=255)
    face = material.face
    big.paste(rows(size, mix(face, material.lit, 0.9), mix(face, material.shaded, 0.8), face, 7), (0, 0), mask)
    pen, middle = ImageDraw.Draw(big), size[1] / 2
    pen.rectangle((inset, middle - SCALE, size[0] - inset - 1, middle + SCALE), fill=mix(face, material.groove, 0.6))
    outer = Image.new("L", size, 0)
    ImageDraw.Draw(outer).rounded_rectangle((0, 0, size[0] - 1, size[1] - 1), 6 * SCALE, fill=255)
    sprite = few(big.reduce(SCALE), outer.reduce(SCALE), 10).convert("RGBA")
    sprite.putalpha(outer.reduce(SCALE))
    return sprite


def faded(sprite: Image.Image) -> Image.Image:
    """A piece no longer in use, faded."""
    pale = sprite.copy()
    pale.putalpha(sprite.getchannel("A").point([round(level * _USED) for level in range(256)]))
    return pale

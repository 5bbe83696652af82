"""The solid pieces as sprites: checkers flat and on edge, dice, cubes. Drawn once at eight times the size and reduced.

A sprite is an RGBA image with its shadow, `PAD` pixels larger on each side than the piece. Sprites are cached and
shared between threads: paste them, never draw on them.
"""

# Pillow's signatures mention numpy, which nothing here needs: without it they are partly unknown.
# pyright: reportUnknownMemberType=false

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw, ImageFilter

from . import layout
from .text import digits_font
from .theme import BLACK, THEMES, WHITE, Colour, Material, mix

PAD = 6
_SCALE = 8
_USED = 0.45

_PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}

# A layer of a piece: how far in from its outline, how round, and its colours at the upper and the lower end.
_Layer = tuple[float, float, Colour, Colour]


@lru_cache(16)
def checker(theme: str, side: int, counted: bool = False) -> Image.Image:
    """A checker lying flat; one that is `counted` leaves its middle free for a number."""
    look = THEMES[theme]
    ringed = side and look.ringed
    if counted and not ringed:
        return checker(theme, side)
    material = look.material(side)
    face = material.face
    half = layout.CHECKER / 2
    big = _solid(
        layout.CHECKER,
        layout.CHECKER,
        [
            (0.5, half, material.rim, material.rim),
            (2.7, half, mix(face, WHITE, 0.32), mix(face, BLACK, 0.24)),
            (9.0, half, mix(face, BLACK, 0.26), mix(face, WHITE, 0.30)),
            (10.6, half, mix(face, WHITE, 0.08), mix(face, BLACK, 0.05)),
        ],
    )
    if ringed and not counted:
        inset = (PAD + 17) * _SCALE
        box = (inset, inset, big.width - 1 - inset, big.height - 1 - inset)
        ImageDraw.Draw(big).ellipse(box, outline=material.ink, width=3 * _SCALE)
    return big.reduce(_SCALE)


@lru_cache(16)
def small_checker(theme: str, side: int, diameter: int) -> Image.Image:
    """A checker of another diameter, as shown beside a name."""
    sprite = checker(theme, side)
    size = round(sprite.width * diameter / layout.CHECKER)
    return sprite.resize((size, size), Image.Resampling.LANCZOS)


@lru_cache(16)
def edge(theme: str, side: int) -> Image.Image:
    """A borne-off checker seen from its edge; without shadow or margin."""
    material = THEMES[theme].material(side)
    width, height = layout.OFF_TRAY - 12, layout.EDGE
    lit, shaded = mix(material.face, WHITE, 0.25), mix(material.face, BLACK, 0.18)
    layers: list[_Layer] = [(0.4, 5, material.rim, material.rim), (1.8, 4, lit, shaded)]
    big = _solid(width, height, layers, pad=0)
    return big.reduce(_SCALE)


def faded(sprite: Image.Image) -> Image.Image:
    """A piece that is there and no longer in use."""
    pale = sprite.copy()
    pale.putalpha(sprite.getchannel("A").point([round(level * _USED) for level in range(256)]))
    return pale


@lru_cache(96)
def die(theme: str, side: int, value: int, used: bool) -> Image.Image:
    """A die of a side; a used one is faded."""
    if used:
        return faded(die(theme, side, value, False))
    material = THEMES[theme].material(side)
    big = _block(layout.DIE, layout.DIE, 12, material).copy()
    pen = ImageDraw.Draw(big)
    radius = layout.DIE * 0.098 * _SCALE
    for column, row in _PIPS[value]:
        x = big.width / 2 + column * layout.DIE * 0.27 * _SCALE
        y = big.height / 2 + row * layout.DIE * 0.27 * _SCALE
        pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=material.ink)
    return big.reduce(_SCALE)


@lru_cache(160)
def cube(theme: str, value: int, size: int, side: int | None = None) -> Image.Image:
    """A doubling cube showing a value, `size` pixels high; four digits make it wider, more stand on several lines.

    It is made of the stuff of cubes, or of that of a side's checkers.
    """
    material = THEMES[theme].cube if side is None else THEMES[theme].material(side)
    lines = _cube_lines(value)
    width = size + 14 if len(lines[0]) == 4 else size
    big = _block(width, size, 10, material).copy()
    pen = ImageDraw.Draw(big)
    x, y = big.width / 2, big.height / 2
    if value >= 10**9:
        power = str(value.bit_length() - 1)
        base_font, power_font = digits_font(34 * _SCALE), digits_font(26 * _SCALE)
        left = x - (base_font.getlength("2") + power_font.getlength(power)) / 2
        pen.text((left, y + 18 * _SCALE), "2", font=base_font, fill=material.ink, anchor="ls")
        left += base_font.getlength("2")
        pen.text((left, y + 2 * _SCALE), power, font=power_font, fill=material.ink, anchor="ls")
    else:
        height = _digit_height(len(lines), max(map(len, lines)), size)
        font = digits_font(round(height * _SCALE))
        pitch = height * 0.82 * _SCALE
        for row, line in enumerate(lines):
            baseline = y + (row - (len(lines) - 1) / 2) * pitch + height * 0.3635 * _SCALE
            pen.text((x, baseline), line, font=font, fill=material.ink, anchor="ms")
    return big.reduce(_SCALE)


def _cube_lines(value: int) -> list[str]:
    """A cube's number as lines: up to four digits on one, more in groups of thousands below each other."""
    digits = str(value)
    if len(digits) <= 4:
        return [digits]
    first = len(digits) % 3
    groups = [digits[at : at + 3] for at in range(first, len(digits), 3)]
    return [digits[:first], *groups] if first else groups


def _digit_height(lines: int, digits: int, size: int) -> float:
    """The size of the type on a cube."""
    if lines == 1:
        return size * {1: 0.70, 2: 0.60, 3: 0.45, 4: 0.43}[digits]
    return size * (0.43 if lines == 2 else 0.37)


@lru_cache(4)
def _block(width: int, height: int, radius: int, material: Material) -> Image.Image:
    """The body of a die or a cube: one for all values."""
    lit, shaded = mix(material.face, WHITE, 0.2), mix(material.face, BLACK, 0.10)
    layers: list[_Layer] = [(0, radius, material.rim, material.rim), (2, radius - 1.5, lit, shaded)]
    return _solid(width, height, layers)


def _solid(width: int, height: int, layers: list[_Layer], pad: int = PAD) -> Image.Image:
    """Rounded layers upon each other, `_SCALE` times the size, with a soft shadow if there is a margin for it."""
    full = ((width + 2 * pad) * _SCALE, (height + 2 * pad) * _SCALE)
    image = Image.new("RGBA", full, (*layers[0][2], 0))
    if pad:
        image = Image.new("RGBA", full, (0, 0, 0, 0))
        image.putalpha(_shadow(width, height, layers[0][1], pad).resize(full, Image.Resampling.BICUBIC))
    for inset, radius, upper, lower in layers:
        margin = round((pad + inset) * _SCALE)
        mask = Image.new("L", full, 0)
        box = (margin, margin, full[0] - 1 - margin, full[1] - 1 - margin)
        ImageDraw.Draw(mask).rounded_rectangle(box, radius * _SCALE, fill=255)
        image.paste(_gradient(full, upper, lower), (0, 0), mask)
    return image


def _shadow(width: int, height: int, radius: float, pad: int) -> Image.Image:
    mask = Image.new("L", ((width + 2 * pad) * 4, (height + 2 * pad) * 4), 0)
    box = (pad * 4, (pad + 2) * 4, (pad + width) * 4 - 1, (pad + height + 2) * 4 - 1)
    ImageDraw.Draw(mask).rounded_rectangle(box, radius * 4, fill=120)
    return mask.reduce(4).filter(ImageFilter.GaussianBlur(1.8))


def _gradient(size: tuple[int, int], upper: Colour, lower: Colour) -> Image.Image:
    column = 1, size[1]
    shade = Image.linear_gradient("L").resize(column)
    shaded = Image.composite(Image.new("RGB", column, lower), Image.new("RGB", column, upper), shade)
    return shaded.resize(size, Image.Resampling.NEAREST)

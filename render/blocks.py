"""Dice and doubling cubes as sprites: round blocks, upright or tilted. As `sprites` are, made once and shared."""

# Pillow's signatures mention numpy, which nothing here needs: without it they are partly unknown.
# pyright: reportUnknownMemberType=false

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from . import layout
from .sprites import PAD, faded, few, rows, shadowed
from .surfaces import SCALE
from .text import digits_font
from .theme import BLACK, THEMES, WHITE, Colour, mix

TILT = 10
#: Degrees by which the dice of a roll are tilted, one after the other.
DICE_TILTS = (5, -6, 4, -5)

_DIE_RADIUS = 15
_DIE_TONES, _CUBE_TONES = 16, 24
_HIGH = 1.25

_PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


@lru_cache(160)
def die(theme: str, side: int, value: int, used: bool, tilt: int = 0, size: int = layout.DIE) -> Image.Image:
    """A die of a side; a used one is faded."""
    if used:
        return faded(die(theme, side, value, False, tilt, size))
    ink, corner = THEMES[theme].material(side).ink, round(_DIE_RADIUS * size / layout.DIE)
    big = _block(theme, size, corner, side).copy()
    pen = ImageDraw.Draw(big)
    radius, away = size * 0.096 * SCALE, size * 0.26 * SCALE
    for column, row in _PIPS[value]:
        x, y = big.width / 2 + column * away, big.height / 2 + row * away
        pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=ink)
    return _finished(big, size, corner, tilt, _DIE_TONES, high=False)


@lru_cache(144)
def cube(theme: str, value: int, size: int, side: int | None = None, tilt: int = 0, high: bool = False) -> Image.Image:
    """A doubling cube showing a value, of `size` pixels; one that is `high` throws its shadow far.

    Centred it is of brass, otherwise of the material of its owner's checkers.
    """
    look = THEMES[theme]
    radius = max(6, round(size * 0.15))
    big = _block(theme, size, radius, side).copy()
    ink = look.brass.ink if side is None else look.material(side).ink
    if size >= 50:
        face = look.brass.face if side is None else look.material(side).block
        inset = (PAD + size * 0.1) * SCALE
        box = (inset, inset, big.width - 1 - inset, big.height - 1 - inset)
        line = max(1, round(size * 0.018 * SCALE))
        ImageDraw.Draw(big).rounded_rectangle(box, size * 0.09 * SCALE, outline=mix(ink, face, 0.55), width=line)
    _print_value(big, value, size, ink)
    return _finished(big, size, radius, tilt, _CUBE_TONES, high)


def _print_value(big: Image.Image, value: int, size: int, ink: Colour) -> None:
    """Draw the number on a cube; a power of two with its exponent if it has too many digits."""
    pen = ImageDraw.Draw(big)
    x, y = big.width / 2, big.height / 2
    if value >= 10**9:
        power = str(value.bit_length() - 1)
        base_font, power_font = digits_font(round(size * 0.46 * SCALE)), digits_font(round(size * 0.34 * SCALE))
        left = x - (base_font.getlength("2") + power_font.getlength(power)) / 2
        pen.text((left, y + size * 0.24 * SCALE), "2", font=base_font, fill=ink, anchor="ls")
        left += base_font.getlength("2")
        pen.text((left, y + size * 0.02 * SCALE), power, font=power_font, fill=ink, anchor="ls")
        return
    lines = _cube_lines(value)
    height = size * _type(len(lines), max(map(len, lines)))
    font, pitch = digits_font(round(height * SCALE)), height * 0.82 * SCALE
    for row, line in enumerate(lines):
        baseline = y + (row - (len(lines) - 1) / 2) * pitch + height * 0.3635 * SCALE
        pen.text((x, baseline), line, font=font, fill=ink, anchor="ms")


def _cube_lines(value: int) -> list[str]:
    """A cube's number as lines: up to four digits on one, more in groups of thousands."""
    digits = str(value)
    if len(digits) <= 4:
        return [digits]
    first = len(digits) % 3
    groups = [digits[at : at + 3] for at in range(first, len(digits), 3)]
    return [digits[:first], *groups] if first else groups


def _type(lines: int, digits: int) -> float:
    """The size of the digits, as a share of the cube's."""
    if lines == 1:
        return {1: 0.66, 2: 0.56, 3: 0.42, 4: 0.33}[digits]
    return {2: 0.40}.get(lines, 0.31)


@lru_cache(4)
def _block(theme: str, size: int, radius: int, side: int | None) -> Image.Image:
    """The body of a die or a cube at `SCALE` times the size, shared by all values."""
    look = THEMES[theme]
    if side is None:
        face, lit, shaded = look.brass.face, look.brass.top, look.brass.foot
        rim = mix(look.brass.foot, look.brass.ink, 0.6)
    else:
        material = look.material(side)
        face, lit, shaded, rim = material.block, material.lit, material.shaded, material.rim
    full = (size + 2 * PAD) * SCALE
    big = Image.new("RGB", (full, full), rim)
    deep = mix(shaded, BLACK, 0.12)
    line = 1.3 if side is None or look.material(side).wide <= 3 else 3.0
    for inset, upper, lower in (
        (line, mix(lit, WHITE, 0.35), deep),
        (line + 1.4, lit, shaded),
        (line + 3.0, mix(face, lit, 0.6), mix(face, shaded, 0.62)),
        (line + 4.8, mix(face, lit, 0.35), mix(face, shaded, 0.3)),
    ):
        low = round((PAD + inset) * SCALE)
        span = full - 2 * low
        mask = Image.new("L", (span, span), 0)
        ImageDraw.Draw(mask).rounded_rectangle((0, 0, span - 1, span - 1), max(2, radius - inset) * SCALE, fill=255)
        big.paste(rows((span, span), upper, lower, face, 9), (low, low), mask)
    return big


def _finished(big: Image.Image, size: int, radius: int, tilt: int, tones: int, high: bool) -> Image.Image:
    """A block tilted, reduced, with few tones and its shadow."""
    mask = Image.new("L", big.size, 0)
    low = PAD * SCALE
    ImageDraw.Draw(mask).rounded_rectangle((low, low, big.width - 1 - low, big.height - 1 - low), radius * SCALE, 255)
    if high:
        # The far shadow needs a larger sprite.
        full = round(big.width * _HIGH / SCALE / 2) * 2 * SCALE
        aside = (full - big.width) // 2
        corner = (aside, aside)
        wide, wide_mask = Image.new("RGB", (full, full), big.getpixel((0, 0))), Image.new("L", (full, full), 0)
        wide.paste(big, corner)
        wide_mask.paste(mask, corner)
        big, mask = wide, wide_mask
    big, mask = big.reduce(2), mask.reduce(2)
    if tilt:
        big, mask = big.rotate(tilt, Image.Resampling.BICUBIC), mask.rotate(tilt, Image.Resampling.BICUBIC)
    small_mask = mask.reduce(SCALE // 2)
    piece = few(big.reduce(SCALE // 2), small_mask, tones)
    if high:
        return shadowed(piece, small_mask, 6, 12, 8, 190)
    return shadowed(piece, small_mask, 2, max(3, round(size * 0.06)), max(1.6, size * 0.042), 160)

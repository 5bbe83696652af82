"""Emblems: crown, medal, stop watch, and the wax seal of a sealed answer."""

# Pillow's signatures mention numpy, which nothing here needs: without it they are partly unknown.
# pyright: reportUnknownMemberType=false

from __future__ import annotations

import math
from functools import lru_cache

from PIL import Image, ImageDraw

from .sprites import PAD, few, rows, shadowed
from .surfaces import SCALE
from .theme import BLACK, THEMES, WHITE, Colour, mix

_SCALE = 8
_TONES = 16
_NOTCHES = 9


@lru_cache(8)
def crown(size: int) -> Image.Image:
    """A crown as a mask."""
    full = size * _SCALE
    mask = Image.new("L", (full, full), 0)
    pen = ImageDraw.Draw(mask)
    corners = ((0.10, 0.30), (0.30, 0.52), (0.50, 0.18), (0.70, 0.52), (0.90, 0.30), (0.81, 0.74), (0.19, 0.74))
    pen.polygon([(x * full, y * full) for x, y in corners], fill=255)
    pen.rounded_rectangle((full * 0.19, full * 0.79, full * 0.81, full * 0.88), full * 0.03, fill=255)
    for x, y in ((0.10, 0.27), (0.50, 0.15), (0.90, 0.27)):
        pen.ellipse((full * (x - 0.065), full * (y - 0.065), full * (x + 0.065), full * (y + 0.065)), fill=255)
    return mask.reduce(_SCALE)


@lru_cache(4)
def stop_watch(size: int) -> Image.Image:
    """A stop watch as a mask: a ring with a button above it and one aside, and a hand."""
    full = size * _SCALE
    mask = Image.new("L", (full, full), 0)
    pen = ImageDraw.Draw(mask)
    width = round(full * 0.10)
    x, y, radius = full * 0.5, full * 0.57, full * 0.39
    pen.ellipse((x - radius, y - radius, x + radius, y + radius), outline=255, width=width)
    pen.rectangle((x - width / 2, full * 0.06, x + width / 2, full * 0.22), fill=255)
    pen.rounded_rectangle((full * 0.36, full * 0.02, full * 0.64, full * 0.11), full * 0.03, fill=255)
    pen.line([(full * 0.80, full * 0.20), (full * 0.90, full * 0.30)], fill=255, width=width)
    pen.line([(x, y), (full * 0.65, full * 0.40)], fill=255, width=width)
    pen.ellipse((x - width * 0.8, y - width * 0.8, x + width * 0.8, y + width * 0.8), fill=255)
    return mask.reduce(_SCALE)


@lru_cache(6)
def medal(theme: str, size: int) -> Image.Image:
    """A brass medal with a crown, for the winner."""
    brass = THEMES[theme].brass
    sprite = _struck(size, brass.top, brass.face, brass.foot, notched=False).copy()
    sign = crown(round(size * 0.56))
    aside = (sprite.width - sign.width) // 2
    sprite.paste(mix(brass.foot, brass.ink, 0.65), (aside, aside), sign)
    return sprite


@lru_cache(6)
def seal(theme: str, size: int) -> Image.Image:
    """A wax seal with a tick, for a sealed answer."""
    look = THEMES[theme]
    lit, deep = mix(look.wax, WHITE, 0.42), mix(look.wax, BLACK, 0.42)
    sprite = _struck(size, lit, look.wax, deep, notched=True).copy()
    full = size * _SCALE
    mask = Image.new("L", (full, full), 0)
    way = [(full * 0.30, full * 0.52), (full * 0.45, full * 0.67), (full * 0.71, full * 0.34)]
    ImageDraw.Draw(mask).line(way, fill=255, width=round(full * 0.11), joint="curve")
    sprite.paste(look.wax_ink, (PAD, PAD), mask.reduce(_SCALE))
    return sprite


def _struck(size: int, lit: Colour, face: Colour, deep: Colour, *, notched: bool) -> Image.Image:
    """A struck disc: a raised edge around a sunken field."""
    full = (size + 2 * PAD) * SCALE
    big = Image.new("RGB", (full, full), mix(face, deep, 0.7))
    for share, upper, lower in (
        (0.97, mix(lit, WHITE, 0.3), deep),
        (0.93, lit, mix(face, deep, 0.6)),
        (0.86, mix(face, lit, 0.4), mix(face, deep, 0.2)),
        (0.80, deep, lit),
        (0.76, mix(face, lit, 0.35), mix(face, deep, 0.5)),
    ):
        outline = _outline(full, size, share, notched=notched)
        mask = Image.new("L", (full, full), 0)
        ImageDraw.Draw(mask).polygon(outline, fill=255)
        top, bottom = min(y for _, y in outline), max(y for _, y in outline)
        field = rows((full, round(bottom - top) + 1), upper, lower, mix(upper, lower, 0.5), 11)
        big.paste(field, (0, round(top)), mask.crop((0, round(top), full, round(top) + field.height)))
    whole = Image.new("L", (full, full), 0)
    ImageDraw.Draw(whole).polygon(_outline(full, size, 1.0, notched=notched), fill=255)
    mask = whole.reduce(SCALE)
    return shadowed(few(big.reduce(SCALE), mask, _TONES), mask, 2, 3, 3, 150)


def _outline(full: int, size: int, share: float, *, notched: bool) -> list[tuple[float, float]]:
    """The outline of a disc, of wax slightly uneven."""
    found: list[tuple[float, float]] = []
    for step in range(180):
        turn = math.tau * step / 180
        uneven = 0.07 * (0.5 + 0.5 * math.cos(turn * _NOTCHES + 1.1 * math.sin(turn * 3))) if notched else 0.0
        radius = size * SCALE / 2 * share * (1 - uneven)
        found.append((full / 2 + radius * math.cos(turn), full / 2 + radius * math.sin(turn)))
    return found

"""The frame of all pictures: wooden strips and borders, and sunken fields."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from . import surfaces
from .layout import STRIP, WIDTH
from .surfaces import Box
from .text import draw_text, label
from .theme import BLACK, THEMES, Colour, Theme, mix

_STRIP_SHARE = 0.52
_EDGE, _GAP, _NOTE_WIDTH = 24, 30, 400
_ZEBRA = 0.8
_PLANK = 1000
_SEED = 7


def framed(look: Theme, height: int) -> Image.Image:
    """A wooden background of the full width."""
    return surfaces.wood(WIDTH, height, look.frame, _SEED)


def planked(theme: str, height: int) -> Image.Image:
    """The same for papers of variable height: made of planks, because wood takes long to generate."""
    image = Image.new("RGB", (WIDTH, height))
    for top in range(0, height, _PLANK):
        image.paste(_plank(theme), (0, top))
    return image


@lru_cache(len(THEMES))
def _plank(theme: str) -> Image.Image:
    return framed(THEMES[theme], _PLANK)


def zebra(look: Theme) -> Colour:
    """The background of every other row."""
    return mix(look.panel, look.cell, _ZEBRA)


def darken_strip(canvas: Image.Image, look: Theme, top: int, bottom: int) -> None:
    """Darken the part of the frame for names or a title, with a light and a shadow line."""
    part = canvas.crop((0, top, WIDTH, bottom))
    canvas.paste(Image.blend(part, Image.new("RGB", part.size, look.strip), _STRIP_SHARE), (0, top))
    pen = ImageDraw.Draw(canvas)
    deep = mix(look.frame.dark, BLACK, 0.4)
    if top:
        pen.line((0, top, WIDTH, top), fill=deep)
        pen.line((0, top - 1, WIDTH, top - 1), fill=deep)
    if bottom < canvas.height:
        pen.line((0, bottom - 1, WIDTH, bottom - 1), fill=deep)
        pen.line((0, bottom, WIDTH, bottom), fill=mix(look.frame.base, look.frame.light, 0.8))


def draw_title(canvas: Image.Image, look: Theme, title: str, note: str) -> None:
    """A title in the upper strip, and a note at its right."""
    y = STRIP // 2 - 1
    aside = label(note, 26, _NOTE_WIDTH, smallest=24, bold=False)
    draw_text(canvas, aside, WIDTH - _EDGE, y + 2, look.text_quiet, "r")
    words = label(title, 36, WIDTH - 2 * _EDGE - aside.width - _GAP, smallest=28)
    draw_text(canvas, words, _EDGE, y, look.text)


def sink(canvas: Image.Image, look: Theme, box: Box, floor: Colour | None, lip: int = 3) -> None:
    """A sunken field: shadows at the upper and left side, light at the others.

    Without a `floor` only the shadow is drawn, over existing pixels.
    """
    x0, y0, x1, y1 = box
    if floor is not None:
        canvas.paste(floor, box)
    high = min(1.0, (y1 - y0) / 120)
    for side, amount, depth in (("t", 0.62, 18), ("l", 0.42, 13), ("r", 0.26, 8), ("b", 0.22, 7)):
        if look.frame.figure:
            surfaces.shade(canvas, box, look.shade, amount, side, max(3, round(depth * high)))
    around = (x0 - lip, y0 - lip, x1 + lip, y1 + lip)
    surfaces.bevel(canvas, around, mix(look.frame.dark, BLACK, 0.4), mix(look.frame.light, look.bar.light, 0.4), lip)

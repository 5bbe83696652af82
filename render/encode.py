"""From pixels to PNG: one frozen palette of 256 colours per theme, no dithering, fast compression.

The palettes are data, `palettes/<theme>.txt`, one colour a line. A palette image is kept per theme because it carries
Pillow's cache of nearest colours: a fresh one for every picture would have to find them anew.
"""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path

from PIL import Image

from .theme import Colour

_PALETTES = Path(__file__).parent / "palettes"
# Level 6 takes twice the time of level 3 for an eighth less of a file that is small either way.
_COMPRESSION = 3


@cache
def palette(theme: str) -> tuple[Colour, ...]:
    """The frozen colours of a theme."""
    lines = (_PALETTES / f"{theme}.txt").read_text(encoding="ascii").split()
    return tuple((int(line[0:2], 16), int(line[2:4], 16), int(line[4:6], 16)) for line in lines)


@cache
def _palette_image(theme: str) -> Image.Image:
    colours = palette(theme)
    image = Image.new("P", (1, 1))
    image.putpalette([channel for colour in colours for channel in colour])
    # The cache of nearest colours is made with the first picture: do it before other threads see the image.
    Image.new("RGB", (1, 1)).quantize(palette=image, dither=Image.Dither.NONE)
    return image


def png(frame: Image.Image, theme: str) -> bytes:
    """The frame as a PNG in the theme's colours."""
    indexed = frame.quantize(palette=_palette_image(theme), dither=Image.Dither.NONE)
    buffer = io.BytesIO()
    indexed.save(buffer, "PNG", compress_level=_COMPRESSION)
    return buffer.getvalue()

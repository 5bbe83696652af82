"""From pixels to PNG: one frozen palette of 256 colours per theme, no dithering, fast compression.

The palettes are data, `palettes/<theme>.txt`, one colour a line. A palette image is kept per theme because it holds
Pillow's cache of nearest colours, which is costly to build. The file is written here and not by Pillow: see
`docs/decisions/own-png.md`.
"""

from __future__ import annotations

import struct
from functools import cache
from pathlib import Path
from zlib import crc32

from isal import isal_zlib
from PIL import Image

from .theme import Colour

_PALETTES = Path(__file__).parent / "palettes"
_COMPRESSION = 2
#: Colour types of the specification.
_INDEXED, _RGBA = 3, 6


@cache
def palette(theme: str) -> tuple[Colour, ...]:
    """The colours of a theme's palette."""
    lines = (_PALETTES / f"{theme}.txt").read_text(encoding="ascii").split()
    return tuple((int(line[0:2], 16), int(line[2:4], 16), int(line[4:6], 16)) for line in lines)


@cache
def _palette_image(theme: str) -> Image.Image:
    image = Image.new("P", (1, 1))
    image.putpalette(_palette_bytes(theme))
    # Fill the cache of nearest colours before other threads see the image.
    Image.new("RGB", (1, 1)).quantize(palette=image, dither=Image.Dither.NONE)
    return image


@cache
def _palette_bytes(theme: str) -> bytes:
    return bytes(channel for colour in palette(theme) for channel in colour)


def indexed(frame: Image.Image, theme: str) -> Image.Image:
    """The frame in the theme's palette, one byte per pixel."""
    return frame.quantize(palette=_palette_image(theme), dither=Image.Dither.NONE)


def png(frame: Image.Image, theme: str) -> bytes:
    """The frame as a PNG in the theme's colours, with 8 bits a pixel (PNG specification, third edition, 5 and 11)."""
    # Filter type 0 for every row: filters help photographs, not flat colours.
    rows = Image.new("P", (frame.width + 1, frame.height), 0)
    rows.paste(indexed(frame, theme), (1, 0))
    return _file(frame.size, _INDEXED, _chunk(b"PLTE", _palette_bytes(theme)), rows.tobytes())


def rgba_png(picture: Image.Image) -> bytes:
    """A small picture with transparency as a PNG."""
    stride, pixels = 4 * picture.width, picture.tobytes()
    rows = b"".join(b"\0" + pixels[start : start + stride] for start in range(0, len(pixels), stride))
    return _file(picture.size, _RGBA, b"", rows)


def _file(size: tuple[int, int], colours: int, palette: bytes, rows: bytes) -> bytes:
    return b"".join(
        (
            b"\x89PNG\r\n\x1a\n",
            _chunk(b"IHDR", struct.pack(">IIBBBBB", *size, 8, colours, 0, 0, 0)),
            palette,
            _chunk(b"IDAT", isal_zlib.compress(rows, _COMPRESSION)),
            _chunk(b"IEND", b""),
        )
    )


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", crc32(data, crc32(kind)))

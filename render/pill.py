"""Short text on a plate with round ends: roles, tags, rating changes."""

from __future__ import annotations

from PIL import Image

from . import surfaces
from .text import Label, draw_text
from .theme import Colour

_SIGN_GAP = 8


def pill_width(words: Label, padding: int, sign: Image.Image | None = None) -> int:
    return words.width + 2 * padding + (sign.width + _SIGN_GAP if sign else 0)


def draw_pill(
    canvas: Image.Image,
    words: Label,
    left: int,
    y: int,
    height: int,
    padding: int,
    ground: Colour,
    ink: Colour,
    sign: Image.Image | None = None,
) -> None:
    """Draw text, after a `sign` if given, on a plate that is `padding` wider on either side; `y` is the middle."""
    box = (left, y - height // 2, left + pill_width(words, padding, sign), y + height // 2)
    surfaces.lay_plate(canvas, box, height // 2, ground)
    if sign:
        canvas.paste(ink, (left + padding, y - sign.height // 2 - 1), sign)
    draw_text(canvas, words, left + pill_width(words, padding, sign) - padding - words.width, y, ink)

"""A few words on a plate with round ends: roles, tags, a change of rating."""

from __future__ import annotations

from PIL import Image

from . import marks
from .text import Label, draw_text
from .theme import Colour


def draw_pill(
    canvas: Image.Image, words: Label, left: int, y: int, height: int, padding: int, ground: Colour, ink: Colour
) -> None:
    """Draw words and, around them, their plate, `padding` wider on either side; `y` is the middle of both."""
    plate = marks.plate(words.width + 2 * padding, height, height // 2)
    canvas.paste(ground, (left, y - height // 2), plate)
    draw_text(canvas, words, left + padding, y, ink)

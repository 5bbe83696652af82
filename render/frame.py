"""What all pictures are set in: the frame, and the fields sunk into it."""

from __future__ import annotations

from PIL import Image, ImageDraw

from .layout import WIDTH
from .theme import Colour, Theme

Box = tuple[int, int, int, int]


def draw_frame(canvas: Image.Image, look: Theme, top: int, bottom: int) -> None:
    """The frame over the whole width of a picture, its upper edge lit."""
    pen = ImageDraw.Draw(canvas)
    pen.rectangle((0, top, WIDTH, bottom - 1), fill=look.frame)
    pen.rectangle((0, top, WIDTH, top + 1), fill=look.frame_light)
    pen.rectangle((0, bottom - 2, WIDTH, bottom - 1), fill=look.frame_shade)


def draw_well(canvas: Image.Image, look: Theme, box: Box, floor: Colour) -> None:
    """A sunken field: the light falls from the upper left, so its lower and right lips shine."""
    x0, y0, x1, y1 = box
    pen = ImageDraw.Draw(canvas)
    pen.rectangle((x0 - 3, y0 - 3, x1 + 2, y1 + 2), fill=look.frame_shade)
    pen.rectangle((x0 - 3, y1 + 1, x1 + 2, y1 + 2), fill=look.frame_light)
    pen.rectangle((x1 + 1, y0 - 3, x1 + 2, y1 + 2), fill=look.frame_light)
    pen.rectangle((x0, y0, x1 - 1, y1 - 1), fill=floor)

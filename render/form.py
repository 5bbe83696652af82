"""Form: the last games as a row of dots, full for wins and rings for losses."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from .theme import Colour, Theme

_SCALE = 4
LONGEST = 10


def check_form(form: str) -> None:
    """Raise `ValueError` for an invalid form: 1 won, 0 lost, the newest last."""
    if len(form) > LONGEST or set(form) - {"0", "1"}:
        raise ValueError(f"the last games are at most {LONGEST}, each 0 or 1, not {form!r}")


def draw_form(
    canvas: Image.Image, look: Theme, ground: Colour, form: str, right: int, y: int, radius: int, apart: int
) -> None:
    """The dots on this ground; the middle of the newest is at `right`, the others at distances of `apart` before it."""
    for place, game in enumerate(reversed(form)):
        x = right - place * apart
        draw_disc(canvas, x, y, radius, look.good if game == "1" else look.bad)
        if game == "0":
            draw_disc(canvas, x, y, radius * 5 // 8, ground)


def draw_disc(canvas: Image.Image, x: int, y: int, radius: int, colour: Colour) -> None:
    canvas.paste(colour, (x - radius, y - radius), _round(radius))


@lru_cache(8)
def _round(radius: int) -> Image.Image:
    size = 2 * radius * _SCALE
    mask = Image.new("L", (size, size), 0)
    ImageDraw.Draw(mask).ellipse((0, 0, mask.width - 1, mask.height - 1), fill=255)
    return mask.reduce(_SCALE)

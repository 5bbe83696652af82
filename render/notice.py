"""What both papers of a league have in common: a ground of wood, however high they are, and a title."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from .frame import darken_strip, framed
from .layout import STRIP, WIDTH
from .text import Faces, draw_text, label
from .theme import THEMES

_TILE = 400  # what is seen of its seams are the two edges
_EDGE, _GAP = 24, 30


def notice(theme: str, height: int, title: str, note: str, faces: Faces) -> Image.Image:
    """A paper of this height with its title, and what stands on the right of that."""
    look = THEMES[theme]
    canvas = Image.new("RGB", (WIDTH, height))
    for top in range(0, height, _TILE):
        canvas.paste(_tile(theme), (0, top))
    darken_strip(canvas, look, 0, STRIP)
    y = STRIP // 2 - 1
    aside = label(note, 26, 400, smallest=24, bold=False, faces=faces)
    draw_text(canvas, aside, WIDTH - _EDGE, y + 2, look.text_quiet, "r")
    words = label(title, 36, WIDTH - 2 * _EDGE - aside.width - _GAP, smallest=28, faces=faces)
    draw_text(canvas, words, _EDGE, y, look.text)
    return canvas


@lru_cache(len(THEMES))
def _tile(theme: str) -> Image.Image:
    return framed(THEMES[theme], _TILE)

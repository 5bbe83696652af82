"""The paper of pictures in rows: wood of any height, a title, and a sunken field below it.

All lengths are pixels of a picture 1100 wide.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from PIL import Image

from .frame import darken_strip, draw_title, planked, sink, zebra
from .layout import FRAME, STRIP, WIDTH
from .theme import THEMES


def notice(theme: str, rows: tuple[int, ...], title: str, note: str, *, felt: bool = False) -> Image.Image:
    """A paper with its title, and a note at the right.

    The field's rows begin at the heights `rows`, the last of which is its end. Every other one is lighter, unless all
    is `felt`.
    """
    canvas = _empty(theme, rows, felt).copy()
    draw_title(canvas, THEMES[theme], title, note)
    return canvas


@lru_cache(6)
def _empty(theme: str, rows: tuple[int, ...], felt: bool) -> Image.Image:
    """The shared part of papers with these rows, of which there are few. Shared: copy it."""
    look = THEMES[theme]
    canvas = planked(theme, rows[-1] + FRAME)
    darken_strip(canvas, look, 0, STRIP)
    for index, (top, bottom) in enumerate(pairwise(rows)):
        floor = look.mat if felt else zebra(look) if index % 2 else look.panel
        canvas.paste(floor, (FRAME, top, WIDTH - FRAME, bottom))
    sink(canvas, look, (FRAME, rows[0], WIDTH - FRAME, rows[-1]), None)
    return canvas

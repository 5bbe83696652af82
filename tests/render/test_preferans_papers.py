"""The papers of Preferans: refusals, every name and theme, inks that stand out, and sizes."""

# Pillow's signatures mention numpy, which nothing here needs: without it they are partly unknown.
# pyright: reportUnknownMemberType=false

from __future__ import annotations

from dataclasses import replace

import pytest

from render import THEMES, draw_grid, draw_plot, draw_square
from render.grid import Grid, Group
from render.plot import Choice, Plot, inks
from render.square import Square
from render.theme import Colour

from .golden import composed
from .papers import GRIDS, PLOTS, SQUARES
from .reading import decode
from .test_contrast import VISIONS, contrast

LARGEST_FILE = 125_000
themes = pytest.mark.parametrize("theme", THEMES)


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (replace(SQUARES["four"], theme="pink"), "unknown theme 'pink'"),
        (replace(SQUARES["four"], sectors=SQUARES["four"].sectors[:2]), "three or four play, not 2"),
        (replace(SQUARES["four"], sectors=SQUARES["four"].sectors[:3]), "has whists on 3 of 2 others"),
        (replace(GRIDS["one"], theme="pink"), "unknown theme 'pink'"),
        (Grid("", (Group("", ("",) * 15),), (("", ("",) * 15),)), "1 to 14 columns"),
        (Grid("", (Group("", ("", "")),), (("6", ("",)),)), "row '6' has 1 figures for 2 columns"),
        (replace(PLOTS["four"], theme="pink"), "unknown theme 'pink'"),
        (Plot("", (), ""), "1 to 4 choices are compared, not 0"),
        (Plot("", (Choice("whist", ()),), ""), "'whist' is worth nothing"),
        (Plot("", (Choice("whist", ((1, float("nan")),)),), ""), "'whist' is worth nothing"),
    ],
)
def test_what_cannot_be_is_refused(wrong: Square | Grid | Plot, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        composed(wrong)


@themes
def test_every_paper_is_drawn_and_small_enough(theme: str) -> None:
    files = [
        *(draw_square(replace(each, theme=theme)) for each in SQUARES.values()),
        *(draw_grid(replace(each, theme=theme)) for each in GRIDS.values()),
        *(draw_plot(replace(each, theme=theme)) for each in PLOTS.values()),
    ]
    for file in files:
        picture = decode(file)
        assert picture.width == 1100 and picture.width / picture.height >= 11 / 12 and len(file) <= LARGEST_FILE


@themes
@pytest.mark.parametrize("vision", VISIONS)
def test_what_is_written_and_drawn_stands_out(theme: str, vision: str) -> None:
    """Words and figures on the panel and the bands of a sheet, the head of a table, negative figures, and the lines."""
    look = THEMES[theme]
    written: list[tuple[Colour, Colour]] = [
        *((ink, ground) for ink in (look.text, look.text_quiet) for ground in (look.panel, look.cell, look.cell_asked)),
        (look.brass.ink, look.brass.face),
        (look.brass.face, look.panel),
        (look.bad, look.panel),
    ]
    for ink, ground in written:
        assert contrast(ink, ground, vision) >= 4.5, (ink, ground)
    assert len(set(inks(look))) == 4
    for ink in inks(look):
        assert contrast(ink, look.panel, vision) >= 3, ink

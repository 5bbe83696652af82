"""Cube actions by score: refusals, four colours with letters that can be read, and marks where they belong."""

# Pillow's signatures mention numpy, which nothing here needs: without it they are partly unknown.
# pyright: reportUnknownMemberType=false

from __future__ import annotations

from dataclasses import replace

import pytest

from render import THEMES, ScoreGrid, Tint
from render.layout import WIDTH
from render.score_grid import cell_box, compose_score_grid, draw_score_grid, fill

from .reading import decode
from .test_contrast import contrast
from .test_names import NASTY

GRID = ScoreGrid(
    "Double to 2 by score",
    tuple(tuple(Tint((own * opponent) % 4) for opponent in range(1, 8)) for own in range(1, 8)),
    (("ND", "no double"), ("D/T", "double, take"), ("D/P", "double, drop"), ("TG", "too good to double")),
    "needs",
    "the opponent needs",
    ("Money", Tint.TAKE),
    "all at 3-ply",
    "*",
    "* after the Crawford game; in it nobody doubles",
    (3, 5),
)

themes = pytest.mark.parametrize("theme", THEMES)


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (replace(GRID, theme="pink"), "unknown theme 'pink'"),
        (replace(GRID, cells=()), "square of at most 9"),
        (replace(GRID, cells=GRID.cells[:6]), "square of at most 9"),
        (replace(GRID, legend=GRID.legend[:3]), "explains 4 actions, not 3"),
        (replace(GRID, marked=(8, 1)), "no score"),
    ],
)
def test_what_is_no_table_is_refused(wrong: ScoreGrid, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        draw_score_grid(wrong)


@themes
def test_each_score_has_the_colour_of_its_action(theme: str) -> None:
    image = compose_score_grid(replace(GRID, theme=theme))
    for own, row in enumerate(GRID.cells, 1):
        for opponent, tint in enumerate(row, 1):
            left, top, right, _ = cell_box(GRID, own, opponent)
            assert image.getpixel(((left + right) // 2, top + 8)) == fill(THEMES[theme], tint)[0]


@themes
def test_letters_can_be_read_and_the_four_are_apart(theme: str) -> None:
    fills = [fill(THEMES[theme], tint) for tint in Tint]
    assert len({colour for colour, _ in fills}) == len(Tint)
    assert all(contrast(colour, ink) >= 4.5 for colour, ink in fills)


def test_the_score_asked_about_is_outlined() -> None:
    with_mark, without = compose_score_grid(GRID), compose_score_grid(replace(GRID, marked=None))
    for own, opponent in ((3, 5), (3, 1), (7, 7)):
        left, top, right, bottom = cell_box(GRID, own, opponent)
        around = (left - 4, top - 4, right + 4, bottom + 4)
        assert (with_mark.crop(around).tobytes() == without.crop(around).tobytes()) == ((own, opponent) != (3, 5))


@themes
@pytest.mark.parametrize("text", NASTY.values(), ids=NASTY.keys())
def test_any_words_can_be_drawn(theme: str, text: str) -> None:
    legend = tuple((text, text) for _ in Tint)
    grid = replace(GRID, theme=theme, title=text, note=text, legend=legend, rows=text, columns=text, footnote=text)
    assert decode(draw_score_grid(grid)).width == WIDTH
    assert len(draw_score_grid(grid)) <= 125_000

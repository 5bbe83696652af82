"""Cube actions by score: a square of cells in four colours with letters, the points each side needs at its edges.

All lengths are pixels of a picture 1100 wide.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from PIL import Image

from . import encode, surfaces
from .frame import darken_strip, draw_title, planked, sink
from .layout import FRAME, STRIP, WIDTH
from .text import draw_text, label
from .theme import BLACK, THEMES, Colour, Theme

MOST = 9

_LEFT, _HEAD, _ROW, _GAP = 150, 104, 82, 4
_MONEY, _LEGEND = 96, 128
_EDGE, _LETTERS, _NUMBER, _WORDS = 22, 38, 36, 30
_OUTLINE = 6


class Tint(IntEnum):
    """The four actions, in the order of the legend."""

    STAY = 0
    TAKE = 1
    DROP = 2
    TOO_GOOD = 3


@dataclass(frozen=True)
class ScoreGrid:
    """A table. `cells` by row and column: rows are the points that the mover needs, columns those of the opponent,
    both from 1.

    `legend`: letters and words of each `Tint`. `rows` and `columns` are the titles of the two axes, `money` is the
    title and the action of the cell below. `one` is a mark behind the number 1, which `footnote` explains. `marked` is
    a cell by the points of both.
    """

    title: str
    cells: tuple[tuple[Tint, ...], ...]
    legend: tuple[tuple[str, str], ...]
    rows: str
    columns: str
    money: tuple[str, Tint]
    note: str = ""
    one: str = "*"
    footnote: str = ""
    marked: tuple[int, int] | None = None
    theme: str = "wood"


def draw_score_grid(grid: ScoreGrid) -> bytes:
    """The picture as a PNG, 1100 wide. Raises `ValueError` for an invalid table."""
    return encode.png(compose_score_grid(grid), grid.theme)


def check_score_grid(grid: ScoreGrid) -> None:
    """Raise `ValueError`, saying what is wrong, for an invalid table."""
    if grid.theme not in THEMES:
        raise ValueError(f"unknown theme {grid.theme!r}: there are {', '.join(THEMES)}")
    if not 1 <= len(grid.cells) <= MOST or any(len(row) != len(grid.cells) for row in grid.cells):
        raise ValueError(f"a table is a square of at most {MOST} rows")
    if len(grid.legend) != len(Tint):
        raise ValueError(f"a legend explains {len(Tint)} actions, not {len(grid.legend)}")
    if grid.marked is not None and not all(1 <= each <= len(grid.cells) for each in grid.marked):
        raise ValueError(f"there is no score {grid.marked}")


def fill(look: Theme, tint: Tint) -> tuple[Colour, Colour]:
    """The colour of a cell, and that of its letters."""
    match tint:
        case Tint.STAY:
            return look.cell_asked, look.text
        case Tint.TAKE:
            return look.good, BLACK
        case Tint.DROP:
            return look.hit.colour, BLACK
        case Tint.TOO_GOOD:
            return look.brass.face, BLACK


def cell_box(grid: ScoreGrid, own: int, opponent: int) -> surfaces.Box:
    """The box of a score's cell."""
    size = len(grid.cells)
    left = _LEFT + (WIDTH - FRAME - _LEFT) * (opponent - 1) // size
    right = _LEFT + (WIDTH - FRAME - _LEFT) * opponent // size
    top = STRIP + _HEAD + (own - 1) * _ROW
    return left + _GAP, top + _GAP, right - _GAP, top + _ROW - _GAP


def compose_score_grid(grid: ScoreGrid) -> Image.Image:
    """The pixels before reduction to a palette. Raises `ValueError` for an invalid table."""
    check_score_grid(grid)
    look, size = THEMES[grid.theme], len(grid.cells)
    bottom = STRIP + _HEAD + size * _ROW
    canvas = planked(grid.theme, bottom + _MONEY + _LEGEND)
    darken_strip(canvas, look, 0, STRIP)
    draw_title(canvas, look, grid.title, grid.note)
    sink(canvas, look, (_LEFT, STRIP + _HEAD, WIDTH - FRAME, bottom), look.panel)
    _draw_heads(canvas, look, grid)
    for own, row in enumerate(grid.cells, 1):
        for opponent, tint in enumerate(row, 1):
            box = cell_box(grid, own, opponent)
            if grid.marked == (own, opponent):
                left, top, right, low = box
                around = (left - _OUTLINE, top - _OUTLINE, right + _OUTLINE, low + _OUTLINE)
                surfaces.lay_plate(canvas, around, 12 + _OUTLINE, look.text)
            _draw_cell(canvas, look, grid, tint, box)
    _draw_below(canvas, look, grid, bottom)
    return canvas


def _draw_cell(canvas: Image.Image, look: Theme, grid: ScoreGrid, tint: Tint, box: surfaces.Box) -> None:
    left, top, right, bottom = box
    colour, ink = fill(look, tint)
    surfaces.lay_plate(canvas, box, 12, colour)
    letters = label(grid.legend[tint][0], _LETTERS, right - left - 8, smallest=24)
    draw_text(canvas, letters, (left + right) / 2, (top + bottom) / 2, ink, "m")


def _draw_heads(canvas: Image.Image, look: Theme, grid: ScoreGrid) -> None:
    """The numbers at the edges, and the titles of the two axes."""
    middle = (_LEFT + WIDTH - FRAME) / 2
    room = WIDTH - FRAME - _LEFT
    columns = label(grid.columns, _WORDS, room, smallest=22, bold=False)
    draw_text(canvas, columns, middle, STRIP + 30, look.text_quiet, "m")
    rows = label(grid.rows, _WORDS, _LEFT - _EDGE - 4, smallest=22, bold=False)
    draw_text(canvas, rows, _EDGE, STRIP + 76, look.text_quiet)
    for number in range(1, len(grid.cells) + 1):
        words = label(f"{number}{grid.one if number == 1 else ''}", _NUMBER)
        left, _, right, _ = cell_box(grid, 1, number)
        draw_text(canvas, words, (left + right) / 2, STRIP + 76, look.number, "m")
        _, top, _, bottom = cell_box(grid, number, 1)
        draw_text(canvas, words, _LEFT - 30, (top + bottom) / 2, look.number, "r")


def _draw_below(canvas: Image.Image, look: Theme, grid: ScoreGrid, top: int) -> None:
    """Money and the footnote, then the legend in two lines."""
    title, tint = grid.money
    left, _, right, _ = cell_box(grid, 1, 1)
    y = top + _MONEY // 2 + 2
    name = label(title, _WORDS + 2, _LEFT - _EDGE - 10, smallest=22)
    draw_text(canvas, name, _EDGE, y, look.text)
    _draw_cell(canvas, look, grid, tint, (left, y - 33, right, y + 33))
    footnote = label(grid.footnote, 28, WIDTH - FRAME - right - 30, smallest=18, bold=False)
    draw_text(canvas, footnote, right + 26, y, look.text_quiet)
    darken_strip(canvas, look, top + _MONEY, canvas.height)
    room = (WIDTH - 2 * _EDGE) // 2
    for each in Tint:
        x, line = _EDGE + each % 2 * room, top + _MONEY + 36 + each // 2 * 56
        colour, ink = fill(look, each)
        letters, words = grid.legend[each]
        surfaces.lay_plate(canvas, (x, line - 22, x + 96, line + 22), 10, colour)
        draw_text(canvas, label(letters, 30, 88, smallest=20), x + 48, line, ink, "m")
        draw_text(canvas, label(words, _WORDS, room - 130, smallest=22, bold=False), x + 114, line, look.text)

"""A table of figures: groups of columns under their titles, one row per line.

All lengths are pixels of a picture 1100 wide.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

from PIL import Image

from . import encode
from .frame import darken_strip, draw_title, planked, sink
from .layout import FRAME, STRIP, WIDTH
from .sheet import zebra
from .text import draw_text, label
from .theme import THEMES

MOST_COLUMNS, MOST_ROWS = 14, 18

_LABELS, _WIDE_LABELS = 150, 230
_FEW = 8  # columns
_ALONE = 1.4  # relative width of a column that is a whole group
_HEAD, _ROW = 62, 58
_GROUP, _COLUMN, _FIGURE, _LABEL = 30, 30, 36, 36
_SMALLEST = 20


@dataclass(frozen=True)
class Group:
    """A group of columns: its title, and the name of each."""

    title: str
    columns: tuple[str, ...]

    @property
    def alone(self) -> bool:
        return self.columns == ("",)


@dataclass(frozen=True)
class Grid:
    """A table. `rows`: a label and a figure per column, empty where there is none."""

    title: str
    groups: tuple[Group, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    note: str = ""
    theme: str = "wood"

    @property
    def columns(self) -> tuple[str, ...]:
        return tuple(column for group in self.groups for column in group.columns)


def draw_grid(grid: Grid) -> bytes:
    """The picture as a PNG, 1100 wide. Raises `ValueError` for an invalid table."""
    return encode.png(compose_grid(grid), grid.theme)


def compose_grid(grid: Grid) -> Image.Image:
    """The pixels before reduction to a palette. Raises `ValueError` for an invalid table."""
    check(grid)
    look = THEMES[grid.theme]
    top = STRIP + 2 * _HEAD
    bottom = top + len(grid.rows) * _ROW
    canvas = planked(grid.theme, bottom + FRAME)
    darken_strip(canvas, look, 0, STRIP)
    draw_title(canvas, look, grid.title, grid.note)
    sink(canvas, look, (FRAME, STRIP + 8, WIDTH - FRAME, bottom), look.panel)
    labels = _labels(grid)
    edges = _edges(grid, labels)
    for index in range(0, len(grid.rows), 2):
        y = top + index * _ROW
        canvas.paste(zebra(look), (FRAME, y, WIDTH - FRAME, y + _ROW))
    column = 0
    for place, group in enumerate(grid.groups):
        left, right = edges[column], edges[column + len(group.columns)]
        # An unnamed column leaves its title two lines.
        lines = _halved(group.title) if group.alone else (group.title,)
        for line, words in enumerate(lines):
            head = label(words, _GROUP, round(right - left) - 10, smallest=_SMALLEST)
            y = STRIP + 8 + _HEAD // 2 + line * (_HEAD - 16)
            draw_text(canvas, head, (left + right) / 2, y, look.brass.face, "m")
        if place:
            canvas.paste(look.cell_asked, (round(left) - 2, STRIP + 8, round(left) + 2, bottom))
        for name in group.columns:
            room, middle = round(edges[column + 1] - edges[column]), (edges[column] + edges[column + 1]) / 2
            words = label(name, _COLUMN, room - 8, smallest=_SMALLEST, bold=False)
            draw_text(canvas, words, middle, top - _HEAD // 2 + 4, look.text_quiet, "m")
            column += 1
    for index, (name, figures) in enumerate(grid.rows):
        y = top + index * _ROW + _ROW // 2
        words = label(name, _LABEL, labels - FRAME - 20, smallest=_SMALLEST)
        draw_text(canvas, words, FRAME + 14, y, look.text)
        for place, figure in enumerate(figures):
            number = label(figure, _FIGURE, round(edges[place + 1] - edges[place]) - 8, smallest=_SMALLEST)
            ink = look.bad if figure.startswith("−") else look.text
            draw_text(canvas, number, (edges[place] + edges[place + 1]) / 2, y, ink, "m")
    return canvas


def _labels(grid: Grid) -> int:
    """The left edge of the columns: with few of them, row labels get more space."""
    return _LABELS if len(grid.columns) > _FEW else _WIDE_LABELS


def _edges(grid: Grid, left: int) -> list[float]:
    """The left edge of each column, and the right edge of the last."""
    shares = [_ALONE if group.alone else 1.0 for group in grid.groups for _ in group.columns]
    wide = (WIDTH - FRAME - left) / sum(shares)
    return [left, *(left + wide * share for share in itertools.accumulate(shares))]


def _halved(title: str) -> tuple[str, ...]:
    """A title in two lines, as equal as possible, if it has several words."""
    words = title.split(" ")
    ways = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    return min(ways, key=lambda way: max(map(len, way))) if ways else (title,)


def check(grid: Grid) -> None:
    """Raise `ValueError`, saying what is wrong, for an invalid table."""
    if grid.theme not in THEMES:
        raise ValueError(f"unknown theme {grid.theme!r}: there are {', '.join(THEMES)}")
    columns = len(grid.columns)
    if not 1 <= columns <= MOST_COLUMNS or not 1 <= len(grid.rows) <= MOST_ROWS:
        raise ValueError(f"a table has 1 to {MOST_COLUMNS} columns and 1 to {MOST_ROWS} rows")
    for name, figures in grid.rows:
        if len(figures) != columns:
            raise ValueError(f"row {name!r} has {len(figures)} figures for {columns} columns")

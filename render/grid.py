"""A table of numbers as a picture: groups of columns under their heads, rows under one another, a row a line.

All lengths are pixels of a picture 1100 wide.
"""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image

from . import encode
from .frame import darken_strip, framed, sink
from .layout import FRAME, STRIP, WIDTH
from .sheet import zebra
from .text import Faces, draw_text, label, system_faces
from .theme import THEMES

MOST_COLUMNS, MOST_ROWS = 14, 18

_EDGE, _LABELS = 24, 150
_HEAD, _ROW = 62, 58
_GROUP, _COLUMN, _FIGURE, _LABEL = 30, 30, 36, 36
_SMALLEST = 20


@dataclass(frozen=True)
class Group:
    """Columns that belong together: a title over them, and what each is called."""

    title: str
    columns: tuple[str, ...]


@dataclass(frozen=True)
class Grid:
    """A table. `rows`: a label and a figure for each column, empty where there can be none."""

    title: str
    groups: tuple[Group, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    note: str = ""
    theme: str = "wood"

    @property
    def columns(self) -> tuple[str, ...]:
        """What all columns are called."""
        return tuple(column for group in self.groups for column in group.columns)


def draw_grid(grid: Grid) -> bytes:
    """The picture of a table as a PNG, 1100 wide. Raise `ValueError`, saying what is wrong with it."""
    return encode.png(compose_grid(grid, system_faces()), grid.theme)


def compose_grid(grid: Grid, faces: Faces) -> Image.Image:
    """The picture's pixels before they are reduced to a palette. Raise `ValueError` for what cannot be."""
    check(grid)
    look, columns = THEMES[grid.theme], len(grid.columns)
    top = STRIP + 2 * _HEAD
    bottom = top + len(grid.rows) * _ROW
    canvas = framed(look, bottom + FRAME)
    darken_strip(canvas, look, 0, STRIP)
    note = label(grid.note, 30, 460, smallest=_SMALLEST, bold=False, faces=faces)
    draw_text(canvas, note, WIDTH - _EDGE, STRIP // 2, look.text_quiet, "r")
    title = label(grid.title, 38, WIDTH - 3 * _EDGE - note.width, smallest=24, faces=faces)
    draw_text(canvas, title, _EDGE, STRIP // 2, look.text)
    sink(canvas, look, (FRAME, STRIP + 8, WIDTH - FRAME, bottom), look.panel)
    wide = (WIDTH - FRAME - _LABELS) / columns
    for index in range(0, len(grid.rows), 2):
        y = top + index * _ROW
        canvas.paste(zebra(look), (FRAME, y, WIDTH - FRAME, y + _ROW))
    column = 0
    for place, group in enumerate(grid.groups):
        left = _LABELS + column * wide
        room = round(len(group.columns) * wide)
        head = label(group.title, _GROUP, room - 10, smallest=_SMALLEST, faces=faces)
        draw_text(canvas, head, left + room / 2, STRIP + 8 + _HEAD // 2, look.brass.face, "m")
        if place:
            canvas.paste(look.cell_asked, (round(left) - 2, STRIP + 8, round(left) + 2, bottom))
        for offset, name in enumerate(group.columns):
            words = label(name, _COLUMN, round(wide) - 8, smallest=_SMALLEST, bold=False, faces=faces)
            draw_text(canvas, words, left + (offset + 0.5) * wide, top - _HEAD // 2 + 4, look.text_quiet, "m")
        column += len(group.columns)
    for index, (name, figures) in enumerate(grid.rows):
        y = top + index * _ROW + _ROW // 2
        words = label(name, _LABEL, _LABELS - FRAME - 20, smallest=_SMALLEST, faces=faces)
        draw_text(canvas, words, FRAME + 14, y, look.text)
        for place, figure in enumerate(figures):
            number = label(figure, _FIGURE, round(wide) - 8, smallest=_SMALLEST)
            ink = look.bad if figure.startswith("−") else look.text
            draw_text(canvas, number, _LABELS + (place + 0.5) * wide, y, ink, "m")
    return canvas


def check(grid: Grid) -> None:
    """Raise `ValueError`, saying what is wrong, if it is no table."""
    if grid.theme not in THEMES:
        raise ValueError(f"unknown theme {grid.theme!r}: there are {', '.join(THEMES)}")
    columns = len(grid.columns)
    if not 1 <= columns <= MOST_COLUMNS or not 1 <= len(grid.rows) <= MOST_ROWS:
        raise ValueError(f"a table has 1 to {MOST_COLUMNS} columns and 1 to {MOST_ROWS} rows")
    for name, figures in grid.rows:
        if len(figures) != columns:
            raise ValueError(f"row {name!r} has {len(figures)} figures for {columns} columns")

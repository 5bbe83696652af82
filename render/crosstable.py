"""The crosstable of a division: results of everyone against everyone, in the order of the table; of a Swiss by round.

All lengths are pixels of a picture 1100 wide. Rows are players; a column for each of them, by place, has the points of
the row's player, on a bright plate if that match was won. In a Swiss a column for each round has the opponent's place.
"""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image

from . import encode, surfaces
from .layout import FRAME, STRIP, WIDTH
from .names import clean
from .notice import notice
from .surfaces import Box
from .text import MISSING, draw_text, label, signed
from .theme import THEMES, Theme

MOST_ROWS = 10

_HEADER = 52
_PLACE, _WON, _POINTS = 58, 84, 112
_NAME_LEAST, _CELL_MOST = 250, 96
_ROW, _ROW_FEW, _FEW = 76, 84, 8
_TYPE, _NAME_TYPE, _HEAD_TYPE = 38, 38, 30


@dataclass(frozen=True)
class CrossCell:
    """A decided match from the row's view: its points, or in a Swiss against whom, and whether it was won."""

    points: str
    won: bool


@dataclass(frozen=True)
class CrossRow:
    """A row. `cells` by place: None for an open match, and on the diagonal; or by round.

    `won` matches and `points` won minus lost, or something else as text; `left`: no longer in the league.
    """

    name: str
    cells: tuple[CrossCell | None, ...]
    won: int
    points: int | str
    left: bool = False

    @property
    def said(self) -> str:
        """The last column as text."""
        return self.points if isinstance(self.points, str) else signed(self.points)


@dataclass(frozen=True)
class Crosstable:
    """The data of one crosstable. `heads`: titles of the columns of wins and points. `first`: the place of its first
    row. `rounds`: how many columns of rounds it has; 0: everyone against everyone.
    """

    title: str
    rows: tuple[CrossRow, ...]
    heads: tuple[str, str]
    note: str = ""
    theme: str = "wood"
    first: int = 1
    rounds: int = 0

    @property
    def grid(self) -> CrossGrid:
        return CrossGrid(len(self.rows), self.rounds)


@dataclass(frozen=True)
class CrossGrid:
    """The layout of rows for this many players, and of a column for each of them, or for each of so many rounds."""

    count: int
    rounds: int = 0

    @property
    def columns(self) -> int:
        return self.rounds or self.count

    @property
    def row(self) -> int:
        return _ROW if self.count > _FEW else _ROW_FEW

    @property
    def column(self) -> int:
        return min(_CELL_MOST, (WIDTH - 2 * FRAME - _PLACE - _NAME_LEAST - _WON - _POINTS) // self.columns)

    @property
    def left(self) -> int:
        return WIDTH - FRAME - _POINTS - _WON - self.columns * self.column

    @property
    def top(self) -> int:
        return STRIP + _HEADER

    @property
    def bottom(self) -> int:
        return self.top + self.count * self.row

    def cell(self, place: int, other: int) -> Box:
        """The box of a row in a column, both by place from 0."""
        x, y = self.left + other * self.column, self.top + place * self.row
        return x, y, x + self.column, y + self.row


def draw_crosstable(shown: Crosstable) -> bytes:
    """The picture as a PNG, 1100 wide. Raises `ValueError` for an invalid table."""
    return encode.png(compose_crosstable(shown), shown.theme)


def compose_crosstable(shown: Crosstable) -> Image.Image:
    """The pixels before reduction to a palette. Raises `ValueError` for an invalid table."""
    check_crosstable(shown)
    look, grid = THEMES[shown.theme], shown.grid
    rows = tuple(grid.top + place * grid.row for place in range(grid.count + 1))
    canvas = notice(shown.theme, rows, shown.title, shown.note)
    _draw_heads(canvas, look, shown, grid)
    for place, line in enumerate(shown.rows):
        if not shown.rounds:
            canvas.paste(look.cell_asked, grid.cell(place, place))  # the diagonal
        _draw_line(canvas, look, line, place, shown)
    return canvas


def check_crosstable(shown: Crosstable) -> None:
    """Raise `ValueError`, saying what is wrong, for an invalid table."""
    if shown.theme not in THEMES:
        raise ValueError(f"unknown theme {shown.theme!r}: there are {', '.join(THEMES)}")
    if not 2 <= len(shown.rows) <= MOST_ROWS:
        raise ValueError(f"a crosstable has 2 to {MOST_ROWS} rows, not {len(shown.rows)}")
    columns, kind = shown.grid.columns, "rounds" if shown.rounds else "players"
    for place, line in enumerate(shown.rows):
        if len(line.cells) != columns:
            raise ValueError(f"row {place + 1} has {len(line.cells)} cells for {columns} {kind}")
        if not shown.rounds and line.cells[place] is not None:
            raise ValueError(f"row {place + 1} has played against itself")


def _draw_heads(canvas: Image.Image, look: Theme, shown: Crosstable, grid: CrossGrid) -> None:
    y = STRIP + _HEADER // 2
    heads = [(str(place + 1), grid.left + (place + 0.5) * grid.column, grid.column) for place in range(grid.columns)]
    won, points = shown.heads
    heads += [(won, WIDTH - FRAME - _POINTS - _WON / 2, _WON), (points, WIDTH - FRAME - _POINTS / 2, _POINTS)]
    for words, x, room in heads:
        draw_text(canvas, label(words, _HEAD_TYPE, room - 6, smallest=20), x, y, look.number, "m")


def _draw_line(canvas: Image.Image, look: Theme, line: CrossRow, place: int, shown: Crosstable) -> None:
    grid = shown.grid
    y = grid.top + place * grid.row + grid.row // 2
    draw_text(canvas, label(str(shown.first + place), _HEAD_TYPE), FRAME + _PLACE - 16, y, look.text_quiet, "r")
    left, room = FRAME + _PLACE, grid.left - FRAME - _PLACE - 12
    name = label(clean(line.name) or MISSING, _NAME_TYPE, room, smallest=28)
    draw_text(canvas, name, left, y, look.text_quiet if line.left else look.text)
    if line.left:
        canvas.paste(look.text_quiet, (left, y - 1, left + name.width, y + 2))
    for other, each in enumerate(line.cells):
        if shown.rounds or other != place:
            _draw_cell(canvas, look, each, grid.cell(place, other))
    won = label(str(line.won), _TYPE, _WON - 6, smallest=24)
    draw_text(canvas, won, WIDTH - FRAME - _POINTS - _WON / 2, y, look.brass.face, "m")
    points = label(line.said, _HEAD_TYPE, _POINTS - 10, smallest=20)
    draw_text(canvas, points, WIDTH - FRAME - _POINTS / 2, y, look.text_quiet, "m")


def _draw_cell(canvas: Image.Image, look: Theme, each: CrossCell | None, box: Box) -> None:
    left, top, right, bottom = box
    x, y = (left + right) // 2, (top + bottom) // 2
    if each is None:
        draw_text(canvas, label(MISSING, _HEAD_TYPE), x, y, look.text_quiet, "m")
        return
    if each.won:
        surfaces.lay_plate(canvas, (left + 4, top + 9, right - 4, bottom - 9), 10, look.brass.face)
    figure = label(each.points, _TYPE, right - left - 18, smallest=20)
    draw_text(canvas, figure, x, y, look.brass.ink if each.won else look.text, "m")

"""Score sheets: `Sheet` and its parts, its validation, and its rows and columns.

All lengths are pixels of a picture 1100 wide. A column per player, with name and total above and below the well of
games. The figures of a column are aligned: mark, points, running total.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

from PIL import Image

from . import encode, surfaces
from .frame import darken_strip, draw_title, planked, sink, zebra
from .layout import FRAME, STRIP, WIDTH
from .names import clean
from .roles import SIZE, Mark, ink, sign
from .surfaces import Box
from .text import MISSING, Label, Number, draw_text, label, signed
from .theme import THEMES, Colour, Theme, mix

MOST_PLAYERS = 12
LARGEST = 5_000_000

_LABELS = 120  # left edge of the columns
_HEADER, _TOTALS = 54, 66
# The most rows of games, and their height; fewer if stacked than side by side.
_SIDE_BY_SIDE, _STACKED = (26, 42, 50), (17, 60, 64)
_GAMES = 1200
_EDGE, _GAP = 24, 30
_LABEL_WIDTH = _LABELS - 22
_TYPE, _SMALL_TYPE, _TOTAL_TYPE = 28, 22, 34
_SMALLEST = 8  # figures are never truncated: an absurdly long one is rather tiny
_MARK_GAP, _FIGURE_GAP, _ASIDE = 5, 14, 4
_RULE = 0.8


@dataclass(frozen=True)
class GameRow:
    """One game: its number or other short label, and each player's points (None: not in this game) and mark."""

    label: str
    points: tuple[Number | None, ...]
    marks: tuple[Mark | None, ...]


@dataclass(frozen=True)
class Sheet:
    """The data of one score sheet.

    `players` are 2 to 12 columns, any Discord names. `total` is the title of the row of totals and `legend` the meaning
    of each mark, in the reader's language. If there are too many games, the first row sums up the earliest.
    """

    title: str
    players: tuple[str, ...]
    games: tuple[GameRow, ...]
    total: str
    note: str = ""
    legend: tuple[tuple[Mark, str], ...] = ()
    theme: str = "wood"

    def totals(self) -> tuple[Number, ...]:
        return tuple(sum(game.points[seat] or 0 for game in self.games) for seat in range(len(self.players)))

    def leaders(self) -> frozenset[int]:
        """The columns with the highest total; none if all are equal."""
        totals = self.totals()
        best = max(totals)
        return frozenset(seat for seat, total in enumerate(totals) if total == best > min(totals))


@dataclass(frozen=True)
class _Figures:
    """The measures of figures of one kind: their type, and the largest width."""

    size: int
    width: int
    bold: bool

    def label(self, value: Number) -> Label:
        return _figure(signed(value), self.size, bold=self.bold)


@dataclass(frozen=True)
class Grid:
    """The layout of rows and columns. `stacked` puts the running total below the points, not beside them."""

    columns: int
    rows: int
    row: int
    mark: int
    points: _Figures
    running: _Figures
    stacked: bool

    @property
    def top(self) -> int:
        return STRIP + _HEADER

    @property
    def bottom(self) -> int:
        return self.top + self.rows * self.row

    @property
    def room(self) -> int:
        return _room(self.columns)

    def left(self, seat: int) -> float:
        """The left edge of a column; for the index after the last one its right edge."""
        return _LABELS + seat * (WIDTH - FRAME - _LABELS) / self.columns

    def middle(self, seat: int) -> float:
        return (self.left(seat) + self.left(seat + 1)) / 2

    def edges(self, seat: int) -> tuple[int, int, int]:
        """The left edge of a column's marks, and the right ones of its points and running totals."""
        width = _together(self.mark, self.points, self.running, stacked=self.stacked)
        left = round(self.middle(seat) - width / 2)
        right = left + width
        return left, right if self.stacked else left + self.mark + self.points.width, right

    def cell(self, index: int, seat: int) -> Box:
        """The box of a row in a column, without the rules between columns."""
        top = self.top + index * self.row
        return round(self.left(seat)), top, round(self.left(seat + 1)) - 1, top + self.row


def draw_sheet(sheet: Sheet) -> bytes:
    """The picture as a PNG, 1100 wide and at most 1500 high. Raises `ValueError` for an invalid sheet."""
    return encode.png(compose_sheet(sheet), sheet.theme)


def compose_sheet(sheet: Sheet) -> Image.Image:
    """The pixels before reduction to a palette. Raises `ValueError` for an invalid sheet."""
    check(sheet)
    look = THEMES[sheet.theme]
    shown, grid = arranged(sheet)
    frame_bottom = grid.bottom + _TOTALS
    canvas = planked(sheet.theme, frame_bottom + (STRIP if sheet.legend else 0))
    darken_strip(canvas, look, 0, STRIP)
    if sheet.legend:
        darken_strip(canvas, look, frame_bottom, canvas.height)
    draw_title(canvas, THEMES[sheet.theme], sheet.title, sheet.note)
    _draw_players(canvas, sheet, grid)
    if shown:
        _draw_ground(canvas, sheet, grid, carried=len(shown) < len(sheet.games))
        _draw_games(canvas, sheet, shown, grid)
    _draw_totals(canvas, sheet, grid)
    _draw_legend(canvas, sheet, frame_bottom + STRIP // 2)
    return canvas


def check(sheet: Sheet) -> None:
    """Raise `ValueError`, saying what is wrong, for an invalid sheet."""
    if sheet.theme not in THEMES:
        raise ValueError(f"unknown theme {sheet.theme!r}: there are {', '.join(THEMES)}")
    columns = len(sheet.players)
    if not 2 <= columns <= MOST_PLAYERS:
        raise ValueError(f"a sheet has 2 to {MOST_PLAYERS} players, not {columns}")
    for game in sheet.games:
        for name, count in (("points", len(game.points)), ("marks", len(game.marks))):
            if count != columns:
                raise ValueError(f"game {game.label!r} has {count} {name} for {columns} players")
        for points in game.points:
            if points is not None and abs(points) > LARGEST:
                raise ValueError(f"game {game.label!r} has {points} points, more than any game is worth")
    explained = [mark for mark, _ in sheet.legend]
    if len(set(explained)) < len(explained):
        raise ValueError("the legend explains a mark twice")


def carried(games: tuple[GameRow, ...], most: int) -> tuple[GameRow, ...]:
    """At most this many rows: of more games the earliest are summed up in one, labelled by the first and last.

    Players in none of them have no points there; nobody has a mark.
    """
    if len(games) <= most:
        return games
    early, late = games[: len(games) - most + 1], games[len(games) - most + 1 :]
    sums: list[Number | None] = []
    for column in zip(*(game.points for game in early), strict=True):
        played = [points for points in column if points is not None]
        sums.append(sum(played) if played else None)
    return GameRow(f"{early[0].label}–{early[-1].label}", tuple(sums), (None,) * len(sums)), *late


def loss(look: Theme) -> Colour:
    """The colour of negative points, besides their minus sign."""
    return look.bad


def arranged(sheet: Sheet) -> tuple[tuple[GameRow, ...], Grid]:
    """The rows shown and their layout: points and running totals side by side if they fit."""
    room = _room(len(sheet.players))
    mark = SIZE + _MARK_GAP if any(any(game.marks) for game in sheet.games) else 0
    values = {one for game in sheet.games for one in game.points if one is not None}
    totals = {one for row in _running(sheet) for one in row}
    points, running = _fitted(values, _TYPE, room, bold=True), _fitted(totals, _SMALL_TYPE, room, bold=False)
    stacked = _together(mark, points, running, stacked=False) > room
    if stacked:
        points = _fitted(values, _TYPE, room - mark, bold=True)
    most, lowest, highest = _STACKED if stacked else _SIDE_BY_SIDE
    shown = carried(sheet.games, most)
    row = max(lowest, min(highest, _GAMES // max(1, len(shown))))
    return shown, Grid(len(sheet.players), len(shown), row, mark, points, running, stacked)


def _room(columns: int) -> int:
    return (WIDTH - FRAME - _LABELS) // columns - 2 * _ASIDE


def _together(mark: int, points: _Figures, running: _Figures, *, stacked: bool) -> int:
    """The total width of mark, points and running total of a column."""
    if stacked:
        return max(mark + points.width, running.width)
    return mark + points.width + _FIGURE_GAP + running.width


def _fitted(values: set[Number], size: int, room: int, *, bold: bool) -> _Figures:
    """The largest type, up to a size, in which all figures fit into a width."""
    texts = {signed(value) for value in values}
    longest = [text for text in texts if len(text) == max(map(len, texts))]
    while True:
        width = max((_figure(text, size, bold=bold).width for text in longest), default=0)
        if width <= room or size <= _SMALLEST:
            return _Figures(size, width, bold)
        size -= 1


@lru_cache(512)
def _figure(text: str, size: int, width: int | None = None, *, bold: bool = True) -> Label:
    return label(text, size, width, smallest=_SMALLEST, bold=bold)


def _running(sheet: Sheet) -> list[tuple[Number, ...]]:
    """The running totals after each game."""
    games = [tuple(points or 0 for points in game.points) for game in sheet.games]
    return list(accumulate(games, lambda one, other: tuple(a + b for a, b in zip(one, other, strict=True))))


def _draw_players(canvas: Image.Image, sheet: Sheet, grid: Grid) -> None:
    """The names on the frame above their columns."""
    size, smallest = (28, 26) if grid.room >= 110 else (24, 22)
    for seat, name in enumerate(sheet.players):
        words = label(clean(name) or MISSING, size, grid.room, smallest=smallest)
        draw_text(canvas, words, grid.middle(seat), STRIP + _HEADER // 2, THEMES[sheet.theme].number, "m")


def _draw_ground(canvas: Image.Image, sheet: Sheet, grid: Grid, *, carried: bool) -> None:
    """The well, with every other row lighter, and rules between columns and below the carried-forward row."""
    look = THEMES[sheet.theme]
    sink(canvas, look, (_LABELS, grid.top, WIDTH - FRAME, grid.bottom), look.panel)
    for index in range(1, grid.rows, 2):
        y = grid.top + index * grid.row
        canvas.paste(zebra(look), (_LABELS, y, WIDTH - FRAME, y + grid.row))
    rule = mix(look.panel, look.cell_asked, _RULE)
    for seat in range(1, grid.columns):
        x = round(grid.left(seat))
        canvas.paste(rule, (x - 1, grid.top, x, grid.bottom))
    if carried:
        canvas.paste(look.cell_asked, (_LABELS, grid.top, WIDTH - FRAME, grid.top + grid.row))
        y = grid.top + grid.row
        canvas.paste(look.text_quiet, (_LABELS, y - 1, WIDTH - FRAME, y + 1))


def _draw_games(canvas: Image.Image, sheet: Sheet, shown: tuple[GameRow, ...], grid: Grid) -> None:
    look = THEMES[sheet.theme]
    folded = len(shown) < len(sheet.games)
    for index, (game, totals) in enumerate(zip(shown, _running(sheet)[-len(shown) :], strict=True)):
        y = grid.top + index * grid.row + grid.row // 2
        words = label(game.label, 26, _LABEL_WIDTH, smallest=22)
        draw_text(canvas, words, _LABELS - 14, y, look.number, "r")
        for seat, points in enumerate(game.points):
            if folded and not index:
                _draw_sum(canvas, look, grid, seat, y, points)
            else:
                _draw_cell(canvas, look, grid, seat, y, points, game.marks[seat], totals[seat])


def _ink(look: Theme, points: Number | None) -> Colour:
    if not points:
        return look.text_quiet
    return look.text if points > 0 else loss(look)


def _draw_sum(canvas: Image.Image, look: Theme, grid: Grid, seat: int, y: int, points: Number | None) -> None:
    """A player's carried-forward points, in the middle of the column like a total."""
    words = MISSING if points is None else signed(points)
    draw_text(canvas, _figure(words, _TYPE, grid.room), grid.middle(seat), y, _ink(look, points), "m")


def _draw_cell(
    canvas: Image.Image,
    look: Theme,
    grid: Grid,
    seat: int,
    y: int,
    points: Number | None,
    mark: Mark | None,
    total: Number,
) -> None:
    left, points_right, running_right = grid.edges(seat)
    # Without points there is no running total, and the mark keeps to the middle of the row.
    upper, lower = (y - 11, y + 14) if grid.stacked and points is not None else (y, y + 2)
    if mark:
        canvas.paste(ink(mark, look), (left, upper - SIZE // 2), sign(mark))
    if points is None:
        middle = points_right - grid.points.width / 2
        draw_text(canvas, _figure(MISSING, _TYPE), middle, upper, look.text_quiet, "m")
    else:
        draw_text(canvas, grid.points.label(points), points_right, upper, _ink(look, points), "r")
        draw_text(canvas, grid.running.label(total), running_right, lower, look.text_quiet, "r")


def _draw_totals(canvas: Image.Image, sheet: Sheet, grid: Grid) -> None:
    """The totals on the frame below their columns; leaders on a bright plate."""
    look = THEMES[sheet.theme]
    y = grid.bottom + _TOTALS // 2
    word = label(sheet.total, 26, _LABEL_WIDTH, smallest=22)
    draw_text(canvas, word, _LABELS - 14, y, look.number, "r")
    totals, leaders = sheet.totals(), sheet.leaders()
    figures = _fitted(set(totals), _TOTAL_TYPE, grid.room - 8, bold=True)
    for seat, total in enumerate(totals):
        figure = figures.label(total)
        x = grid.middle(seat)
        if seat in leaders:
            plate = surfaces.plate(min(grid.room, figure.width + 40), 46, 10)
            canvas.paste(look.brass.face, (round(x - plate.width / 2), y - 23), plate)
        draw_text(canvas, figure, x, y, look.brass.ink if seat in leaders else look.number, "m")


def _draw_legend(canvas: Image.Image, sheet: Sheet, y: int) -> None:
    """Each mark with its meaning."""
    look = THEMES[sheet.theme]
    x = _EDGE
    for mark, text in sheet.legend:
        room = (WIDTH - 2 * _EDGE) // len(sheet.legend) - SIZE - 10 - _GAP
        words = label(text, 24, room, smallest=22, bold=False)
        canvas.paste(ink(mark, look), (x, y - SIZE // 2), sign(mark))
        draw_text(canvas, words, x + SIZE + 10, y, look.text_quiet)
        x += SIZE + 10 + words.width + _GAP

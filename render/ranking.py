"""The first page of a leaderboard: `Ranking`, its validation, and its rows.

All lengths are pixels of a picture 1100 wide. The first three rows are higher. A row has rank and name, form (a full
dot is a win, a ring a loss), recent change, and the figure of the board.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw

from . import encode
from .form import LONGEST, check_form, draw_disc, draw_form
from .frame import zebra
from .layout import FRAME, STRIP, WIDTH
from .names import clean
from .notice import notice
from .text import MISSING, draw_text, label
from .theme import THEMES, Theme

MOST = 10

_HIGH, _LOW, _FIRST = 84, 58, 3
_GAP = 26
_VALUE_WIDTH, _CHANGE_WIDTH = 210, 120
_RANK = FRAME + 92
_DOT, _DOTS_APART = 8, 21
_SCALE = 4
_ARROW = 9
_NOTE = 28
_INSIDE = FRAME + 20


@dataclass(frozen=True)
class Placed:
    """A row. `form`: 1 won, 0 lost, the newest last. `change` lately, 0 for none. Instead of these two there may be a
    `note` in small text.
    """

    rank: int
    name: str
    value: str
    form: str = ""
    change: int = 0
    note: str = ""


@dataclass(frozen=True)
class Ranking:
    """A leaderboard of one to ten rows; `title` and `note` in the reader's language, names as on Discord."""

    title: str
    rows: tuple[Placed, ...]
    note: str = ""
    theme: str = "wood"


def draw_ranking(ranking: Ranking) -> bytes:
    """The picture as a PNG, 1100 wide. Raises `ValueError` for an invalid leaderboard."""
    return encode.png(compose_ranking(ranking), ranking.theme)


def compose_ranking(ranking: Ranking) -> Image.Image:
    """The pixels before reduction to a palette. Raises `ValueError` for an invalid leaderboard."""
    check(ranking)
    look = THEMES[ranking.theme]
    rows = tuple(top(index) for index in range(len(ranking.rows) + 1))
    canvas = notice(ranking.theme, rows, ranking.title, ranking.note)
    for index, row in enumerate(ranking.rows):
        _draw_row(canvas, look, row, index)
    return canvas


def check(ranking: Ranking) -> None:
    """Raise `ValueError`, saying what is wrong, for an invalid leaderboard."""
    if ranking.theme not in THEMES:
        raise ValueError(f"unknown theme {ranking.theme!r}: there are {', '.join(THEMES)}")
    if not 1 <= len(ranking.rows) <= MOST:
        raise ValueError(f"a ranking has 1 to {MOST} rows, not {len(ranking.rows)}")
    for row in ranking.rows:
        if row.rank < 1:
            raise ValueError(f"nobody has the rank {row.rank}")
        check_form(row.form)
        if row.note and (row.form or row.change):
            raise ValueError("a note is in the place of the last games and of what has changed")
    if any(one.rank > other.rank for one, other in zip(ranking.rows, ranking.rows[1:], strict=False)):
        raise ValueError("the rows are not in order")


def top(index: int) -> int:
    """The top of a row; for the index after the last one its bottom."""
    return STRIP + FRAME + min(index, _FIRST) * _HIGH + max(0, index - _FIRST) * _LOW


def _draw_row(canvas: Image.Image, look: Theme, row: Placed, index: int) -> None:
    high = index < _FIRST
    y, size = (top(index) + top(index + 1)) // 2, 42 if high else 34
    _draw_rank(canvas, look, row.rank, y, high=high)
    value = label(row.value, size + 2, _VALUE_WIDTH, smallest=20)
    draw_text(canvas, value, WIDTH - _INSIDE, y, look.text, "r")
    right = WIDTH - _INSIDE - _VALUE_WIDTH
    _draw_change(canvas, look, row.change, right, y)
    right -= _CHANGE_WIDTH
    ground = zebra(look) if index % 2 else look.panel
    draw_form(canvas, look, ground, row.form, right - _GAP, y, _DOT, _DOTS_APART)
    note = label(row.note, _NOTE, LONGEST * _DOTS_APART + _CHANGE_WIDTH, smallest=20, bold=False)
    draw_text(canvas, note, right + _CHANGE_WIDTH, y, look.text_quiet, "r")
    right -= LONGEST * _DOTS_APART + _GAP
    name = label(clean(row.name) or MISSING, size, right - _RANK, smallest=28)
    draw_text(canvas, name, _RANK, y, look.text)


def _draw_rank(canvas: Image.Image, look: Theme, rank: int, y: int, *, high: bool) -> None:
    """A rank; the first on brass, the second and third on checkers."""
    x = (FRAME + _RANK) // 2
    if not high:
        draw_text(canvas, label(str(rank), 30, _RANK - FRAME - 2 * _ARROW, smallest=14), x, y, look.text_quiet, "m")
        return
    if rank == 1:
        rim, face, ink = look.brass.foot, look.brass.face, look.brass.ink
    else:
        material = look.light if rank == 2 else look.dark
        rim, face, ink = material.rim, material.face, material.ink
    draw_disc(canvas, x, y, 30, rim)
    draw_disc(canvas, x, y, 26, face)
    draw_text(canvas, label(str(rank), 34, 46, smallest=14), x, y, ink, "m")


def _draw_change(canvas: Image.Image, look: Theme, change: int, right: int, y: int) -> None:
    if not change:
        return
    ink = look.good if change > 0 else look.bad
    words = label(str(abs(change)), 28, _CHANGE_WIDTH - 3 * _ARROW - _GAP, smallest=14)
    draw_text(canvas, words, right, y, ink, "r")
    canvas.paste(ink, (right - words.width - 4 * _ARROW, y - 2 * _ARROW), _arrow(change > 0))


@lru_cache(2)
def _arrow(up: bool) -> Image.Image:
    way, middle = -_ARROW if up else _ARROW, 2 * _ARROW
    size = 2 * middle * _SCALE
    mask = Image.new("L", (size, size), 0)
    corners = [(0, way), (-_ARROW, -way), (_ARROW, -way)]
    ImageDraw.Draw(mask).polygon([((middle + a) * _SCALE, (middle + b) * _SCALE) for a, b in corners], fill=255)
    return mask.reduce(_SCALE)

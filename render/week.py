"""The club's week as a picture: `WeekCard`, rows of what is told, and below them a board, if there is one to show.

All lengths are pixels of a picture 1100 wide. A row has what it is about at the left, in small text, then who, and the
figure at the right.
"""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image

from . import encode
from .layout import FRAME, HEIGHT, STRIP, WIDTH
from .names import clean
from .notice import notice
from .picture import compose
from .scene import Scene
from .text import MISSING, draw_text, label
from .theme import THEMES, Theme

MOST = 9

_ROW = 66
_INSIDE = FRAME + 20
_ABOUT, _ABOUT_WIDTH = 28, 260
_WORDS, _SMALLEST, _SPACE, _WORDS_LEFT = 36, 26, 10, _INSIDE + _ABOUT_WIDTH + 20
_FIGURE, _FIGURE_WIDTH = 38, 200
_GAP = 24


@dataclass(frozen=True)
class WeekRow:
    """A line: what it is `about`; `words`, which are names and what stands between them, from left to right whatever
    their letters; a `figure`, or none. That of what was `won` stands out.
    """

    about: str
    words: tuple[str, ...]
    figure: str = ""
    won: bool = False


@dataclass(frozen=True)
class WeekCard:
    """A week of one to nine rows, in the reader's language, names as on Discord. `board`: of the same theme."""

    title: str
    rows: tuple[WeekRow, ...]
    note: str = ""
    board: Scene | None = None
    theme: str = "wood"


def draw_week(card: WeekCard) -> bytes:
    """The picture as a PNG, 1100 wide. Raises `ValueError` for an invalid card."""
    return encode.png(compose_week(card), card.theme)


def compose_week(card: WeekCard) -> Image.Image:
    """The pixels before reduction to a palette. Raises `ValueError` for an invalid card."""
    check_week(card)
    look = THEMES[card.theme]
    paper = notice(card.theme, tuple(map(top, range(len(card.rows) + 1))), card.title, card.note)
    for index, row in enumerate(card.rows):
        _draw_row(paper, look, row, (top(index) + top(index + 1)) // 2)
    if card.board is None:
        return paper
    canvas = Image.new("RGB", (WIDTH, paper.height + HEIGHT))
    canvas.paste(paper, (0, 0))
    canvas.paste(compose(card.board), (0, paper.height))
    return canvas


def check_week(card: WeekCard) -> None:
    """Raise `ValueError`, saying what is wrong, for an invalid card."""
    if card.theme not in THEMES:
        raise ValueError(f"unknown theme {card.theme!r}: there are {', '.join(THEMES)}")
    if not 1 <= len(card.rows) <= MOST:
        raise ValueError(f"a week has 1 to {MOST} rows, not {len(card.rows)}")
    if not all(row.words for row in card.rows):
        raise ValueError("a row says nothing")
    if card.board is not None and (card.board.theme != card.theme or card.board.members):
        raise ValueError("the board is one of two sides, in the theme of the card")


def top(index: int) -> int:
    """The top of a row; for the index after the last one its bottom."""
    return STRIP + FRAME + index * _ROW


def _draw_row(canvas: Image.Image, look: Theme, row: WeekRow, y: int) -> None:
    about = label(row.about, _ABOUT, _ABOUT_WIDTH, smallest=22, bold=False)
    draw_text(canvas, about, _INSIDE, y, look.text_quiet)
    figure = label(row.figure, _FIGURE, _FIGURE_WIDTH, smallest=24)
    draw_text(canvas, figure, WIDTH - _INSIDE, y, look.brass.face if row.won else look.text, "r")
    _draw_words(canvas, look, row.words, y, WIDTH - _INSIDE - (figure.width + _GAP if row.figure else 0))


def _draw_words(canvas: Image.Image, look: Theme, words: tuple[str, ...], y: int, right: int) -> None:
    """Words in as large a type as they fit; if none is small enough, the longest are cut to one width."""
    said = [clean(each) or MISSING for each in words]
    room = right - _WORDS_LEFT - _SPACE * (len(said) - 1)

    def widths(size: int) -> list[int]:
        return [label(each, size).width for each in said]

    size = next((each for each in range(_WORDS, _SMALLEST, -1) if sum(widths(each)) <= room), _SMALLEST)
    most = max(_shares(widths(size), room))
    left = _WORDS_LEFT
    for each in said:
        drawn = label(each, size, most, smallest=size)
        draw_text(canvas, drawn, left, y, look.text)
        left += drawn.width + _SPACE


def _shares(widths: list[int], room: int) -> list[int]:
    """What each gets of the room, if nobody gets more than they need, nor less than another one gets."""
    shares, left = list[int](), room
    for number, width in enumerate(sorted(widths)):
        shares.append(min(width, left // (len(widths) - number)))
        left -= shares[-1]
    return shares

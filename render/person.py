"""A member's profile card: rating and its history, form, figures, badges.

All lengths are pixels of a picture 1100 wide. In rows: rating, chart, figures, badges; missing parts take no space.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

from PIL import Image

from . import encode
from .chart import Chart, draw_history
from .chart import check as check_chart
from .form import LONGEST, check_form, draw_form
from .frame import sink, zebra
from .layout import FRAME, STRIP, WIDTH
from .names import clean
from .notice import notice
from .pill import draw_pill, pill_width
from .surfaces import Box
from .text import MISSING, Label, draw_text, label
from .theme import THEMES, Colour, Theme

MOST_FIGURES, MOST_ROWS, MOST_BADGES = 4, 5, 9

_TOP = STRIP + FRAME
_INSIDE = FRAME + 22
_HERO, _HISTORY, _FIGURES, _TITLE = 128, 280, 104, 64
_WELL = (FRAME + 92, 12, WIDTH - _INSIDE, 234)  # relative to the top of its row
_BADGE, _BADGES_APART, _BADGES_ASIDE = 48, 12, 18
_RATING, _WORDS, _SMALL, _VALUE = 92, 34, 28, 46
_GAP = 30
_DOT, _DOTS_APART = 12, 33
_LINES = (-23, 25)  # of the two lines of a row, relative to its middle


@dataclass(frozen=True)
class Figure:
    """A number with its title, and small text beside it."""

    words: str
    value: str
    note: str = ""


@dataclass(frozen=True)
class Progress:
    """The course of a second figure, the lower the better: `value` is the latest. The other fields as in `Chart`."""

    title: str
    value: str
    points: tuple[tuple[float, float], ...]
    note: str = ""
    ticks: tuple[tuple[float, str], ...] = ()
    decimal: str = "."
    best: int = 0


@dataclass(frozen=True)
class PersonCard:
    """The data of one card, in the reader's language.

    `rating` is of the variant that `about` begins with, at most two lines. `points` and `ticks` are those of its chart,
    empty for none; `progress`: another chart, below the figures. `form`: 1 won, 0 lost, the newest last; `streak`: text
    below it. `figures` by row.
    """

    name: str
    note: str = ""
    rating: str = ""
    about: tuple[str, ...] = ()
    points: tuple[tuple[float, float], ...] = ()
    ticks: tuple[tuple[float, str], ...] = ()
    form: str = ""
    streak: str = ""
    figures: tuple[tuple[Figure, ...], ...] = ()
    badges: tuple[str, ...] = ()
    theme: str = "wood"
    progress: Progress | None = None


def draw_person(card: PersonCard) -> bytes:
    """The card as a PNG, 1100 wide. Raises `ValueError` for an invalid one."""
    return encode.png(compose_person(card), card.theme)


def compose_person(card: PersonCard) -> Image.Image:
    """The pixels before reduction to a palette. Raises `ValueError` for an invalid card."""
    check_person(card)
    look, badges = THEMES[card.theme], _lines(card.badges)
    edges = row_edges(card, len(badges))
    canvas = notice(card.theme, edges, clean(card.name) or MISSING, card.note)
    rows = iter(edges)
    if card.rating or card.form:
        _draw_hero(canvas, look, card, next(rows))
    if card.points:
        _draw_line(canvas, look, card, next(rows))
    for line in card.figures:
        _draw_figures(canvas, look, line, next(rows))
    if card.progress:
        _draw_progress(canvas, look, card.progress, card.theme, next(rows))
    for number, each in enumerate(badges):
        y = edges[-1] - (len(badges) - number) * (_BADGE + _BADGES_APART) - _BADGES_ASIDE + _BADGES_APART + _BADGE // 2
        left = _INSIDE
        for words in each:
            draw_pill(canvas, words, left, y, _BADGE, 20, look.brass.face, look.brass.ink)
            left += pill_width(words, 20) + _BADGES_APART
    return canvas


def row_edges(card: PersonCard, badge_lines: int) -> tuple[int, ...]:
    """The top of each row of the card, and the bottom of the last."""
    heights = [
        *([_HERO] if card.rating or card.form else []),
        *([_HISTORY] if card.points else []),
        *(_FIGURES for _ in card.figures),
        *([_TITLE + _HISTORY] if card.progress else []),
        *([2 * _BADGES_ASIDE + badge_lines * (_BADGE + _BADGES_APART) - _BADGES_APART] if badge_lines else []),
    ]
    return tuple(accumulate(heights, initial=_TOP))


def cell(card: PersonCard, row: int, place: int) -> Box:
    """The box of a figure, by row and place."""
    top = row_edges(card, 0)[bool(card.rating or card.form) + bool(card.points) + row]
    width = (WIDTH - 2 * FRAME) // len(card.figures[row])
    return FRAME + place * width, top, FRAME + (place + 1) * width, top + _FIGURES


def check_person(card: PersonCard) -> None:
    """Raise `ValueError`, saying what is wrong, for an invalid card."""
    if card.theme not in THEMES:
        raise ValueError(f"unknown theme {card.theme!r}: there are {', '.join(THEMES)}")
    if card.points:
        check_chart(_chart(card))
    if card.progress:
        check_chart(_progress_chart(card.progress, card.theme))
    check_form(card.form)
    if len(row_edges(card, 0)) == 1:
        raise ValueError("there is nothing on the card")
    if len(card.figures) > MOST_ROWS or not all(1 <= len(line) <= MOST_FIGURES for line in card.figures):
        raise ValueError(f"figures come in at most {MOST_ROWS} rows of 1 to {MOST_FIGURES}")
    if len(card.badges) > MOST_BADGES:
        raise ValueError(f"a card has at most {MOST_BADGES} badges, not {len(card.badges)}")


def _chart(card: PersonCard) -> Chart:
    return Chart(card.name, card.points, ticks=card.ticks, theme=card.theme)


def _draw_hero(canvas: Image.Image, look: Theme, card: PersonCard, top: int) -> None:
    """The rating with its description; at the right the form."""
    y, left, right = top + _HERO // 2, _INSIDE, WIDTH - _INSIDE
    high, low = (y + line for line in _LINES)
    if card.form:
        draw_form(canvas, look, look.panel, card.form, right - _DOT, high, _DOT, _DOTS_APART)
        streak = label(card.streak, _SMALL, LONGEST * _DOTS_APART, smallest=22, bold=False)
        draw_text(canvas, streak, right, low, look.text_quiet, "r")
        right -= LONGEST * _DOTS_APART + _GAP
    if card.rating:
        rating = label(card.rating, _RATING, 330, smallest=48)
        draw_text(canvas, rating, left, y, look.brass.face)
        left += rating.width + _GAP
    lines = ((high, _WORDS, look.text), (low, _SMALL, look.text_quiet))
    for words, (height, size, ink) in zip(card.about, lines, strict=False):
        draw_text(canvas, label(words, size, right - left, smallest=22), left, height, ink)


def _progress_chart(progress: Progress, theme: str) -> Chart:
    return Chart(
        progress.title,
        progress.points,
        ticks=progress.ticks,
        theme=theme,
        decimal=progress.decimal,
        best=progress.best,
    )


def _draw_progress(canvas: Image.Image, look: Theme, progress: Progress, theme: str, top: int) -> None:
    """The title with the latest figure and the note, and below them the line."""
    y, left, right = top + _TITLE // 2 + 6, _INSIDE, WIDTH - _INSIDE
    value = label(progress.value, _VALUE)
    draw_text(canvas, value, right, y, look.brass.face, "r")
    title = label(progress.title, _WORDS, right - left - value.width - _GAP, smallest=24)
    draw_text(canvas, title, left, y, look.text)
    room = right - left - value.width - title.width - 2 * _GAP
    if progress.note and room > 0:
        note = label(progress.note, _SMALL, room, smallest=22, bold=False)
        draw_text(canvas, note, right - value.width - _GAP, y + 2, look.text_quiet, "r")
    well = (_WELL[0], top + _TITLE + _WELL[1], _WELL[2], top + _TITLE + _WELL[3])
    sink(canvas, look, well, look.tray)
    draw_history(canvas, _progress_chart(progress, theme), well)


def _draw_line(canvas: Image.Image, look: Theme, card: PersonCard, top: int) -> None:
    canvas.paste(_sunk(card.theme), (FRAME, top))
    draw_history(canvas, _chart(card), (_WELL[0], top + _WELL[1], _WELL[2], top + _WELL[3]))


@lru_cache(len(THEMES))
def _sunk(theme: str) -> Image.Image:
    """The row of the chart with its well. Shared: never draw on it."""
    look = THEMES[theme]
    row = Image.new("RGB", (WIDTH, _HISTORY), zebra(look))
    sink(row, look, _WELL, look.tray)
    return row.crop((FRAME, 3, WIDTH - FRAME, _HISTORY))


def _draw_figures(canvas: Image.Image, look: Theme, line: tuple[Figure, ...], top: int) -> None:
    width, y = (WIDTH - 2 * FRAME) // len(line), top + _FIGURES // 2
    for place, each in enumerate(line):
        left, right = FRAME + place * width + 22, FRAME + (place + 1) * width - 22
        if place:
            _rule(canvas, look.cell_asked, left - 23, top)
        note = label(each.note, _SMALL, (right - left) * 2 // 3, smallest=22, bold=False)
        draw_text(canvas, note, right, y + _LINES[0], look.text_quiet, "r")
        room = right - left - (note.width + 12 if each.note else 0)
        words = label(each.words, _SMALL, room, smallest=22, bold=False)
        draw_text(canvas, words, left, y + _LINES[0], look.text_quiet)
        draw_text(canvas, label(each.value, _VALUE, right - left, smallest=24), left, y + 20, look.text)


def _rule(canvas: Image.Image, colour: Colour, x: int, top: int) -> None:
    canvas.paste(colour, (x, top + 16, x + 2, top + _FIGURES - 16))


def _lines(badges: tuple[str, ...]) -> list[list[Label]]:
    """Badges in lines, each as full as possible."""
    room = WIDTH - 2 * _INSIDE
    lines: list[list[Label]] = []
    taken = room
    for badge in badges:
        words = label(badge, _SMALL, room - 2 * 20, smallest=24)
        needed = pill_width(words, 20) + _BADGES_APART
        if taken + needed - _BADGES_APART > room:
            lines.append([])
            taken = 0
        lines[-1].append(words)
        taken += needed
    return lines

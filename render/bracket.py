"""The bracket of a knock-out: its last rounds side by side, with matches and results.

All lengths are pixels of a picture 1100 wide. Each match is a card of two lines; dots before a name are earlier losses.
A round of many matches takes two columns, so that a picture is never much higher than a board.
"""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image

from . import encode, surfaces
from .layout import FRAME, STRIP, WIDTH
from .names import clean
from .notice import notice
from .surfaces import Box
from .text import MISSING, draw_text, label
from .theme import THEMES, Theme

MOST_COLUMNS, MOST_MATCHES = 3, 16

_HEADER, _LINE, _BETWEEN, _FOOT = 54, 48, 14, 20
_COLUMN = 8  # matches per column
_COLUMN_GAP, _PAD = 18, 14
_TYPE, _HEAD_TYPE, _SCORE = 34, 30, 64
_DOT, _DOT_STEP = 12, 18


@dataclass(frozen=True)
class BracketSide:
    """One side of a match, with `lost` earlier losses, and its `points` as text.

    `won`: None while it is open.
    """

    name: str
    lost: int = 0
    points: str = ""
    won: bool | None = None


Match = tuple[BracketSide, BracketSide]
Stack = tuple[tuple[Match, ...], tuple[BracketSide, ...]]


@dataclass(frozen=True)
class BracketRound:
    """A round with its title. `resting`: byes, one per line."""

    words: str
    matches: tuple[Match, ...]
    resting: tuple[BracketSide, ...] = ()

    @property
    def columns(self) -> int:
        """The number of columns it takes, of `MOST_COLUMNS`."""
        return max(1, -(-len(self.matches) // _COLUMN))

    @property
    def stacks(self) -> list[Stack]:
        """The contents of each column: matches, and the byes below the last ones."""
        each = -(-len(self.matches) // self.columns)
        parts = [self.matches[first : first + each] for first in range(0, len(self.matches), each)]
        return [(part, self.resting if part is parts[-1] else ()) for part in parts]


@dataclass(frozen=True)
class Bracket:
    """Everything one picture of a knock-out shows: its last rounds, the latest on the right."""

    title: str
    rounds: tuple[BracketRound, ...]
    note: str = ""
    theme: str = "wood"


def draw_bracket(shown: Bracket) -> bytes:
    """The picture as a PNG, 1100 wide. Raises `ValueError` for an invalid bracket."""
    return encode.png(compose_bracket(shown), shown.theme)


def compose_bracket(shown: Bracket) -> Image.Image:
    """The pixels before reduction to a palette. Raises `ValueError` for an invalid bracket."""
    check_bracket(shown)
    look = THEMES[shown.theme]
    stacks = [stack for each in shown.rounds for stack in each.stacks]
    heights = [len(matches) * (2 * _LINE + _BETWEEN) + len(byes) * (_LINE + _BETWEEN) for matches, byes in stacks]
    bottom = STRIP + _HEADER + max(heights) + _FOOT
    canvas = notice(shown.theme, (STRIP + _HEADER, bottom), shown.title, shown.note, felt=True)
    width = (WIDTH - 2 * FRAME - (len(stacks) + 1) * _COLUMN_GAP) // len(stacks)
    left = FRAME + _COLUMN_GAP
    for each in shown.rounds:
        right = left + each.columns * (width + _COLUMN_GAP) - _COLUMN_GAP
        head = label(each.words, _HEAD_TYPE, right - left, smallest=22)
        draw_text(canvas, head, (left + right) / 2, STRIP + _HEADER // 2, look.number, "m")
        left = right + _COLUMN_GAP
    for number, (stack, height) in enumerate(zip(stacks, heights, strict=True)):
        x = FRAME + _COLUMN_GAP + number * (width + _COLUMN_GAP)
        y = STRIP + _HEADER + _FOOT + (max(heights) - height) // 2
        _draw_stack(canvas, look, stack, (x, y, x + width))
    return canvas


def check_bracket(shown: Bracket) -> None:
    """Raise `ValueError`, saying what is wrong, for an invalid bracket."""
    if shown.theme not in THEMES:
        raise ValueError(f"unknown theme {shown.theme!r}: there are {', '.join(THEMES)}")
    for each in shown.rounds:
        if not 1 <= len(each.matches) <= MOST_MATCHES:
            raise ValueError(f"{each.words!r} has {len(each.matches)} matches, not 1 to {MOST_MATCHES}")
    if not 1 <= (columns := sum(each.columns for each in shown.rounds)) <= MOST_COLUMNS:
        raise ValueError(f"a bracket has 1 to {MOST_COLUMNS} columns, not {columns}")


def _draw_stack(canvas: Image.Image, look: Theme, stack: Stack, place: tuple[int, int, int]) -> None:
    """A column from its top; `place` is (left, top, right)."""
    left, y, right = place
    matches, resting = stack
    for match in matches:
        surfaces.lay_plate(canvas, (left, y, right, y + 2 * _LINE), 12, look.panel)
        for side in match:
            _draw_side(canvas, look, side, (left, y, right, y + _LINE))
            y += _LINE
        canvas.paste(look.cell_asked, (left + _PAD, y - _LINE, right - _PAD, y - _LINE + 1))
        y += _BETWEEN
    for side in resting:
        surfaces.lay_plate(canvas, (left, y, right, y + _LINE), 12, look.cell)
        _draw_side(canvas, look, side, (left, y, right, y + _LINE))
        y += _LINE + _BETWEEN


def _draw_side(canvas: Image.Image, look: Theme, side: BracketSide, box: Box) -> None:
    x, top, right, bottom = box
    y = (top + bottom) // 2
    left = x + _PAD
    for _ in range(side.lost):
        canvas.paste(look.bad, (left, y - _DOT // 2), surfaces.plate(_DOT, _DOT, _DOT // 2))
        left += _DOT_STEP
    ink = look.text_quiet if side.won is False else look.text
    if side.points:
        if side.won:
            surfaces.lay_plate(canvas, (right - _SCORE + 4, top + 7, right - 8, bottom - 7), 8, look.brass.face)
        figure = label(side.points, _TYPE, _SCORE - 14, smallest=22)
        draw_text(canvas, figure, right - _SCORE / 2 - 2, y, look.brass.ink if side.won else ink, "m")
    room = right - left - (_SCORE if side.points else _PAD) - 4
    name = label(clean(side.name) or MISSING, _TYPE, room, smallest=26, bold=side.won is not False)
    draw_text(canvas, name, left, y, ink)

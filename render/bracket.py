"""The rounds of a knock-out, the last ones of them side by side: who meets whom, and what became of it.

All lengths are pixels of a picture 1100 wide. Each match is a card of two lines; before a name stand the matches that
its player had lost before, as dots.
"""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image

from . import encode, surfaces
from .frame import sink
from .layout import FRAME, STRIP, WIDTH
from .names import clean
from .notice import notice
from .text import MISSING, Faces, draw_text, label, system_faces
from .theme import THEMES, Theme

MOST_ROUNDS, MOST_MATCHES = 3, 16

_HEADER, _LINE, _BETWEEN, _FOOT = 56, 52, 16, 22
_COLUMN_GAP, _PAD = 18, 14
_TYPE, _HEAD_TYPE, _SCORE = 34, 30, 64
_DOT, _DOT_STEP = 12, 18


@dataclass(frozen=True)
class BracketSide:
    """One of the two in a match: with `lost` matches before it, and `points` in it as they are written.

    `won`: None as long as it is open.
    """

    name: str
    lost: int = 0
    points: str = ""
    won: bool | None = None


@dataclass(frozen=True)
class BracketRound:
    """A round under its words. `resting`: who has a bye, on a line of their own each."""

    words: str
    matches: tuple[tuple[BracketSide, BracketSide], ...]
    resting: tuple[BracketSide, ...] = ()


@dataclass(frozen=True)
class Bracket:
    """Everything one picture of a knock-out shows: its last rounds, the latest on the right."""

    title: str
    rounds: tuple[BracketRound, ...]
    note: str = ""
    theme: str = "wood"


def draw_bracket(shown: Bracket) -> bytes:
    """The picture as a PNG, 1100 wide. Raise `ValueError` for what is no knock-out."""
    return encode.png(compose_bracket(shown, system_faces()), shown.theme)


def compose_bracket(shown: Bracket, faces: Faces) -> Image.Image:
    """The picture's pixels before they are reduced to a palette. Raise `ValueError` for what is no knock-out."""
    check_bracket(shown)
    look = THEMES[shown.theme]
    heights = [
        len(each.matches) * (2 * _LINE + _BETWEEN) + len(each.resting) * (_LINE + _BETWEEN) for each in shown.rounds
    ]
    bottom = STRIP + _HEADER + max(heights) + _FOOT
    canvas = notice(shown.theme, bottom + FRAME, shown.title, shown.note, faces)
    sink(canvas, look, (FRAME, STRIP + _HEADER, WIDTH - FRAME, bottom), look.mat)
    count = len(shown.rounds)
    width = (WIDTH - 2 * FRAME - (count + 1) * _COLUMN_GAP) // count
    for number, each in enumerate(shown.rounds):
        x = FRAME + _COLUMN_GAP + number * (width + _COLUMN_GAP)
        head = label(each.words, _HEAD_TYPE, width, smallest=22, faces=faces)
        draw_text(canvas, head, x + width / 2, STRIP + _HEADER // 2, look.number, "m")
        y = STRIP + _HEADER + _FOOT + (max(heights) - heights[number]) // 2
        for match in each.matches:
            canvas.paste(look.panel, (x, y), surfaces.plate(width, 2 * _LINE, 12))
            for line, side in enumerate(match):
                _draw_side(canvas, look, side, (x, y + line * _LINE, width), faces)
            canvas.paste(look.cell_asked, (x + _PAD, y + _LINE, x + width - _PAD, y + _LINE + 1))
            y += 2 * _LINE + _BETWEEN
        for side in each.resting:
            canvas.paste(look.cell, (x, y), surfaces.plate(width, _LINE, 12))
            _draw_side(canvas, look, side, (x, y, width), faces)
            y += _LINE + _BETWEEN
    return canvas


def check_bracket(shown: Bracket) -> None:
    """Raise `ValueError`, saying what is wrong, if no knock-out can be like this."""
    if shown.theme not in THEMES:
        raise ValueError(f"unknown theme {shown.theme!r}: there are {', '.join(THEMES)}")
    if not 1 <= len(shown.rounds) <= MOST_ROUNDS:
        raise ValueError(f"a bracket shows 1 to {MOST_ROUNDS} rounds, not {len(shown.rounds)}")
    for each in shown.rounds:
        if not 1 <= len(each.matches) <= MOST_MATCHES:
            raise ValueError(f"{each.words!r} has {len(each.matches)} matches, not 1 to {MOST_MATCHES}")


def _draw_side(canvas: Image.Image, look: Theme, side: BracketSide, place: tuple[int, int, int], faces: Faces) -> None:
    x, top, width = place
    y = top + _LINE // 2
    left = x + _PAD
    for _ in range(side.lost):
        canvas.paste(look.bad, (left, y - _DOT // 2), surfaces.plate(_DOT, _DOT, _DOT // 2))
        left += _DOT_STEP
    ink = look.text_quiet if side.won is False else look.text
    if side.points:
        if side.won:
            plate = surfaces.plate(_SCORE - 12, _LINE - 14, 8)
            canvas.paste(look.brass.face, (x + width - _SCORE + 4, y - plate.height // 2), plate)
        figure = label(side.points, _TYPE, _SCORE - 14, smallest=22)
        draw_text(canvas, figure, x + width - _SCORE / 2 - 2, y, look.brass.ink if side.won else ink, "m")
    room = x + width - left - (_SCORE if side.points else _PAD) - 4
    name = label(clean(side.name) or MISSING, _TYPE, room, smallest=26, bold=side.won is not False, faces=faces)
    draw_text(canvas, name, left, y, ink)

"""A comparison of choices: a line for each over the outcomes.

All lengths are pixels of a picture 1100 wide. Lines differ by colour and by the shape of their points, and are named
below.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass

from PIL import Image, ImageDraw

from . import encode, surfaces
from .frame import darken_strip, draw_title, planked, sink
from .layout import FRAME, STRIP, WIDTH
from .text import draw_text, label, signed
from .theme import THEMES, Colour, Theme, mix

MOST_CHOICES = 4
HEIGHT = 860

_EDGE = 24
_WELL = (120, STRIP + 10, WIDTH - FRAME, 690)
_ASIDE, _APART = 44, 46
_LINE, _POINT = 6.0, 11
_TICKS = 6
_STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)

Point = tuple[float, float]


@dataclass(frozen=True)
class Choice:
    """A choice: its name, and its worth at some of the outcomes."""

    name: str
    worth: tuple[tuple[int, float], ...]


@dataclass(frozen=True)
class Plot:
    """Choices over outcomes. `outcomes`: the title of the x axis."""

    title: str
    choices: tuple[Choice, ...]
    outcomes: str
    note: str = ""
    theme: str = "wood"


def draw_plot(plot: Plot) -> bytes:
    """The picture as a PNG, 1100 × 860. Raises `ValueError` for an invalid comparison."""
    return encode.png(compose_plot(plot), plot.theme)


def check(plot: Plot) -> None:
    """Raise `ValueError`, saying what is wrong, for an invalid comparison."""
    if plot.theme not in THEMES:
        raise ValueError(f"unknown theme {plot.theme!r}: there are {', '.join(THEMES)}")
    if not 1 <= len(plot.choices) <= MOST_CHOICES:
        raise ValueError(f"1 to {MOST_CHOICES} choices are compared, not {len(plot.choices)}")
    for choice in plot.choices:
        if not choice.worth or not all(math.isfinite(worth) for _, worth in choice.worth):
            raise ValueError(f"{choice.name!r} is worth nothing that could be drawn")


def compose_plot(plot: Plot) -> Image.Image:
    """The pixels before reduction to a palette. Raises `ValueError` for an invalid comparison."""
    check(plot)
    look = THEMES[plot.theme]
    canvas = planked(plot.theme, HEIGHT)
    darken_strip(canvas, look, 0, STRIP)
    draw_title(canvas, look, plot.title, plot.note)
    darken_strip(canvas, look, _WELL[3] + 60, HEIGHT)
    sink(canvas, look, _WELL, look.panel)
    _draw_axes(canvas, plot, look)
    for index, choice in enumerate(plot.choices):
        ink = inks(look)[index]
        spots = [_spot(plot, outcome, worth) for outcome, worth in sorted(choice.worth)]
        for one, other in itertools.pairwise(spots):
            _line(canvas, one, other, ink)
        for spot in spots:
            _mark(canvas, index, spot, ink)
    _draw_names(canvas, plot, look)
    return canvas


def inks(look: Theme) -> tuple[Colour, ...]:
    return look.brass.face, look.past.colour, look.bad, look.text


def _range(plot: Plot) -> tuple[int, int, float, float, int]:
    """The first and last outcome, the lowest and highest worth of the grid, and its step."""
    outcomes = [outcome for choice in plot.choices for outcome, _ in choice.worth]
    values = [worth for choice in plot.choices for _, worth in choice.worth] + [0.0]
    spread = max(1.0, max(values) - min(values))
    step = next((each for each in _STEPS if spread / each <= _TICKS), _STEPS[-1])
    low, high = math.floor(min(values) / step) * step, math.ceil(max(values) / step) * step
    return min(outcomes), max(outcomes), low, max(high, low + step), step


def _spot(plot: Plot, outcome: float, worth: float) -> Point:
    first, last, low, high, _ = _range(plot)
    left, top, right, bottom = _WELL
    share = (outcome - first) / (last - first) if last > first else 0.5
    x = left + _ASIDE + share * (right - left - 2 * _ASIDE)
    return x, bottom - _APART - (worth - low) / (high - low) * (bottom - top - 2 * _APART)


def _draw_axes(canvas: Image.Image, plot: Plot, look: Theme) -> None:
    first, last, low, high, step = _range(plot)
    left, _, right, bottom = _WELL
    for value in range(int(low), int(high) + 1, step):
        _, y = _spot(plot, first, value)
        thick = 2 if value == 0 else 1
        ink = look.text_quiet if value == 0 else mix(look.panel, look.text_quiet, 0.35)
        canvas.paste(ink, (left, round(y) - thick, right, round(y) + thick))
        draw_text(canvas, label(signed(value), 30, left - 34, smallest=20), left - 14, y, look.number, "r")
    for outcome in range(first, last + 1):
        x, _ = _spot(plot, outcome, low)
        draw_text(canvas, label(str(outcome), 32), x, bottom + 30, look.number, "m")
    words = label(plot.outcomes, 26, left - 20, smallest=16, bold=False)
    draw_text(canvas, words, 14, bottom + 30, look.text_quiet)


def _line(canvas: Image.Image, one: Point, other: Point, ink: Colour) -> None:
    length = max(1.0, math.dist(one, other))
    x, y = (other[1] - one[1]) / length * _LINE / 2, (one[0] - other[0]) / length * _LINE / 2
    corners = (
        (one[0] + x, one[1] + y),
        (other[0] + x, other[1] + y),
        (other[0] - x, other[1] - y),
        (one[0] - x, one[1] - y),
    )
    surfaces.polygon(canvas, corners, ink)


def _mark(canvas: Image.Image, index: int, spot: Point, ink: Colour) -> None:
    """The mark of a line's points: a disc, a square, a triangle or a diamond."""
    x, y = spot
    size = _POINT
    match index:
        case 0:
            canvas.paste(ink, (round(x) - size, round(y) - size), surfaces.plate(2 * size, 2 * size, size))
        case 1:
            ImageDraw.Draw(canvas).rectangle((x - size + 1, y - size + 1, x + size - 1, y + size - 1), fill=ink)
        case 2:
            surfaces.polygon(canvas, ((x, y - size - 2), (x + size + 2, y + size), (x - size - 2, y + size)), ink)
        case _:
            corners = ((x, y - size - 3), (x + size + 3, y), (x, y + size + 3), (x - size - 3, y))
            surfaces.polygon(canvas, corners, ink)


def _draw_names(canvas: Image.Image, plot: Plot, look: Theme) -> None:
    """The legend."""
    room = (WIDTH - 2 * _EDGE) // 2
    for index, choice in enumerate(plot.choices):
        x, y = _EDGE + index % 2 * room, _WELL[3] + 88 + index // 2 * 48
        if len(plot.choices) <= 2:
            y += 24
        _mark(canvas, index, (x + 14, y), inks(look)[index])
        words = label(choice.name, 32, room - 60, smallest=20)
        draw_text(canvas, words, x + 40, y, look.text)

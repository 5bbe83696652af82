"""The chart of a rating's history: `Chart`, its validation, and its line.

All lengths are pixels of a picture 1100 wide. The line lies in a sunken field (well); ratings stand at its left, dates
below it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from PIL import Image, ImageDraw

from . import encode, surfaces
from .frame import darken_strip, framed, sink
from .layout import FRAME, WIDTH
from .names import clean
from .pill import draw_pill
from .surfaces import Box
from .text import MISSING, Label, draw_text, label, number, signed
from .theme import THEMES, Colour, Theme, mix

HEIGHT = 620
WELL = (96, 104, WIDTH - FRAME, 572)
LARGEST = 99_999

_STRIP = 88
_EDGE, _GAP = 24, 26
_NOTE_WIDTH, _TICK_WIDTH = 300, 180
_FLAG, _FLAG_SIGN, _FLAG_AWAY = 36, 14, 16
# Margins of the line within the well; above and below with room for a flag.
_ASIDE, _APART = 34, 66
# The smallest range of ratings, whole ones and tenths: a change of two points should not look like a mountain.
_NARROWEST, _NARROWEST_TENTHS = 40, 4
_LINES_APART = 78  # the least distance of grid lines in pixels
_LINE, _DOT, _LAST_DOT = 4.5, 5, 10
_DOTS_APART = 22
_BELOW = 24
_SCALE = 3
_AREA, _GRID = 0.2, 0.17

Point = tuple[float, float]


@dataclass(frozen=True)
class Chart:
    """A rating's history.

    `title` is any Discord name. `points` are pairs (when, rating), `when` strictly rising, in any unit. `note` is small
    text at the right of the title. `ticks` are pairs (when, text) below the line, such as dates; those that do not fit,
    or outside the range, are omitted. `decimal`: the sign before tenths, empty for whole numbers. `best`: the place of
    the only point with a flag, below it; None: the highest and the lowest have one.
    """

    title: str
    points: tuple[tuple[float, float], ...]
    note: str = ""
    ticks: tuple[tuple[float, str], ...] = ()
    theme: str = "wood"
    decimal: str = ""
    best: int | None = None

    def figure(self, rating: float) -> str:
        """A rating as it is shown."""
        return f"{rating:.1f}".replace(".", self.decimal) if self.decimal else number(round(rating))


@dataclass(frozen=True)
class _Axis:
    """A linear scale from values to pixels: `low` at `start`, `high` at `end`."""

    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        """The pixel of a value; the middle of a scale with one value."""
        if self.low == self.high:
            return (self.start + self.end) / 2
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)

    def value(self, pixel: float) -> float:
        return self.low + (pixel - self.start) / (self.end - self.start) * (self.high - self.low)


def draw_chart(chart: Chart) -> bytes:
    """The chart as a PNG, 1100 × 620. Raises `ValueError` for an invalid one."""
    return encode.png(compose_chart(chart), chart.theme)


def compose_chart(chart: Chart) -> Image.Image:
    """The pixels before reduction to a palette. Raises `ValueError` for an invalid chart."""
    check(chart)
    canvas = _ground(chart.theme).copy()
    _draw_header(canvas, chart)
    draw_history(canvas, chart, WELL)
    return canvas


def draw_history(canvas: Image.Image, chart: Chart, well: Box) -> None:
    """The line in its well, with ratings and dates. The chart must be valid."""
    look = THEMES[chart.theme]
    _draw_line(canvas, look, chart, well)
    _draw_grid(canvas, look, _ratings(chart, well), well)
    _draw_ticks(canvas, chart, well)
    _draw_marks(canvas, look, chart, well)


@lru_cache(3)
def _ground(theme: str) -> Image.Image:
    """The background of every chart. Shared: copy it."""
    look = THEMES[theme]
    image = framed(look, HEIGHT)
    darken_strip(image, look, 0, _STRIP)
    sink(image, look, WELL, look.tray)
    return image


def check(chart: Chart) -> None:
    """Raise `ValueError`, saying what is wrong, for an invalid chart."""
    if chart.theme not in THEMES:
        raise ValueError(f"unknown theme {chart.theme!r}: there are {', '.join(THEMES)}")
    if not chart.points:
        raise ValueError("a chart needs at least one point")
    for when, rating in chart.points:
        if not math.isfinite(when) or not abs(rating) <= LARGEST:
            raise ValueError(f"a rating is at most {LARGEST} and at a finite time, not {rating} at {when}")
    for (before, _), (after, _) in zip(chart.points, chart.points[1:], strict=False):
        if not before < after:
            raise ValueError(f"time only goes forward, not from {before} to {after}")
    if chart.best is not None and not 0 <= chart.best < len(chart.points):
        raise ValueError(f"there is no point {chart.best}")
    if not math.isfinite(chart.points[-1][0] - chart.points[0][0]):
        raise ValueError("the points are too far apart in time")


def spots(chart: Chart, well: Box = WELL) -> list[Point]:
    """The pixel positions of the chart's points."""
    time, ratings = _time(chart, well), _ratings(chart, well)
    return [(time.at(when), ratings.at(rating)) for when, rating in chart.points]


def area(look: Theme) -> Colour:
    return mix(look.tray, look.brass.face, _AREA)


def _time(chart: Chart, well: Box) -> _Axis:
    return _Axis(chart.points[0][0], chart.points[-1][0], well[0] + _ASIDE, well[2] - _ASIDE)


def _ratings(chart: Chart, well: Box) -> _Axis:
    low, high = min(rating for _, rating in chart.points), max(rating for _, rating in chart.points)
    missing = max(0.0, (_NARROWEST_TENTHS if chart.decimal else _NARROWEST) - (high - low))
    return _Axis(low - missing / 2, high + missing / 2, well[3] - _APART, well[1] + _APART)


def _step(span: float, most: float) -> int:
    """The smallest round step, at least 1, that divides a span of ratings into at most `most` parts."""
    power = 1
    while True:
        for factor in (1, 2, 5):
            if span / (factor * power) <= most:
                return factor * power
        power *= 10


def _draw_header(canvas: Image.Image, chart: Chart) -> None:
    """The title, the note, the change since the first point, and the latest rating."""
    look = THEMES[chart.theme]
    y = _STRIP // 2
    first, newest = (round(rating) for _, rating in (chart.points[0], chart.points[-1]))
    rating = label(number(newest), 60)
    right = WIDTH - _EDGE
    draw_text(canvas, rating, right, y, look.brass.face, "r")
    right -= rating.width + _GAP
    if len(chart.points) > 1:
        change = label(signed(newest - first), 32)
        right -= change.width + 32
        draw_pill(canvas, change, right, y, 46, 16, look.cell_asked, look.text)
        right -= _GAP
    note = label(chart.note, 24, _NOTE_WIDTH, smallest=22, bold=False)
    if clean(chart.note):
        draw_text(canvas, note, right, y + 3, look.text_quiet, "r")
        right -= note.width + _GAP
    title = label(clean(chart.title) or MISSING, 38, right - _EDGE, smallest=28)
    draw_text(canvas, title, _EDGE, y, look.text)


def _draw_grid(canvas: Image.Image, look: Theme, ratings: _Axis, well: Box) -> None:
    """Grid lines at round ratings, labelled at the left."""
    left, top, right, bottom = well
    low, high = ratings.value(bottom - 18), ratings.value(top + 18)
    step = _step(high - low, (bottom - top) / _LINES_APART)
    for rating in range(math.ceil(low / step) * step, math.floor(high) + 1, step):
        y = round(ratings.at(rating))
        box = (left, y - 1, right, y + 1)
        # Over line and area alike, faint enough not to dominate them.
        canvas.paste(Image.blend(canvas.crop(box), Image.new("RGB", (right - left, 2), look.text), _GRID), box)
        words = label(number(rating), 26, WELL[0] - 20, smallest=16)
        draw_text(canvas, words, left - 14, y, look.number, "r")


def _draw_line(canvas: Image.Image, look: Theme, chart: Chart, well: Box) -> None:
    """The line, drawn at `_SCALE` times the size and reduced, and the area below it, whose edge it hides."""
    line = _thinned(spots(chart, well))
    if len(line) < 2:
        return
    ImageDraw.Draw(canvas).polygon([(line[0][0], well[3] - 1), *line, (line[-1][0], well[3] - 1)], fill=area(look))
    left, top = well[0], math.floor(min(map(_height, line)) - _LINE)
    size = well[2] - left, math.ceil(max(map(_height, line)) + _LINE) - top
    stroke = Image.new("L", (size[0] * _SCALE, size[1] * _SCALE), 0)
    path = [((x - left) * _SCALE, (y - top) * _SCALE) for x, y in line]
    pen, radius = ImageDraw.Draw(stroke), round(_LINE * _SCALE) / 2
    pen.line(path, fill=255, width=round(_LINE * _SCALE))
    for x, y in path:  # round joints, in a third of the time of Pillow's own
        pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=255)
    canvas.paste(look.brass.face, (left, top), stroke.reduce(_SCALE))


def _thinned(line: list[Point]) -> list[Point]:
    """The line with at most four points per column of pixels, which looks the same: first, lowest, highest, last."""
    kept: list[Point] = []
    for _, column in groupby(line, key=lambda spot: int(spot[0])):
        spots_in = list(column)
        chosen = {spots_in[0], min(spots_in, key=_height), max(spots_in, key=_height), spots_in[-1]}
        kept += sorted(chosen)
    return kept


def _height(spot: Point) -> float:
    return spot[1]


def _draw_ticks(canvas: Image.Image, chart: Chart, well: Box) -> None:
    """Dates below the well with tick marks; one that would touch its left neighbour is omitted."""
    look, time = THEMES[chart.theme], _time(chart, well)
    pen = ImageDraw.Draw(canvas)
    y = well[3] + _BELOW
    taken = 0
    for when, text in sorted(chart.ticks):
        if not clean(text) or not time.low <= when <= time.high:
            continue
        words = label(text, 24, _TICK_WIDTH, smallest=22, bold=False)
        x = round(time.at(when))
        left = max(FRAME, min(x - words.width // 2, WIDTH - FRAME - words.width))
        if left < taken:
            continue
        pen.rectangle((x - 1, well[3] - 10, x, well[3] - 1), fill=look.text_quiet)
        draw_text(canvas, words, left, y + 1, look.number)
        taken = left + words.width + _GAP


def _draw_marks(canvas: Image.Image, look: Theme, chart: Chart, well: Box) -> None:
    """Dots where they fit, flags at the highest and lowest point, a large dot at the latest."""
    line = spots(chart, well)
    far = (line[-1][0] - line[0][0]) / _DOTS_APART
    for spot in line if len(line) <= far + 1 else ():
        _draw_dot(canvas, spot, _DOT, look.brass.face, look.brass.face)
    ratings = [rating for _, rating in chart.points]
    # Of several equal ones the latest, so that the newest point carries a flag if possible.
    high, low = (len(line) - 1 - ratings[::-1].index(extreme) for extreme in (max(ratings), min(ratings)))
    flags = {low: False, high: True} if chart.best is None else {chart.best: False}
    for index in flags:
        _draw_dot(canvas, line[index], _LAST_DOT - 2, look.brass.face, look.tray)
    _draw_dot(canvas, line[-1], _LAST_DOT, look.text, look.brass.face)
    for index, above in flags.items():
        _draw_flag(canvas, look, line[index], label(chart.figure(ratings[index]), 26), well, highest=above)


def _draw_dot(canvas: Image.Image, spot: Point, radius: int, edge: Colour, face: Colour) -> None:
    x, y = round(spot[0]), round(spot[1])
    for reach, colour in ((radius, edge), (radius - 3, face)):
        canvas.paste(colour, (x - reach, y - reach), surfaces.plate(2 * reach, 2 * reach, reach))


def _draw_flag(canvas: Image.Image, look: Theme, spot: Point, words: Label, well: Box, *, highest: bool) -> None:
    """A plate with a rating and a pointer, above the highest point or below the lowest."""
    width = words.width + _FLAG_SIGN + 36
    left = round(max(well[0] + 6, min(spot[0] - width / 2, well[2] - 6 - width)))
    away = _FLAG_AWAY + _FLAG // 2
    y = round(spot[1]) + (-away if highest else away)
    canvas.paste(look.cell_asked, (left, y - _FLAG // 2), surfaces.plate(width, _FLAG, _FLAG // 2))
    sign = _triangle(highest)
    canvas.paste(look.text, (left + 15, y - sign.height // 2), sign)
    draw_text(canvas, words, left + 15 + _FLAG_SIGN + 7, y, look.text)


@lru_cache(2)
def _triangle(up: bool) -> Image.Image:
    side = _FLAG_SIGN * _SCALE
    mask = Image.new("L", (side, side), 0)
    base, tip = (side * 7 // 8, side // 8) if up else (side // 8, side * 7 // 8)
    ImageDraw.Draw(mask).polygon([(0, base), (side - 1, base), (side / 2, tip)], fill=255)
    return mask.reduce(_SCALE)

"""The picture of a `Course`.

The area below the curve has the colour of the player whose chances it shows, the area above that of the opponent.
Mistakes lie on the curve, turning points are numbered, and below it each player has a lane with the decisions about
cubes.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from PIL import Image, ImageDraw

from . import blocks, encode, sprites, surfaces
from .board import stamp
from .course import (
    FOOT,
    LANE,
    LANES_TOP,
    WELL,
    Course,
    CubeMark,
    Grade,
    Lane,
    Mistake,
    Point,
    Said,
    across,
    check_course,
    height,
    spot_of,
    spots,
)
from .frame import darken_strip, draw_title, planked, sink
from .layout import STRIP, WIDTH
from .names import clean
from .text import MISSING, draw_text, label
from .theme import BLACK, THEMES, Colour, Ink, Theme, mix

_EDGE, _NAME_LEFT = 22, 66
_CHECKER, _CUBE, _SIGN = 34, 40, 32
_LINE, _RIM = 6.0, 3
_SCALE = 2
_DOT, _BLUNDER, _RING = 26, 40, 5
_PLATE, _PLATE_AWAY = 38, 44
_TICKS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000)
_MOST_TICKS = 12
_APART = 44
_TILES, _SHADOW = 12, 10
_LIGHT, _DARK = 0.86, 0.72


def draw_course(course: Course) -> bytes:
    """The picture as a PNG, 1100 wide. Raises `ValueError` for an invalid course."""
    return encode.png(compose_course(course), course.theme)


def compose_course(course: Course) -> Image.Image:
    """The pixels before reduction to a palette. Raises `ValueError` for an invalid course."""
    check_course(course)
    look = THEMES[course.theme]
    canvas = _ground(course.theme, len(course.lanes)).copy()
    draw_title(canvas, look, clean(course.title) or MISSING, course.note)
    _draw_areas(canvas, look, course)
    _draw_grid(canvas, look, course)
    _draw_curve(canvas, look, course)
    for mistake in course.mistakes:
        _draw_mistake(canvas, look, course, mistake)
    _draw_turning(canvas, look, course)
    for number, lane in enumerate(course.lanes):
        _draw_lane(canvas, look, course, lane, LANES_TOP + number * LANE)
    _draw_legend(canvas, look, course)
    return canvas


def paper(look: Theme, material: int) -> Colour:
    """The colour of an area: light or dark checkers, softened by what they lie on."""
    return mix(look.tray, look.material(material).face, _DARK if material else _LIGHT)


def inks(look: Theme, grade: Grade) -> Ink:
    return look.hit if grade is Grade.BLUNDER else look.now


@lru_cache(12)
def _ground(theme: str, lanes: int) -> Image.Image:
    """The background of every course with this many lanes. Shared: copy it."""
    look, bottom = THEMES[theme], height(lanes)
    image = planked(theme, bottom)
    darken_strip(image, look, 0, STRIP)
    darken_strip(image, look, bottom - FOOT, bottom)
    for number in range(lanes):
        top = LANES_TOP + number * LANE
        sink(image, look, (WELL[0], top + 4, WELL[2], top + LANE - 6), look.panel, 2)
    sink(image, look, WELL, look.tray)
    return image


def _draw_areas(canvas: Image.Image, look: Theme, course: Course) -> None:
    """The two areas, the whole width of the well."""
    left, top, right, bottom = WELL
    canvas.paste(paper(look, course.look(1)), WELL)
    line = spots(course)
    edge = [(left, line[0][1]), *line, (right - 1, line[-1][1])]
    pen = ImageDraw.Draw(canvas)
    pen.polygon([(left, bottom - 1), *edge, (right - 1, bottom - 1)], fill=paper(look, course.look(0)))
    if look.frame.figure:
        for mask in _shadows(right - left, bottom - top):
            canvas.paste(look.shade, (left, top), mask)


@lru_cache(1)
def _shadows(width: int, height: int) -> tuple[Image.Image, Image.Image]:
    """The shadows at the upper and the left side of the well, as masks."""
    column = Image.new("L", (1, _SHADOW))
    column.putdata([round(150 * (1 - index / _SHADOW) ** 1.7) for index in range(_SHADOW)])
    upper = column.resize((width, _SHADOW))
    return upper, column.transpose(Image.Transpose.TRANSPOSE).resize((_SHADOW, height))


def _draw_grid(canvas: Image.Image, look: Theme, course: Course) -> None:
    """Lines at each quarter with their percentages, and the numbers of rolls below."""
    left, top, right, bottom = WELL
    for quarter in range(5):
        y = round(spot_of(course, 0, quarter / 4)[1])
        if 0 < quarter < 4:
            thick = 2 if quarter == 2 else 1
            box = (left, y - thick, right, y + thick)
            part = canvas.crop(box)
            line = Image.new("RGB", part.size, look.brass.foot)
            canvas.paste(Image.blend(part, line, 0.8 if quarter == 2 else 0.4), box)
        at = min(max(y, top + 12), bottom - 12)
        draw_text(canvas, label(f"{25 * quarter} %", 30), left - 14, at, look.number, "r")
    first, last = course.points[0][0], course.points[-1][0]
    step = next((each for each in _TICKS if (last - first) / each <= _MOST_TICKS), _TICKS[-1])
    for turn in range(math.ceil(first / step) * step, last + 1, step):
        x = round(across(course, turn))
        canvas.paste(look.text_quiet, (x - 1, bottom + 4, x + 1, bottom + 12))
        draw_text(canvas, label(str(turn), 28), x, bottom + 30, look.number, "m")


def _draw_curve(canvas: Image.Image, look: Theme, course: Course) -> None:
    """The curve with its edge, in tiles drawn at `_SCALE` times the size and reduced: most of the well stays."""
    line = spots(course)
    tile = max(4, len(line) // _TILES)
    starts = range(0, len(line) - 1, tile)
    for wide, colour in ((_LINE + 2 * _RIM, look.now.edge), (_LINE, look.brass.face)):
        for start in starts:
            _draw_stroke(canvas, line[start : start + tile + 1], wide, colour)


def _draw_stroke(canvas: Image.Image, line: Sequence[Point], wide: float, colour: Colour) -> None:
    """A part of the curve with round joints, cut off at the well."""
    left, right = math.floor(line[0][0] - wide), math.ceil(line[-1][0] + wide)
    top = max(WELL[1], math.floor(min(y for _, y in line) - wide))
    bottom = min(WELL[3], math.ceil(max(y for _, y in line) + wide))
    stroke = Image.new("L", ((right - left) * _SCALE, (bottom - top) * _SCALE), 0)
    path = [((x - left) * _SCALE, (y - top) * _SCALE) for x, y in line]
    pen, radius = ImageDraw.Draw(stroke), wide * _SCALE / 2
    pen.line(path, fill=255, width=round(wide * _SCALE))
    for x, y in path:
        pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=255)
    canvas.paste(colour, (left, top), stroke.reduce(_SCALE))


def _draw_mistake(canvas: Image.Image, look: Theme, course: Course, mistake: Mistake) -> None:
    """A disc for an error, a larger diamond for a blunder, in the colour of the checkers of who made it."""
    x, y = spot_of(course, mistake.turn, mistake.share)
    y = min(max(y, WELL[1] + _DOT // 2), WELL[3] - _DOT // 2)
    _draw_grade(canvas, look, (x, y), mistake.grade, look.material(course.look(mistake.side)).face)


def _draw_grade(canvas: Image.Image, look: Theme, spot: Point, grade: Grade, face: Colour) -> None:
    ink = inks(look, grade)
    size = _BLUNDER if grade is Grade.BLUNDER else _DOT
    for inset, colour in ((0, ink.edge), (_RIM, ink.colour), (_RIM + _RING, face)):
        _stamp_mask(canvas, _shape(size - 2 * inset, grade is Grade.BLUNDER), spot, colour)


def _stamp_mask(canvas: Image.Image, mask: Image.Image, spot: Point, colour: Colour) -> None:
    canvas.paste(colour, (round(spot[0]) - mask.width // 2, round(spot[1]) - mask.height // 2), mask)


@lru_cache(16)
def _shape(size: int, diamond: bool) -> Image.Image:
    if not diamond:
        return surfaces.plate(size, size, size // 2)
    side = size * surfaces.SCALE
    mask = Image.new("L", (side, side), 0)
    half = (side - 1) / 2
    ImageDraw.Draw(mask).polygon([(half, 0), (side - 1, half), (half, side - 1), (0, half)], fill=255)
    return mask.reduce(surfaces.SCALE)


def _draw_turning(canvas: Image.Image, look: Theme, course: Course) -> None:
    """The numbers of the turning points on plates beside the curve, each with a stem to its point."""
    line, taken = spots(course), list[Point]()
    marks = [spot_of(course, each.turn, each.share) for each in course.mistakes]
    plates = [
        (line[place], _free(line[place], line, [*marks, *(line[each] for each in course.turning)], taken))
        for place in course.turning
    ]
    for rim, colour in ((3, look.past.edge), (0, look.past.colour)):
        for (x, y), spot in plates:
            _draw_stem(canvas, (x, y), spot, 4 + 2 * rim, colour)
    for number, (_, spot) in enumerate(plates, 1):
        for rim, colour in ((3, look.past.edge), (0, look.past.colour)):
            _stamp_mask(canvas, surfaces.plate(_PLATE + 2 * rim, _PLATE + 2 * rim, 10 + rim), spot, colour)
        draw_text(canvas, label(str(number), 30), *spot, look.past.edge, "m")


def _draw_stem(canvas: Image.Image, one: Point, other: Point, wide: int, colour: Colour) -> None:
    length = math.dist(one, other) or 1.0
    x, y = (other[1] - one[1]) / length * wide / 2, (one[0] - other[0]) / length * wide / 2
    ends = ((one, 1), (other, 1), (other, -1), (one, -1))
    surfaces.polygon(canvas, [(spot[0] + way * x, spot[1] + way * y) for spot, way in ends], colour)


def _free(point: Point, line: Sequence[Point], marks: Sequence[Point], taken: list[Point]) -> Point:
    """The spot for a plate, in the well, that covers least of the curve, the marks and the other plates."""
    half, (left, top, right, bottom) = _PLATE // 2 + 4, WELL
    near = [spot for spot in line if abs(spot[0] - point[0]) < 3 * _PLATE]
    marks = [spot for spot in marks if abs(spot[0] - point[0]) < 3 * _PLATE]
    parts = 1 + 60 // (len(near) + 1)
    curve = [
        (one[0] + (other[0] - one[0]) * step / parts, one[1] + (other[1] - one[1]) * step / parts)
        for one, other in pairwise(near)
        for step in range(parts)
    ]

    def covered(spot: Point) -> float:
        hidden = sum(abs(x - spot[0]) < half and abs(y - spot[1]) < half for x, y in curve) / parts * 4
        hidden += 4 * sum(max(abs(x - spot[0]), abs(y - spot[1])) < _APART - 6 for x, y in marks)
        return hidden + 100 * sum(math.dist(spot, other) < _APART for other in taken)

    ways = [(away, turn) for away in (_PLATE_AWAY, 1.6 * _PLATE_AWAY) for turn in range(8)]
    around = [
        (point[0] + away * math.sin(math.tau * turn / 8), point[1] - away * math.cos(math.tau * turn / 8))
        for away, turn in ways
    ]
    inside = [(x, y) for x, y in around if left + half <= x <= right - half and top + half <= y <= bottom - half]
    best = next((spot for spot in inside if not covered(spot)), None) or min(inside, key=covered)
    taken.append(best)
    return best


def _draw_lane(canvas: Image.Image, look: Theme, course: Course, lane: Lane, top: int) -> None:
    """A player's name and the decisions about cubes; several before one roll lie side by side."""
    y = top + (LANE - 2) // 2
    stamp(canvas, sprites.checker(course.theme, course.look(lane.side), _CHECKER), _EDGE + _CHECKER / 2, y)
    name = label(clean(lane.name) or MISSING, 30, WELL[0] - _NAME_LEFT - 12, smallest=26)
    draw_text(canvas, name, _NAME_LEFT, y, look.text)
    together: dict[int, list[CubeMark]] = defaultdict(list)
    for mark in lane.marks:
        together[mark.turn].append(mark)
    for turn, marks in together.items():
        # Before the roll: halfway from the roll before.
        middle = across(course, turn - 0.5) - (len(marks) - 1) * _CUBE / 2
        for number, mark in enumerate(marks):
            x = min(max(middle + number * _CUBE, WELL[0] + _CUBE / 2 + 4), WELL[2] - _CUBE / 2 - 4)
            _draw_mark(canvas, look, course, lane, mark, (x, y))


def _draw_mark(canvas: Image.Image, look: Theme, course: Course, lane: Lane, mark: CubeMark, spot: Point) -> None:
    if mark.said is Said.NOTHING:
        _draw_grade(canvas, look, spot, mark.grade, look.panel)
        return
    if mark.grade:
        ink, size = inks(look, mark.grade), _CUBE + 8
        _stamp_mask(canvas, surfaces.plate(size, size, 10 if mark.said is Said.CUBE else size // 2), spot, ink.colour)
    if mark.said is Said.CUBE:
        stamp(canvas, blocks.cube(course.theme, mark.value, _CUBE - 2, course.look(lane.side)), *spot)
    else:
        _draw_sign(canvas, look, spot, took=mark.said is Said.TAKE)


def _draw_sign(canvas: Image.Image, look: Theme, spot: Point, *, took: bool) -> None:
    """A tick for a take, a cross for a drop."""
    _stamp_mask(canvas, surfaces.plate(_SIGN + 4, _SIGN + 4, _SIGN // 2 + 2), spot, BLACK)
    _stamp_mask(canvas, surfaces.plate(_SIGN, _SIGN, _SIGN // 2), spot, look.good if took else look.bad)
    _stamp_mask(canvas, _sign(took), spot, BLACK)


@lru_cache(2)
def _sign(took: bool) -> Image.Image:
    side = _SIGN * surfaces.SCALE
    mask = Image.new("L", (side, side), 0)
    pen, width = ImageDraw.Draw(mask), side // 7
    lines = (
        [((0.26, 0.53), (0.44, 0.7), (0.76, 0.33))] if took else [((0.3, 0.3), (0.7, 0.7)), ((0.3, 0.7), (0.7, 0.3))]
    )
    for line in lines:
        pen.line([(x * side, y * side) for x, y in line], fill=255, width=width, joint="curve")
    return mask.reduce(surfaces.SCALE)


def _draw_legend(canvas: Image.Image, look: Theme, course: Course) -> None:
    y, words = canvas.height - FOOT // 2, course.legend
    room = (WIDTH - 2 * _EDGE) // 5
    for number, text in enumerate((words.error, words.blunder, words.double, words.take, words.drop)):
        x = _EDGE + number * room + 24
        match number:
            case 0 | 1:
                _draw_grade(canvas, look, (x, y), (Grade.ERROR, Grade.BLUNDER)[number], look.panel)
            case 2:
                stamp(canvas, blocks.cube(course.theme, 2, _CUBE - 2, course.look(0)), x, y)
            case _:
                _draw_sign(canvas, look, (x, y), took=number == 3)
        draw_text(canvas, label(text, 30, room - 60, smallest=22, bold=False), x + 32, y, look.text)

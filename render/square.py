"""A score sheet of Preferans: the classic square in four sectors, or three, one per player.

All lengths are pixels of a picture 1100 wide. A sector has, from edge to middle: name and balance, whists on each of
the others, the bullet, the mountain. Seats go round with the deal from the bottom.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from . import encode, surfaces
from .frame import darken_strip, framed, sink
from .layout import FRAME, STRIP, WIDTH
from .names import clean
from .text import MISSING, Label, draw_text, label
from .theme import THEMES, Colour, Theme

HEIGHT = 900
_FIELD = (FRAME, STRIP + 10, WIDTH - FRAME, HEIGHT - FRAME)
_HEART = (236, 124)  # the box in the middle
#: Where the bullet and the mountain begin: shares of the way to the middle.
_BANDS = (0.44, 0.68)
_SEAM = 5
_NAME, _BALANCE, _WHIST, _FIGURE, _WORD = 38, 44, 34, 52, 27
_SMALLEST = 22
_ROW = 56
#: In a sector beside the heart: from the balance to the first opponent, and between opponents.
_NEXT, _STACK = 72, 88
_EDGE = 24

Point = tuple[float, float]


@dataclass(frozen=True)
class Sector:
    """A player's sector. `whists`: by opponent. A player who `leads` has the balance on brass; one who `deals` next has
    a mark at the name.
    """

    name: str
    balance: str
    bullet: str
    mountain: str
    whists: tuple[tuple[str, str], ...]
    leads: bool = False
    deals: bool = False


@dataclass(frozen=True)
class Square:
    """The data of one sheet, in the reader's language. `middle`: two lines in its heart."""

    title: str
    sectors: tuple[Sector, ...]
    bullet: str
    mountain: str
    note: str = ""
    middle: tuple[str, str] = ("", "")
    theme: str = "wood"


def draw_square(square: Square) -> bytes:
    """The picture as a PNG, 1100 × 900. Raises `ValueError` for an invalid sheet."""
    return encode.png(compose_square(square), square.theme)


def compose_square(square: Square) -> Image.Image:
    """The pixels before reduction to a palette. Raises `ValueError` for an invalid sheet."""
    check(square)
    look = THEMES[square.theme]
    canvas = _ground(square.theme, len(square.sectors)).copy()
    note = label(square.note, 32, 420, smallest=_SMALLEST, bold=False)
    draw_text(canvas, note, WIDTH - _EDGE, STRIP // 2, look.text_quiet, "r")
    title = label(square.title, 38, WIDTH - 3 * _EDGE - note.width, smallest=28)
    draw_text(canvas, title, _EDGE, STRIP // 2, look.text)
    places = _places(len(square.sectors))
    for sector, place in zip(square.sectors, places, strict=True):
        draw = _draw_beside if place in ("left", "right") else _draw_along
        draw(canvas, square, sector, place, look)
    _draw_heart(canvas, square, look)
    return canvas


def check(square: Square) -> None:
    """Raise `ValueError`, saying what is wrong, for an invalid sheet."""
    if square.theme not in THEMES:
        raise ValueError(f"unknown theme {square.theme!r}: there are {', '.join(THEMES)}")
    players = len(square.sectors)
    if players not in (3, 4):
        raise ValueError(f"three or four play, not {players}")
    for sector in square.sectors:
        if len(sector.whists) != players - 1:
            raise ValueError(f"{sector.name} has whists on {len(sector.whists)} of {players - 1} others")


def _places(players: int) -> tuple[str, ...]:
    return ("bottom", "left", "top", "right") if players == 4 else ("bottom", "left", "right")


def _heart() -> tuple[float, float, float, float]:
    x, y = (_FIELD[0] + _FIELD[2]) / 2, (_FIELD[1] + _FIELD[3]) / 2
    return x - _HEART[0] / 2, y - _HEART[1] / 2, x + _HEART[0] / 2, y + _HEART[1] / 2


def _between(one: Point, other: Point, share: float) -> Point:
    return one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share


def _edges(place: str) -> tuple[tuple[Point, Point], tuple[Point, Point]]:
    """The lines from the outer corners of a sector to those at the heart."""
    left, top, right, bottom = _FIELD
    x0, y0, x1, y1 = _heart()
    upper_left, upper_right = ((left, top), (x0, y0)), ((right, top), (x1, y0))
    lower_left, lower_right = ((left, bottom), (x0, y1)), ((right, bottom), (x1, y1))
    return {
        "bottom": (lower_left, lower_right),
        "top": (upper_left, upper_right),
        "left": (upper_left, lower_left),
        "right": (upper_right, lower_right),
    }[place]


@lru_cache(6)
def _ground(theme: str, players: int) -> Image.Image:
    """The empty sheet. Shared: copy it."""
    look = THEMES[theme]
    image = framed(look, HEIGHT)
    darken_strip(image, look, 0, STRIP)
    sink(image, look, _FIELD, look.panel)
    for place in _places(4):
        (one, one_in), (other, other_in) = _edges(place)
        bullet = [_between(a, b, share) for share in _BANDS for a, b in ((one, one_in), (other, other_in))]
        surfaces.polygon(image, (bullet[0], bullet[1], bullet[3], bullet[2]), look.cell)
    seams = [seam for place in (("bottom", "top") if players == 4 else ("bottom",)) for seam in _edges(place)]
    if players == 3:  # the two upper sectors share the fourth's space
        half = (_FIELD[0] + _FIELD[2]) / 2
        seams.append(((half, float(_FIELD[1])), (half, _heart()[1])))
    for one, inner in seams:
        _line(image, one, inner, look.cell_asked, _SEAM)
    x0, y0, x1, y1 = (round(each) for each in _heart())
    image.paste(look.cell_asked, (x0, y0), surfaces.plate(x1 - x0, y1 - y0, 16))
    return image


def _line(image: Image.Image, one: Point, other: Point, colour: Colour, wide: float) -> None:
    length = max(1.0, ((other[0] - one[0]) ** 2 + (other[1] - one[1]) ** 2) ** 0.5)
    x, y = (other[1] - one[1]) / length * wide / 2, (one[0] - other[0]) / length * wide / 2
    corners = (
        (one[0] + x, one[1] + y),
        (other[0] + x, other[1] + y),
        (other[0] - x, other[1] - y),
        (one[0] - x, one[1] - y),
    )
    surfaces.polygon(image, corners, colour)


def _draw_heart(canvas: Image.Image, square: Square, look: Theme) -> None:
    x0, y0, x1, y1 = _heart()
    room, x, y = round(x1 - x0) - 24, (x0 + x1) / 2, (y0 + y1) / 2
    upper, lower = square.middle
    draw_text(canvas, label(upper, 44, room, smallest=_SMALLEST), x, y - 24, look.text, "m")
    words = label(lower, 28, room, smallest=_SMALLEST, bold=False)
    draw_text(canvas, words, x, y + 28, look.text_quiet, "m")


def _draw_along(canvas: Image.Image, square: Square, sector: Sector, place: str, look: Theme) -> None:
    """A sector above or below the heart: everything in rows."""
    left, top, right, bottom = _FIELD
    _, y0, _, y1 = _heart()
    edge, way = (bottom, y1 - bottom) if place == "bottom" else (top, y0 - top)
    middle, step = (left + right) / 2, 1 if way > 0 else -1
    near, far = (way * share for share in _BANDS)
    _draw_who(canvas, sector, middle, edge + step * 42, 700, look)
    y = edge + step * 118
    share = 250
    for index, (name, whists) in enumerate(sector.whists):
        x = middle + (index - (len(sector.whists) - 1) / 2) * share
        _draw_pair(canvas, name, whists, x, y, share - 16, look)
    for word, figure, at in (
        (square.bullet, sector.bullet, edge + (near + far) / 2),
        (square.mountain, sector.mountain, edge + (far + way) / 2),
    ):
        _draw_pair(canvas, word, figure, middle, at, 330, look, _WORD, _FIGURE)


def _draw_beside(canvas: Image.Image, square: Square, sector: Sector, place: str, look: Theme) -> None:
    """A sector left or right of the heart: the parts side by side, each in rows."""
    left, top, right, bottom = _FIELD
    x0, _, x1, _ = _heart()
    edge, way = (left, x0 - left) if place == "left" else (right, x1 - right)
    step = 1 if way > 0 else -1
    near, far = (way * share for share in _BANDS)
    room = round(abs(near)) - 2 * 10
    x = edge + step * (10 + room / 2)
    y = (top + bottom) / 2 - (_ROW + _NEXT + len(sector.whists) * _STACK) / 2 + 16
    _draw_name(canvas, sector, x, y, room, look)
    _draw_balance(canvas, sector, x, y + _ROW, room, look)
    for index, (name, whists) in enumerate(sector.whists):
        _draw_stacked(canvas, name, whists, x, y + _ROW + _NEXT + index * _STACK, room, look)
    middle = (top + bottom) / 2
    for word, figure, outer, inner in (
        (square.bullet, sector.bullet, near, far),
        (square.mountain, sector.mountain, far, way),
    ):
        at, inside = edge + (outer + inner) / 2, round(abs(inner - outer)) - 10
        words = label(word, _WORD, inside, smallest=22, bold=False)
        draw_text(canvas, words, at, middle - 32, look.text_quiet, "m")
        draw_text(canvas, label(figure, _FIGURE, inside, smallest=20), at, middle + 20, look.text, "m")


def _draw_who(canvas: Image.Image, sector: Sector, x: float, y: float, room: int, look: Theme) -> None:
    """The name followed by the balance."""
    figure = label(sector.balance, _BALANCE, room // 2, smallest=_SMALLEST)
    mark = _BALANCE if sector.deals else 0
    name = label(clean(sector.name) or MISSING, _NAME, room - figure.width - mark - 60, smallest=28)
    left = x - (name.width + figure.width + mark + 40) / 2
    if sector.deals:
        _draw_dealer(canvas, left + 14, y, look)
    draw_text(canvas, name, left + mark, y, look.text)
    _draw_figure(canvas, sector, figure, left + mark + name.width + 40 + figure.width / 2, y, look)


def _draw_name(canvas: Image.Image, sector: Sector, x: float, y: float, room: int, look: Theme) -> None:
    if sector.deals:
        _draw_dealer(canvas, x, y - 44, look)
    name = label(clean(sector.name) or MISSING, _NAME, room, smallest=26)
    draw_text(canvas, name, x, y, look.text, "m")


def _draw_balance(canvas: Image.Image, sector: Sector, x: float, y: float, room: int, look: Theme) -> None:
    _draw_figure(canvas, sector, label(sector.balance, _BALANCE, room - 30, smallest=_SMALLEST), x, y, look)


def _draw_figure(canvas: Image.Image, sector: Sector, figure: Label, x: float, y: float, look: Theme) -> None:
    if sector.leads:
        wide = figure.width + 32
        surfaces.lay_brass(
            canvas, (round(x - wide / 2), round(y) - 30, round(x + wide / 2), round(y) + 30), 14, look.brass
        )
    draw_text(canvas, figure, x, y, look.brass.ink if sector.leads else look.text, "m")


def _draw_dealer(canvas: Image.Image, x: float, y: float, look: Theme) -> None:
    canvas.paste(look.brass.face, (round(x) - 12, round(y) - 12), surfaces.plate(24, 24, 12))


def _draw_stacked(canvas: Image.Image, word: str, figure: str, x: float, y: float, room: int, look: Theme) -> None:
    """A small word above its figure."""
    words = label(clean(word) or MISSING, _WHIST - 4, room, smallest=26, bold=False)
    draw_text(canvas, words, x, y, look.text_quiet, "m")
    draw_text(canvas, label(figure, _WHIST + 4, room, smallest=20), x, y + 37, look.text, "m")


def _draw_pair(
    canvas: Image.Image,
    word: str,
    figure: str,
    x: float,
    y: float,
    room: int,
    look: Theme,
    size: int = _WHIST - 4,
    large: int = _WHIST + 4,
) -> None:
    """A small word beside its figure."""
    number = label(figure, large, room // 2, smallest=20)
    words = label(clean(word) or MISSING, size, room - number.width - 14, smallest=_SMALLEST, bold=False)
    left = x - (words.width + 14 + number.width) / 2
    draw_text(canvas, words, left, y, look.text_quiet)
    draw_text(canvas, number, left + words.width + 14, y, look.text)

"""The empty board: everything static, rendered once per theme."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from . import layout, surfaces
from .frame import darken_strip, framed, sink
from .text import draw_text, label
from .theme import BLACK, THEMES, WHITE, Colour, Theme, mix

NUMBER_TYPE = 27
_RAIL_HEIGHT = layout.RAIL - 4
_RAIL_TOPS = (layout.STRIP + 1, layout.PLAY_BOTTOM + 3)
_INSET, _LINE = 2.5, 1.6
_POOL_REACH = (0.62, 0.28)  # as shares of half the board: the extent of the light


def draw_ground(canvas: Image.Image, theme: str, numbers_seat: int) -> None:
    """The empty board, with points numbered from a seat, in the upper part of a canvas."""
    canvas.paste(_unnumbered(theme))
    for rail, top in zip(_rails(theme, numbers_seat), _RAIL_TOPS, strict=True):
        canvas.paste(rail, (layout.FRAME, top))


@lru_cache(8)
def _rails(theme: str, numbers_seat: int) -> tuple[Image.Image, ...]:
    """The parts of both rails with numbers, which differ by seat."""
    image = _unnumbered(theme).copy()
    for point in range(1, 25):
        x, y = layout.number_spot(numbers_seat, point)
        draw_text(image, label(str(point), NUMBER_TYPE, bold=False), x, y, THEMES[theme].number, "m")
    right = layout.HALVES[0] + layout.HALF
    return tuple(image.crop((layout.FRAME, top, right, top + _RAIL_HEIGHT)) for top in _RAIL_TOPS)


@lru_cache(3)
def _unnumbered(theme: str) -> Image.Image:
    """The empty board before its points are numbered. Shared: copy it, never draw on it."""
    look = THEMES[theme]
    image = framed(look, layout.HEIGHT)
    high = layout.HEIGHT - 2 * layout.STRIP
    right = layout.OFF_TRAY_LEFT - layout.POST
    for left, width, seed in ((0, layout.FRAME, 11), (right, layout.WIDTH - right, 13)):
        image.paste(surfaces.wood(width, high, look.frame, seed, upright=True), (left, layout.STRIP))
    darken_strip(image, look, 0, layout.STRIP)
    darken_strip(image, look, layout.HEIGHT - layout.STRIP, layout.HEIGHT)
    _draw_bar(image, look)
    for left in layout.HALVES:
        box = (left, layout.PLAY_TOP, left + layout.HALF, layout.PLAY_BOTTOM)
        image.paste(look.felt, box)
        if look.pool != look.felt:
            _draw_pool(image, look, left)
        _draw_points(image, look, left)
        sink(image, look, box, None)
    left, gap = layout.OFF_TRAY_LEFT, layout.OFF_TRAY_HALF_GAP
    for top, bottom in ((layout.PLAY_TOP, layout.MIDDLE - gap), (layout.MIDDLE + gap, layout.PLAY_BOTTOM)):
        sink(image, look, (left, top, left + layout.OFF_TRAY, bottom), look.tray, 2)
    return image


def _draw_bar(image: Image.Image, look: Theme) -> None:
    """The bar: a wood of its own, lit at its left side, with the seam of the folding board."""
    left, right = layout.BAR_LEFT, layout.BAR_LEFT + layout.BAR
    top, bottom = layout.STRIP + 2, layout.HEIGHT - layout.STRIP - 2
    image.paste(surfaces.wood(layout.BAR, bottom - top, look.bar, 3, upright=True), (left, top))
    pen = ImageDraw.Draw(image)
    middle = (left + right) // 2
    dark, light = mix(look.bar.dark, BLACK, 0.25), look.bar.light
    lines = (
        (left, mix(light, WHITE, 0.3)),
        (left + 1, light),
        (middle - 1, look.bar.dark),
        (middle, mix(look.bar.dark, BLACK, 0.5)),
        (middle + 1, light),
        (right - 2, mix(look.bar.dark, look.bar.base, 0.4)),
        (right - 1, dark),
    )
    for x, colour in lines:
        pen.line((x, top, x, bottom - 1), fill=colour)


def _draw_pool(image: Image.Image, look: Theme, left: int) -> None:
    """Light on the middle of a half, by rows: a row of one tone costs almost nothing in the file."""
    for tone, share in zip(pool_tones(look), _POOL_REACH, strict=True):
        reach = round(layout.PLAY / 2 * share)
        box = (left, layout.MIDDLE - reach, left + layout.HALF, layout.MIDDLE + reach)
        image.paste(tone, box)


def pool_tones(look: Theme) -> tuple[Colour, Colour]:
    """The felt's tones in the light, from edge to middle. A palette has to distinguish them."""
    return mix(look.felt, look.pool, 0.5), look.pool


def _draw_points(image: Image.Image, look: Theme, left: int) -> None:
    """The points, inlaid: with a dark line around each, and a light one inside."""
    for column in range(6):
        for upper in (True, False):
            # Colours alternate along the course of play, so opposite points differ.
            colour = look.points[(column % 2 == 0) != upper]
            x0 = left + column * layout.COLUMN + _INSET
            x1 = x0 + layout.COLUMN - 2 * _INSET
            base, reach = (layout.PLAY_TOP, layout.POINT) if upper else (layout.PLAY_BOTTOM, -layout.POINT)
            light = colour == look.points[0]
            groove = mix(colour, BLACK, 0.55) if light else mix(colour, BLACK, 0.5)
            lip = mix(colour, WHITE, 0.22) if light else mix(colour, look.felt, 0.55)
            middle = (x0 + x1) / 2
            sign = 1 if upper else -1
            for inset, tone in ((0.0, groove), (_LINE, lip), (2.2 * _LINE, colour)):
                if not look.frame.figure and tone == lip:
                    continue
                corners = ((x0 + inset, base), (x1 - inset, base), (middle, base + reach - sign * inset * 4))
                surfaces.polygon(image, corners, tone)

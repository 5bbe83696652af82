"""The board: its static layer (frame, wells, points, numbers), the checkers, the off trays and the cube's tray.

Everything is drawn in the upper `layout.WIDTH` × `layout.HEIGHT` of a canvas, which may be higher to hold more below.
"""

from __future__ import annotations

from functools import lru_cache
from math import floor

from PIL import Image, ImageDraw

from . import layout, marks, sprites
from .frame import draw_frame, draw_well
from .scene import Scene
from .text import draw_text, label
from .theme import THEMES, Theme

_POINT_SCALE = 4


@lru_cache(8)
def static_layer(theme: str, numbers_seat: int) -> Image.Image:
    """The empty board, its points numbered from a seat. Shared: copy it, never draw on it."""
    image = _unnumbered(theme).copy()
    for point in range(1, 25):
        x, y = layout.number_spot(numbers_seat, point)
        draw_text(image, label(str(point), 26), x, y, THEMES[theme].number, "m")
    return image


@lru_cache(1)
def _unnumbered(theme: str) -> Image.Image:
    """The empty board before its points are numbered."""
    look = THEMES[theme]
    image = Image.new("RGB", (layout.WIDTH, layout.HEIGHT), look.strip)
    draw_frame(image, look, layout.STRIP, layout.HEIGHT - layout.STRIP)
    _draw_hinge(image, look)
    for left in layout.HALVES:
        draw_well(image, look, (left, layout.PLAY_TOP, left + layout.HALF, layout.PLAY_BOTTOM), look.felt)
        _draw_points(image, look, left)
    tray = layout.CUBE_TRAY_LEFT, layout.PLAY_TOP, layout.CUBE_TRAY_LEFT + layout.CUBE_TRAY, layout.PLAY_BOTTOM
    draw_well(image, look, tray, look.well)
    left, right = layout.OFF_TRAY_LEFT, layout.OFF_TRAY_LEFT + layout.OFF_TRAY
    gap = layout.OFF_TRAY_HALF_GAP
    draw_well(image, look, (left, layout.PLAY_TOP, right, layout.MIDDLE - gap), look.well)
    draw_well(image, look, (left, layout.MIDDLE + gap, right, layout.PLAY_BOTTOM), look.well)
    return image


def _draw_hinge(image: Image.Image, look: Theme) -> None:
    """The hinge in the middle of the bar."""
    top, bottom = layout.STRIP, layout.HEIGHT - layout.STRIP
    pen = ImageDraw.Draw(image)
    x = layout.BAR_LEFT + layout.BAR // 2
    pen.rectangle((x - 1, top + 2, x, bottom - 3), fill=look.frame_shade)
    pen.rectangle((x + 1, top + 2, x + 1, bottom - 3), fill=look.frame_light)


def _draw_points(image: Image.Image, look: Theme, left: int) -> None:
    width, height = layout.HALF, layout.PLAY
    for parity, colour in enumerate(look.points):
        mask = Image.new("L", (width * _POINT_SCALE, height * _POINT_SCALE), 0)
        pen = ImageDraw.Draw(mask)
        for column in range(6):
            x0, x1 = column * layout.COLUMN + 1, (column + 1) * layout.COLUMN - 1
            # Colours alternate along the course of play, so opposite points differ.
            upper = column % 2 == parity
            base, tip = (0, layout.POINT) if upper else (height, height - layout.POINT)
            corners = ((x0, base), (x1, base), ((x0 + x1) / 2, tip))
            pen.polygon([(x * _POINT_SCALE, y * _POINT_SCALE) for x, y in corners], fill=255)
        image.paste(colour, (left, layout.PLAY_TOP), mask.reduce(_POINT_SCALE))


def stamp(canvas: Image.Image, sprite: Image.Image, x: float, y: float) -> None:
    """Paste a sprite with its centre on a spot."""
    canvas.paste(sprite, (floor(x - sprite.width / 2), floor(y - sprite.height / 2)), sprite)


def draw_checkers(canvas: Image.Image, scene: Scene) -> None:
    """The checkers on points and bar; a stack shows five, and its count on the fifth if there are more."""
    for side in (0, 1):
        sprite = sprites.checker(scene.theme, scene.look(side))
        ink = THEMES[scene.theme].material(scene.look(side)).ink
        for point, count in enumerate(scene.checkers(side)):
            if not point:
                continue
            for level in range(min(count, layout.STACK)):
                stamp(canvas, sprite, *layout.slot(scene.seat(side), point, level))
            if count > layout.STACK:
                x, y = layout.slot(scene.seat(side), point, layout.STACK - 1)
                stamp(canvas, sprites.checker(scene.theme, scene.look(side), counted=True), x, y)
                draw_text(canvas, label(str(count), 36), x, y, ink, "m")


def draw_off(canvas: Image.Image, scene: Scene) -> None:
    """The borne-off checkers on their edges, and how many there are."""
    for side in (0, 1):
        seat, count = scene.seat(side), scene.checkers(side)[0]
        sprite = sprites.edge(scene.theme, scene.look(side))
        for index in range(count):
            canvas.paste(sprite, (layout.OFF_TRAY_LEFT + 6, layout.edge_top(seat, index)), sprite)
        if count:
            x, y = layout.off_count_spot(seat, count)
            draw_text(canvas, label(str(count), 32), x, y, THEMES[scene.theme].number, "m")


def draw_turn(canvas: Image.Image, scene: Scene) -> None:
    """Chevrons towards the off tray of the side whose turn it is."""
    if scene.turn is not None:
        x = layout.OFF_TRAY_LEFT + layout.OFF_TRAY // 2
        mask = marks.chevrons()
        y = layout.number_spot(scene.seat(scene.turn), 1)[1]
        spot = (x - mask.width // 2, y - mask.height // 2)
        canvas.paste(THEMES[scene.theme].accent, spot, mask)


def draw_cube(canvas: Image.Image, scene: Scene) -> None:
    """A cube nobody is offered: at its owner's end of the tray, or centred. A centred 1 shows 64, as on the table."""
    cube = scene.cube
    if cube and cube.offered_to is None:
        seat = None if cube.owner is None else scene.seat(cube.owner)
        value = 64 if cube.value == 1 else cube.value
        sprite = sprites.cube(scene.theme, value, layout.CUBE)
        stamp(canvas, sprites.faded(sprite) if cube.dead else sprite, *layout.cube_spot(seat))

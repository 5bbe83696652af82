"""Objects on the board: checkers, borne-off ones in the tray, the cube on the bar.

Everything is drawn in the upper `layout.WIDTH` × `layout.HEIGHT` of a canvas, which may be higher to hold more below.
"""

from __future__ import annotations

from math import floor

from PIL import Image

from . import blocks, layout, sprites
from .scene import Scene
from .text import draw_text, label
from .theme import THEMES

COUNT_TYPE = 36


def stamp(canvas: Image.Image, sprite: Image.Image, x: float, y: float) -> None:
    canvas.paste(sprite, (floor(x - sprite.width / 2), floor(y - sprite.height / 2)), sprite)


def draw_checkers(canvas: Image.Image, scene: Scene) -> None:
    """The checkers on points and bar; of a high stack some, with the count on the last."""
    for side in (0, 1):
        ink = THEMES[scene.theme].material(scene.look(side)).ink
        seat = scene.seat(side)
        for point, count in enumerate(scene.checkers(side)):
            if not point or not count:
                continue
            most = layout.levels(point)
            shown = min(count, most)
            x, first = layout.slot(seat, point, 0)
            last = layout.slot(seat, point, shown - 1)[1]
            upwards = first > layout.MIDDLE if point < 25 else last < first
            middle = floor((first + last) / 2)
            for part in sprites.stack(scene.theme, scene.look(side), shown, upwards):
                canvas.paste(part.image, (x + part.corner[0], middle + part.corner[1]), part.mask)
            if count > most:
                draw_text(canvas, label(str(count), COUNT_TYPE), *layout.slot(seat, point, most - 1), ink, "m")


def draw_off(canvas: Image.Image, scene: Scene) -> None:
    """The borne-off checkers on edge, and their number."""
    for side in (0, 1):
        seat, count = scene.seat(side), scene.checkers(side)[0]
        sprite = sprites.edge(scene.theme, scene.look(side))
        for index in range(count):
            canvas.paste(sprite, (layout.OFF_TRAY_LEFT + 4, layout.edge_top(seat, index)), sprite)
        if count:
            x, y = layout.off_count_spot(seat, count)
            draw_text(canvas, label(str(count), 34), x, y, THEMES[scene.theme].text, "m")


def draw_cube(canvas: Image.Image, scene: Scene) -> None:
    """A cube that is not offered: at its owner's end of the bar, or in the middle. A centred 1 shows 64, as on real
    boards.
    """
    cube = scene.cube
    if cube and cube.offered_to is None:
        seat = None if cube.owner is None else scene.seat(cube.owner)
        stuff = None if cube.owner is None else scene.look(cube.owner)
        value = 64 if cube.value == 1 else cube.value
        sprite = blocks.cube(scene.theme, value, layout.CUBE, stuff)
        stamp(canvas, sprites.faded(sprite) if cube.dead else sprite, *layout.cube_spot(seat))

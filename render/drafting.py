"""A play being composed: movable checkers, the chosen one, and its landings."""

from __future__ import annotations

from PIL import Image

from . import layout, marks, sprites, surfaces
from .board import stamp
from .lastplay import draw_ring
from .scene import Landing, Scene
from .text import draw_text, label
from .theme import THEMES, mix

_DISC, _NUMBER = 70, 38
_DIRECT, _FARTHER = 0.8, 0.34
_PLATE = (50, 29, 9)
_OFF_MARK = (54, 26)


def draw_lit_points(canvas: Image.Image, scene: Scene) -> None:
    """The points of landings; drawn before the checkers."""
    look, seat = THEMES[scene.theme], scene.seat(scene.numbers_from)
    for landing in scene.landings:
        if landing.point:
            x, y = layout.slot(seat, landing.point, 0)
            upwards = y > layout.MIDDLE
            mask = marks.lit_point(upwards, _DIRECT if landing.direct else _FARTHER)
            top = layout.PLAY_BOTTOM - mask.height if upwards else layout.PLAY_TOP
            canvas.paste(look.now.colour, (x - layout.COLUMN // 2, top), mask)


def draw_draft(canvas: Image.Image, scene: Scene) -> None:
    """Marks of movable checkers, the glow of the chosen one, landing discs; drawn over the checkers."""
    seat = scene.seat(scene.numbers_from)
    for point in scene.movable:
        if point != scene.chosen:
            _draw_dot(canvas, scene, _top(scene, point))
    if scene.chosen is not None:
        _draw_chosen(canvas, scene, _top(scene, scene.chosen))
    for landing in scene.landings:
        if landing.point:
            _draw_landing(canvas, scene, landing)
        else:
            _draw_off(canvas, scene, seat)


def _top(scene: Scene, point: int) -> tuple[int, int]:
    """The position of a stack's outermost checker."""
    side = scene.numbers_from
    level = min(scene.checkers(side)[point], layout.levels(point)) - 1
    return layout.slot(scene.seat(side), point, level)


def _draw_dot(canvas: Image.Image, scene: Scene, spot: tuple[int, int]) -> None:
    """A gold ring on a movable checker, with its number inside if it bears one."""
    now = THEMES[scene.theme].now
    for size, width, colour in ((54, 8, now.edge), (52, 5, now.colour)):
        mask = marks.ring(size, width)
        canvas.paste(colour, (spot[0] - mask.width // 2, spot[1] - mask.height // 2), mask)


def _draw_chosen(canvas: Image.Image, scene: Scene, spot: tuple[int, int]) -> None:
    look = THEMES[scene.theme]
    glow = marks.halo(layout.CHECKER + 8, 12)
    canvas.paste(look.now.colour, (spot[0] - glow.width // 2, spot[1] - glow.height // 2), glow)
    stamp(canvas, sprites.checker(scene.theme, scene.look(scene.numbers_from)), *spot)
    draw_ring(canvas, spot, look.now, 7)


def _draw_landing(canvas: Image.Image, scene: Scene, landing: Landing) -> None:
    """A landing disc with the number of the point beyond its checkers; the number on the rail is highlighted."""
    look, side = THEMES[scene.theme], scene.numbers_from
    seat = scene.seat(side)
    # An opponent's checker that would be hit stays visible.
    stands = scene.checkers(side)[landing.point] + scene.checkers(1 - side)[25 - landing.point]
    level = min(stands, layout.STACK - 1)
    x, y = layout.slot(seat, landing.point, level)
    dim = mix(look.now.colour, look.now.edge, 0.78)
    faces = ((_DISC + 4, look.now.edge), (_DISC - 2, look.now.colour))
    if not landing.direct:
        faces = (*faces, (_DISC - 10, dim))
    for size, colour in faces:
        canvas.paste(colour, (x - size // 2, y - size // 2), marks.disc(size))
    ink = look.now.edge if landing.direct else look.now.colour
    draw_text(canvas, label(str(landing.point), _NUMBER), x, y, ink, "m")
    width, height, radius = _PLATE
    x, y = layout.number_spot(seat, landing.point)
    canvas.paste(look.now.colour, (x - width // 2, y - height // 2), surfaces.plate(width, height, radius))
    draw_text(canvas, label(str(landing.point), 27), x, y, look.now.edge, "m")


def _draw_off(canvas: Image.Image, scene: Scene, seat: int) -> None:
    """A gold frame in the tray, where the checker would be borne off."""
    now = THEMES[scene.theme].now
    count = scene.checkers(scene.numbers_from)[0]
    top = layout.edge_top(seat, count) + layout.EDGE // 2
    width, height = _OFF_MARK
    x = layout.OFF_TRAY_LEFT + layout.OFF_TRAY // 2
    canvas.paste(now.colour, (x - width // 2, top - height // 2), surfaces.outline(width, height, 8, 4))

"""The board as plain shapes, and as an SVG of our size, for those who draw by themselves."""

from __future__ import annotations

import math
from collections.abc import Iterator
from html import escape
from typing import NamedTuple

import render
from render import THEMES, Scene, layout
from render.theme import Colour, mix

HALF_CAPITAL = 0.3635  # of Inter, in em

Point = tuple[float, float]
#: One colour, or those at the upper and the lower end.
Fill = Colour | tuple[Colour, Colour]


class Box(NamedTuple):
    """A rectangle from a corner, its corners round."""

    left: float
    top: float
    width: float
    height: float
    fill: Fill
    radius: float = 0


class Disc(NamedTuple):
    """A filled circle."""

    x: float
    y: float
    radius: float
    fill: Fill
    opacity: float = 1


class Ring(NamedTuple):
    """A circle's edge."""

    x: float
    y: float
    radius: float
    colour: Colour
    width: float
    dashed: bool = False


class Area(NamedTuple):
    """A polygon."""

    corners: tuple[Point, ...]
    fill: Colour


class Curve(NamedTuple):
    """A quadratic Bézier curve."""

    start: Point
    control: Point
    end: Point
    colour: Colour
    width: float


class Words(NamedTuple):
    """A line of text; `y` is the middle of its capitals, and `anchor` says what `x` is: start, middle or end."""

    x: float
    y: float
    text: str
    size: float
    colour: Colour
    anchor: str = "start"


Shape = Box | Disc | Ring | Area | Curve | Words


def shapes(scene: Scene) -> list[Shape]:
    """What a picture without a panel shows, from the bottom layer to the top one."""
    return [
        *_empty_board(scene),
        *_strips(scene),
        *_ghosts(scene),
        *_checkers(scene),
        *_last_play(scene),
        *_middle(scene),
    ]


def _empty_board(scene: Scene) -> Iterator[Shape]:
    look, top, high = THEMES[scene.theme], layout.PLAY_TOP, layout.PLAY
    yield Box(0, 0, layout.WIDTH, layout.HEIGHT, look.strip)
    yield Box(0, layout.STRIP, layout.WIDTH, layout.HEIGHT - 2 * layout.STRIP, look.frame)
    yield Box(0, layout.STRIP, layout.WIDTH, 2, look.frame_light)
    yield Box(0, layout.HEIGHT - layout.STRIP - 2, layout.WIDTH, 2, look.frame_shade)
    half = high // 2 - layout.OFF_TRAY_HALF_GAP
    wells = [(left, top, layout.HALF, high, look.felt) for left in layout.HALVES]
    wells.append((layout.CUBE_TRAY_LEFT, top, layout.CUBE_TRAY, high, look.well))
    wells.extend((layout.OFF_TRAY_LEFT, y, layout.OFF_TRAY, half, look.well) for y in (top, top + high - half))
    for left, y, width, height, floor in wells:
        yield Box(left - 3, y - 3, width + 5, height + 5, look.frame_shade)
        yield Box(left, y, width + 2, height + 2, look.frame_light)
        yield Box(left, y, width, height, floor)
    for point in range(1, 25):
        x, _ = layout.slot(0, point, 0)
        base, tip = (layout.PLAY_BOTTOM, -layout.POINT) if point <= 12 else (top, layout.POINT)
        reach = layout.COLUMN / 2 - 1
        yield Area(((x - reach, base), (x + reach, base), (x, base + tip)), look.points[(point + 1) % 2])
        number = layout.number_spot(scene.seat(scene.numbers_from), point)
        yield Words(*number, str(point), 26, look.number, "middle")


def _strips(scene: Scene) -> Iterator[Shape]:
    look = THEMES[scene.theme]
    for side in (0, 1):
        top = layout.strip_top(scene.seat(side))
        y = top + layout.STRIP / 2
        acts = scene.turn == side
        if acts:
            yield Box(0, top, layout.WIDTH, layout.STRIP, look.strip_on_turn)
            yield Box(0, top, 10, layout.STRIP, look.accent)
            x = layout.OFF_TRAY_LEFT + layout.OFF_TRAY / 2
            arrows = layout.number_spot(scene.seat(side), 1)[1]
            for left in (x - 28, x - 7, x + 14):
                yield Area(((left, arrows - 9), (left + 14, arrows), (left, arrows + 9)), look.accent)
        yield from _checker(scene, side, 48, y, 40)
        yield Words(78, y, scene.names[side], 34, look.text)
        if scene.tags and side:
            yield Box(640, y - 19, 120, 38, look.tag, 19)
            yield Words(700, y, scene.tags[0], 24, look.text, "middle")
        yield Words(850, y + 3, scene.pips_label, 24, look.text_quiet, "end")
        yield Words(930, y, str(scene.pips(side)), 34, look.accent if acts else look.text, "end")
        yield Words(1076, y, scene.scores[side], 34, look.text, "end")


def _checker(scene: Scene, side: int, x: float, y: float, diameter: float = layout.CHECKER) -> Iterator[Shape]:
    material = THEMES[scene.theme].material(side)
    radius, lit, shaded = diameter / 2, mix(material.face, (255, 255, 255), 0.3), mix(material.face, (0, 0, 0), 0.25)
    yield Disc(x, y + 2, radius + 2, (0, 0, 0), 0.3)
    yield Disc(x, y, radius, material.rim)
    yield Disc(x, y, radius * 0.92, (lit, shaded))
    yield Disc(x, y, radius * 0.72, (shaded, lit))
    yield Disc(x, y, radius * 0.67, material.face)


def _checkers(scene: Scene) -> Iterator[Shape]:
    for side in (0, 1):
        seat, material = scene.seat(side), THEMES[scene.theme].material(side)
        for point, count in enumerate(scene.checkers(side)):
            if not point:
                for index in range(count):
                    left, top = layout.OFF_TRAY_LEFT + 6, layout.edge_top(seat, index)
                    yield Box(left, top, layout.OFF_TRAY - 12, layout.EDGE, material.rim, 5)
                    yield Box(left + 2, top + 2, layout.OFF_TRAY - 16, layout.EDGE - 4, material.face, 4)
                if count:
                    number = THEMES[scene.theme].number
                    yield Words(*layout.off_count_spot(seat, count), str(count), 32, number, "middle")
                continue
            for level in range(min(count, layout.STACK)):
                yield from _checker(scene, side, *layout.slot(seat, point, level))
            if count > layout.STACK:
                yield Words(*layout.slot(seat, point, layout.STACK - 1), str(count), 36, material.ink, "middle")


def _ends(scene: Scene) -> Iterator[tuple[Point, Point, bool]]:
    """Where each step of the last play began and ended, and whether it hit."""
    if scene.last:
        counts, seat = scene.checkers(scene.last.side), scene.seat(scene.last.side)
        for start, end, hit in ((step.start, step.end, step.hit) for step in scene.last.steps):
            begun = layout.slot(seat, start, min(counts[start], layout.STACK - 1))
            level = min(max(counts[end] - 1, 0), layout.STACK - 1)
            yield begun, layout.slot(seat, end, level) if end else layout.landing_off(seat, counts[0]), hit


def _ghosts(scene: Scene) -> Iterator[Shape]:
    look = THEMES[scene.theme]
    for (x, y), _, _ in _ends(scene):
        yield Ring(x, y, 28, look.arrow_edge, 6, dashed=True)
        yield Ring(x, y, 28, look.arrow, 3, dashed=True)


def _last_play(scene: Scene) -> Iterator[Shape]:
    look = THEMES[scene.theme]
    for start, (x, y), hit in _ends(scene):
        length = math.dist(start, (x, y)) or 1
        along = (x - start[0]) / length, (y - start[1]) / length
        bend = 0.15 * length * (-1 if (layout.MIDDLE - y) * along[0] < 0 else 1)
        control = (start[0] + x) / 2 - along[1] * bend, (start[1] + y) / 2 + along[0] * bend
        tail = x - control[0], y - control[1]
        far = math.hypot(*tail) or 1
        dx, dy = tail[0] / far, tail[1] / far
        tip, neck = (x - 25 * dx, y - 25 * dy), (x - 53 * dx, y - 53 * dy)
        if x < layout.OFF_TRAY_LEFT:
            yield Ring(x, y, 31, look.arrow_edge, 7)
            yield Ring(x, y, 31, look.hit if hit else look.arrow, 5)
        for colour, extra in ((look.arrow_edge, 2.6), (look.arrow, 0.0)):
            yield Curve(start, control, neck, colour, 8 + 2 * extra)
            half = 15 + extra
            left, right = (neck[0] - dy * half, neck[1] + dx * half), (neck[0] + dy * half, neck[1] - dx * half)
            yield Area((left, (tip[0] + 2 * dx * extra, tip[1] + 2 * dy * extra), right), colour)
            yield Disc(*start, 6.5 + extra, colour)
        if hit:
            for colour, width in ((look.arrow_edge, 13), (look.hit, 7)):
                yield Curve((x - 11, y - 11), (x, y), (x + 11, y + 11), colour, width)
                yield Curve((x - 11, y + 11), (x, y), (x + 11, y - 11), colour, width)


def _middle(scene: Scene) -> Iterator[Shape]:
    look = THEMES[scene.theme]
    seat = scene.seat(scene.numbers_from)
    left = layout.HALVES[seat] + layout.HALF / 2 - len(scene.dice) * 68 / 2 + 7
    for index, die in enumerate(scene.dice):
        yield from _die(scene, left + index * 68, layout.MIDDLE - layout.DIE / 2, die.value)
    if scene.cube and scene.cube.offered_to is None:
        owner = scene.cube.owner
        x, y = layout.cube_spot(None if owner is None else scene.seat(owner))
        value = 64 if scene.cube.value == 1 else scene.cube.value
        yield from _cube(scene, x, y, layout.CUBE, value)
    elif scene.cube and scene.cube.offered_to is not None:
        x = layout.HALVES[scene.seat(scene.cube.offered_to)] + layout.HALF / 2
        yield from _cube(scene, x - 90, layout.MIDDLE, layout.OFFERED_CUBE, scene.cube.value)
        yield Box(x - 42, layout.MIDDLE - 25, 175, 50, look.accent, 10)
        yield Words(x - 22, layout.MIDDLE, scene.banner, 34, look.accent_ink)


def _block(material: render.Material, left: float, top: float, size: float) -> Iterator[Shape]:
    yield Box(left, top + 2, size, size, mix(material.rim, (0, 0, 0), 0.5), 11)
    yield Box(left, top, size, size, material.rim, 11)
    lit, shaded = mix(material.face, (255, 255, 255), 0.2), mix(material.face, (0, 0, 0), 0.1)
    yield Box(left + 2, top + 2, size - 4, size - 4, (lit, shaded), 9.5)


def _die(scene: Scene, left: float, top: float, value: int) -> Iterator[Shape]:
    material = THEMES[scene.theme].material(scene.numbers_from)
    yield from _block(material, left, top, layout.DIE)
    corners = [(-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)]
    for column, row in [*corners[: value // 2 * 2], *([(0, 0)] if value % 2 else [])]:
        yield Disc(left + 27 + column * 14.6, top + 27 + row * 14.6, 5.3, material.ink)


def _cube(scene: Scene, x: float, y: float, size: float, value: int) -> Iterator[Shape]:
    material = THEMES[scene.theme].cube
    yield from _block(material, x - size / 2, y - size / 2, size)
    yield Words(x, y, str(value), size * 0.6, material.ink, "middle")


def svg(scene: Scene) -> str:
    """The board as an SVG of our size."""
    gradients: dict[tuple[Colour, Colour], str] = {}

    def paint(fill: Fill) -> str:
        match fill:
            case ((_, _, _) as upper, (_, _, _) as lower):
                return f"url(#{gradients.setdefault((upper, lower), f'g{len(gradients)}')})"
            case (int(red), int(green), int(blue)):
                return f"#{red:02x}{green:02x}{blue:02x}"
        raise AssertionError(fill)

    def element(shape: Shape) -> str:
        match shape:
            case Box(left, top, width, height, fill, radius):
                place = f'x="{left}" y="{top}" width="{width}" height="{height}" rx="{radius}"'
                return f'<rect {place} fill="{paint(fill)}"/>'
            case Disc(x, y, radius, fill, opacity):
                faint = "" if opacity == 1 else f' fill-opacity="{opacity}"'
                return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="{paint(fill)}"{faint}/>'
            case Ring(x, y, radius, colour, width, dashed):
                dashes = ' stroke-dasharray="9 6"' if dashed else ""
                line = f'fill="none" stroke="{paint(colour)}" stroke-width="{width}"{dashes}'
                return f'<circle cx="{x}" cy="{y}" r="{radius}" {line}/>'
            case Area(corners, fill):
                return f'<path d="M{"L".join(f"{x:.1f} {y:.1f}" for x, y in corners)}Z" fill="{paint(fill)}"/>'
            case Curve(start, control, end, colour, width):
                way = f"M{start[0]} {start[1]}Q{control[0]:.1f} {control[1]:.1f} {end[0]:.1f} {end[1]:.1f}"
                return f'<path d="{way}" fill="none" stroke="{paint(colour)}" stroke-width="{width}"/>'
            case Words(x, y, text, size, colour, anchor):
                face = f'font-size="{size:.0f}" text-anchor="{anchor}" fill="{paint(colour)}"'
                return f'<text x="{x}" y="{y + HALF_CAPITAL * size:.1f}" {face}>{escape(text)}</text>'

    body = "".join(map(element, shapes(scene)))
    defined = "".join(
        f'<linearGradient id="{name}" x1="0" y1="0" x2="0" y2="1">'
        f'<stop offset="0" stop-color="{paint(upper)}"/><stop offset="1" stop-color="{paint(lower)}"/></linearGradient>'
        for (upper, lower), name in gradients.items()
    )
    size = f'width="{layout.WIDTH}" height="{layout.HEIGHT}"'
    font = 'font-family="Inter" font-weight="700"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} {font}><defs>{defined}</defs>{body}</svg>'

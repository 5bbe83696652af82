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
    wood, deep = look.frame, mix(look.frame.base, look.strip, 0.52)
    yield Box(0, 0, layout.WIDTH, layout.HEIGHT, deep)
    yield Box(0, layout.STRIP, layout.WIDTH, layout.HEIGHT - 2 * layout.STRIP, wood.base)
    yield Box(0, layout.STRIP, layout.WIDTH, 2, wood.light)
    yield Box(0, layout.HEIGHT - layout.STRIP - 2, layout.WIDTH, 2, wood.dark)
    yield Box(layout.BAR_LEFT, layout.STRIP, layout.BAR, layout.HEIGHT - 2 * layout.STRIP, look.bar.base)
    half = high // 2 - layout.OFF_TRAY_HALF_GAP
    wells = [(left, top, layout.HALF, high, look.felt) for left in layout.HALVES]
    wells.extend((layout.OFF_TRAY_LEFT, y, layout.OFF_TRAY, half, look.tray) for y in (top, top + high - half))
    for left, y, width, height, floor in wells:
        yield Box(left - 3, y - 3, width + 5, height + 5, wood.dark)
        yield Box(left, y, width + 2, height + 2, wood.light)
        yield Box(left, y, width, height, floor)
    for point in range(1, 25):
        x, _ = layout.slot(0, point, 0)
        base, tip = (layout.PLAY_BOTTOM, -layout.POINT) if point <= 12 else (top, layout.POINT)
        reach = layout.COLUMN / 2 - 2.5
        yield Area(((x - reach, base), (x + reach, base), (x, base + tip)), look.points[(point + 1) % 2])
        number = layout.number_spot(scene.seat(scene.numbers_from), point)
        yield Words(*number, str(point), 27, look.number, "middle")


def _strips(scene: Scene) -> Iterator[Shape]:
    look = THEMES[scene.theme]
    for side in (0, 1):
        top = layout.strip_top(scene.seat(side))
        y = top + layout.STRIP / 2
        acts = scene.turn == side
        if acts:
            yield Box(6, top + 5, layout.WIDTH - 12, layout.STRIP - 10, (look.brass.top, look.brass.foot), 12)
        ink, quiet = (look.brass.ink, look.brass.ink) if acts else (look.text, look.text_quiet)
        yield from _checker(scene, side, 40, y, 42)
        yield Words(72, y, scene.names[side], 38, ink)
        if scene.tags and side:
            yield Box(640, y - 19, 120, 38, look.cell_asked, 19)
            yield Words(700, y, scene.tags[0], 26, look.text, "middle")
        yield Words(850, y + 3, scene.pips_label, 27, quiet, "end")
        yield Words(930, y, str(scene.pips(side)), 36, ink, "end")
        yield Words(1072, y, scene.scores[side], 42, ink, "end")


def _checker(scene: Scene, side: int, x: float, y: float, diameter: float = layout.CHECKER) -> Iterator[Shape]:
    material = THEMES[scene.theme].material(side)
    radius, lit, shaded = diameter / 2, mix(material.face, (255, 255, 255), 0.3), mix(material.face, (0, 0, 0), 0.25)
    yield Disc(x + 2, y + 4, radius + 2, (0, 0, 0), 0.3)
    yield Disc(x, y, radius, material.edge or material.rim)
    yield Disc(x, y, radius * 0.97, material.rim)
    yield Disc(x, y, radius * 0.9, (material.lit, material.shaded))
    yield Disc(x, y, radius * 0.82, material.face)
    yield Disc(x, y, radius * 0.7, material.groove)
    yield Disc(x, y, radius * 0.64, (lit, shaded))


def _checkers(scene: Scene) -> Iterator[Shape]:
    for side in (0, 1):
        seat, material = scene.seat(side), THEMES[scene.theme].material(side)
        for point, count in enumerate(scene.checkers(side)):
            if not point:
                for index in range(count):
                    left, top = layout.OFF_TRAY_LEFT + 4, layout.edge_top(seat, index)
                    yield Box(left, top, layout.OFF_TRAY - 8, layout.EDGE - 1, material.rim, 6)
                    yield Box(left + 1, top + 1, layout.OFF_TRAY - 10, layout.EDGE - 3, material.face, 5)
                if count:
                    number = THEMES[scene.theme].text
                    yield Words(*layout.off_count_spot(seat, count), str(count), 32, number, "middle")
                continue
            most = layout.levels(point)
            for level in range(min(count, most)):
                yield from _checker(scene, side, *layout.slot(seat, point, level))
            if count > most:
                yield Words(*layout.slot(seat, point, most - 1), str(count), 36, material.ink, "middle")


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
        yield Ring(x, y, 31, look.past.edge, 6, dashed=True)
        yield Ring(x, y, 31, look.past.colour, 4, dashed=True)


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
            yield Ring(x, y, 36, look.past.edge, 8)
            yield Ring(x, y, 36, look.past.colour, 5)
        for colour, extra in ((look.past.edge, 2.6), (look.past.colour, 0.0)):
            yield Curve(start, control, neck, colour, 8 + 2 * extra)
            half = 15 + extra
            left, right = (neck[0] - dy * half, neck[1] + dx * half), (neck[0] + dy * half, neck[1] - dx * half)
            yield Area((left, (tip[0] + 2 * dx * extra, tip[1] + 2 * dy * extra), right), colour)
            yield Disc(*start, 6.5 + extra, colour)
        if hit:
            for step in range(1, 16):
                at = (start[0] * (16 - step) + x * step) / 16, (start[1] * (16 - step) + y * step) / 16
                yield Disc(*at, 6, look.hit.edge)
                yield Disc(*at, 4.5, look.hit.colour)


def _middle(scene: Scene) -> Iterator[Shape]:
    look = THEMES[scene.theme]
    seat = scene.seat(scene.numbers_from)
    width = (len(scene.dice) - 1) * layout.DIE_PITCH + layout.DIE
    left = layout.HALVES[seat] + (layout.HALF - width) / 2
    for index, die in enumerate(scene.dice):
        yield from _die(scene, left + index * layout.DIE_PITCH, layout.MIDDLE - layout.DIE / 2, die.value)
    if scene.cube and scene.cube.offered_to is None:
        owner = scene.cube.owner
        x, y = layout.cube_spot(None if owner is None else scene.seat(owner))
        value = 64 if scene.cube.value == 1 else scene.cube.value
        yield from _cube(scene, x, y, layout.CUBE, value)
    elif scene.cube and scene.cube.offered_to is not None:
        yield Box(280, layout.MIDDLE - 40, 420, 80, (look.brass.top, look.brass.foot), 14)
        yield from _cube(scene, 300, layout.MIDDLE, layout.OFFERED_CUBE, scene.cube.value)
        yield Words(380, layout.MIDDLE, scene.banner, 48, look.brass.ink)


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
        yield Disc(left + 37 + column * 19.2, top + 37 + row * 19.2, 7.1, material.ink)


def _cube(scene: Scene, x: float, y: float, size: float, value: int) -> Iterator[Shape]:
    look = THEMES[scene.theme]
    material = look.light if scene.cube is None or scene.cube.owner is None else look.material(scene.cube.owner)
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

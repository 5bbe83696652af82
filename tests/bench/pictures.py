"""How fast `render` draws, how large its files are, and how others draw the same boards.

    python -m tests.bench.pictures [FOLDER]

Positions come from games of random plays, so that pictures bear dice, a cube, scores and the last play, and nearly
every one has names of its own: no cache of texts or arrows flatters. Rows without a bar show what it saves to know the
names, as in the course of a game. All contenders take turns, a frame of each, so that all see the same noise of the
machine; what is timed ends with a PNG. The peers are

- GNU Backgammon, its `export position png` timed inside its own interpreter, at the size nearest to ours and at the
  one it starts with, a seventh of our pixels, to which no bar is put;
- CairoSVG and resvg, which are given the board as a finished SVG of our size: only the rendering is timed;
- matplotlib, which draws the same shapes from a list, but for the gradients, which it does not have.

A peer that is not installed is said to be missing. What a fresh process does (the first frame, memory, the event loop,
replays) is measured in processes of its own. FOLDER receives one picture of each contender, to be looked at.

This is a benchmark: never a timed test. It ends with 1 if a bar is missed.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import importlib
import io
import math
import os
import platform
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from html import escape
from importlib.metadata import version
from itertools import cycle, islice
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple, ParamSpec, TypeVar

from PIL import Image, features

import render
from bot.backgammon import Position, Side, Xgid, format_xgid, legal_plays, numbers
from render import THEMES, Cube, Die, LastPlay, Member, Scene, Step, Tone, layout
from render.replay import Kind
from render.theme import Colour, mix
from tests.backgammon.gnubg import GNUBG

FRAMES = 60
MEMBERS = 9
PLIES = 60
REPLAYS = 5
STARTS = 3
ROUNDS = 10
KEPT_PICTURES = 300
KEPT_NAMES = 200

#: The bars: ms and KB for a board and a chouette of ten, s and MB for a replay, then ms, MB and times as fast.
BOARD_BAR = (13.0, 95.0)
CHOUETTE_BAR = (18.0, 100.0)
REPLAY_BAR = (1.5, 1.5)
HELD_BAR = 20.0
CACHES_BAR = 60.0
PEERS_BAR = 4.0

P = ParamSpec("P")
T = TypeVar("T")

_FONTS = Path(render.__file__).parent / "fonts"
_HALF_CAPITAL = 0.3635  # of Inter, in em
_GIVEN = ("Martin", "Šárka", "Анна", "Jo", "Иван", "Quentin", "Eliška", "Wolfgang", "Li", "Παύλος", "Zoë")
_FAMILY = ("Dvořák", "Ковальчук", "z Poděbrad", "O'Brien-Smith", "Wu", "the Great", "Łukasiewicz", "W.", "")


# Scenes


@dataclass(frozen=True)
class Turn:
    """A board as it stands at some moment of a game, and how GNU Backgammon is told of it."""

    scene: Scene
    xgid: str


def person(rng: random.Random) -> str:
    """A name; the same one seldom comes twice."""
    return f"{rng.choice(_GIVEN)} {rng.choice(_FAMILY)}".strip() + rng.choice(("", "", f" {rng.randrange(1000)}"))


def game(rng: random.Random, theme: str = "wood") -> Iterator[Turn]:
    """The moments of a game of random plays in which the cube is turned now and then."""
    names = (person(rng), person(rng))
    length = rng.choice((0, 5, 7, 11))
    points = (rng.randrange(length or 40), rng.randrange(length or 40))
    scores = (f"{points[0]} / {length}", f"{points[1]} / {length}") if length else (f"+{points[0]}", f"−{points[0]}")
    position, side = Position.start(), rng.randrange(2)
    cube, last = Cube(1), None
    while True:
        dice = rng.randint(1, 6), rng.randint(1, 6)
        white = position.mirrored() if side else position
        doubles = cube.value < 64 and cube.owner in (None, side) and rng.random() < 0.05
        thrown = not doubles and rng.random() < 0.8
        scene = Scene(
            bottom=white.own,
            top=white.opponent,
            names=names,
            scores=scores,
            tags=() if length else ("Jacoby",),
            turn=1 - side if doubles else side,
            numbers_from=side,
            dice=tuple(Die(number) for number in numbers(dice)) if thrown else (),
            cube=Cube(2 * cube.value, offered_to=1 - side) if doubles else cube,
            last=last,
            banner="Double?" if doubles else "",
            banner_side=1 - side if doubles else None,
            theme=theme,
        )
        owner = None if cube.owner is None else Side(cube.owner)
        told = Xgid(
            position=white,
            cube=cube.value,
            owner=owner,
            turn=Side(side),
            dice=dice if thrown else None,
            score=points if length else (0, 0),
            length=length,
        )
        yield Turn(scene, format_xgid(told))
        if doubles:
            cube = Cube(2 * cube.value, owner=1 - side)
        play = rng.choice(legal_plays(position, dice))
        last = LastPlay(side, tuple(Step(*step) for step in play.steps)) if play.steps else None
        if play.result.victory is not None:
            return
        position, side = play.result.mirrored(), 1 - side


def turns(rng: random.Random, count: int, theme: str = "wood") -> list[Turn]:
    """Moments of many games, each with names of its own."""
    played = [turn for _ in range(-(-count // 12)) for turn in game(rng, theme)]
    return [
        replace(turn, scene=replace(turn.scene, names=(person(rng), person(rng)))) for turn in rng.sample(played, count)
    ]


def in_chouette(rng: random.Random, scene: Scene) -> Scene:
    """A scene as the board of a chouette of ten, in which no two members are alike."""
    members = [_member(rng) for _ in range(MEMBERS)]
    members[0] = replace(members[0], role="CPT", out=False)
    names = (f"{members[0].name} + {MEMBERS - 1}", person(rng))
    return replace(scene, names=names, roles=("CAPTAIN", "BOX"), scores=("−3", "+14"), members=tuple(members))


def among_friends(scene: Scene) -> Scene:
    """A scene with the names that all scenes made by this have."""
    members = tuple(replace(member, name=name) for member, name in zip(scene.members, _GIVEN, strict=False))
    return replace(scene, names=(_GIVEN[0], _GIVEN[1]), members=members)


def _member(rng: random.Random) -> Member:
    state, tone = rng.choice(
        (
            ("", Tone.PLAIN),
            ("ROLLS", Tone.PLAIN),
            ("THINKS", Tone.ASKED),
            ("DOUBLED?", Tone.ASKED),
            ("BEAVER", Tone.ASKED),
            ("TOOK", Tone.GOOD),
            ("DROPPED", Tone.BAD),
        )
    )
    value = 2 ** rng.choice((1, 1, 1, 2, 2, 3, 4, 5, 6, 10))
    cube = rng.choice((Cube(1), Cube(value, owner=0), Cube(value, owner=1), Cube(value, offered_to=0)))
    return Member(
        person(rng),
        score=f"{rng.randrange(-99, 100):+}".replace("-", "−"),
        role=rng.choice(("", "", "", "PRT")),
        cube=rng.choice((cube, cube, cube, None)),
        state=state,
        tone=tone,
        acts=tone is Tone.ASKED,
        out=tone is Tone.BAD,
    )


def plies(rng: random.Random) -> list[Scene]:
    """The first so many scenes of a game that has enough."""
    while len(scenes := [turn.scene for turn in islice(game(rng), PLIES)]) < PLIES:
        continue
    return scenes


# The same board as shapes, for those who draw by themselves

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


# Peers


class Picture(NamedTuple):
    """One picture and what it took: milliseconds, and the file."""

    took: float
    file: bytes


class Contender(NamedTuple):
    """One way to make pictures."""

    name: str
    draw: Callable[[Turn], Picture]
    #: How much faster than it our board must be; none is asked of ourselves.
    bar: float | None = PEERS_BAR


def _timed(make: Callable[[], bytes]) -> Picture:
    start = time.perf_counter()
    file = make()
    return Picture((time.perf_counter() - start) * 1000, file)


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
                return f'<text x="{x}" y="{y + _HALF_CAPITAL * size:.1f}" {face}>{escape(text)}</text>'

    body = "".join(map(element, shapes(scene)))
    defined = "".join(
        f'<linearGradient id="{name}" x1="0" y1="0" x2="0" y2="1">'
        f'<stop offset="0" stop-color="{paint(upper)}"/><stop offset="1" stop-color="{paint(lower)}"/></linearGradient>'
        for (upper, lower), name in gradients.items()
    )
    size = f'width="{layout.WIDTH}" height="{layout.HEIGHT}"'
    font = 'font-family="Inter" font-weight="700"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} {font}><defs>{defined}</defs>{body}</svg>'


def _cairosvg() -> list[Contender]:
    module: Any = importlib.import_module("cairosvg")

    def draw(turn: Turn) -> Picture:
        text = svg(turn.scene).encode()
        return _timed(lambda: module.svg2png(bytestring=text))

    return [Contender(f"CairoSVG {version('cairosvg')}", draw)]


def _resvg() -> list[Contender]:
    module: Any = importlib.import_module("resvg_py")
    # Looking through the fonts of the system for every picture would take it longer still.
    fonts = {"skip_system_fonts": True, "font_files": [str(_FONTS / "Inter-Bold.otf")]}

    def draw(turn: Turn) -> Picture:
        text = svg(turn.scene)
        return _timed(lambda: bytes(module.svg_to_bytes(svg_string=text, **fonts)))

    return [Contender(f"resvg_py {version('resvg_py')}", draw)]


def _matplotlib() -> list[Contender]:
    figures: Any = importlib.import_module("matplotlib.figure")
    patches: Any = importlib.import_module("matplotlib.patches")
    paths: Any = importlib.import_module("matplotlib.path")
    font = importlib.import_module("matplotlib.font_manager").FontProperties(fname=_FONTS / "Inter-Bold.otf")
    dots, points_an_inch = 100, 72

    def rgb(fill: Fill) -> tuple[float, ...]:
        colour = mix(*fill, 0.5) if len(fill) == 2 else fill
        return tuple(channel / 255 for channel in colour)

    def add(axes: Any, shape: Shape) -> None:
        match shape:
            case Box(left, top, width, height, fill, radius):
                style = f"round,pad=0,rounding_size={radius}"
                round_box = partial(patches.FancyBboxPatch, boxstyle=style) if radius else patches.Rectangle
                axes.add_patch(round_box((left, top), width, height, color=rgb(fill), linewidth=0))
            case Disc(x, y, radius, fill, opacity):
                axes.add_patch(patches.Circle((x, y), radius, color=rgb(fill), alpha=opacity, linewidth=0))
            case Ring(x, y, radius, colour, width, dashed):
                line = {"linewidth": width * points_an_inch / dots, "linestyle": (0, (2, 1)) if dashed else "-"}
                axes.add_patch(patches.Circle((x, y), radius, fill=False, edgecolor=rgb(colour), **line))
            case Area(corners, fill):
                axes.add_patch(patches.Polygon(corners, color=rgb(fill), linewidth=0))
            case Curve(start, control, end, colour, width):
                path = paths.Path([start, control, end], [1, 3, 3])
                line = {"edgecolor": rgb(colour), "linewidth": width * points_an_inch / dots}
                axes.add_patch(patches.PathPatch(path, fill=False, capstyle="butt", **line))
            case Words(x, y, text, size, colour, anchor):
                across = {"start": "left", "middle": "center", "end": "right"}[anchor]
                size, baseline = size * points_an_inch / dots, y + _HALF_CAPITAL * size
                place = {"ha": across, "va": "baseline", "parse_math": False}
                axes.text(x, baseline, text, fontsize=size, color=rgb(colour), fontproperties=font, **place)

    def make(drawn: Sequence[Shape]) -> bytes:
        figure = figures.Figure((layout.WIDTH / dots, layout.HEIGHT / dots), dots)
        axes = figure.add_axes((0, 0, 1, 1))
        axes.set_axis_off()
        axes.set_xlim(0, layout.WIDTH)
        axes.set_ylim(layout.HEIGHT, 0)
        for shape in drawn:
            add(axes, shape)
        buffer = io.BytesIO()
        figure.savefig(buffer, format="png", dpi=dots)
        return buffer.getvalue()

    return [Contender(f"matplotlib {version('matplotlib')}", lambda turn: _timed(partial(make, shapes(turn.scene))))]


class Gnubg:
    """GNU Backgammon waiting for positions to export."""

    _SCRIPT = """
import gnubg, time
for command in ("set confirm new off", "set player 0 human", "set player 1 human", "set automatic roll off"):
    gnubg.command(command)
told = open({told}, "w", buffering=1)
for line in open({asked}):
    size, xgid = line.split()
    gnubg.command("set export png size " + size)
    gnubg.command("set xgid " + xgid)
    start = time.perf_counter()
    gnubg.command('export position png "{picture}"')
    told.write(str((time.perf_counter() - start) * 1000) + "\\n")
"""

    def __init__(self, folder: Path) -> None:
        if GNUBG is None:
            raise ImportError("no gnubg on the path")
        self._picture = folder / "board.png"
        (asked, ask), (tell, told) = os.pipe(), os.pipe()
        script = folder / "export.py"
        script.write_text(self._SCRIPT.format(asked=asked, told=told, picture=self._picture))
        self._process = subprocess.Popen(
            [GNUBG, "-t", "-q", "-p", str(script)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=(asked, told),
            env={**os.environ, "HOME": str(folder)},
        )
        for end in (asked, told):
            os.close(end)
        # Without a buffer nothing is left to be written if the other end has gone.
        self._ask, self._tell = os.fdopen(ask, "wb", buffering=0), os.fdopen(tell)

    def export(self, size: int, turn: Turn) -> Picture:
        """The position in a size that stands for 108 × 82 pixels each. Raise `OSError` if there is no picture."""
        self._picture.unlink(missing_ok=True)
        self._ask.write(f"{size} {turn.xgid}\n".encode())
        took = self._tell.readline()
        return Picture(float(took or "nan"), self._picture.read_bytes())

    def close(self) -> None:
        """Let it end."""
        self._ask.close()
        self._tell.close()
        self._process.wait()


def _gnubg(stack: ExitStack) -> list[Contender]:
    process = Gnubg(Path(stack.enter_context(tempfile.TemporaryDirectory())))
    stack.callback(process.close)
    return [
        Contender("GNU Backgammon, about our size", partial(process.export, 10)),
        Contender("GNU Backgammon, its first size", partial(process.export, 4), None),
    ]


def _peers(stack: ExitStack, turn: Turn) -> list[Contender]:
    """Those that draw a picture here; a line for each that does not. `stack` ends them."""
    loads: dict[str, Callable[[], list[Contender]]] = {
        "GNU Backgammon": partial(_gnubg, stack),
        "CairoSVG": _cairosvg,
        "resvg_py": _resvg,
        "matplotlib": _matplotlib,
    }
    peers: list[Contender] = []
    for name, load in loads.items():
        try:
            found = load()
            for peer in found:
                peer.draw(turn)
        except (ImportError, OSError) as error:
            # An OSError: Cairo itself is not there, or GNU Backgammon wrote no picture.
            print(f"{name}: missing ({error})")
        else:
            peers.extend(found)
    return peers


def _interleaved(contenders: Sequence[Contender], played: Sequence[Turn]) -> list[list[Picture]]:
    """The pictures of each contender: all draw a board before the next one is drawn."""
    pictures: list[list[Picture]] = [[] for _ in contenders]
    for turn in played:
        gc.collect()  # nobody pays for another's garbage
        for contender, drawn in zip(contenders, pictures, strict=True):
            drawn.append(contender.draw(turn))
    return pictures


# What a fresh process does


class Start(NamedTuple):
    """Seconds that warming takes, and milliseconds of the first picture after it and of those that follow."""

    warm: float
    first: float
    following: list[float]


def _start(seed: int) -> Start:
    first, *others = turns(random.Random(seed), 21)
    begun = time.perf_counter()
    render.warm()
    warm = time.perf_counter() - begun
    return Start(warm, _drawn(first.scene).took, [_drawn(turn.scene).took for turn in others])


def _replays(kind: Kind, count: int) -> list[Picture]:
    rng = random.Random(7)
    render.warm(("wood",))
    render.draw_replay(plies(rng)[:3], kind=kind)
    return [_timed(partial(render.draw_replay, plies(rng), kind=kind)) for _ in range(count)]


class Held(NamedTuple):
    """The longest time in ms for which the event loop stood still, round by round: idle, drawing, making a replay."""

    idle: list[float]
    pictures: list[float]
    replays: list[float]


def _held() -> Held:
    rng = random.Random(8)
    render.warm(("wood",))
    scenes, filmed = [turn.scene for turn in turns(rng, 10 * ROUNDS)], plies(rng)

    async def ten(first: int) -> None:
        await asyncio.gather(*(asyncio.to_thread(render.draw, scene) for scene in scenes[first : first + 10]))

    async def rounds() -> Held:
        return Held(
            [await _longest(asyncio.sleep(0.2)) for _ in range(ROUNDS)],
            [await _longest(ten(10 * number)) for number in range(ROUNDS)],
            [await _longest(asyncio.to_thread(render.draw_replay, filmed)) for _ in range(ROUNDS // 2)],
        )

    return asyncio.run(rounds())


async def _longest(work: Coroutine[Any, Any, object]) -> float:
    """The longest time in ms a ticker came too late while something was done."""
    tick, longest = 0.001, 0.0
    doing = asyncio.create_task(work)
    while not doing.done():
        begun = time.perf_counter()
        await asyncio.sleep(tick)
        longest = max(longest, time.perf_counter() - begun - tick)
    await doing
    return longest * 1000


class Memory(NamedTuple):
    """Megabytes a process holds: before warming, after it, and after many pictures."""

    imported: float
    warmed: float
    drawn: float


def _memory() -> Memory:
    rng = random.Random(9)
    names: list[str] = []
    while len(names) < KEPT_NAMES:
        names.append(f"{person(rng)} {len(names)}")
    scenes = [turn.scene for turn in turns(rng, KEPT_PICTURES)]
    Image.preinit()
    imported = _resident()
    render.warm()
    warmed = _resident()
    for number, (scene, theme) in enumerate(zip(scenes, cycle(THEMES), strict=False)):
        scene = replace(scene, theme=theme, names=(rng.choice(names), rng.choice(names)))
        if number % 4 == 0:
            members = tuple(replace(_member(rng), name=rng.choice(names)) for _ in range(MEMBERS))
            scene = replace(scene, roles=("CAPTAIN", "BOX"), members=members)
        render.draw(scene)
    return Memory(imported, warmed, _resident())


def _resident() -> float:
    """Megabytes in memory, what has been freed given back."""
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def _fresh(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What a function gives in a process of its own."""
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        return pool.submit(function, *args, **kwargs).result()


# The figures


def _drawn(scene: Scene) -> Picture:
    return _timed(partial(render.draw, scene))


def _row(name: str, pictures: Sequence[Picture], base: float | None = None) -> float:
    """Print what pictures took; return the median."""
    times, sizes = [picture.took for picture in pictures], [len(picture.file) / 1000 for picture in pictures]
    with Image.open(io.BytesIO(pictures[0].file)) as image:
        pixels = f"{image.width} × {image.height}"
    typical = median(times)
    ratio = f"{typical / base:9.1f}" if base else ""
    print(
        f"{name:<32}{len(times):>7}{typical:>11.1f}{max(times):>9.1f}"
        f"{median(sizes):>11.1f}{max(sizes):>9.1f}{pixels:>13}{ratio}"
    )
    return typical


class _Bars:
    """The bars, printed one by one."""

    def __init__(self) -> None:
        self.met = True

    def at_most(self, what: str, figure: float, bar: float, unit: str) -> None:
        self._say(f"{what}: {figure:.1f} {unit}, at most {bar:g}", figure <= bar)

    def at_least(self, what: str, figure: float, bar: float, unit: str) -> None:
        self._say(f"{what}: {figure:.1f} {unit}, at least {bar:g}", figure >= bar)

    def _say(self, words: str, met: bool) -> None:
        self.met &= met
        print(f"{words}: {'met' if met else 'missed'}")


def main(folder: Path | None) -> bool:
    """Print the tables and the bars; return whether all are met."""
    library = "zlib_ng" if features.check_feature("zlib_ng") else "zlib"
    print(
        f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, Python {platform.python_version()},"
        f" Pillow {version('pillow')}, {library} {features.version(library)}"
    )
    rng = random.Random(6)
    warming, played = turns(rng, 3), turns(rng, FRAMES)
    render.warm()

    # Of positions of its own each, so that no arrow has been drawn before.
    fresh = iter([turn.scene for turn in turns(rng, 3 * (len(warming) + len(played)))])

    def team() -> Scene:
        return in_chouette(rng, next(fresh))

    with ExitStack() as stack:
        contenders = [
            Contender("board", lambda turn: _drawn(turn.scene), None),
            Contender("chouette of ten", lambda _: _drawn(team()), None),
            Contender("board, names known", lambda _: _drawn(among_friends(next(fresh))), None),
            Contender("chouette of ten, names known", lambda _: _drawn(among_friends(team())), None),
            *_peers(stack, warming[0]),
        ]
        _interleaved(contenders, warming)
        pictures = _interleaved(contenders, played)
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
        for contender, drawn in zip(contenders, pictures, strict=True):
            (folder / f"{contender.name}.png").write_bytes(drawn[0].file)

    print(
        f"{'':<32}{'frames':>7}{'median ms':>11}{'slowest':>9}{'median KB':>11}{'largest':>9}"
        f"{'pixels':>13}{'× ours':>9}"
    )
    ours = median(picture.took for picture in pictures[0])
    medians = [
        _row(contender.name, drawn, ours if number > 3 else None)
        for number, (contender, drawn) in enumerate(zip(contenders, pictures, strict=True))
    ]
    webp, gif = _fresh(_replays, "webp", REPLAYS), _fresh(_replays, "gif", 3)
    _row(f"replay of {PLIES} plies, WebP", webp)
    _row(f"replay of {PLIES} plies, GIF", gif)

    starts = [_fresh(_start, seed) for seed in range(STARTS)]
    print(f"{'after a start':<32}{'warming s':>11}{'first ms':>10}{'median of the next 20':>23}{'slowest':>9}")
    for number, (warm, first, following) in enumerate(starts, 1):
        print(f"{number:<32}{warm:>11.2f}{first:>10.1f}{median(following):>23.1f}{max(following):>9.1f}")

    held = _fresh(_held)
    print(f"{'event loop held':<32}{'rounds':>7}{'median ms':>11}{'worst':>9}")
    for name, rounds in zip(("idle", "ten pictures at once", "a replay"), held, strict=True):
        print(f"{name:<32}{len(rounds):>7}{median(rounds):>11.1f}{max(rounds):>9.1f}")

    bars = _Bars()
    for name, drawn, (longest, largest) in (("board", pictures[0], BOARD_BAR), ("chouette", pictures[1], CHOUETTE_BAR)):
        bars.at_most(f"{name}, median", median(picture.took for picture in drawn), longest, "ms")
        bars.at_most(f"{name}, largest file", max(len(picture.file) for picture in drawn) / 1000, largest, "KB")
    bars.at_most("replay as WebP, median", median(picture.took for picture in webp) / 1000, REPLAY_BAR[0], "s")
    bars.at_most("replay as WebP, largest", max(len(picture.file) for picture in webp) / 1e6, REPLAY_BAR[1], "MB")
    slow = sum(start.first > max(start.following) for start in starts)
    bars.at_most("starts whose first picture was slower than each of the next 20", slow, STARTS // 2, f"of {STARTS}")
    bars.at_most("event loop, ten pictures at once, worst", max(held.pictures), HELD_BAR, "ms")
    bars.at_most("event loop, a replay, worst", max(held.replays), HELD_BAR, "ms")
    if sys.platform == "linux":
        memory = _fresh(_memory)
        print(f"memory: {memory.imported:.0f} MB imported, {memory.warmed:.0f} warmed, {memory.drawn:.0f} later")
        what = f"caches after {KEPT_PICTURES} pictures with {KEPT_NAMES} names"
        bars.at_most(what, memory.drawn - memory.imported, CACHES_BAR, "MB")
    else:
        print("memory: missing (read on Linux only)")
    for contender, typical in zip(contenders, medians, strict=True):
        if contender.bar:
            bars.at_least(f"as fast as {contender.name}", typical / ours, contender.bar, "times")
    return bars.met


if __name__ == "__main__":
    sys.exit(0 if main(Path(sys.argv[1]) if len(sys.argv) > 1 else None) else 1)

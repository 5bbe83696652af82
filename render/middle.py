"""The middle of the board: the mover's dice, an offered cube, and the banner.

Each has its own position: dice in the middle of their half, the banner in the middle of the board, or of a half beside
a cube on the bar. Where they would overlap, the dice move to the outer end of their half and the banner uses the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image

from . import blocks, layout, surfaces
from .board import stamp
from .names import clean
from .scene import Scene
from .text import Label, draw_text, halves, label
from .theme import THEMES

_CLEARANCE = 16
_PLATE_HEIGHT, _PLATE_RADIUS, _PADDING = 80, 14, 34
_TYPE, _SMALLEST = 48, 28
_TYPE_OF_TWO, _SMALLEST_OF_TWO, _LEADING = 32, 24, 34
_CUBE_REACH = 66  # from the centre of an offered cube to its farthest corner
_CUBE_IN = 18  # from the end of the plate to its centre
_SHADOW = (8, 9, 190)


@dataclass(frozen=True)
class _Span:
    """An interval on the x axis."""

    low: float
    high: float

    @property
    def middle(self) -> float:
        return (self.low + self.high) / 2

    @property
    def width(self) -> float:
        return self.high - self.low

    def meets(self, other: _Span) -> bool:
        return self.low < other.high + _CLEARANCE and other.low < self.high + _CLEARANCE

    def around(self, middle: float, width: float) -> _Span:
        """An interval of this width within this one, as near to a middle as possible."""
        low = max(self.low, min(middle - width / 2, self.high - width))
        return _Span(low, low + width)


_LEFT, _RIGHT = (
    _Span(left + _CLEARANCE, left + layout.HALF - _CLEARANCE) for left in (layout.HALVES[1], layout.HALVES[0])
)
_BOARD = _Span(_LEFT.low, _RIGHT.high)
_MOST_RIGHT = layout.BAR_LEFT - _CUBE_REACH - 8  # for the centre of an offered cube


def draw_middle(canvas: Image.Image, scene: Scene) -> None:
    """Draw dice, banner and an offered cube. The dice belong to the side by which points are numbered."""
    half = (_RIGHT, _LEFT)[scene.seat(scene.numbers_from)]
    width = (len(scene.dice) - 1) * layout.DIE_PITCH + layout.DIE
    dice = half.around(half.middle, width) if scene.dice else None
    offered = scene.cube.value if scene.cube and scene.cube.offered_to is not None else None
    if clean(scene.banner) or offered:
        room = _room(scene, dice)
        group = _fitted(scene, room, offered)
        if dice and dice.meets(room.around(_middle(scene, room, offered, group[0]), group[0])):
            dice = half.around(_BOARD.low if half is _LEFT else _BOARD.high, width)
            room = _beside(scene, room, dice)
            group = _fitted(scene, room, offered)
        _draw_words(canvas, scene, room.around(_middle(scene, room, offered, group[0]), group[0]), offered, group[1])
    if dice:
        _draw_dice(canvas, scene, dice)


def _rests(scene: Scene) -> bool:
    return scene.cube is not None and scene.cube.owner is None and scene.cube.offered_to is None


def _room(scene: Scene, dice: _Span | None) -> _Span:
    """The space for a banner: all, or one half beside a centred cube."""
    if not _rests(scene):
        return _BOARD
    if scene.banner_side is not None and not dice:
        return (_RIGHT, _LEFT)[scene.seat(scene.banner_side)]
    return _LEFT if dice and dice.low > layout.BAR_LEFT else _RIGHT


def _beside(scene: Scene, room: _Span, dice: _Span) -> _Span:
    """The space that remains beside dice at an outer end."""
    if dice.low < layout.BAR_LEFT:
        return _Span(max(room.low, dice.high + _CLEARANCE), room.high)
    return _Span(room.low, min(room.high, dice.low - _CLEARANCE))


def _middle(scene: Scene, room: _Span, offered: int | None, group: float) -> float:
    """The best middle of a banner: in the half of its side, or of the space if it concerns no side.

    An offered cube avoids the bar with its checkers: it is in the left half.
    """
    if offered:
        return min(_BOARD.middle, _MOST_RIGHT - _CUBE_REACH + group / 2)
    if scene.banner_side is not None:
        return (_RIGHT, _LEFT)[scene.seat(scene.banner_side)].middle
    return layout.BAR_LEFT + layout.BAR / 2 if room is _BOARD else room.middle


def _fitted(scene: Scene, room: _Span, offered: int | None) -> tuple[float, tuple[Label, ...]]:
    """The width of banner and cube within a space, and the text: on two lines if one would be truncated."""
    words = clean(scene.banner)
    cube = 2 * _CUBE_REACH if offered else 0
    if not words:
        return cube, ()
    used = (_CUBE_REACH + _CUBE_REACH + _CUBE_IN if offered else _PADDING) + _PADDING
    width = max(1, int(room.width) - used)
    lines: tuple[Label, ...] = (label(words, _TYPE, width, smallest=_SMALLEST),)
    if lines[0].cut:
        lines = halves(words, _TYPE_OF_TWO, width, smallest=_SMALLEST_OF_TWO)
    return used + max(line.width for line in lines), lines


def _draw_dice(canvas: Image.Image, scene: Scene, span: _Span) -> None:
    side = scene.look(scene.numbers_from)
    for index, die in enumerate(scene.dice):
        x = span.low + layout.DIE / 2 + index * layout.DIE_PITCH
        sprite = blocks.die(scene.theme, side, die.value, die.used, blocks.DICE_TILTS[index])
        stamp(canvas, sprite, x, layout.MIDDLE)


def _draw_words(canvas: Image.Image, scene: Scene, span: _Span, offered: int | None, words: Sequence[Label]) -> None:
    look = THEMES[scene.theme]
    left, right = round(span.low), round(span.high)
    if offered:
        left += _CUBE_REACH - _CUBE_IN
    if words:
        top = layout.MIDDLE - _PLATE_HEIGHT // 2
        box = (left, top, right, top + _PLATE_HEIGHT)
        down, blur, level = _SHADOW
        surfaces.drop(canvas, box, _PLATE_RADIUS, blur, level, down)
        surfaces.lay_brass(canvas, box, _PLATE_RADIUS, look.brass)
        middle = right - _PADDING - max(line.width for line in words) / 2
        for number, line in enumerate(words):
            y = layout.MIDDLE + (number - (len(words) - 1) / 2) * _LEADING
            draw_text(canvas, line, middle, y, look.brass.ink, "m")
    if offered and scene.cube and scene.cube.offered_to is not None:
        stuff = scene.look(1 - scene.cube.offered_to)
        sprite = blocks.cube(scene.theme, offered, layout.OFFERED_CUBE, stuff, blocks.TILT, high=True)
        stamp(canvas, sprite, span.low + _CUBE_REACH, layout.MIDDLE)

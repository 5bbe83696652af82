"""What lies across the middle of the board: the mover's dice, an offered cube, and the banner.

Each has a place of its own, the middle of a half or of the board. Where two would meet, the dice move to the outer end
of their half and the cube and the words keep to what is left.
"""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image

from . import layout, marks, sprites
from .board import stamp
from .names import clean
from .scene import Scene
from .text import Faces, Label, draw_text, label
from .theme import THEMES

_DICE_GAP = 14
_CLEARANCE = 14
_PLATE_HEIGHT = 50
_PLATE_PADDING = 20
_TYPE = 34


@dataclass(frozen=True)
class _Span:
    """A stretch of the middle, from `low` to `high` on the x axis."""

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
        """A stretch of a width as near to a middle as it can be within this one."""
        low = max(self.low, min(middle - width / 2, self.high - width))
        return _Span(low, low + width)


@dataclass(frozen=True)
class _Group:
    """An offered cube, a banner, or both side by side, in the half of a seat or (None) in the middle of the board."""

    seat: int | None
    cube: int | None
    words: str

    def room(self) -> _Span:
        return _half(self.seat) if self.seat is not None else _BOARD

    def fitted(self, room: _Span, faces: Faces) -> tuple[float, Label | None]:
        """The width of the group within a room, and the label of its words."""
        cube = layout.OFFERED_CUBE if self.cube else 0
        if not self.words:
            return cube, None
        used = (cube + _CLEARANCE if cube else 0) + 2 * _PLATE_PADDING
        words = label(self.words, _TYPE, max(1, int(room.width) - used), faces=faces)
        return used + words.width, words


_BOARD = _Span(layout.HALVES[1] + _CLEARANCE, layout.HALVES[0] + layout.HALF - _CLEARANCE)


def _half(seat: int) -> _Span:
    left = layout.HALVES[seat]
    return _Span(left + _CLEARANCE, left + layout.HALF - _CLEARANCE)


def draw_middle(canvas: Image.Image, scene: Scene, faces: Faces) -> None:
    """Draw dice, offered cube and banner. Whoever numbers the points is the mover, whose the dice are."""
    groups = _groups(scene)
    seat = scene.seat(scene.numbers_from)
    width = len(scene.dice) * (layout.DIE + _DICE_GAP) - _DICE_GAP
    dice = _half(seat).around(_half(seat).middle, width) if scene.dice else None
    if dice and any(dice.meets(_ideal(group, faces)) for group in groups):
        dice = _half(seat).around(_BOARD.low if seat else _BOARD.high, width)
    if dice:
        _draw_dice(canvas, scene, dice)
    for group in groups:
        ideal = _ideal(group, faces)
        if dice and dice.meets(ideal):
            # Words beside the dice may reach over the bar, free at this height, and beyond if that is free too.
            beyond = layout.BAR + (layout.HALF if len(groups) == 1 else 0)
            inner = beyond if group.seat is not None else 0
            room = group.room()
            low, high = (
                (dice.high + _CLEARANCE, room.high + inner) if seat else (room.low - inner, dice.low - _CLEARANCE)
            )
            room = _Span(low, high)
            ideal = room.around(group.room().middle, group.fitted(room, faces)[0])
            _draw_group(canvas, scene, group, ideal, group.fitted(room, faces)[1])
        else:
            _draw_group(canvas, scene, group, ideal, group.fitted(group.room(), faces)[1])


def _groups(scene: Scene) -> list[_Group]:
    """The cube and the words; words that name no half stand beside an offered cube."""
    words = clean(scene.banner)
    words_seat = None if scene.banner_side is None else scene.seat(scene.banner_side)
    if not scene.cube or scene.cube.offered_to is None:
        return [_Group(words_seat, None, words)] if words else []
    cube_seat = scene.seat(scene.cube.offered_to)
    if words_seat in (None, cube_seat):
        return [_Group(cube_seat, scene.cube.value, words)]
    return [_Group(cube_seat, scene.cube.value, ""), *([_Group(words_seat, None, words)] if words else [])]


def _ideal(group: _Group, faces: Faces) -> _Span:
    """Where a group lies if nothing is in its way."""
    room = group.room()
    return room.around(room.middle, group.fitted(room, faces)[0])


def _draw_dice(canvas: Image.Image, scene: Scene, span: _Span) -> None:
    for index, die in enumerate(scene.dice):
        x = span.low + layout.DIE / 2 + index * (layout.DIE + _DICE_GAP)
        stamp(canvas, sprites.die(scene.theme, scene.look(scene.numbers_from), die.value, die.used), x, layout.MIDDLE)


def _draw_group(canvas: Image.Image, scene: Scene, group: _Group, span: _Span, words: Label | None) -> None:
    look = THEMES[scene.theme]
    x = span.low
    if group.cube:
        cube = sprites.cube(scene.theme, group.cube, layout.OFFERED_CUBE)
        stamp(canvas, cube, x + layout.OFFERED_CUBE / 2, layout.MIDDLE)
        x += layout.OFFERED_CUBE + _CLEARANCE
    if words:
        mask = marks.plate(words.width + 2 * _PLATE_PADDING, _PLATE_HEIGHT, 10)
        canvas.paste(look.accent, (round(x), layout.MIDDLE - _PLATE_HEIGHT // 2), mask)
        draw_text(canvas, words, x + _PLATE_PADDING, layout.MIDDLE, look.accent_ink)

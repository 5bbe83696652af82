"""Reads a picture back into numbers, by comparing parts of it with templates.

The templates are cut from pictures of scenes that show one thing each, so what is proved is that any scene shows each
thing as it is shown alone: nothing is covered, misplaced or in a wrong colour.
"""

from __future__ import annotations

import io
import itertools
from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw, ImageStat

from render import Cube, Die, Scene, draw, layout

EMPTY = (0,) * 26
Box = tuple[int, int, int, int]


def decode(png: bytes) -> Image.Image:
    """The pixels of a picture."""
    return Image.open(io.BytesIO(png)).convert("RGB")


def around(centre: tuple[float, float], half_width: float, half_height: float) -> Box:
    """A box by its middle."""
    x, y = centre
    return round(x - half_width), round(y - half_height), round(x + half_width), round(y + half_height)


@lru_cache(4)
def _disc(size: int) -> Image.Image:
    mask = Image.new("L", (size, size), 0)
    ImageDraw.Draw(mask).ellipse((0, 0, size - 1, size - 1), fill=255)
    return mask


def apart(one: Image.Image, other: Image.Image, mask: Image.Image | None = None) -> float:
    """The masked mean difference of two pictures of a size, 0 to 255."""
    return sum(ImageStat.Stat(ImageChops.difference(one, other), mask).mean) / 3


@lru_cache(128)
def stack_alone(theme: str, side: int, count: int) -> Image.Image:
    """The decoded picture of one stack alone, on the side's own 2-point."""
    alone = tuple(count if index == 2 else 0 for index in range(26))
    pair = (EMPTY, alone) if side else (alone, EMPTY)
    return decode(draw(Scene(*pair, ("", ""), theme=theme)))


class Reader:
    """Reads pictures of one theme, upright or flipped."""

    def __init__(self, theme: str, flipped: bool) -> None:
        self.theme = theme
        self.flipped = flipped
        self.empty = decode(draw(Scene(EMPTY, EMPTY, ("", ""), theme=theme, flipped=flipped)))
        self.checkers = [stack_alone(theme, side, 1).crop(around(layout.slot(side, 2, 0), 28, 28)) for side in (0, 1)]

    def holder(self, image: Image.Image, seat: int, point: int, level: int) -> int | None:
        """The side whose checker lies in a place, or None: the nearest template within the disc of a checker."""
        box = around(layout.slot(seat, point, level), 28, 28)
        part, mask = image.crop(box), _disc(56)
        empty = apart(part, self.empty.crop(box), mask)
        far = [apart(part, checker, mask) for checker in self.checkers]
        return None if empty <= min(far) else int(far[1] < far[0])

    def count(self, image: Image.Image, side: int, point: int) -> int:
        """How many checkers of a side stand on its own point or bar."""
        seat = side ^ self.flipped
        held = [self.holder(image, seat, point, level) == side for level in range(layout.STACK)]
        shown = held.index(False) if False in held else layout.STACK
        assert not any(held[shown:]), "a stack has no gaps"
        return self._number(image, side, point) if shown == layout.STACK else shown

    def _number(self, image: Image.Image, side: int, point: int) -> int:
        """The number on the fifth checker: the nearest of all it can be."""
        box = around(layout.slot(side ^ self.flipped, point, layout.STACK - 1), 21, 18)
        alone = around(layout.slot(side, 2, layout.STACK - 1), 21, 18)
        templates = {count: stack_alone(self.theme, side, count).crop(alone) for count in range(layout.STACK, 16)}
        return min(templates, key=lambda count: apart(image.crop(box), templates[count]))

    def position(self, image: Image.Image) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The counts of both sides on points 1 to 24 and the bar."""
        bottom, top = (tuple(self.count(image, side, point) for point in range(1, 26)) for side in (0, 1))
        return bottom, top

    def die(self, image: Image.Image, middle: tuple[float, float]) -> tuple[int, int, bool]:
        """The die with its centre on a spot: (side, value, used)."""
        part = image.crop(around(middle, 24, 24))
        templates = die_templates(self.theme)
        return min(templates, key=lambda key: apart(part, templates[key]))

    def cube(self, image: Image.Image, seat: int | None) -> int:
        """The value on the cube in a place of the tray."""
        part = image.crop(around(layout.cube_spot(seat), 34, 26))
        templates = cube_templates(self.theme)
        return min(templates, key=lambda value: apart(part, templates[value]))


@lru_cache(4)
def die_templates(theme: str) -> dict[tuple[int, int, bool], Image.Image]:
    """Every die there is, three at a time."""
    found: dict[tuple[int, int, bool], Image.Image] = {}
    for side, used, values in itertools.product((0, 1), (False, True), ((1, 2, 3), (4, 5, 6))):
        dice = tuple(Die(value, used) for value in values)
        image = decode(draw(Scene(EMPTY, EMPTY, ("", ""), theme=theme, numbers_from=side, dice=dice)))
        for index, value in enumerate(values):
            x = layout.HALVES[side] + layout.HALF / 2 + (index - 1) * (layout.DIE + 14)
            found[side, value, used] = image.crop(around((x, layout.MIDDLE), 24, 24))
    return found


@lru_cache(4)
def cube_templates(theme: str) -> dict[int, Image.Image]:
    """Cubes of all sizes, and the empty tray as 0."""
    empty = Scene(EMPTY, EMPTY, ("", ""), theme=theme)
    box = around(layout.cube_spot(0), 34, 26)
    found = {0: decode(draw(empty)).crop(box)}
    for exponent in (1, 2, 3, 4, 5, 6, 7, 9, 10, 12, 13, 15, 16, 17):
        scene = Scene(EMPTY, EMPTY, ("", ""), theme=theme, cube=Cube(2**exponent, owner=0))
        found[2**exponent] = decode(draw(scene)).crop(box)
    return found

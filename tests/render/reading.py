"""Reads a picture back into numbers, by comparing parts of it with templates.

The templates are cut from pictures of scenes that show one thing each, so what is proved is that any scene shows each
thing as it is shown alone: nothing is covered, misplaced or in a wrong colour.
"""

from __future__ import annotations

import io
import itertools
from dataclasses import replace
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


def number_alone(theme: str, side: int, count: int, *, bar: bool = False) -> Image.Image:
    """The number of a stack alone, on the side's own 2-point, or on its bar."""
    if not bar:
        return stack_alone(theme, side, count).crop(around(layout.slot(side, 2, layout.STACK - 1), 21, 18))
    alone = (*(0,) * 25, count)
    pair = (EMPTY, alone) if side else (alone, EMPTY)
    image = decode(draw(Scene(*pair, ("", ""), theme=theme)))
    return image.crop(around(layout.slot(side, 25, layout.BAR_STACK - 1), 21, 18))


class Reader:
    """Reads pictures of one theme, upright or flipped."""

    def __init__(self, theme: str, flipped: bool) -> None:
        self.theme = theme
        self.flipped = flipped
        self.empty = decode(draw(Scene(EMPTY, EMPTY, ("", ""), theme=theme, flipped=flipped)))
        self.checkers = [stack_alone(theme, side, 1).crop(around(layout.slot(side, 2, 0), 27, 27)) for side in (0, 1)]

    def holder(self, image: Image.Image, seat: int, point: int, level: int) -> int | None:
        """The side whose checker lies in a place, or None: the nearest template within the disc of a checker."""
        # What lies before it in a stack begins 30 from its middle.
        box = around(layout.slot(seat, point, level), 27, 27)
        part, mask = image.crop(box), _disc(54)
        empty = apart(part, self.empty.crop(box), mask)
        far = [apart(part, checker, mask) for checker in self.checkers]
        return None if empty <= min(far) else int(far[1] < far[0])

    def count(self, image: Image.Image, side: int, point: int) -> int:
        """How many checkers of a side stand on its own point or bar."""
        seat = side ^ self.flipped
        most = layout.levels(point)
        held = [self.holder(image, seat, point, level) == side for level in range(most)]
        shown = held.index(False) if False in held else most
        assert not any(held[shown:]), "a stack has no gaps"
        return self._number(image, side, point, most) if shown == most else shown

    def _number(self, image: Image.Image, side: int, point: int, most: int) -> int:
        """The number on the last checker that is shown: the nearest of all it can be."""
        box = around(layout.slot(side ^ self.flipped, point, most - 1), 21, 18)
        templates = {count: number_alone(self.theme, side, count) for count in range(layout.STACK + 1, 16)}
        if most < layout.STACK:
            templates |= {count: number_alone(self.theme, side, count, bar=True) for count in range(most + 1, 6)}
        templates[most] = stack_alone(self.theme, side, 1).crop(around(layout.slot(side, 2, 0), 21, 18))
        return min(templates, key=lambda count: apart(image.crop(box), templates[count]))

    def position(self, image: Image.Image) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The counts of both sides on points 1 to 24 and the bar."""
        bottom, top = (tuple(self.count(image, side, point) for point in range(1, 26)) for side in (0, 1))
        return bottom, top

    def dice(self, image: Image.Image, middle: float, count: int) -> list[tuple[int, int, bool]]:
        """So many dice around a place on the middle line: (side, value, used) of each, tilted as they lie."""
        found: list[tuple[int, int, bool]] = []
        for index in range(count):
            x = middle + (index - (count - 1) / 2) * layout.DIE_PITCH
            part = image.crop(around((x, layout.MIDDLE), 30, 30))
            templates = die_templates(self.theme, index)
            found.append(min(templates, key=lambda key: apart(part, templates[key])))
        return found

    def cube(self, image: Image.Image, seat: int | None) -> tuple[int, int | None]:
        """The value of the cube in a place on the bar, 0 if none lies there, and of whose stuff it is."""
        part = image.crop(around(layout.cube_spot(seat), 36, 36))
        templates = cube_templates(self.theme, seat)
        return min(templates, key=lambda value: apart(part, templates[value]))


@lru_cache(16)
def die_templates(theme: str, index: int) -> dict[tuple[int, int, bool], Image.Image]:
    """Every die there is, as the one at a place of a roll lies."""
    found: dict[tuple[int, int, bool], Image.Image] = {}
    for side, used, value in itertools.product((0, 1), (False, True), range(1, 7)):
        dice = (Die(value, used),) * 4
        image = decode(draw(Scene(EMPTY, EMPTY, ("", ""), theme=theme, numbers_from=side, dice=dice)))
        x = layout.HALVES[side] + layout.HALF / 2 + (index - 1.5) * layout.DIE_PITCH
        found[side, value, used] = image.crop(around((x, layout.MIDDLE), 30, 30))
    return found


@lru_cache(9)
def cube_templates(theme: str, seat: int | None) -> dict[tuple[int, int | None], Image.Image]:
    """Cubes of all sizes in a place and of all stuffs that can lie there, and the empty bar as 0."""
    empty = Scene(EMPTY, EMPTY, ("", ""), theme=theme)
    box = around(layout.cube_spot(seat), 36, 36)
    found: dict[tuple[int, int | None], Image.Image] = {(0, None): decode(draw(empty)).crop(box)}
    owners = (None,) if seat is None else (0, 1)
    for exponent, owner in itertools.product((1, 2, 3, 4, 5, 6, 7, 9, 10, 12, 13, 15, 16, 17), owners):
        scene = replace(empty, cube=Cube(2**exponent, owner), flipped=owner is not None and owner != seat)
        found[2**exponent, owner] = decode(draw(scene)).crop(box)
    return found

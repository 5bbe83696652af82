"""The last play: what it marks, what it joins, and that it never hides whose checker is where."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PIL import Image

from render import THEMES, LastPlay, Scene, Step, draw, layout
from render.text import label

from .reading import around, decode
from .scenes import NAMES, counts

BOTTOM = counts(p6=5, p5=1, p8=3, p13=4, p24=2)
TOP = counts(p6=5, p8=3, p13=5, p24=1, bar=1)


def drawn(*steps: Step, side: int = 0, theme: str = "wood") -> Image.Image:
    """The picture after a play."""
    return decode(draw(Scene(BOTTOM, TOP, NAMES, last=LastPlay(side, steps), theme=theme)))


def shows(image: Image.Image, colour: tuple[int, int, int], centre: tuple[int, int]) -> bool:
    """Whether a colour is plainly there in the place of a checker."""
    x, y = centre
    colours = image.crop((x - 34, y - 34, x + 34, y + 34)).getcolors(1 << 16) or ()
    return sum(count for count, found in colours if found == colour) > 40


@pytest.mark.parametrize("theme", THEMES)
def test_landing_and_leaving_are_marked(theme: str) -> None:
    image = drawn(Step(13, 5), theme=theme)
    for place in (layout.slot(0, 5, 0), layout.slot(0, 13, 4)):
        assert shows(image, THEMES[theme].arrow, place)
    assert not shows(image, THEMES[theme].hit, layout.slot(0, 5, 0))


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("side", [0, 1])
def test_a_hit_has_its_own_ring_and_cross(theme: str, side: int) -> None:
    image = drawn(Step(13, 5, hit=True), side=side, theme=theme)
    x, y = layout.slot(side, 5, 0)
    assert shows(image, THEMES[theme].hit, (x, y))
    assert image.getpixel((x, y)) == THEMES[theme].hit, "the middle of the ×"


def test_the_steps_of_one_checker_are_one_journey_in_any_order() -> None:
    whole = drawn(Step(13, 5))
    assert drawn(Step(13, 9), Step(9, 5)).tobytes() == whole.tobytes()
    assert drawn(Step(9, 5), Step(13, 9)).tobytes() == whole.tobytes()
    assert drawn(Step(13, 9, hit=True), Step(9, 5)).tobytes() != whole.tobytes()


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("side", [0, 1])
def test_checkers_that_go_together_share_an_arrow_with_their_number(theme: str, side: int) -> None:
    alone, two, three = (drawn(*[Step(24, 18)] * times, side=side, theme=theme) for times in (1, 2, 3))
    for times, image in ((2, two), (3, three)):
        x, y = layout.slot(side, 24, (2 if side == 0 else 1) + times - 1)
        number = label(str(times), 28).mask
        box = around((x, y), 20, 20)
        assert shows(image, THEMES[theme].arrow, (x, y))
        inks = image.crop(box).getcolors(1 << 12) or ()
        ink = sum(count for count, colour in inks if colour == THEMES[theme].arrow_edge)
        assert ink > sum(number.histogram()[200:]) / 2, "the number is there"
    assert alone.tobytes() != two.tobytes() != three.tobytes()


def test_two_that_go_together_and_two_that_go_apart_are_told_apart() -> None:
    together = drawn(Step(13, 9), Step(13, 9))
    apart = drawn(Step(13, 9), Step(13, 8))
    assert together.tobytes() != apart.tobytes()


def test_the_number_of_a_full_stack_stays_readable() -> None:
    """Seven stand there still: the arrow starts beside the number, and bears its count on its way."""
    counted = replace(Scene(counts(p6=7, p4=2, p13=4), TOP, NAMES), last=LastPlay(0, (Step(6, 4), Step(6, 4))))
    x, y = layout.slot(0, 6, layout.STACK - 1)
    box = around((x, y), 12, 14)
    image = decode(draw(counted)).crop(box)
    assert image.tobytes() == decode(draw(replace(counted, last=None))).crop(box).tobytes()


@pytest.mark.parametrize("steps", [(Step(24, 22), Step(24, 21)), (Step(13, 5), Step(8, 5)), (Step(6, 0), Step(5, 0))])
def test_the_order_of_steps_does_not_matter(steps: tuple[Step, ...]) -> None:
    assert drawn(*steps).tobytes() == drawn(*reversed(steps)).tobytes()


def test_a_hit_on_the_way_keeps_its_mark() -> None:
    image = drawn(Step(13, 9, hit=True), Step(9, 5))
    assert shows(image, THEMES["wood"].hit, layout.slot(0, 9, 0))


@pytest.mark.parametrize("steps", [(Step(25, 20),), (Step(1, 0),) * 4, (Step(6, 0), Step(25, 1)), ()])
@pytest.mark.parametrize("side", [0, 1])
def test_bar_and_tray_take_part(steps: tuple[Step, ...], side: int) -> None:
    bare = decode(draw(Scene(BOTTOM, TOP, NAMES)))
    assert (drawn(*steps, side=side).tobytes() != bare.tobytes()) == bool(steps)

"""The last play: what it marks, what it joins, and that it never hides whose checker is where."""

from __future__ import annotations

import pytest
from PIL import Image

from render import THEMES, LastPlay, Scene, Step, draw, layout

from .reading import decode
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
    assert drawn(Step(13, 9, hit=True), Step(9, 5)).tobytes() != whole.tobytes()


def test_a_hit_on_the_way_keeps_its_mark() -> None:
    image = drawn(Step(13, 9, hit=True), Step(9, 5))
    assert shows(image, THEMES["wood"].hit, layout.slot(0, 9, 0))


@pytest.mark.parametrize("steps", [(Step(25, 20),), (Step(1, 0),) * 4, (Step(6, 0), Step(25, 1)), ()])
@pytest.mark.parametrize("side", [0, 1])
def test_bar_and_tray_take_part(steps: tuple[Step, ...], side: int) -> None:
    bare = decode(draw(Scene(BOTTOM, TOP, NAMES)))
    assert (drawn(*steps, side=side).tobytes() != bare.tobytes()) == bool(steps)

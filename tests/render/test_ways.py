"""Plays compared: arrows on the board before them, each in its colour, none hiding another."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PIL import Image

from render import THEMES, Scene, Step, Way, draw
from render.picture import compose
from render.scene import check
from render.theme import Colour

from .reading import decode
from .scenes import NAMES, counts

BOTTOM = counts(p6=4, p4=2, p8=3, p13=4, p24=2)
TOP = counts(p6=5, p8=3, p13=5, p24=1, p20=1)
BOARD = Scene(BOTTOM, TOP, NAMES)
PLAYED, BEST = Way((Step(13, 8), Step(6, 5, hit=True))), Way((Step(13, 8), Step(24, 22)), best=True)


def amount(image: Image.Image, colour: Colour) -> int:
    """How many pixels have a colour."""
    return sum(count for count, found in image.getcolors(1 << 20) or () if found == colour)


def pixels(scene: Scene) -> Image.Image:
    return compose(scene)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("side", [0, 1])
def test_what_was_played_is_blue_and_what_is_best_gold(theme: str, side: int) -> None:
    look = THEMES[theme]
    here = replace(BOARD, theme=theme, numbers_from=side)
    if side:
        here = replace(here, bottom=TOP, top=BOTTOM)
    before = pixels(here)
    for way, colour, other in ((PLAYED, look.past, look.now), (BEST, look.now, look.past)):
        image = pixels(replace(here, ways=(way,)))
        assert amount(image, colour.colour) > amount(before, colour.colour) + 1000
        assert amount(image, other.colour) == amount(before, other.colour)


def test_where_both_move_alike_both_arrows_are_seen() -> None:
    look = THEMES["wood"]
    alone = amount(pixels(replace(BOARD, ways=(Way((Step(13, 8),)),))), look.past.colour)
    alike = pixels(replace(BOARD, ways=(Way((Step(13, 8),)), Way((Step(13, 8),), best=True))))
    assert amount(alike, look.past.colour) > 0.8 * alone and amount(alike, look.now.colour) > 0.8 * alone


def test_the_board_stays_as_it_is_before_them() -> None:
    """Nothing but arrows is drawn: no ghost, and nobody is hit yet."""
    assert amount(pixels(replace(BOARD, ways=(PLAYED, BEST))), THEMES["wood"].hit.colour) == 0
    assert decode(draw(replace(BOARD, ways=(PLAYED, BEST)))).size == decode(draw(BOARD)).size


def test_a_play_that_cannot_be_made_is_none() -> None:
    for steps in ((Step(7, 3),), (Step(5, 8),), (Step(24, 20), Step(24, 20), Step(24, 20))):
        with pytest.raises(ValueError, match="no checker"):
            check(replace(BOARD, ways=(Way(steps),)))

"""Candidate plays: arrows in four colours by loss, told apart without colours too, each move once, with its plays."""

# Pillow's signatures mention numpy, which nothing here needs: without it they are partly unknown.
# pyright: reportUnknownMemberType=false

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from PIL import Image, ImageChops

from render import THEMES, Die, Scene, Step, Way, draw
from render.candidates import BEFORE_SECOND, BEFORE_THIRD, DASHES, Loss, ink_of, loss_of
from render.marks import arrow
from render.picture import compose
from render.scene import check

from .reading import decode
from .scenes import NAMES, counts
from .test_contrast import contrast
from .test_ways import amount

OPENING = counts(p6=5, p8=3, p13=5, p24=2)
BOARD = Scene(OPENING, OPENING, NAMES, dice=(Die(6), Die(2)), turn=0)
LOSSES = {Loss.NOTHING: 0.0, Loss.LITTLE: 0.01, Loss.ERROR: 0.03, Loss.BLUNDER: 0.2}
FIVE = (
    Way((Step(24, 18), Step(13, 11)), loss=0.0),
    Way((Step(24, 18), Step(24, 22)), loss=0.01),
    Way((Step(13, 11), Step(13, 7)), loss=0.03),
    Way((Step(8, 2), Step(6, 4)), loss=0.1),
    Way((Step(24, 22), Step(8, 2)), loss=0.2),
)

themes = pytest.mark.parametrize("theme", THEMES)


def test_the_four_grades_begin_where_errors_and_blunders_do() -> None:
    assert [loss_of(each) for each in (0.0, 0.001, 0.0199)] == [Loss.NOTHING, Loss.LITTLE, Loss.LITTLE]
    assert [loss_of(each) for each in (BEFORE_SECOND, 0.0799)] == [Loss.ERROR, Loss.ERROR]
    assert [loss_of(each) for each in (BEFORE_THIRD, 3.0)] == [Loss.BLUNDER, Loss.BLUNDER]


@themes
@pytest.mark.parametrize("side", [0, 1])
def test_a_play_has_the_colour_of_its_loss_and_no_other(theme: str, side: int) -> None:
    look, here = THEMES[theme], replace(BOARD, theme=theme, numbers_from=side)
    before = compose(here)
    for loss, value in LOSSES.items():
        image = compose(replace(here, ways=(Way((Step(24, 18), Step(13, 11)), loss=value),)))
        for other in (Loss.NOTHING, Loss.ERROR, Loss.BLUNDER):
            gained = amount(image, ink_of(look, other).colour) - amount(before, ink_of(look, other).colour)
            assert gained > 1000 if other is loss else gained <= 0
        assert ImageChops.difference(image, before).getbbox()


@themes
def test_every_colour_stands_out_by_itself_or_its_edge(theme: str) -> None:
    look = THEMES[theme]
    grounds = (look.felt, look.pool, *look.points, look.light.face, look.dark.face, look.bar.base)
    for loss in Loss:
        ink = ink_of(look, loss)
        assert contrast(ink.colour, ink.edge) >= 3
        for ground in grounds:
            assert max(contrast(ink.colour, ground), contrast(ink.edge, ground)) >= 3


def test_dashes_tell_them_apart_without_colours() -> None:
    """Along an arrow of one length there are more and more gaps."""
    gaps: list[int] = []
    for dash in DASHES:
        row = Image.new("L", (800, 1), 0)
        for tile in arrow((100, 200), (700, 200), 0, dash=dash):
            whole = Image.new("L", (800, 400), 0)
            whole.paste(tile.edge, tile.spot)
            row = ImageChops.lighter(row, whole.crop((0, 200, 800, 201)))
        inked = [level > 127 for level in row.tobytes()[100:660]]
        gaps.append(sum(one and not other for one, other in itertools.pairwise(inked)))
    assert gaps[0] == 0 and gaps == sorted(set(gaps)) and gaps[1] >= 5


def test_a_move_of_several_plays_is_one_arrow_in_the_colour_of_the_best() -> None:
    look = THEMES["wood"]
    one = compose(replace(BOARD, ways=FIVE[:1]))
    both = compose(replace(BOARD, ways=(FIVE[0], Way(FIVE[0].steps, loss=0.3))))
    # The second adds nothing: all plays have all moves, so that not even numbers stand there.
    assert one.tobytes() == both.tobytes()
    assert amount(both, look.hit.colour) == amount(compose(BOARD), look.hit.colour)


@themes
def test_numbers_stand_on_the_arrows(theme: str) -> None:
    here = replace(BOARD, theme=theme)
    two = (FIVE[0], FIVE[3])
    with_numbers = compose(replace(here, ways=two))
    for ink in (ink_of(THEMES[theme], Loss.NOTHING), ink_of(THEMES[theme], Loss.BLUNDER)):
        alone = [compose(replace(here, ways=(way,))) for way in two]
        assert amount(with_numbers, ink.colour) > max(amount(image, ink.colour) for image in alone)


def test_two_checkers_that_move_alike_are_counted() -> None:
    double = Way((Step(8, 4), Step(8, 4), Step(6, 2), Step(6, 2)), loss=0.0)
    single = Way((Step(8, 4), Step(6, 2)), loss=0.0)
    gold = THEMES["wood"].now.colour
    assert amount(compose(replace(BOARD, ways=(double,))), gold) > amount(compose(replace(BOARD, ways=(single,))), gold)


@themes
def test_five_plays_can_be_drawn_from_both_sides(theme: str) -> None:
    for side in (0, 1):
        for flipped in (False, True):
            drawn = draw(replace(BOARD, theme=theme, ways=FIVE, numbers_from=side, flipped=flipped))
            assert decode(drawn).size == decode(draw(BOARD)).size and len(drawn) <= 125_000


@pytest.mark.parametrize(
    ("ways", "why"),
    [
        ((FIVE[0], Way((Step(13, 5),), best=True)), "all plays are candidates"),
        ((Way((Step(13, 5),), loss=-0.1),), "loses nothing or something"),
        ((Way((Step(13, 5),), loss=float("nan")),), "loses nothing or something"),
        ((Way((Step(23, 22),), loss=0.0),), "no checker can move from 23"),
    ],
)
def test_what_cannot_be_compared_is_refused(ways: tuple[Way, ...], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        check(replace(BOARD, ways=ways))

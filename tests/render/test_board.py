"""The picture is decoded and read back: who stands where, how many, the dice and the cube."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from PIL import Image

from render import THEMES, Cube, Die, Scene, draw, layout

from .reading import EMPTY, Reader, apart, around, decode
from .scenes import NAMES, START, counts, random_scene

NONE = (0, None)

every_theme = pytest.mark.parametrize("theme", THEMES)
both_ways = pytest.mark.parametrize("flipped", [False, True], ids=["upright", "flipped"])


@pytest.mark.long
@every_theme
@both_ways
def test_random_positions_are_read_back(theme: str, flipped: bool) -> None:
    rng = random.Random(f"{theme} {flipped}")
    reader = Reader(theme, flipped)
    for _ in range(4):
        scene = random_scene(rng, theme=theme, flipped=flipped, cube=Cube(2), turn=rng.choice((0, 1)))
        assert reader.position(decode(draw(scene))) == (scene.bottom[1:], scene.top[1:])


@every_theme
def test_a_stack_says_its_count_on_the_last_checker_shown(theme: str) -> None:
    assert (layout.levels(13), layout.levels(25)) == (5, 3)
    reader = Reader(theme, False)
    for count in range(1, 16):
        scene = Scene(counts(p13=count), counts(bar=16 - count), NAMES, theme=theme)
        image = decode(draw(scene))
        assert reader.count(image, 0, 13) == count
        assert reader.count(image, 1, 25) == 16 - count


@pytest.mark.parametrize("checkers", [3, 15])
def test_borne_off_checkers_fill_their_tray_from_its_edge(checkers: int) -> None:
    empty = decode(draw(Scene(EMPTY, EMPTY, NAMES)))
    image = decode(draw(Scene(counts(off=checkers), EMPTY, NAMES)))
    x = layout.OFF_TRAY_LEFT + layout.OFF_TRAY // 2
    for index in range(15):
        box = around((x, layout.edge_top(0, index) + layout.EDGE // 2), 20, 5)
        laid = apart(image.crop(box), empty.crop(box)) > 60
        number = abs(layout.off_count_spot(0, checkers)[1] - (box[1] + box[3]) / 2) < 20
        assert laid == (index < checkers) or number
    other_tray = (layout.OFF_TRAY_LEFT, layout.PLAY_TOP, layout.WIDTH, layout.MIDDLE - layout.OFF_TRAY_HALF_GAP)
    assert image.crop(other_tray).tobytes() == empty.crop(other_tray).tobytes()


@every_theme
@both_ways
@pytest.mark.parametrize("mover", [0, 1])
def test_dice_lie_in_the_movers_half_in_his_colour(theme: str, flipped: bool, mover: int) -> None:
    reader = Reader(theme, flipped)
    for dice in ((Die(6), Die(1)), (Die(3), Die(2, used=True)), (Die(4, True), Die(4), Die(4), Die(4)), (Die(5),)):
        scene = Scene(START, START, NAMES, theme=theme, flipped=flipped, numbers_from=mover, turn=mover, dice=dice)
        image = decode(draw(scene))
        middle = layout.HALVES[mover ^ flipped] + layout.HALF / 2
        read = reader.dice(image, middle, len(dice))
        assert read == [(mover, die.value, die.used) for die in dice]


@every_theme
@both_ways
def test_the_cube_lies_with_its_owner(theme: str, flipped: bool) -> None:
    reader = Reader(theme, flipped)
    for owner, values in ((None, (2, 512)), (0, (64, 4096, 131072)), (1, (8, 32768))):
        for value in values:
            image = decode(draw(Scene(START, START, NAMES, theme=theme, flipped=flipped, cube=Cube(value, owner))))
            seat = None if owner is None else owner ^ flipped
            assert [reader.cube(image, place) for place in (None, 0, 1)] == [
                (value, owner) if place == seat else NONE for place in (None, 0, 1)
            ]


def test_a_cube_nobody_has_turned_shows_64() -> None:
    image = decode(draw(Scene(START, START, NAMES, cube=Cube(1))))
    assert Reader("wood", False).cube(image, None) == (64, None)


def test_without_a_cube_the_bar_is_empty() -> None:
    image = decode(draw(Scene(START, START, NAMES)))
    assert [Reader("wood", False).cube(image, place) for place in (None, 0, 1)] == [NONE] * 3


@every_theme
@both_ways
@pytest.mark.parametrize("side", [0, 1])
def test_an_offered_cube_is_of_its_offerers_stuff_and_covers_nobody(theme: str, flipped: bool, side: int) -> None:
    bottom, top = counts(p12=7, p8=3, p6=5), counts(bar=3, p12=2, p8=5, p6=5)
    scene = Scene(bottom, top, NAMES, theme=theme, flipped=flipped)
    offer = replace(scene, cube=Cube(4, offered_to=side), banner="Martin Dvořák doubles to 4")
    reader, image = Reader(theme, flipped), decode(draw(offer))
    assert reader.position(image) == (bottom[1:], top[1:])
    assert [reader.cube(image, place) for place in (0, 1)] == [NONE] * 2, "no cube rests meanwhile"
    face = THEMES[theme].material(1 - side).block
    assert _share(image.crop((layout.FRAME, layout.MIDDLE - 40, layout.BAR_LEFT, layout.MIDDLE + 40)), face) > 0.01
    assert _share(image, THEMES[theme].brass.ink) > 0.004, "the words"


def _share(image: Image.Image, colour: tuple[int, int, int]) -> float:
    """How much of a picture is of a colour, or hardly another."""
    found = image.getcolors(1 << 20) or ()
    near = 0
    for count, each in found:
        assert isinstance(each, tuple)
        near += count * (max(abs(a - b) for a, b in zip(each, colour, strict=True)) <= 12)
    return near / image.width / image.height


@pytest.mark.parametrize("banner", ["Double?", "Anna wins a gammon, 16 points", "W" * 90])
@pytest.mark.parametrize("cube", [None, Cube(2), Cube(2, owner=0), Cube(2, offered_to=0)])
@pytest.mark.parametrize("mover", [0, 1])
def test_words_never_cover_the_dice_or_a_cube(banner: str, cube: Cube | None, mover: int) -> None:
    reader = Reader("wood", False)
    for side in (None, 0, 1):
        dice = (Die(3), Die(3), Die(3, used=True), Die(3, used=True))
        scene = Scene(START, START, NAMES, numbers_from=mover, turn=mover, dice=dice, cube=cube, banner=banner)
        image = decode(draw(replace(scene, banner_side=side)))
        left, right = layout.HALVES[mover], layout.HALVES[mover] + layout.HALF
        reach = (3 * layout.DIE_PITCH + layout.DIE) / 2
        places = ((left + right) / 2, right - 16 - reach if mover == 0 else left + 16 + reach)
        assert [(mover, die.value, die.used) for die in dice] in [reader.dice(image, x, 4) for x in places]
        if cube and cube.offered_to is None:
            assert reader.cube(image, cube.owner) == (2, cube.owner)


def test_the_numbers_change_side_and_nothing_else_of_the_board() -> None:
    mine = decode(draw(Scene(START, START, NAMES)))
    yours = decode(draw(Scene(START, START, NAMES, numbers_from=1)))
    play = (0, layout.PLAY_TOP, layout.WIDTH, layout.PLAY_BOTTOM)
    rail = (0, layout.STRIP + 2, layout.OFF_TRAY_LEFT, layout.PLAY_TOP - 4)
    assert mine.crop(play).tobytes() == yours.crop(play).tobytes()
    assert mine.crop(rail).tobytes() != yours.crop(rail).tobytes()


@every_theme
@pytest.mark.parametrize("turn", [0, 1])
@both_ways
def test_the_strip_of_whose_turn_it_is_is_of_brass_and_says_what_is_asked(theme: str, turn: int, flipped: bool) -> None:
    scene = Scene(START, START, ("Anna", "Bo"), turn=turn, flipped=flipped, theme=theme)
    image, asked = decode(draw(scene)), decode(draw(replace(scene, asked="take or drop?")))
    seat, brass = turn ^ flipped, THEMES[theme].brass
    for place in (0, 1):
        strip = (200, layout.strip_top(place) + 8, 700, layout.strip_top(place) + layout.STRIP - 8)
        colours = image.crop(strip).getcolors(1 << 16) or ()
        bright = 0
        for count, each in colours:
            assert isinstance(each, tuple)
            bright += count * (each[0] > brass.foot[0] - 24 and each[1] > 110)
        assert (bright > 15000) == (place == seat)
        assert (image.crop(strip).tobytes() != asked.crop(strip).tobytes()) == (place == seat)

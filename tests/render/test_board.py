"""The picture is decoded and read back: who stands where, how many, the dice and the cube."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from PIL import Image

from render import THEMES, Cube, Die, Scene, draw, layout

from .reading import EMPTY, Reader, apart, around, decode
from .scenes import NAMES, START, counts, random_scene

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
def test_a_stack_says_its_count_on_the_fifth_checker(theme: str) -> None:
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
        for index, die in enumerate(dice):
            spot = middle + (index - (len(dice) - 1) / 2) * (layout.DIE + 14), layout.MIDDLE
            assert reader.die(image, spot) == (mover, die.value, die.used)


@every_theme
@both_ways
def test_the_cube_lies_with_its_owner(theme: str, flipped: bool) -> None:
    reader = Reader(theme, flipped)
    for owner, values in ((None, (2, 512)), (0, (64, 4096, 131072)), (1, (8, 32768))):
        for value in values:
            image = decode(draw(Scene(START, START, NAMES, theme=theme, flipped=flipped, cube=Cube(value, owner))))
            seat = None if owner is None else owner ^ flipped
            assert [reader.cube(image, place) for place in (None, 0, 1)] == [
                value if place == seat else 0 for place in (None, 0, 1)
            ]


def test_a_cube_nobody_has_turned_shows_64() -> None:
    assert Reader("wood", False).cube(decode(draw(Scene(START, START, NAMES, cube=Cube(1)))), None) == 64


def test_without_a_cube_its_tray_is_empty() -> None:
    image = decode(draw(Scene(START, START, NAMES)))
    assert [Reader("wood", False).cube(image, place) for place in (None, 0, 1)] == [0, 0, 0]


@pytest.mark.parametrize("side", [0, 1])
def test_an_offered_cube_lies_in_the_answering_half(side: int) -> None:
    scene = Scene(START, START, NAMES, cube=Cube(4, offered_to=side), banner="Double?", banner_side=side)
    image, bare = decode(draw(scene)), decode(draw(replace(scene, cube=None, banner="")))
    changed = [_changed(image, bare, layout.HALVES[seat], layout.HALF) for seat in (0, 1)]
    assert changed == [side == 0, side == 1]
    assert Reader("wood", False).cube(image, None) == 0


def _changed(one: Image.Image, other: Image.Image, left: int, width: int) -> bool:
    box = (left, layout.MIDDLE - 30, left + width, layout.MIDDLE + 30)
    return one.crop(box).tobytes() != other.crop(box).tobytes()


@pytest.mark.parametrize("banner", ["Double?", "Anna wins a gammon, 16 points", "W" * 90])
@pytest.mark.parametrize("side", [None, 0, 1])
@pytest.mark.parametrize("mover", [0, 1])
def test_a_banner_never_covers_the_dice(banner: str, side: int | None, mover: int) -> None:
    dice = (Die(3), Die(3), Die(3, used=True), Die(3, used=True))
    scene = Scene(START, START, NAMES, numbers_from=mover, turn=mover, dice=dice, banner=banner, banner_side=side)
    image = decode(draw(scene))
    reader = Reader("wood", False)
    left, right = layout.HALVES[mover], layout.HALVES[mover] + layout.HALF
    width = 4 * layout.DIE + 3 * 14
    starts = {"middle": (left + right - width) / 2, "outer": right - 14 - width if mover == 0 else left + 14}
    read = {
        name: [reader.die(image, (start + layout.DIE / 2 + i * (layout.DIE + 14), layout.MIDDLE)) for i in range(4)]
        for name, start in starts.items()
    }
    assert [(mover, die.value, die.used) for die in dice] in read.values()


def test_the_numbers_change_side_and_nothing_else_of_the_board() -> None:
    mine = decode(draw(Scene(START, START, NAMES)))
    yours = decode(draw(Scene(START, START, NAMES, numbers_from=1)))
    play = (0, layout.PLAY_TOP, layout.WIDTH, layout.PLAY_BOTTOM)
    rail = (0, layout.STRIP + 2, layout.OFF_TRAY_LEFT, layout.PLAY_TOP - 4)
    assert mine.crop(play).tobytes() == yours.crop(play).tobytes()
    assert mine.crop(rail).tobytes() != yours.crop(rail).tobytes()


@pytest.mark.parametrize("turn", [0, 1])
@both_ways
def test_the_turn_is_marked_at_the_players_own_strip_and_rail(turn: int, flipped: bool) -> None:
    image = decode(draw(Scene(START, START, NAMES, turn=turn, flipped=flipped)))
    seat = turn ^ flipped
    accent = THEMES["wood"].accent
    bars = [image.getpixel((4, layout.strip_top(place) + layout.STRIP // 2)) == accent for place in (0, 1)]
    assert bars == [seat == 0, seat == 1]
    rails = ((layout.PLAY_BOTTOM + 4, layout.PLAY_BOTTOM + 27), (layout.STRIP + 3, layout.PLAY_TOP - 4))
    found = [_has(image.crop((layout.OFF_TRAY_LEFT, top, layout.WIDTH, bottom)), accent) for top, bottom in rails]
    assert found == [seat == 0, seat == 1]


def _has(image: Image.Image, colour: tuple[int, int, int]) -> bool:
    return any(found == colour for _, found in image.getcolors(1 << 16) or ())

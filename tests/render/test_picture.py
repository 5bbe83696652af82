"""The picture as a whole: errors, purity, threads, size, and the goldens."""

# Pillow's signatures mention numpy, which nothing here needs: without it they are partly unknown.
# pyright: reportUnknownMemberType=false

from __future__ import annotations

import io
import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from render import (
    THEMES,
    Cube,
    Die,
    End,
    Landing,
    LastPlay,
    Scene,
    Step,
    TimeLeft,
    draw,
    draw_preview,
    encode,
    layout,
    warm,
)

from . import golden
from .freeze import theme_colours
from .reading import EMPTY, decode
from .scenes import FIXED, NAMES, START, TIMED, counts, random_scene

GOOD = Scene(START, START, NAMES)

WRONG: dict[str, tuple[dict[str, object], str]] = {
    "short bottom": ({"bottom": (0,) * 25}, "bottom needs 26 counts"),
    "long top": ({"top": (0,) * 27}, "top needs 26 counts"),
    "too many": ({"bottom": counts(p6=16)}, "16 checkers"),
    "negative": ({"bottom": (-1, *START[1:])}, "negative"),
    "both on a point": ({"bottom": counts(p6=15), "top": counts(p19=15)}, "both players stand on point 6"),
    "theme": ({"theme": "pink"}, "unknown theme 'pink'"),
    "turn": ({"turn": 2}, "turn is 0"),
    "numbers": ({"numbers_from": -1}, "numbers_from is 0"),
    "banner side": ({"banner_side": 3}, "banner_side is 0"),
    "names": ({"names": ("a",)}, "names are a pair"),
    "roles": ({"roles": ("a",)}, "roles are a pair"),
    "scores": ({"scores": ("1", "2", "3")}, "scores are a pair"),
    "times": ({"times": (None,)}, "times are a pair"),
    "die": ({"dice": (Die(7),)}, "a die shows 1 to 6"),
    "five dice": ({"dice": (Die(1),) * 5}, "at most four dice"),
    "cube": ({"cube": Cube(3)}, "a power of two"),
    "no cube": ({"cube": Cube(0)}, "a power of two"),
    "cube owner": ({"cube": Cube(2, owner=2)}, "cube.owner"),
    "cube offer": ({"cube": Cube(2, offered_to=5)}, "cube.offered_to"),
    "backwards": ({"last": LastPlay(0, (Step(3, 5),))}, "no checker moves from 3 to 5"),
    "from nowhere": ({"last": LastPlay(0, (Step(26, 5),))}, "no checker moves from 26"),
    "light": ({"light": 2}, "light is 0"),
    "mover": ({"last": LastPlay(7, ())}, "last.side"),
    "stuck": ({"movable": (5,)}, "no checker can move from 5"),
    "chosen": ({"chosen": 0}, "no checker can move from 0"),
    "landing": ({"landings": (Landing(25),)}, "no checker lands on 25"),
    "winner": ({"end": End(2, "wins")}, "end.winner is 0"),
    "score": ({"end": End(0, "wins", ("1",))}, "end.score is a pair"),  # pyright: ignore[reportArgumentType]
    "sum": ({"end": End(0, "wins", sum=(Cube(5),))}, "a power of two"),
}


@pytest.mark.parametrize(("fields", "words"), WRONG.values(), ids=WRONG.keys())
def test_an_impossible_scene_is_refused_in_words(fields: dict[str, object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        draw(replace(GOOD, **fields))  # pyright: ignore[reportArgumentType]


def test_warming_an_unknown_theme_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown theme"):
        warm(["pink"])


def test_hypergammon_an_empty_board_and_any_cube_are_drawn() -> None:
    draw(Scene(counts(p24=1, p23=1, p22=1), counts(off=3), NAMES))
    for exponent in (0, 10, 13, 14, 17, 20, 29, 30, 64, 200):
        for offered_to in (None, 1):
            draw(Scene(EMPTY, EMPTY, NAMES, cube=Cube(2**exponent, offered_to=offered_to), banner="?"))


@pytest.mark.parametrize("theme", THEMES)
def test_whoever_has_the_light_checkers_has_them_all(theme: str) -> None:
    scene = replace(GOOD, theme=theme)

    def seen(light: int, spot: tuple[float, float]) -> object:
        image = Image.open(io.BytesIO(draw(replace(scene, light=light)))).convert("RGB")
        return image.getpixel((round(spot[0]) + 12, round(spot[1]) + 12))

    bottom, top = layout.slot(0, 8, 0), layout.slot(1, 8, 0)
    assert seen(0, bottom) == seen(1, top) != seen(0, top) == seen(1, bottom)


def test_a_cube_that_nobody_can_turn_is_faded() -> None:
    live, dead, none = (
        draw(replace(GOOD, cube=cube)) for cube in (Cube(2, owner=0), Cube(2, owner=0, dead=True), None)
    )
    assert len({live, dead, none}) == 3


@pytest.mark.parametrize("theme", THEMES)
def test_a_draft_marks_what_can_move_what_is_chosen_and_where_it_lands(theme: str) -> None:
    """The gold of what is asked shows in those places and in no other."""
    draft = replace(FIXED["chosen"], theme=theme, last=None, cube=None, turn=None)
    bare = replace(draft, movable=(), chosen=None, landings=())
    apart = ImageChops.difference(decode(draw(draft)), decode(draw(bare)))
    places = {point: layout.slot(0, point, min(draft.bottom[point], 5) - 1) for point in draft.movable}
    places |= {landing.point: layout.slot(0, landing.point, 0) for landing in draft.landings}
    for x, y in places.values():
        assert apart.crop((x - 20, y - 20, x + 20, y + 20)).getbbox()
    for x, y in places.values():
        apart.paste(0, (x - 70, y - 70, x + 70, y + 70))
    for landing in draft.landings:
        x, _ = layout.slot(0, landing.point, 0)
        apart.paste(0, (x - 38, layout.PLAY_BOTTOM - layout.POINT, x + 38, layout.PLAY_BOTTOM + layout.RAIL))
    assert apart.getbbox() is None


def test_a_card_says_who_won_and_covers_no_strip() -> None:
    won = FIXED["won"]
    image, bare = decode(draw(won)), decode(draw(replace(won, end=None)))
    box = ImageChops.difference(image, bare).getbbox()
    assert box and layout.STRIP < box[1] < layout.MIDDLE < box[3] < layout.HEIGHT - layout.STRIP
    assert won.end
    others = (replace(won.end, winner=1), replace(won.end, winner=None), replace(won.end, crowned=False))
    told = {draw(replace(won, end=end)) for end in (won.end, replace(won.end, words="draws"), *others)}
    assert len(told) == 5


def test_times_are_in_the_strips_and_leave_room_for_long_names() -> None:
    bare = replace(TIMED, times=(None, None))
    ends: list[int] = []
    for side, top in ((1, 0), (0, layout.HEIGHT - layout.STRIP)):
        one = replace(bare, times=(TIMED.times[0], None) if side == 0 else (None, TIMED.times[1]))
        box = ImageChops.difference(decode(draw(one)), decode(draw(bare))).getbbox()
        assert box and top <= box[1] < box[3] <= top + layout.STRIP
        ends.append(box[2])
    assert abs(ends[0] - ends[1]) <= 4, "both end at the same place"
    plain = replace(TIMED, times=(TIMED.times[0], TimeLeft("0:23")))
    assert draw(plain) != draw(TIMED), "an urgent one is bold, after a stop watch"
    long = replace(TIMED, names=("W" * 32, "W" * 32), tags=("Crawford",), asked="take or drop?")
    for fields in ({}, {"times": (TimeLeft("9 d 23 h"), TimeLeft("23 h 59 min"))}):
        draw(replace(long, **fields))  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize("theme", THEMES)
def test_the_same_scene_gives_the_same_bytes(theme: str) -> None:
    scene = replace(FIXED["play"], theme=theme)
    first = draw(scene)
    for other in FIXED.values():
        draw(replace(other, theme=theme))
    assert draw(scene) == first


@pytest.mark.long
def test_threads_draw_what_one_thread_draws() -> None:
    rng = random.Random(5)
    scenes = [random_scene(rng, theme=rng.choice(list(THEMES)), turn=1, dice=(Die(2), Die(6))) for _ in range(8)]
    scenes += list(FIXED.values())
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(draw, scenes * 3))
    assert together == [draw(scene) for scene in scenes] * 3


@pytest.mark.long
def test_pictures_are_small_files_of_the_right_shape() -> None:
    rng = random.Random(9)
    busy = [replace(scene, theme=theme) for scene in FIXED.values() for theme in THEMES]
    for scene in (*busy, *(random_scene(rng) for _ in range(10))):
        data = draw(scene)
        image = Image.open(io.BytesIO(data))
        assert len(data) <= (132 if scene.members else 120) * 1000
        height = layout.HEIGHT + layout.panel_height(len(scene.members))
        assert (image.size, image.mode) == ((layout.WIDTH, height), "P")
    assert (layout.WIDTH, layout.HEIGHT) == (1100, 958)


@pytest.mark.parametrize("theme", THEMES)
def test_a_palette_has_256_colours_and_the_themes_own_among_them(theme: str) -> None:
    colours = encode.palette(theme)
    assert len(colours) == 256
    assert set(theme_colours(THEMES[theme])) <= set(colours)


@pytest.mark.parametrize("name", golden.cases())
def test_golden(name: str, tmp_path: Path) -> None:
    pixels, copy = golden.read_all()[name]
    image = golden.picture(golden.cases()[name])
    if golden.digest(image) == pixels:
        return
    apart, worst, mean = golden.difference(image, copy)
    if worst > golden.WORST_CELL or mean > golden.WORST_MEAN:
        image.save(tmp_path / "drawn.png")
        apart.point([min(255, 8 * level) for level in range(256)] * 3).resize(image.size).save(tmp_path / "apart.png")
        pytest.fail(f"{name} looks different (worst cell {worst}, mean {mean:.2f}): see {tmp_path}")


def test_a_golden_notices_a_moved_checker() -> None:
    scene = golden.cases()["play wood"]
    assert isinstance(scene, Scene)
    image = golden.picture(replace(scene, bottom=counts(p6=7, p5=2, p4=2, p3=2, p8=1, p18=1)))
    _, worst, _ = golden.difference(image, golden.read_all()["play wood"][1])
    assert worst > golden.WORST_CELL


def test_themes_beside_one_another_are_each_in_its_colours() -> None:
    scenes = [replace(GOOD, theme=theme, turn=None) for theme in THEMES]
    image = decode(draw_preview(scenes))
    assert image.width == layout.WIDTH
    for index, scene in enumerate(scenes):
        alone = decode(draw(scene)).crop((0, layout.HEIGHT - 300, layout.WIDTH, layout.HEIGHT))
        assert (
            ImageChops.difference(alone, image.crop((0, index * 312, layout.WIDTH, index * 312 + 300))).getbbox()
            is None
        )

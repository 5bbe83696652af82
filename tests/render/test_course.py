"""The course of a game: refusals, names, that curve and marks are where they belong, contrast, and the file's size."""

# Pillow's signatures mention numpy, which nothing here needs: without it they are partly unknown.
# pyright: reportUnknownMemberType=false

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest
from PIL import Image

from render import THEMES
from render.course import LANE, LANES_TOP, WELL, Course, CubeMark, Grade, Lane, Mistake, Point, Said, height, spots
from render.course_drawing import compose_course, draw_course, inks, paper
from render.layout import WIDTH
from render.theme import Colour

from .papers import COURSES
from .reading import decode
from .test_contrast import contrast
from .test_names import NASTY

GOOD = COURSES["match"]
LARGEST_FILE = 95_000

themes = pytest.mark.parametrize("theme", THEMES)


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (replace(GOOD, theme="pink"), "unknown theme 'pink'"),
        (replace(GOOD, points=()), "at least one point"),
        (replace(GOOD, points=((2, 0.5), (2, 0.6))), "only go forward"),
        (replace(GOOD, points=((-1, 0.5),)), "only go forward"),
        (replace(GOOD, points=((1, 1.01),)), "from 0 to 1"),
        (replace(GOOD, mistakes=(Mistake(1, -0.1, 0, Grade.ERROR),)), "from 0 to 1"),
        (replace(GOOD, lanes=(Lane("Ann", 0),) * 13), "at most 12 players"),
        (replace(GOOD, turning=(len(GOOD.points),)), "turning points"),
        (replace(GOOD, lanes=(Lane("Ann", 0, (CubeMark(2, Said.CUBE, 1),)),)), "at least 2"),
    ],
)
def test_what_is_no_course_is_refused(wrong: Course, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        draw_course(wrong)


@pytest.mark.parametrize("course", COURSES.values(), ids=COURSES)
def test_its_height_is_that_of_its_lanes(course: Course) -> None:
    assert decode(draw_course(course)).size == (WIDTH, height(len(course.lanes)))


@themes
@pytest.mark.parametrize("name", COURSES)
def test_files_stay_small(theme: str, name: str) -> None:
    assert len(draw_course(replace(COURSES[name], theme=theme))) <= LARGEST_FILE


@pytest.mark.parametrize("text", NASTY.values(), ids=NASTY.keys())
def test_any_name_and_title_can_be_drawn_and_stays_in_its_place(text: str) -> None:
    lanes = (Lane(text, 0), Lane(text, 1))
    plain = replace(GOOD, lanes=(Lane("", 0), Lane("", 1)), title="", note="")
    one, other = compose_course(plain), compose_course(replace(plain, lanes=lanes, title=text, note=text))
    assert one.crop(WELL).tobytes() == other.crop(WELL).tobytes()
    beside = (WELL[0], LANES_TOP, WIDTH, LANES_TOP + 2 * LANE)
    assert one.crop(beside).tobytes() == other.crop(beside).tobytes()


def near(spot: Point, reach: int) -> tuple[int, int, int, int]:
    x, y = round(spot[0]), round(spot[1])
    return x - reach, y - reach, x + reach, y + reach


def colours(image: Image.Image, box: tuple[int, int, int, int]) -> set[Colour]:
    part = image.crop(box)
    return {colour for _, colour in part.getcolors(part.width * part.height) or () if isinstance(colour, tuple)}  # type: ignore[misc]


def bare(theme: str) -> Course:
    return replace(GOOD, theme=theme, mistakes=(), turning=(), lanes=())


@themes
def test_the_curve_goes_through_all_points_and_parts_the_colours_of_the_two(theme: str) -> None:
    course, look = bare(theme), THEMES[theme]
    image = compose_course(course)
    for x, y in spots(course):
        assert look.brass.face in colours(image, near((x, min(max(y, WELL[1] + 4), WELL[3] - 4)), 4))
    x, y = max(spots(course), key=lambda spot: spot[1] - (spot[1] > WELL[3] - 60) * 1000)
    assert image.getpixel((round(x), round(y) + 30)) == paper(look, 0)
    assert image.getpixel((round(x), round(y) - 30)) == paper(look, 1)


def test_the_other_side_sees_its_own_colour_below() -> None:
    image = compose_course(replace(bare("wood"), light=1))
    assert image.getpixel((WELL[0] + 20, WELL[3] - 20)) == paper(THEMES["wood"], 1)


@themes
def test_a_blunder_is_told_from_an_error_by_shape_and_colour(theme: str) -> None:
    look, course = THEMES[theme], bare(theme)
    turn, share = course.points[len(course.points) // 2]
    spot = spots(course)[len(course.points) // 2]
    made: dict[Grade, set[Colour]] = {}
    for grade in (Grade.ERROR, Grade.BLUNDER):
        image = compose_course(replace(course, mistakes=(Mistake(turn, share, 1, grade),)))
        made[grade] = colours(image, near(spot, 16))
        assert inks(look, grade).colour in made[grade]
        # Its middle is of the checkers of who made it.
        assert image.getpixel((round(spot[0]), round(spot[1]))) == look.dark.face
    assert inks(look, Grade.BLUNDER).colour not in made[Grade.ERROR]


@themes
def test_every_mark_stands_out_from_what_is_below_it(theme: str) -> None:
    look = THEMES[theme]
    assert contrast(paper(look, 0), paper(look, 1)) >= 4.5
    for ink in (inks(look, Grade.ERROR), inks(look, Grade.BLUNDER), look.past):
        for ground in (paper(look, 0), paper(look, 1), look.panel):
            assert max(contrast(ink.colour, ground), contrast(ink.edge, ground)) >= 3
        assert contrast(ink.colour, ink.edge) >= 3


@themes
def test_turning_points_have_their_numbers_in_the_well(theme: str) -> None:
    course = replace(bare(theme), turning=GOOD.turning)
    look, image, without = THEMES[theme], compose_course(course), compose_course(bare(theme))
    assert look.past.colour in colours(image, WELL) and look.past.colour not in colours(without, WELL)
    outside = (0, WELL[3] + 4, WIDTH, image.height)
    assert image.crop(outside).tobytes() == without.crop(outside).tobytes()


def test_each_member_has_the_marks_of_their_own_cubes() -> None:
    lanes = COURSES["chouette"].lanes
    image = partial(compose_course, COURSES["chouette"])()
    for number, lane in enumerate(lanes):
        emptied = tuple(replace(each, marks=()) if place == number else each for place, each in enumerate(lanes))
        without = compose_course(replace(COURSES["chouette"], lanes=emptied))
        for place in range(len(lanes)):
            row = (WELL[0], LANES_TOP + place * LANE, WIDTH, LANES_TOP + (place + 1) * LANE)
            same = image.crop(row).tobytes() == without.crop(row).tobytes()
            assert same == (place != number or not lane.marks)


def test_a_single_roll_is_a_course() -> None:
    assert draw_course(replace(bare("wood"), points=((1, 0.5),)))

"""The panel of a chouette: every member's cube, owner, and who must act or is out can be read back from it."""

from __future__ import annotations

import itertools
from dataclasses import replace
from functools import cache

import pytest
from PIL import Image, ImageChops

from render import THEMES, Cube, Member, Scene, Tone, draw, layout
from render.theme import mix

from .reading import Box, apart, around, decode
from .scenes import NAMES, START, TEAM

VALUES = (1, 2, 4, 8, 16, 32, 64)
OWNERS = (None, 0, 1)


def team(*members: Member, theme: str = "wood") -> Image.Image:
    """The picture of a chouette at its beginning."""
    return decode(draw(Scene(START, START, NAMES, members=members, theme=theme)))


def cube_box(index: int, members: int, owner: int | None) -> Box:
    """Where a member's cube lies."""
    left, top, width = layout.cell(index, members)
    middle = left + layout.CELL_MARGIN + layout.cell_well(width) / 2
    half = layout.member_cube(width) / 2 - 1
    return around((middle, top + layout.cell_cube(owner, width)), half, half)


@cache
def templates(theme: str, members: int) -> dict[tuple[int, int | None], Image.Image]:
    """Every usual cube in every place, each alone in a panel of so many cells."""
    others = (Member(""),) * (min(members, layout.CELLS) - 1)
    return {
        (value, owner): team(Member("", cube=Cube(value, owner)), *others, theme=theme).crop(
            cube_box(0, members, owner)
        )
        for value, owner in itertools.product(VALUES, OWNERS)
    }


@pytest.mark.long
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("count", [1, 2, 4, 5, 6, 9])
def test_every_cube_is_read_back(theme: str, count: int) -> None:
    known = templates(theme, count)
    for turn in range(0, len(known), count):
        shown = [list(known)[(turn + index) % len(known)] for index in range(count)]
        members = [replace(TEAM[index], cube=Cube(*cube), acts=False, out=False) for index, cube in enumerate(shown)]
        image = team(*members, theme=theme)
        for index, cube in enumerate(shown):
            found = min(known, key=lambda key: apart(image.crop(cube_box(index, count, key[1])), known[key]))
            assert found == cube


@pytest.mark.parametrize("theme", THEMES)
def test_who_must_act_is_outlined_and_who_is_out_is_faded(theme: str) -> None:
    look = THEMES[theme]
    image = team(Member("a"), Member("b", acts=True), Member("c", out=True), theme=theme)
    edges = []
    for index in range(3):
        left, top, width = layout.cell(index, 3)
        edges.append(image.getpixel((left - 2, top + layout.CELL_HEIGHT // 2)))
        inside = image.getpixel((left + width - 6, top + 40))
        assert isinstance(inside, tuple)
        ground = (look.cell, look.cell_asked, mix(look.cell, look.panel, 0.5))[index]
        assert max(abs(a - b) for a, b in zip(inside, ground, strict=True)) <= 6
    assert edges[1] == look.now.colour
    assert look.now.colour not in (edges[0], edges[2])


@pytest.mark.parametrize(
    "field",
    [
        {"name": "Zoe"},
        {"score": "+99"},
        {"role": "XY"},
        {"state": "XYZ"},
        {"cube": Cube(8)},
        {"acts": True},
        {"captain": True, "role": ""},
        {"answered": True},
        {"extras": (Cube(2), Cube(16, owner=1))},
    ],
    ids=str,
)
def test_what_is_said_of_one_member_shows_in_his_cell_alone(field: dict[str, object]) -> None:
    members = [replace(member, acts=False, role="", captain=False, answered=False, extras=()) for member in TEAM]
    plain = team(*members)
    for index in (0, 4, 8):
        told = list(members)
        told[index] = replace(told[index], out=False, **field)  # pyright: ignore[reportArgumentType]
        awake = list(members)
        awake[index] = replace(awake[index], out=False)
        box = ImageChops.difference(team(*told), team(*awake)).getbbox()
        left, top, width = layout.cell(index, 9)
        assert box
        assert left - 4 <= box[0] < box[2] <= left + width + 4
        assert top - 4 <= box[1] < box[3] <= top + layout.CELL_HEIGHT + 4
    assert plain.size == (1100, 1274)


@pytest.mark.parametrize("tone", list(Tone))
@pytest.mark.parametrize("theme", THEMES)
def test_a_word_has_the_colour_of_its_tone(theme: str, tone: Tone) -> None:
    look = THEMES[theme]
    ink = {Tone.PLAIN: look.text_quiet, Tone.ASKED: look.now.colour, Tone.GOOD: look.good, Tone.BAD: look.bad}[tone]
    image = team(Member("", state="MMM", tone=tone), theme=theme)
    left, top, width = layout.cell(0, 1)
    strip = image.crop((left + layout.cell_text(width), top + 56, left + width - 4, top + 90))
    assert sum(count for count, colour in strip.getcolors(1 << 16) or () if colour == ink) > 100


def test_the_board_above_is_the_board_without_a_panel() -> None:
    alone, above = decode(draw(Scene(START, START, NAMES))), team(*TEAM)
    assert above.crop((0, 0, *alone.size)).tobytes() == alone.tobytes()


def test_heights() -> None:
    assert [team(*TEAM[:count]).height for count in (1, 5, 6, 9)] == [1122, 1122, 1274, 1274]


def test_more_extras_than_there_is_room_for_are_counted() -> None:
    """In a narrow cell one small cube and how many more there are; in a wide one they all lie there."""
    six = tuple(Cube(2, owner=1) for _ in range(6))
    for count, most in ((1, 6), (9, 1)):
        told = [
            team(*(replace(member, score="", extras=six[:extras]) for member in TEAM[:count])) for extras in range(7)
        ]
        assert len({image.tobytes() for image in told}) == 7
        left, top, width = layout.cell(0, count)
        x = left + layout.cell_text(width)
        line = (x, top + 92, x + layout.EXTRA_CUBE, top + 130)
        alone = told[1].crop(line)
        for index in range(most):
            here = (line[0] + index * 46, line[1], line[2] + index * 46, line[3])
            assert apart(told[6].crop(here), alone) < 2, (count, index)


def test_too_many_members_and_cubes_that_cannot_be_are_refused() -> None:
    with pytest.raises(ValueError, match="at most 9 members"):
        team(*TEAM, TEAM[0])
    with pytest.raises(ValueError, match="a power of two"):
        team(Member("a", cube=Cube(3)))

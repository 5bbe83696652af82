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
    left, top, _ = layout.cell(index, members)
    return around((left + layout.CELL_MARGIN + layout.CELL_WELL / 2, top + layout.cell_cube(owner)), 28, 28)


@cache
def templates(theme: str) -> dict[tuple[int, int | None], Image.Image]:
    """Every usual cube in every place, each alone in a panel."""
    return {
        (value, owner): team(Member("", cube=Cube(value, owner)), theme=theme).crop(cube_box(0, 1, owner))
        for value, owner in itertools.product(VALUES, OWNERS)
    }


@pytest.mark.long
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("count", [1, 2, 4, 5, 6, 9])
def test_every_cube_is_read_back(theme: str, count: int) -> None:
    known = templates(theme)
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
        edges.append(image.getpixel((left + 2, top + layout.CELL_HEIGHT // 2)))
        inside = image.getpixel((left + width - 12, top + 40))
        assert isinstance(inside, tuple)
        faded = mix(look.cell, look.strip, 0.5)
        assert max(abs(a - b) for a, b in zip(inside, faded if index == 2 else look.cell, strict=True)) <= 6
    assert edges[1] == look.accent
    assert look.accent not in (edges[0], edges[2])


@pytest.mark.parametrize(
    "field", [{"name": "Zoe"}, {"score": "+99"}, {"role": "XYZ"}, {"state": "XYZ"}, {"cube": Cube(8)}, {"acts": True}]
)
def test_what_is_said_of_one_member_shows_in_his_cell_alone(field: dict[str, object]) -> None:
    members = [replace(member, acts=False) for member in TEAM]
    plain = team(*members)
    for index in (0, 4, 8):
        told = list(members)
        told[index] = replace(told[index], out=False, **field)  # pyright: ignore[reportArgumentType]
        awake = list(members)
        awake[index] = replace(awake[index], out=False)
        box = ImageChops.difference(team(*told), team(*awake)).getbbox()
        left, top, width = layout.cell(index, 9)
        assert box
        assert left <= box[0] < box[2] <= left + width
        assert top <= box[1] < box[3] <= top + layout.CELL_HEIGHT
    assert plain.size == (1100, 1118)


@pytest.mark.parametrize("tone", list(Tone))
@pytest.mark.parametrize("theme", THEMES)
def test_a_word_has_the_colour_of_its_tone(theme: str, tone: Tone) -> None:
    look = THEMES[theme]
    ink = {Tone.PLAIN: look.text_quiet, Tone.ASKED: look.accent, Tone.GOOD: look.good, Tone.BAD: look.bad}[tone]
    image = team(Member("", state="MMM", tone=tone), theme=theme)
    left, top, width = layout.cell(0, 1)
    strip = image.crop((left + layout.CELL_TEXT, top + 44, left + width, top + 68))
    assert sum(count for count, colour in strip.getcolors(1 << 16) or () if colour == ink) > 100


def test_the_board_above_is_the_board_without_a_panel() -> None:
    alone, above = decode(draw(Scene(START, START, NAMES))), team(*TEAM)
    assert above.crop((0, 0, *alone.size)).tobytes() == alone.tobytes()


def test_heights() -> None:
    assert [team(*TEAM[:count]).height for count in (1, 5, 6, 9)] == [1000, 1000, 1118, 1118]


def test_too_many_members_and_cubes_that_cannot_be_are_refused() -> None:
    with pytest.raises(ValueError, match="at most 9 members"):
        team(*TEAM, TEAM[0])
    with pytest.raises(ValueError, match="a power of two"):
        team(Member("a", cube=Cube(3)))

"""Crosstables and brackets: refusals, names, that what was won stands on a plate and nothing else does, and sizes."""

# Pillow's signatures mention numpy, which nothing here needs: without it they are partly unknown.
# pyright: reportUnknownMemberType=false

from __future__ import annotations

from dataclasses import replace

import pytest
from PIL import Image

from render import THEMES
from render.bracket import Bracket, BracketRound, BracketSide, compose_bracket, draw_bracket
from render.crosstable import CrossCell, CrossGrid, CrossRow, Crosstable, compose_crosstable, draw_crosstable
from render.layout import FRAME, WIDTH

from .papers import BRACKETS, CROSSTABLES, division, knockout
from .reading import decode
from .test_contrast import contrast
from .test_names import NASTY

LARGEST_FILE = 125_000
ALONE = CrossRow("Ann", (None,), 0, 0)
WON = CrossCell("7", True)

themes = pytest.mark.parametrize("theme", THEMES)


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (replace(CROSSTABLES["of 3"], theme="pink"), "unknown theme 'pink'"),
        (Crosstable("", (ALONE,), ("", "")), "2 to 10 rows, not 1"),
        (Crosstable("", (ALONE,) * 11, ("", "")), "2 to 10 rows, not 11"),
        (Crosstable("", (ALONE,) * 2, ("", "")), "row 1 has 1 cells for 2 players"),
        (Crosstable("", (ALONE,) * 2, ("", ""), rounds=2), "row 1 has 1 cells for 2 rounds"),
        (Crosstable("", (CrossRow("", (WON, None), 0, 0),) * 2, ("", "")), "row 1 has played against itself"),
    ],
)
def test_what_is_no_crosstable_is_refused(wrong: Crosstable, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        compose_crosstable(wrong)


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (replace(BRACKETS["first"], theme="pink"), "unknown theme 'pink'"),
        (Bracket("", ()), "1 to 3 columns, not 0"),
        (knockout(1, 2, 4), "1 to 3 columns, not 4"),
        (knockout(1, 16, 3), "1 to 3 columns, not 4"),
        (Bracket("", (BracketRound("x", ()),)), "'x' has 0 matches, not 1 to 16"),
        (knockout(1, 17, 1), "'Round 1' has 17 matches"),
    ],
)
def test_what_is_no_bracket_is_refused(wrong: Bracket, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        compose_bracket(wrong)


@themes
@pytest.mark.parametrize("name", CROSSTABLES)
def test_a_crosstable_is_read_back_from_its_pixels(name: str, theme: str) -> None:
    """A plate where a match was won, and nowhere else; the field of oneself on the diagonal."""
    shown = replace(CROSSTABLES[name], theme=theme)
    look, grid, picture = THEMES[theme], CrossGrid(len(shown.rows)), compose_crosstable(shown)
    for place, row in enumerate(shown.rows):
        for other, each in enumerate(row.cells):
            left, top, right, bottom = grid.cell(place, other)
            corner = picture.getpixel(((left + right) // 2, top + 12))
            assert (corner == look.brass.face) is (each is not None and each.won), (place, other)
            assert (picture.getpixel((left + 2, bottom - 2)) == look.cell_asked) is (place == other)
    assert picture.size == (WIDTH, grid.bottom + FRAME)


@themes
@pytest.mark.parametrize("name", BRACKETS)
def test_a_bracket_has_a_plate_for_each_match_that_was_won(name: str, theme: str) -> None:
    shown = replace(BRACKETS[name], theme=theme)
    picture = compose_bracket(shown)
    won = sum(side.won is True for each in shown.rounds for match in each.matches for side in match)
    assert plates(picture, THEMES[theme].brass.face) == won
    open_ones = replace(
        shown, rounds=tuple(replace(each, matches=tuple(map(unplayed, each.matches))) for each in shown.rounds)
    )
    assert plates(compose_bracket(open_ones), THEMES[theme].brass.face) == 0


def unplayed(match: tuple[BracketSide, BracketSide]) -> tuple[BracketSide, BracketSide]:
    one, other = (replace(side, points="", won=None) for side in match)
    return one, other


@themes
def test_a_swiss_has_a_plate_for_each_round_that_was_won_and_its_places_go_on(theme: str) -> None:
    rows = tuple(CrossRow(name, (WON, None, CrossCell("3", False)), 1, "4.5") for name in ("Ann", "Bob"))
    shown = Crosstable("Winter", rows, ("Won", "Buchholz"), theme=theme, first=11, rounds=3)
    picture, look = compose_crosstable(shown), THEMES[theme]
    assert plates(picture, look.brass.face) == 2 and shown.grid.columns == 3
    assert picture.tobytes() != compose_crosstable(replace(shown, first=1)).tobytes()
    assert rows[0].said == "4.5" and replace(rows[0], points=-2).said == "−2"


def plates(picture: Image.Image, colour: tuple[int, int, int]) -> int:
    """Fields of one colour that are at least as large as a plate, counted by their upper edges."""
    count, width, pixels = 0, picture.width, picture.tobytes()
    run = bytes(colour) * 30
    for y in range(1, picture.height):
        row, above = (pixels[3 * width * each : 3 * width * (each + 1)] for each in (y, y - 1))
        at = row.find(run)
        while at >= 0:
            if at % 3 == 0 and above[at + 30 : at + 33] != bytes(colour):
                count += 1
            at = row.find(run, at + 3 * 60)
    return count


@themes
def test_files_are_small_and_of_the_theme_s_colours(theme: str) -> None:
    for shown in CROSSTABLES.values():
        assert len(draw_crosstable(replace(shown, theme=theme))) <= LARGEST_FILE
    for each in BRACKETS.values():
        assert len(draw_bracket(replace(each, theme=theme))) <= LARGEST_FILE
    assert decode(draw_bracket(replace(BRACKETS["first"], theme=theme))).width == WIDTH


@pytest.mark.parametrize("text", NASTY.values(), ids=NASTY.keys())
def test_no_name_leaves_its_place(text: str) -> None:
    plain, shown = division(1, 4), division(1, 4)
    rows = tuple(replace(row, name=text) for row in shown.rows)
    named = compose_crosstable(replace(shown, rows=rows))
    grid = CrossGrid(4)
    box = (grid.left, grid.top, WIDTH, grid.bottom)
    assert named.crop(box).tobytes() == compose_crosstable(plain).crop(box).tobytes()
    sides = (BracketSide(text, 2, "7", True), BracketSide(text, 0, "3", False))
    compose_bracket(Bracket(text, (BracketRound(text, (sides,), sides[:1]),), text))


@themes
def test_what_is_written_can_be_read(theme: str) -> None:
    look = THEMES[theme]
    for ink, ground in (
        (look.brass.ink, look.brass.face),
        (look.brass.face, look.panel),
        (look.text, look.panel),
        (look.text, look.cell),
        (look.text_quiet, look.panel),
        (look.text_quiet, look.cell),
    ):
        assert contrast(ink, ground) >= 4.5, (ink, ground)

"""A person's card: refusals, names, that each part shows its own and what is not there takes no room, and sizes."""

# Pillow's signatures mention numpy, which nothing here needs: without it they are partly unknown.
# pyright: reportUnknownMemberType=false

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from PIL import Image, ImageChops

from render import THEMES, Figure, PersonCard, Progress, draw_person
from render.layout import WIDTH
from render.person import cell, compose_person, row_edges
from render.theme import Theme

from .papers import PEOPLE
from .reading import decode
from .test_contrast import contrast
from .test_names import NASTY

ALL = PEOPLE["all"]
PROGRESS = PEOPLE["progress"].progress or Progress("", "", ())
FIGURE = Figure("to 7", "3–1")
WRONG = {
    "theme": (replace(ALL, theme="pink"), "unknown theme 'pink'"),
    "nothing": (PersonCard("Anna", badges=("First win",)), "nothing on the card"),
    "rows": (replace(ALL, figures=((FIGURE,),) * 6), "at most 5 rows of 1 to 4"),
    "columns": (replace(ALL, figures=((FIGURE,) * 5,)), "at most 5 rows of 1 to 4"),
    "badges": (replace(ALL, badges=("x",) * 10), "at most 9 badges, not 10"),
    "form": (replace(ALL, form="2"), "each 0 or 1, not '2'"),
    "points": (replace(ALL, points=((0.0, math.inf),)), "not inf"),
    "best": (replace(ALL, progress=replace(PROGRESS, best=len(PROGRESS.points))), "there is no point 160"),
    "progress": (replace(ALL, progress=replace(PROGRESS, points=())), "at least one point"),
}

themes = pytest.mark.parametrize("theme", THEMES)


def drawn(card: PersonCard) -> Image.Image:
    return compose_person(card)


@pytest.mark.parametrize(("card", "words"), WRONG.values(), ids=WRONG.keys())
def test_what_cannot_be_is_refused(card: PersonCard, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        draw_person(card)


@pytest.mark.parametrize("row", range(len(ALL.figures)))
def test_each_figure_has_its_own_place(row: int) -> None:
    line = ALL.figures[row]
    for place, one in enumerate(line):
        for other in (replace(one, words="x"), replace(one, value="+9"), replace(one, note="3 bets")):
            changed = (*line[:place], other, *line[place + 1 :])
            figures = (*ALL.figures[:row], changed, *ALL.figures[row + 1 :])
            found = ImageChops.difference(drawn(ALL), drawn(replace(ALL, figures=figures))).getbbox()
            left, top, right, bottom = cell(ALL, row, place)
            assert found and left <= found[0] < found[2] <= right and top <= found[1] < found[3] <= bottom


def test_rating_last_games_and_line_have_a_row_each() -> None:
    hero, line, figures = row_edges(ALL, 2)[:3]
    for other, top, bottom in (
        (replace(ALL, rating="1"), hero, line),
        (replace(ALL, about=("x",)), hero, line),
        (replace(ALL, form="0"), hero, line),
        (replace(ALL, streak="x"), hero, line),
        (replace(ALL, points=ALL.points[:-9]), line, figures),
        (replace(ALL, ticks=()), line, figures),
    ):
        found = ImageChops.difference(drawn(ALL), drawn(other)).getbbox()
        assert found and top <= found[1] < found[3] <= bottom


def test_the_course_of_a_second_figure_has_a_row_below_the_figures() -> None:
    card = PEOPLE["progress"]
    *_, top, bottom = row_edges(card, 0)
    for other in (
        replace(PROGRESS, title="x"),
        replace(PROGRESS, value="1"),
        replace(PROGRESS, note="x"),
        replace(PROGRESS, points=PROGRESS.points[:-9], best=0),
        replace(PROGRESS, ticks=()),
        replace(PROGRESS, decimal=","),
        replace(PROGRESS, best=0),
    ):
        found = ImageChops.difference(drawn(card), drawn(replace(card, progress=other))).getbbox()
        assert found and top <= found[1] < found[3] <= bottom
    assert drawn(replace(card, progress=None)).height == drawn(card).height - (bottom - top)


def test_what_somebody_does_not_have_takes_no_room() -> None:
    whole = drawn(ALL).height
    for other in (
        replace(ALL, points=(), ticks=()),
        replace(ALL, figures=ALL.figures[:2]),
        replace(ALL, badges=()),
        replace(ALL, rating="", form="", about=()),
    ):
        assert drawn(other).height < whole


@themes
@pytest.mark.parametrize("text", NASTY.values(), ids=NASTY.keys())
def test_any_name_can_be_drawn(theme: str, text: str) -> None:
    most = PersonCard(
        text, text, "−99999?", (text, text), ALL.points, ((80.0, text),), "01" * 5, text,
        ((Figure(text, "−99999.99", text),) * 4,) * 4, (text,) * 8, theme,
        replace(PROGRESS, title=text, value="99.9", note=text, ticks=((80.0, text),)),
    )  # fmt: skip
    data = draw_person(most)
    assert decode(data).width == WIDTH and len(data) <= 125_000


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES.keys())
def test_what_is_written_can_be_read(theme: Theme) -> None:
    for ground in (theme.panel, theme.cell):
        for ink in (theme.text, theme.text_quiet, theme.brass.face, theme.good, theme.bad, theme.number):
            assert contrast(ink, ground) >= 4.5, (ink, ground)
    assert contrast(theme.brass.ink, theme.brass.face) >= 4.5

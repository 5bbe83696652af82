"""The club's week as a picture: refusals, names in their boxes, that each row shows its own, the board below, sizes."""

# Pillow's signatures mention numpy, which nothing here needs: without it they are partly unknown.
# pyright: reportUnknownMemberType=false

from __future__ import annotations

from dataclasses import replace

import pytest
from PIL import ImageChops

from render import THEMES, WeekCard, WeekRow, draw_week
from render.layout import FRAME, HEIGHT, WIDTH
from render.picture import compose
from render.week import MOST, compose_week, top

from .golden import themed
from .papers import WEEKS
from .reading import decode
from .scenes import FIXED
from .test_names import NASTY

FULL = WEEKS["full"]
#: With a board; without one it is much smaller.
LARGEST_FILE = 150_000
ROW = WeekRow("Comeback", ("Anna",), "from 3 %")

themes = pytest.mark.parametrize("theme", THEMES)


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (replace(FULL, theme="pink"), "unknown theme 'pink'"),
        (replace(FULL, rows=()), f"1 to {MOST} rows, not 0"),
        (replace(FULL, rows=(ROW,) * (MOST + 1)), f"1 to {MOST} rows, not {MOST + 1}"),
        (replace(FULL, rows=(replace(ROW, words=()),)), "a row says nothing"),
        (replace(FULL, theme="dark"), "the board is one of two sides, in the theme of the card"),
        (replace(FULL, board=FIXED["chouette of ten"]), "the board is one of two sides"),
    ],
)
def test_what_is_no_week_is_refused(wrong: WeekCard, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        draw_week(wrong)


@pytest.mark.parametrize("index", range(len(FULL.rows)))
def test_each_row_shows_its_own(index: int) -> None:
    one, before = FULL.rows[index], compose_week(FULL)
    for other in (
        replace(one, about="Another"),
        replace(one, words=("Boris", *one.words[1:])),
        replace(one, words=(*one.words, "x")),
        replace(one, figure="+99.9"),
    ):
        rows = (*FULL.rows[:index], other, *FULL.rows[index + 1 :])
        found = ImageChops.difference(before, compose_week(replace(FULL, rows=rows))).getbbox()
        assert found and top(index) <= found[1] < found[3] <= top(index + 1)


@themes
def test_the_board_is_below_the_rows(theme: str) -> None:
    card = themed(FULL, theme)
    assert isinstance(card, WeekCard) and card.board
    whole, paper = compose_week(card), compose_week(replace(card, board=None))
    assert whole.size == (WIDTH, paper.height + HEIGHT) and paper.height == top(len(card.rows)) + FRAME
    board = whole.crop((0, paper.height, WIDTH, whole.height))
    assert ImageChops.difference(board, compose(card.board)).getbbox() is None


@themes
@pytest.mark.parametrize("name", NASTY.values(), ids=NASTY.keys())
def test_any_name_stays_in_its_box(theme: str, name: str) -> None:
    row = WeekRow(name, (name, "–", name), name)
    card = WeekCard(name, (row,) * MOST, name, theme=theme)
    data = draw_week(card)
    assert decode(data).width == WIDTH and len(data) < LARGEST_FILE
    # Nothing is drawn over the frame at the right, nor over the figure.
    plain = compose_week(replace(card, rows=(WeekRow("x", ("x",)),) * MOST))
    edge = (WIDTH - FRAME, top(0), WIDTH, top(MOST))
    assert ImageChops.difference(compose_week(card).crop(edge), plain.crop(edge)).getbbox() is None


def test_of_two_long_names_both_are_seen() -> None:
    """A long first name leaves room for the second."""
    long = WeekRow("Match to 7", ("W" * 32, "–", "Anna"), "7:5")
    shown = [compose_week(WeekCard("x", (replace(long, words=(*long.words[:2], who)),))) for who in ("Anna", "Jo")]
    found = ImageChops.difference(*shown).getbbox()
    assert found and top(0) <= found[1] < found[3] <= top(1)


@themes
def test_it_is_small_enough(theme: str) -> None:
    card = themed(FULL, theme)
    assert isinstance(card, WeekCard)
    assert len(draw_week(card)) < LARGEST_FILE
    assert len(draw_week(replace(WEEKS["results"], theme=theme))) < 40_000

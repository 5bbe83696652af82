"""The first of a leaderboard as a picture: refusals, names, that each row shows its own person, and its cost."""

# Pillow's signatures mention numpy, which nothing here needs: without it they are partly unknown.
# pyright: reportUnknownMemberType=false

from __future__ import annotations

from dataclasses import replace

import pytest
from PIL import Image, ImageChops

from render import THEMES, Placed, Ranking, draw_ranking
from render.layout import WIDTH
from render.ranking import MOST, compose_ranking, top

from .reading import decode
from .test_names import NASTY

TEN = Ranking(
    "Rating · backgammon",
    tuple(Placed(each, f"Anna {each}", f"{1700 - each}?", "1011010011", 7 - each) for each in range(1, MOST + 1)),
    "November 2026",
)
WRONG = {
    "theme": (replace(TEN, theme="pink"), "unknown theme 'pink'"),
    "nobody": (replace(TEN, rows=()), "1 to 10 rows, not 0"),
    "crowd": (replace(TEN, rows=(*TEN.rows, TEN.rows[-1])), "1 to 10 rows, not 11"),
    "rank": (replace(TEN, rows=(Placed(0, "Anna", "1"),)), "nobody has the rank 0"),
    "note": (replace(TEN, rows=(Placed(1, "Anna", "1", "1", note="2 games"),)), "in the place of the last games"),
    "form": (replace(TEN, rows=(Placed(1, "Anna", "1", "12"),)), "each 0 or 1, not '12'"),
    "long form": (replace(TEN, rows=(Placed(1, "Anna", "1", "1" * 11),)), "at most 10"),
    "order": (replace(TEN, rows=TEN.rows[::-1]), "not in order"),
}


def drawn(ranking: Ranking) -> Image.Image:
    return compose_ranking(ranking)


@pytest.mark.parametrize(("ranking", "words"), WRONG.values(), ids=WRONG.keys())
def test_what_cannot_be_is_refused(ranking: Ranking, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        draw_ranking(ranking)


@pytest.mark.parametrize("index", range(MOST))
def test_each_row_shows_its_own_person(index: int) -> None:
    one = TEN.rows[index]
    for other in (
        replace(one, name="Boris"),
        replace(one, value="+3"),
        replace(one, form="1"),
        replace(one, change=99),
        replace(one, change=-99),
        replace(one, form="", change=0, note="12 decisions"),
    ):
        rows = (*TEN.rows[:index], other, *TEN.rows[index + 1 :])
        found = ImageChops.difference(drawn(TEN), drawn(replace(TEN, rows=rows))).getbbox()
        assert found and top(index) <= found[1] < found[3] <= top(index + 1)


def test_a_game_won_and_one_lost_differ_in_shape_and_not_in_colour_alone() -> None:
    won, lost = (replace(TEN, rows=(Placed(1, "Anna", "1", form),), theme="contrast") for form in "10")
    grey = [drawn(each).convert("L").point([0] * 128 + [255] * 128) for each in (won, lost)]
    assert ImageChops.difference(*grey).getbbox()


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", NASTY.values(), ids=NASTY.keys())
def test_any_name_can_be_drawn(theme: str, name: str) -> None:
    row = Placed(123_456, name, "−99999.99?", "0" * 10, -99_999)
    data = draw_ranking(replace(TEN, theme=theme, title=name, note=name, rows=(row,) * MOST))
    assert decode(data).size == (WIDTH, drawn(TEN).height) and len(data) < 125_000

"""What a button carries is a pair: written and read back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.backgammon import Pick, Stale
from bot.screens.composer import Composed
from bot.screens.custom_ids import Press

presses = st.builds(
    Press,
    st.from_regex(r"[a-z_]{1,20}", fullmatch=True),
    st.from_regex(r"[0-9a-z]{1,8}", fullmatch=True),
    st.integers(0, 999_999_999),
    st.from_regex(r"[!-~]{0,60}", fullmatch=True),
)
picks = st.builds(Pick, st.integers(1, 25), st.integers(1, 6))
chosen = st.lists(picks, min_size=1, max_size=4).map(tuple)
drafts = st.builds(Composed, st.lists(chosen, max_size=4).map(tuple), st.booleans(), st.booleans())


@given(presses)
def test_a_press_is_read_back_as_it_was_written(press: Press) -> None:
    assert Press.parse(str(press)) == press
    assert len(str(press)) <= 100


@given(st.text(max_size=100))
def test_whatever_is_read_is_written_the_same(text: str) -> None:
    press = Press.parse(text)
    if press is not None and press.extra and str(press.question) == text.split(":")[2]:
        assert str(press) == text


@pytest.mark.parametrize("text", ["", "roll", "roll:abc", "Roll:abc:1", "roll:abc:x", "roll:abc:1:a b", "roll:ABC:1"])
def test_other_custom_ids_are_not_ours(text: str) -> None:
    assert Press.parse(text) is None


@given(drafts)
def test_a_draft_is_read_back_and_fits_into_a_button(draft: Composed) -> None:
    assert Composed.parse(str(draft)) == draft
    press = Press("confirm", "abcdefgh", 999_999_999, str(draft))
    assert Press.parse(str(press)) == press
    assert len(str(press)) <= 100


@pytest.mark.parametrize(
    "text", ["", "x.", "s.", "n.a", "n.a9", "n.z6", "n._1", "n.a1-", "n.a1a1a1a1a1", "n.%", "f.a.b.c"]
)
def test_what_is_no_draft_is_refused(text: str) -> None:
    with pytest.raises(Stale):
        Composed.parse(text)

"""The list of who wants to play and its form fit Discord and a phone, in every language and at their longest."""

from __future__ import annotations

import re

import pytest

from bot import limits
from bot.core.looking import LENGTHS, Rated
from bot.languages import LANGUAGES
from bot.screens.looking.form import HOURS, PACES, WIDTHS, Draft, form_view, form_words
from bot.screens.looking.words import (
    A_PAGE,
    list_view,
    list_words,
    pages_of,
    pairing_view,
    pairing_words,
    thread_name,
)
from bot.screens.pace_words import OFFERED
from bot.screens.phone import _lines
from bot.texts import texts

from .every_looking import USER, full_list, pairing


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rated", list(Rated))
def test_a_full_list_fits_with_four_lines_an_entry(language: str, rated: Rated) -> None:
    t = texts(language)
    held = full_list(rated)
    assert pages_of(held) == 3
    for page in range(3):
        words, shown = list_words(held, page, t, called=USER), list_view(held, page, t, role=True)
        assert len(words) <= limits.MESSAGE and not words.endswith("…")
        entries = [line for line in words.splitlines() if line.startswith("**") and line[2].isdigit()]
        assert len(entries) == min(A_PAGE, len(held.seekers) - page * A_PAGE)
        seen = [re.sub(r"<t:\d+:t>", "22:22", line) for line in entries]
        assert [line for line in seen if _lines(line) > 4] == []
        assert len(shown.children) <= 25
        rows = shown.to_components()
        assert len(rows) <= 5 and all(len(row["components"]) <= 5 for row in rows)


@pytest.mark.parametrize("language", LANGUAGES)
def test_two_who_have_found_each_other_are_told_briefly(language: str) -> None:
    t = texts(language)
    for pace in (*OFFERED, None):
        found = pairing(pace, USER)
        words = pairing_words(found, t)
        assert len(words) <= limits.MESSAGE and sum(map(_lines, words.splitlines())) <= 10
        assert len(thread_name(found, t)) <= limits.THREAD_NAME
        assert len(pairing_view(found, t).children) == 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_form_keeps_every_draft_in_its_custom_ids(language: str) -> None:
    t = texts(language)
    every = tuple(range(len(LENGTHS))), tuple(range(len(PACES)))
    for width in WIDTHS:
        for hours in HOURS:
            for rated in Rated:
                draft = Draft(*every, width, rated, hours)
                assert Draft.parse(str(draft)) == draft
                for row in form_view(draft, t).to_components():
                    assert all(len(each["custom_id"]) <= limits.CUSTOM_ID for each in row["components"])
    assert len(form_words(1500, t)) <= limits.MESSAGE


@pytest.mark.parametrize("text", ["", "1.2", "4096.1.0.either.2", "1.1.7.either.2", "1.1.0.maybe.2", "1.1.0.either.3"])
def test_what_is_no_draft_is_none(text: str) -> None:
    assert Draft.parse(text) is None

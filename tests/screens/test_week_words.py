"""The club's week in words: eight lines on a phone whoever is in it, and all of it in the picture."""

from __future__ import annotations

import re

import pytest

from bot.screens.fitting import unbroken
from bot.screens.weeks.card import described_week, week_card
from bot.screens.weeks.words import week_words
from bot.texts import LANGUAGES, texts
from render import draw_week
from tests.screens.every_week import reports
from tests.screens.lines import lines

from .test_limits import NAMES

USUAL = ("Alice", "Bořek", "Вера")
LONG = ("Maximiliana K.", "Александра Ю.", "Šimon Podolský")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("names", [USUAL, LONG, *((name,) for name in NAMES)], ids=range(2 + len(NAMES)))
def test_it_is_eight_lines_on_a_phone(names: tuple[str, ...], language: str) -> None:
    t = texts(language)
    for report in reports(names):
        said = unbroken(week_words(report, t))
        assert len(said) <= 2000 and len(said.splitlines()) <= 8 and lines(said) <= 8, said
        assert "<@" not in said and said.count("**") % 2 == 0
        found = report.found
        parts = [found.luck, found.comeback, found.missed, found.box, *found.results[:1]]
        assert said.count("`k7f3q2-123`") >= sum(each is not None for each in parts)


@pytest.mark.parametrize("language", LANGUAGES)
def test_with_usual_names_every_line_says_what_it_is_about(language: str) -> None:
    t = texts(language)
    for report in reports(USUAL, "k7f3q2-4"):
        for line in week_words(report, t).splitlines()[1:]:
            many = re.search(r"×\d\d", line)
            assert many or line.startswith(("🏁", "🤝 🌙")) or ": " in line, line


def test_nobody_is_named_with_a_mistake() -> None:
    t = texts("en")
    for report in reports(("Alice",)):
        (line,) = [each for each in week_words(report, t).splitlines() if "🔍" in each] or [""]
        assert "Alice" not in line
        card = week_card(report, "wood", t)
        assert not [row for row in card.rows if row.about == "Most missed" and "Alice" in row.words]
        assert card.board is None or card.board.names == ("You", "Opponent")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_picture_says_all_of_it(language: str) -> None:
    """Every card can be drawn, and its description has every figure of the message."""
    t = texts(language)
    for report in reports(LONG):
        card = week_card(report, "dark", t)
        assert draw_week(card)[:4] == b"\x89PNG"
        described = described_week(card, t)
        assert len(described) <= 1024
        for row in card.rows:
            assert row.about in described and row.figure in described
        for name in LONG:
            if any(name in row.words for row in card.rows):
                assert name in described

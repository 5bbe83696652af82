"""How many lines of a phone the words of a chouette take, with five at the table, in every language."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.backgammon.actions import Roll
from bot.chouette.actions import Double, Hold, Pass
from bot.screens.live import content
from bot.tables.table import People, Person, Table
from bot.texts import LANGUAGES, texts
from tests.screens.lines import lines
from tests.screens.test_offers import table_of

from .test_words import Told, box_on_roll, window

NAMES = ("Anna", "Bořek", "Cyril", "Dana", "Eva", "Fay", "Gus", "Hal", "Ida", "Jon")
USERS = {1001 + seat: name for seat, name in enumerate(NAMES)}
FIVE = (1, 0, 2, 3, 4)


def table(told: Told) -> Table:
    made = table_of(told.session)
    people = tuple(Person(1001 + seat, NAMES[seat % 10]) for seat in range(len(made.people.seats)))
    return replace(made, news=tuple(told.news), people=People(seats=people), version=len(told.news))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_window_takes_five_lines_and_an_answer_no_more(language: str) -> None:
    opened = window(line=FIVE)
    said = window(line=FIVE).act(Double(by=0, bets=(0,)), Double(by=2, bets=(1,)), Pass(by=3), Pass(by=4))
    offered = window(line=FIVE).act(Double(by=0, bets=(0,)), Double(by=2, bets=(1,)), Pass(by=3), Pass(by=4))
    offered.act(Roll(by=0, dice=(6, 5)))
    boxed = box_on_roll(line=FIVE).act(Double(by=1, bets=(0, 1, 2, 3)))
    # The play before it is told too where the message has been edited since.
    for told, last in ((opened, 1), (window(line=FIVE).act(Hold(by=2)), 2), (said, 1), (offered, 2), (boxed, 2)):
        assert lines(content(table(told), len(told.news) - last, texts(language), 0), USERS) <= 5


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_turn_takes_three_lines_beside_who_may_advise(language: str) -> None:
    playing = window(line=FIVE).act(Pass(by=2), Pass(by=3), Pass(by=4), Roll(by=0, dice=(6, 5)))
    for told, last in ((playing, 2), (box_on_roll(line=FIVE), 1)):
        words = content(table(told), len(told.news) - last, texts(language), 0)
        ordinary = "\n".join(line for line in words.splitlines() if not line.startswith("-# "))
        assert lines(ordinary, USERS) <= 3 and lines(words, USERS) <= 5

"""The messages of a game as a phone shows them: an ordinary turn is three lines of words, a chouette's window five,
the beginning of a game against the computer four.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest
from msgspec.structs import replace

from bot import limits
from bot.backgammon import Beavers, CubeRules, Jacoby, Phase, Position, Rules, Side, Variant
from bot.backgammon.actions import Move, Roll
from bot.backgammon.opening import Opening
from bot.chouette.actions import Double, Hold, Pass
from bot.core.actions import BetIndex
from bot.engine.thoughts import Level
from bot.screens.computer_words import computer_name
from bot.screens.faces import face_of
from bot.screens.live import content, plan
from bot.tables.about import About
from bot.tables.table import People, Person, Stage, Table
from bot.texts import LANGUAGES, texts
from tests.screens.chouette.test_words import ANN, BOB, CID, DAN, MANUAL, Told, window
from tests.screens.lines import lines
from tests.screens.states import match_of, opened, random_tables

#: As people are usually called, and as long as usual names are.
USUAL = ("Alice", "Bořek", "Вера", "Dan", "Aleksandra")
LONG = ("Maximiliana K.", "Bartholomew J.", "Александра Ю.", "Kateřina Nová.", "Šimon Podolský")
EVE = 4
FIVE = (BOB, ANN, CID, DAN, EVE)


def turns(seed: int) -> Iterator[tuple[Table, int]]:
    """Ordinary turns of a random game, each with the version from which on its message tells what happened."""
    table = opened(people=(Person(0, LONG[0]), Person(1, LONG[1])))
    screen = table.screen
    for after in random_tables(seed, table, 120, straying=0):
        table = replace(after, screen=screen)
        planned = plan(table, 0.0)
        screen = replace(planned.screen, message=1)
        told = [news for news in table.news if news.version > planned.screen.base]
        if match_of(table).game.phase is not Phase.OVER and all(isinstance(each.action, Roll | Move) for each in told):
            yield table, planned.screen.base


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_ordinary_turn_is_three_lines(language: str) -> None:
    names = dict(enumerate(LONG))
    counted = [
        lines(content(table, base, texts(language), 0), names) for seed in range(3) for table, base in turns(seed)
    ]
    assert len(counted) > 5 and max(counted) <= 3


def windows() -> Iterator[tuple[Told, bool]]:
    """A window as it opens and fills, in the second round; whether somebody asks to wait."""
    told = window(line=FIVE).act(
        Roll(by=ANN, dice=(3, 1)), Move(by=ANN, play="8/5 6/5"), Roll(by=BOB, dice=(6, 4)), Move(by=BOB, play="24/14")
    )
    yield told, False
    yield told.act(Pass(by=CID)), False
    yield told.act(Double(by=EVE, bets=(BetIndex(3),))), False
    yield told.act(Hold(by=DAN)), True


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("names", [USUAL, LONG])
def test_a_window_of_five_is_five_lines(names: tuple[str, ...], language: str) -> None:
    people = tuple(Person(seat, name) for seat, name in enumerate(names))
    about = About(id="k7f3q2", guild=7, channel=8, setup=MANUAL, made_at=0, expires_at=600)
    for told, asked_to_wait in windows():
        table = Table(
            about=about,
            people=People(seats=people),
            seed=bytes(32),
            stage=Stage.OPEN,
            state=told.session,
            news=tuple(told.news),
            version=len(told.news),
        )
        # The box has rolled and played since the captain's play was shown.
        before = next(each.version for each in reversed(told.news) if isinstance(each.action, Roll)) - 1
        if names is USUAL or not asked_to_wait:
            assert lines(content(table, before, texts(language), 0), dict(enumerate(names))) <= 5


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", [*USUAL, *LONG, "W" * limits.NAME])
def test_a_game_against_the_computer_begins_with_four_lines(name: str, language: str) -> None:
    t = texts(language)
    odd = CubeRules(jacoby=Jacoby.OFF, animals=Beavers.NONE, auto_doubles=3, cube_cap=None)
    known = (variant for variant in Variant if variant is not Variant.HYPERGAMMON)
    for variant, length, level in product(known, (0, 1, 5, 25), Level):
        usual = Rules(length=length, variant=variant)
        for rules in (usual, replace(usual, cube=False), replace(usual, crawford=False, money=odd, settlements=False)):
            about = About(
                id="k7f3q2", guild=7, channel=8, setup=rules, made_at=0, expires_at=60, rated=False, hints=True
            )
            people = People(seats=(Person(1, name), Person.computer(computer_name(level, t), level)))
            table = Table(about=about, people=people, seed=bytes(32), stage=Stage.OPEN)
            told = face_of(table).opening_words(table, t)
            assert lines(told) <= 4, told
            assert table.id in told and table.short_commitment in told and computer_name(level, t) in told


def test_of_the_rules_of_such_a_game_those_that_are_not_usual_are_told() -> None:
    people = People(
        seats=(Person(1, "Ann"), Person.computer(computer_name(Level.INTERMEDIATE, texts("en")), Level.INTERMEDIATE))
    )
    about = About(id="k7f3q2", guild=7, channel=8, setup=Rules(length=5, crawford=False), made_at=0, expires_at=60)
    table = Table(about=about, people=people, seed=bytes(32), stage=Stage.OPEN)
    told = face_of(table).opening_words(table, texts("en"))
    assert told.startswith("**Ann** – **Computer · intermediate**: 5 points. No Crawford rule.\n")
    opening = Opening(position=Position.start().id, turn=Side.BLACK)
    table = replace(table, about=replace(about, setup=Rules(length=3, opening=opening)))
    for t in map(texts, LANGUAGES):
        assert t("From a position.") in face_of(table).opening_words(table, t).replace("\n", " ")

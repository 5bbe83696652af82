"""The picture's description is complete: read back, it gives the board, the cube, the score and who must do what."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from bot.backgammon import BAR, OFF, Dice, Match, Phase, Position, white_position
from bot.screens.alt import LONGEST, alt_text
from bot.tables.table import Person
from bot.texts import LANGUAGES, texts
from tests.backgammon.positions import board
from tests.backgammon.random_play import RULES

from .states import OPENING, after, match_of, opened, random_tables

ENGLISH = texts("en")
_SIDE = re.compile(r"(Ann|Bob) \(([^,]+), (\d+) pips\) — ([^.]*)\.")
_CUBE = re.compile(r"Cube (?:in the middle at (\d+)|at (\d+) with (Ann|Bob)|offered to (Ann|Bob) at (\d+))\.")
_ROLL = re.compile(r"(Ann|Bob) to play (\d)-(\d)\.")


def counts(text: str, checkers: int) -> list[int]:
    """One side of the board, from its words."""
    side = [0] * 26
    for place, count in re.findall(r"(bar|off|\d+): (\d+)", text):
        side[{"bar": BAR, "off": OFF}[place] if place in ("bar", "off") else int(place)] = int(count)
    assert sum(side) == checkers
    return side


def read(text: str, checkers: int) -> tuple[Position, tuple[int, str] | None, tuple[str, Dice] | None]:
    """The board with Ann below, the cube (value, whose) and the roll (whose, the dice)."""
    sides = _SIDE.findall(text)
    assert [side[0] for side in sides] == ["Ann", "Bob"]
    position = Position.of(counts(sides[0][3], checkers), counts(sides[1][3], checkers))
    assert [int(side[2]) for side in sides] == list(position.pips)
    cube = _CUBE.search(text)
    roll = _ROLL.search(text)
    return (
        position,
        (int(cube[1] or cube[2] or cube[5]), cube[3] or cube[4] or "") if cube else None,
        (roll[1], (int(roll[2]), int(roll[3]))) if roll else None,
    )


@pytest.mark.parametrize("name", RULES)
def test_one_can_play_from_the_description(name: str) -> None:
    rules = RULES[name]
    for table in random_tables(f"alt {name}", opened(rules), 120):
        match = match_of(table)
        text = alt_text(table, ENGLISH)
        position, cube, roll = read(text, sum(white_position(match).own))
        assert position == white_position(match)
        check_cube(match, cube, text)
        game = match.game
        if game.phase is Phase.PLAY:
            assert game.board.dice is not None and game.decider is not None
            assert roll == (("Ann", "Bob")[game.decider], (max(game.board.dice), min(game.board.dice)))
        elif game.decider is not None:
            assert f"{('Ann', 'Bob')[game.decider]} to act." in text


def check_cube(match: Match, cube: tuple[int, str] | None, text: str) -> None:
    game = match.game
    if not match.rules.bet.cube:
        assert cube is None and "No cube." in text
    elif game.score and game.score.crawford:
        assert cube is None and "Crawford game, no cube." in text
    elif game.offer:
        assert cube == (game.offer.taken(game.bet), ("Ann", "Bob")[game.offer.answerer])
    else:
        assert cube == (game.bet.value, "" if game.bet.owner is None else ("Ann", "Bob")[game.bet.owner])


def test_the_score_is_told_to_its_length_or_as_a_balance() -> None:
    assert "Ann (0/5, 167 pips)" in alt_text(after(opened(RULES["match"]), OPENING), ENGLISH)
    assert "Bob (0, 167 pips)" in alt_text(after(opened(RULES["money"]), OPENING), ENGLISH)


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_the_worst_case_nothing_is_cut_off(language: str) -> None:
    """Every point occupied, checkers on both bars and off, names as long as can be, in every language."""
    people = (Person(1, "W" * 100), Person(2, "Ж" * 100))
    table = after(opened(RULES["match"], people), OPENING)
    match = match_of(table)
    crowded = board({**dict.fromkeys(range(13, 25), 1), BAR: 2}, {**dict.fromkeys(range(13, 25), 1), BAR: 2})
    game = replace(match.game, board=replace(match.game.board, position=crowded))
    table = replace(table, match=replace(match, game=game))
    text = alt_text(table, texts(language))
    assert len(text) < LONGEST
    assert "3-1." in text
    assert text.endswith(texts(language)("Each side's points are numbered from its own side.")), text


def test_a_name_of_several_lines_stays_on_one() -> None:
    table = after(opened(people=(Person(1, "A\nn  n"), Person(2, "Bob"))), OPENING)
    assert alt_text(table, ENGLISH).startswith("A n n (")

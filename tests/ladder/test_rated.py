"""Which matches change ratings, how many of a day, and from when on a rating is taken for what it says."""

from __future__ import annotations

import pytest

from bot.ladder.facts import Fact, read_fact, write_fact
from bot.ladder.fold import Book
from bot.ladder.listing import RATING
from bot.ladder.rating import Opposed, Standing, plays_needed
from tests.ladder.facts import match_game

ANN, BOB = 1, 2


def lost(number: int, length: int, plays: int | None, *, league: str = "") -> Fact:
    """A match that seat 1 has resigned."""
    return match_game(
        winner=0, length=length, points=length, reason="resigned", table=f"t{number}", plays=plays, league=league
    )


def test_plays_that_a_match_needs() -> None:
    assert [plays_needed(length) for length in (0, 1, 3, 4, 7, 25)] == [12, 12, 12, 16, 28, 100]


@pytest.mark.parametrize("league", ["", "winter"])
@pytest.mark.parametrize(("length", "needed"), [(1, 12), (3, 12), (7, 28)])
def test_a_match_is_rated_from_so_many_plays_on_and_won_in_any_case(length: int, needed: int, league: str) -> None:
    for plays, rated in ((needed - 1, False), (needed, True), (None, True)):
        book = Book()
        changed = book.enter(lost(1, length, plays, league=league), (ANN, BOB), "2026-11")
        assert bool(changed) is rated and bool(book.players[ANN].standings) is rated
        assert book.players[ANN].tally.records[f"backgammon {length}"].won == 1
        assert (book.pairs[ANN, BOB].first, book.pairs[ANN, BOB].rated) == (1, int(rated and not league))


def test_a_farm_of_quick_resignations_brings_nothing() -> None:
    """A friend resigns five matches a day to somebody, for a week."""
    farms = {}
    for plays in (1, 27, None):
        book = Book()
        for number in range(35):
            book.enter(lost(number, 7, plays), (ANN, BOB), "2026-11", number // 5)
        farms[plays] = book.players[ANN].standing("backgammon").rating
    assert farms[1] == farms[27] == 1500 and farms[None] > 1750


def test_a_fact_says_how_many_plays_were_made_if_that_was_counted() -> None:
    for plays in (None, 0, 28):
        fact = lost(1, 7, plays)
        assert read_fact(write_fact(fact)) == fact and (b"plays" in write_fact(fact)) is (plays is not None)


def test_rated_matches_of_a_day_are_counted_for_each_of_the_two_and_leagues_aside() -> None:
    book = Book()
    for day, opponent, plays, league in (
        (1, BOB, 12, ""), (2, BOB, 12, ""), (2, 3, 12, ""), (2, 4, 11, ""), (2, 4, 12, "winter"), (2, BOB, None, "")
    ):  # fmt: skip
        book.enter(lost(day, 1, plays, league=league), (ANN, opponent), "", day)
    assert [(book.players[each].day, book.players[each].rated) for each in (ANN, BOB, 3, 4)] == [
        (2, 3), (2, 2), (2, 1), (0, 0)
    ]  # fmt: skip
    assert (book.pairs[ANN, BOB].day, book.pairs[ANN, BOB].rated) == (2, 2)


def played(*opponents: int, length: int) -> Book:
    """Ann has won a match of this length against each of these."""
    book = Book()
    for number, each in enumerate(opponents):
        book.enter(lost(number, length, 100), (ANN, each), "2026-11")
    return book


@pytest.mark.parametrize(
    ("opponents", "length", "provisional"),
    [
        ([2, 3, 4, 5, 6] * 2, 5, False),
        ([2, 3, 4, 5, 6] * 2, 4, True),  # experience 40
        ([2, 3, 4, 5, 6] * 10, 1, False),
        ([2, 3, 4, 5, 6, 2, 3, 4, 5], 25, True),  # nine matches
        ([2, 3, 4, 5] * 10, 7, True),  # four people
        ([2] * 9 + [3, 4, 5, 6], 5, False),
    ],
)
def test_a_rating_is_established_by_experience_and_ten_matches_against_five_people(
    opponents: list[int], length: int, provisional: bool
) -> None:
    book = played(*opponents, length=length)
    for tally in (book.players[ANN].tally, book.seasons[ANN, "2026-11"]):
        listed = RATING.place(tally, "backgammon")
        assert listed is not None and listed.provisional is tally.provisional("backgammon") is provisional
    assert book.players[2].tally.provisional("backgammon"), "they have met one person"


def test_no_more_people_are_kept_than_have_to_be_met() -> None:
    opposed = played(*range(2, 40), length=1).players[ANN].tally.opposed["backgammon"]
    assert opposed == Opposed(38, (2, 3, 4, 5, 6)) and opposed.enough


def test_what_other_variants_have_seen_does_not_count() -> None:
    book = played(2, 3, 4, 5, 6, 2, 3, 4, 5, 6, length=7)
    fact = match_game(winner=0, length=7, points=7, table="n", variant="nackgammon", plays=100)
    book.enter(fact, (ANN, BOB), "")
    tally = book.players[ANN].tally
    assert not tally.provisional("backgammon") and tally.provisional("nackgammon")
    assert tally.standings["nackgammon"] == Standing(tally.standings["nackgammon"].rating, 7)

"""Whom ratings come from, and who has most of theirs from one opponent."""

from __future__ import annotations

import random

import pytest

from bot.ladder.fold import Book
from bot.ladder.watch import Watch
from tests.ladder.facts import match_game
from tests.ladder.faults import played

ANN, BOB, CID, DAN, EVA = range(1, 6)
NOW, BEFORE = "2026-12", "2026-11"


def won(watch: Watch, winner: int, loser: int, times: int, season: str = NOW, plays: int | None = None) -> None:
    for number in range(times):
        fact = match_game(winner=0, length=7, points=7, table=f"{winner}{loser}{number}", plays=plays)
        watch.enter(fact, (winner, loser), season)


def test_who_has_most_from_one_opponent_is_found_with_the_tables() -> None:
    watch = Watch(NOW)
    won(watch, ANN, BOB, 9)
    won(watch, ANN, CID, 1)
    (ann,) = watch.gains()
    (bob,) = ann.sources
    assert (ann.player, ann.variant, bob.opponent, len(bob.tables)) == (ANN, "backgammon", BOB, 9)
    assert bob.tables[0] == "128" and ann.gained / 2 < bob.gained < ann.gained
    book = Book()
    for number in range(10):
        book.enter(match_game(winner=0, length=7, points=7), (ANN, BOB if number < 9 else CID), "")
    assert ann.gained == pytest.approx(book.players[ANN].standing("backgammon").rating - 1500)


def test_who_has_it_from_several_is_only_counted() -> None:
    watch = Watch(NOW)
    for each in (BOB, CID, DAN):
        won(watch, ANN, each, 2)
    (ann,) = watch.gains()
    assert ann.gained > 100 and ann.sources == ()


def test_what_was_lost_to_others_makes_one_opponent_more_than_all_of_it() -> None:
    watch = Watch(NOW)
    won(watch, ANN, BOB, 9)
    won(watch, CID, ANN, 2)
    ann = next(each for each in watch.gains() if each.player == ANN)
    assert ann.sources[0].gained > ann.gained > 100


def test_only_this_season_counts_and_only_what_is_rated() -> None:
    watch = Watch(NOW)
    won(watch, ANN, BOB, 12, BEFORE)
    won(watch, ANN, BOB, 2)
    won(watch, DAN, EVA, 20, plays=3)
    assert watch.gains() == (), "some forty points this season"


def test_all_that_is_gained_is_what_ratings_have_changed_by() -> None:
    """Two have gained a hundred, one of them hardly more than that."""
    watch, book = Watch(""), Book()
    for fact, who in played(400, random.Random(38), 6):
        numbers = tuple(each + 1 for each in who)
        watch.enter(fact, numbers, "")
        book.enter(fact, numbers, "")
    found = {each.player: each.gained for each in watch.gains()}
    ratings = {each: player.standing("backgammon").rating - 1500 for each, player in book.players.items()}
    assert found == {each: pytest.approx(gained) for each, gained in ratings.items() if gained >= 100}
    assert len(found) == 2 and min(found.values()) < 100.1

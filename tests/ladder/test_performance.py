"""How well people play in the games that are analysed: their decisions alone, each game once, and how sure it is."""

from __future__ import annotations

import random
from copy import deepcopy
from math import sqrt

import msgspec
import pytest
from msgspec.structs import replace

from bot.ladder.facts import Fact
from bot.ladder.fold import NOBODY, Book
from bot.ladder.listing import PERFORMANCE
from bot.ladder.notes import Analysis, read_note, write_note
from bot.ladder.performance import ENOUGH, Performance, Share
from bot.ladder.players import Badge
from bot.ladder.tallies import Tally
from tests.ladder.facts import chouette_game, match_game

ANN, BOB, CID = 1, 2, 3
SEASON = "2026-11"
TEAM = (ANN, BOB, CID)


def found(*shares: Share, entry: int = 1, engine: str = "an engine") -> Analysis:
    return Analysis(entry, engine, "so far", shares)


def share(seat: int, plays: int = 25, cubes: int = 5, lost: int = 300_000) -> Share:
    """By default PR 5."""
    return Share(seat, plays, cubes, lost)


def entered(fact: Fact, who: tuple[int, ...] = TEAM) -> Book:
    book = Book()
    book.enter(fact, who[: len(fact.account.roles)], SEASON)
    return book


def of(book: Book, number: int) -> Performance:
    return book.players[number].tally.performance


def test_an_analysis_is_a_line_of_the_list() -> None:
    note = found(share(0), share(1, lost=0))
    assert read_note(write_note(note)) == note
    assert write_note(note).startswith(
        b'{"type":"analysis","entry":1,"engine":"an engine","preset":"so far","shares":[{'
    )
    other = (replace(note, entry=2), replace(note, engine="x"), replace(note, preset="x"))
    assert len({note.id, *(each.id for each in other)}) == 4


def test_what_was_found_counts_for_who_decided_in_the_season_of_the_game() -> None:
    book = entered(match_game(winner=0))
    book.judge(match_game(winner=0), (ANN, BOB), SEASON, found(share(0), share(1, 10, 0, 200_000)))
    for tally in (book.players[ANN].tally, book.seasons[ANN, SEASON]):
        assert (tally.performance.decisions, tally.performance.rating) == (30, 5)
    assert (of(book, BOB).decisions, of(book, BOB).rating) == (10, 10)


def test_in_a_chouette_everybody_has_their_own() -> None:
    fact = chouette_game({1: 1, 2: 1})
    book = entered(fact)
    book.judge(fact, TEAM, SEASON, found(share(0), share(1), share(2, 0, 1, 0)))
    before = deepcopy(book)
    book.judge(
        fact,
        TEAM,
        SEASON,
        found(share(0), share(1), share(2, 0, 1, 900_000)),
        found(share(0), share(1), share(2, 0, 1, 0)),
    )
    assert of(book, CID).rating == 450
    assert [of(book, each) for each in (ANN, BOB)] == [of(before, each) for each in (ANN, BOB)]


def test_what_is_found_again_takes_the_place_of_what_was_found_before() -> None:
    fact, chance = match_game(winner=0), random.Random(1)
    book = entered(fact)
    book.judge(fact, (ANN, BOB), SEASON, found(share(0), share(1)))
    only = deepcopy(book)
    first = found(share(0, 20, 4, 123_457), share(1, 18, 0, 1))
    second = found(share(0, 21, 4, chance.randrange(10**7)), engine="a newer one")
    book.judge(fact, (ANN, BOB), SEASON, first)
    book.judge(fact, (ANN, BOB), SEASON, second, first)
    book.judge(fact, (ANN, BOB), SEASON, found(), second)
    assert book == only


def test_games_with_computers_count_for_whom_they_were_games_with_people() -> None:
    alone = replace(match_game(winner=0), computers=((1, "club"),))
    book = entered(alone, (ANN, NOBODY))
    book.judge(alone, (ANN, NOBODY), SEASON, found(share(0), share(1)))
    assert of(book, ANN) == Performance()
    crew = replace(chouette_game({1: 1, 2: 1}), computers=((1, "club"),))
    book = entered(crew, (ANN, NOBODY, CID))
    book.judge(crew, (ANN, NOBODY, CID), SEASON, found(share(0), share(1), share(2)))
    assert of(book, ANN).games == of(book, CID).games == 1 and set(book.players) == {ANN, CID}
    box = replace(crew, computers=((0, "club"),))
    book = entered(box, (NOBODY, BOB, CID))
    book.judge(box, (NOBODY, BOB, CID), SEASON, found(share(0), share(1), share(2)))
    assert of(book, BOB) == of(book, CID) == Performance()


def test_who_is_nobody_has_no_numbers_and_the_others_keep_theirs() -> None:
    fact = match_game(winner=0)
    book = entered(fact, (NOBODY, BOB))
    book.judge(fact, (NOBODY, BOB), SEASON, found(share(0), share(1)))
    assert set(book.players) == {BOB} and of(book, BOB).games == 1


def test_a_flawless_game_is_a_badge_as_long_as_it_is_found_flawless() -> None:
    fact = match_game(winner=0, at=60.0)
    book = entered(fact)
    cases = {
        (20, 0, 79_999): True,  # PR just below 2
        (20, 0, 80_000): False,
        (12, 8, 0): True,
        (15, 4, 0): False,  # too few decisions
    }
    before = None
    for (plays, cubes, lost), flawless in cases.items():
        now = found(share(1, plays, cubes, lost))
        book.judge(fact, (ANN, BOB), SEASON, now, before)
        before = now
        assert book.players[BOB].badges.get(Badge.FLAWLESS.value) == (60.0 if flawless else None), (plays, lost)
    for entry, lost in ((2, 0), (3, 10**6)):
        book.judge(match_game(winner=0, game=entry), (ANN, BOB), SEASON, found(share(1, 20, 0, lost), entry=entry))
    assert book.players[BOB].flawless == 1 and Badge.FLAWLESS.value in book.players[BOB].badges


def test_who_decided_enough_is_listed_and_who_lost_least_comes_first() -> None:
    def listed(plays: int, lost: int) -> float | None:
        tally = Tally()
        tally.performance.count(share(0, plays, 0, lost))
        found = PERFORMANCE.place(tally, "")
        return found and float(found.value)

    assert listed(ENOUGH - 1, 0) is None
    best, worst = listed(ENOUGH, 0), listed(ENOUGH, 10**6)
    assert best is not None and worst is not None and best > worst == pytest.approx(-500 / ENOUGH)


def test_a_rating_is_as_sure_as_its_games_are_alike() -> None:
    """The formula written out, and what it is to say: that much ratings of as many games differ from one another."""
    chance = random.Random(7)

    def games(count: int) -> list[tuple[int, int]]:
        played: list[tuple[int, int]] = []
        for _ in range(count):
            decided, how = chance.randint(5, 40), chance.choice((0.2, 1.0, 2.5))  # games are hard, or easy
            played.append((decided, sum(int(chance.expovariate(1 / (15_000 * how))) for _ in range(decided))))
        return played

    def performance(played: list[tuple[int, int]]) -> Performance:
        made = Performance()
        for decided, lost in played:
            made.count(share(0, decided, 0, lost))
        return made

    played = games(40)
    made = performance(played)
    n, lost = sum(each for each, _ in played), sum(each for _, each in played) / 10**6
    squares = sum((each / 10**6 - decided * lost / n) ** 2 for decided, each in played)
    assert made.rating is not None and float(made.rating) == pytest.approx(500 * lost / n)
    assert made.error == pytest.approx(500 * sqrt(40 / 39 * squares) / n, rel=1e-2)
    many = [performance(games(40)) for _ in range(300)]
    ratings = [float(each.rating or 0) for each in many]
    mean = sum(ratings) / len(ratings)
    spread = sqrt(sum((each - mean) ** 2 for each in ratings) / len(ratings))
    assert sum(each.error or 0 for each in many) / len(many) == pytest.approx(spread, rel=0.15)


def test_by_one_game_it_is_not_known_how_sure_a_rating_is() -> None:
    made = Performance()
    assert (made.rating, made.error) == (None, None)
    made.count(share(0, 0, 0, 0))
    assert made == Performance()
    made.count(share(0))
    assert (made.rating, made.error) == (5, None)
    made.count(share(0))
    assert (made.rating, made.error) == (5, 0.0)


def test_a_long_life_fits_into_what_is_kept() -> None:
    made = Performance()
    made.count(share(0, 400, 100, 10**9), times=10**6)
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(made), type=Performance) == made

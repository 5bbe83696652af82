"""The course of a performance rating: each point is over the last decisions, of whole games."""

from __future__ import annotations

import random
from fractions import Fraction

from bot.ladder.performance import ENOUGH, CoursePoint, JudgedGame, course

LEAST = 30


def game(at: float, decisions: int = 100, pr: int = 5) -> JudgedGame:
    """A game with this performance rating."""
    return JudgedGame(at, decisions, pr * decisions * 2_000)


def told(games: list[JudgedGame]) -> list[tuple[float, float, int]]:
    return [(each.at, round(each.rating, 6), each.decisions) for each in course(games, LEAST)]


def slowly(games: list[JudgedGame], place: int) -> CoursePoint:
    """The point after the game at a place, by trying how many games it takes."""
    for first in range(place, -1, -1):
        window = games[first : place + 1]
        decisions = sum(each.decisions for each in window)
        if decisions >= ENOUGH or first == 0:
            break
    lost = Fraction(sum(each.lost for each in window), 1_000_000)
    return CoursePoint(games[place].at, float(500 * lost / decisions), decisions)


def test_without_games_there_is_no_course() -> None:
    assert course([], LEAST) == () == course([JudgedGame(1.0, 0, 0)], LEAST)


def test_it_is_over_all_decisions_until_there_are_enough_and_then_over_the_last_ones() -> None:
    games = [game(1, pr=2), game(2, pr=4), game(3, pr=6), game(4, pr=8), game(5, 250, 10)]
    assert told(games) == [(1, 2, 100), (2, 3, 200), (3, 4, 300), (4, 6, 300), (5, round(10 - 200 / 350, 6), 350)]
    assert [each.full for each in course(games, LEAST)] == [False, False, True, True, True]


def test_few_decisions_are_no_point_yet() -> None:
    assert told([game(1, 20), game(2, 9), game(3, 1), game(4, 5)]) == [(3, 5, 30), (4, 5, 35)]


def test_games_of_one_match_that_ended_at_the_same_time_are_one_point() -> None:
    assert told([game(1, pr=2), game(2, pr=3), game(2, pr=7), game(3, pr=3)]) == [
        (1, 2, 100), (2, 4, 300), (3, round(13 / 3, 6), 300),
    ]  # fmt: skip


def test_any_games_in_any_order_are_as_counted_one_by_one() -> None:
    dice = random.Random(3)
    for _ in range(200):
        size = dice.randint(1, 60)
        games = [JudgedGame(float(at), dice.choice((1, 7, 30, 90, 400)), dice.randrange(10**6)) for at in range(size)]
        points = [slowly(games, place) for place in range(size)]
        mixed = dice.sample(games, size)
        assert list(course(mixed, LEAST)) == [each for each in points if each.decisions >= LEAST]

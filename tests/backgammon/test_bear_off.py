"""Bear-offs in which it makes no difference which play is made: what is counted, beside both sides' best play."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement

import pytest

from bot.backgammon import Dice, Position, Side, legal_plays
from bot.backgammon import bear_off as counting
from bot.backgammon.bear_off import equal_play
from bot.backgammon.board import Board
from bot.backgammon.plays import Play

from .positions import board


@cache
def chance(position: Position) -> Fraction:
    """Of the side on roll to win, if both play as well as can be; somebody has borne off on either side."""
    if not any(position.opponent[1:]):
        return Fraction(0)
    rolls = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]
    weighed = (
        Fraction(1 if high == low else 2, 36) * max(map(after, legal_plays(position, (high, low))))
        for high, low in rolls
    )
    return sum(weighed, Fraction(0))


def after(play: Play) -> Fraction:
    """The chance of who has made it."""
    return Fraction(1) - chance(play.result.mirrored()) if any(play.result.own[1:]) else Fraction(1)


def homes(most: int, highest: int) -> list[dict[int, int]]:
    """Every way in which up to so many checkers stand on the points up to the highest."""
    found = [
        points
        for number in range(1, most + 1)
        for points in combinations_with_replacement(range(1, highest + 1), number)
    ]
    return [{point: points.count(point) for point in points} for points in found]


@pytest.mark.parametrize("dice", [(2, 1), (1, 1), (3, 2), (3, 1)])
def test_plays_are_called_equal_exactly_where_best_play_makes_them_so(dice: Dice) -> None:
    """All bear-offs of three checkers on three points against two."""
    equal = 0
    for own in homes(3, 3):
        for theirs in homes(2, 3):
            position = board(own, theirs)
            plays = legal_plays(position, dice)
            same = len({after(play) for play in plays}) == 1
            assert (equal_play(position, plays) is not None) == same, (own, theirs)
            equal += same and len(plays) > 1
    assert equal or dice == (1, 1)


SOME: list[tuple[str, dict[int, int], dict[int, int], Dice, str | None]] = [
    ("lost whatever is played", {6: 2, 5: 1, 4: 2}, {1: 1}, (2, 1), "6/5 6/4"),
    ("lost, with two of the other's to go", {6: 2, 5: 1, 4: 2}, {1: 2}, (2, 1), "6/5 6/4"),
    ("won whatever is played", {2: 2, 1: 2}, {6: 9}, (2, 1), "2/off 1/off"),
    ("a gammon whatever is played", {2: 2, 1: 1}, {19: 2, 6: 13}, (2, 1), "2/off 1/off"),
    ("a gammon whatever is played, with the other far away", {2: 2, 1: 4}, {18: 15}, (2, 1), "2/off 1/off"),
    ("two rolls bear none of his off: a gammon", {3: 1, 2: 1, 1: 1}, {12: 8, 6: 7}, (2, 1), "2/off 1/off"),
    ("the same, with others deep in his home", {3: 1, 2: 1, 1: 1}, {12: 8, 1: 7}, (2, 1), "2/off 1/off"),
    ("two rolls may bear one of his off", {3: 1, 2: 1, 1: 1}, {12: 7, 11: 1, 6: 7}, (2, 1), None),
    ("two rolls bear none of his off, for a pip", {4: 1, 3: 2}, {12: 8, 7: 1, 6: 6}, (2, 1), "3/off"),
    ("two rolls at best bear all of his off", {3: 1, 2: 1, 1: 1}, {12: 4}, (2, 1), None),
    ("for a pip they do not", {3: 1, 2: 1, 1: 1}, {12: 3, 13: 1}, (2, 1), "2/off 1/off"),
    ("sure to be off after two, his last one on the six point", {6: 1, 3: 2, 1: 1}, {6: 1}, (4, 1), "6/2 1/off"),
    ("not sure to be off after two, as it has to come home", {5: 1, 4: 1}, {7: 1}, (6, 1), None),
    ("one play is off in two rolls more often than the other", {6: 2, 4: 1, 3: 1}, {12: 8, 6: 7}, (5, 4), None),
    ("a checker of the other's in the home, which may come out in time", {2: 2, 1: 2}, {20: 2, 6: 13}, (2, 1), None),
    ("a gammon, if it comes in time", {2: 2, 1: 2}, {6: 15}, (2, 1), None),
    ("chances that differ", {3: 1, 2: 1, 1: 1}, {6: 4}, (2, 1), None),
    ("lost, with one of the other's to go on his sixth point", {6: 2, 5: 1, 4: 2}, {6: 1}, (2, 1), "6/5 6/4"),
    ("not lost yet: the other is not home", {6: 2, 5: 1, 4: 2}, {7: 1}, (2, 1), None),
    ("lost with nine to go in two rolls", {6: 10}, {5: 1, 4: 1}, (6, 1), "6/5 6/off"),
    ("two rolls may bear eight off", {6: 9}, {5: 1, 4: 1}, (6, 1), None),
    ("one roll may bear all four of the other's off", {2: 1, 1: 1}, {6: 4}, (2, 1), None),
    ("no roll bears five of the other's off", {2: 1, 1: 1}, {6: 4, 1: 1}, (2, 1), "2/off 1/off"),
    (
        "three rolls bear one of his off at the earliest",
        {3: 1, 2: 1, 1: 1},
        {13: 1, 12: 7, 6: 7},
        (2, 1),
        "2/off 1/off",
    ),
    ("the same chances with four to go", {6: 1, 4: 1, 1: 1}, {2: 6, 1: 6}, (3, 1), "6/3 1/off"),
    ("the same chances from the third roll on", {5: 1, 3: 3}, {6: 9}, (4, 1), "5/off"),
    ("lost whatever is played: more pips", {4: 1, 2: 3}, {1: 1}, (6, 1), "4/off 2/1"),
    ("too many checkers to count", {6: 3, 5: 3, 4: 3}, {6: 3}, (5, 4), None),
    ("contact", {4: 2, 3: 1}, {24: 1, 6: 5}, (2, 1), None),
    ("a checker outside", {7: 1, 1: 1}, {1: 1}, (2, 1), None),
    ("none of one's own borne off yet: a gammon may be lost", {6: 5, 5: 5, 4: 5}, {1: 1}, (2, 1), None),
]


@pytest.mark.parametrize(("own", "theirs", "dice", "play"), [case[1:] for case in SOME], ids=[case[0] for case in SOME])
def test_some_bear_offs(own: dict[int, int], theirs: dict[int, int], dice: Dice, play: str | None) -> None:
    """Of equal plays the one that takes most off, then most pips."""
    position = board(own, theirs)
    found = equal_play(position, legal_plays(position, dice))
    assert (found and str(found)) == play


def test_a_board_knows_equal_plays_only_of_a_roll_and_where_points_have_no_limit() -> None:
    rolled = Board(board({2: 2, 1: 2}, {6: 9}), Side.WHITE, (2, 1))
    assert str(rolled.equal_play(None)) == "2/off 1/off"
    assert rolled.equal_play(5) is None
    assert Board(rolled.position, Side.WHITE).equal_play(None) is None


def test_little_is_counted_however_the_checkers_stand() -> None:
    """In what is looked at, not in seconds; nothing is known from before."""
    draw = random.Random(16)
    counted = (counting._counts, counting._is_sure, counting._followed)  # pyright: ignore[reportPrivateUsage]
    for _ in range(150):
        own = Counter(draw.choices(range(1, 7), k=draw.randint(2, 14)))
        theirs = Counter(draw.choices(range(1, draw.choice([7, 19])), k=draw.randint(1, 15)))
        position, dice = board(own, theirs), (draw.randint(1, 6), draw.randint(1, 6))
        for function in counted:
            function.cache_clear()
        equal_play(position, legal_plays(position, dice))
        looked_at = [function.cache_info().misses for function in counted]
        assert max(looked_at) < 500, (own, theirs, dice, looked_at)

"""The engine looking back: the same twice, luck that evens out, nothing to decide where there is nothing."""

from __future__ import annotations

from typing import Any

import pytest

from bot.backgammon import Position, legal_plays, parse_play
from bot.engine.engine import available
from bot.engine.reviews import CubeAsked, PlayAsked, PlayFound
from bot.engine.thoughts import Owner, Stakes

pytestmark = pytest.mark.skipif(not available(), reason="there is no engine for this machine")

START, MONEY = Position.start(), Stakes(jacoby=True)


@pytest.fixture
def review() -> Any:
    from bot.engine import sage_review

    return sage_review


def asked(text: str, dice: tuple[int, int], *, opening: bool = False) -> PlayAsked:
    return PlayAsked(START.packed, dice, MONEY, parse_play(text, START, dice).packed, opening)


def test_a_play_is_judged_and_twice_the_same(review: Any) -> None:
    good, bad = asked("8/5 6/5", (3, 1)), asked("24/23 6/3", (3, 1))
    right, wrong = review.found(good), review.found(bad)
    assert (right, wrong) == (review.found(good), review.found(bad))
    assert right.best == right.played and not right.forced and right.best.plies == right.played.plies
    assert wrong.best.packed == right.played.packed and wrong.best.equity - wrong.played.equity > 0.1
    assert wrong.best.plies == wrong.played.plies == 3 and wrong.near[0] == wrong.best


def test_luck_is_none_over_all_rolls(review: Any) -> None:
    def luck(dice: tuple[int, int]) -> float:
        play = legal_plays(START, dice)[0]
        return review._luck(PlayAsked(START.packed, dice, MONEY, play.packed))

    rolls = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]
    total = sum(luck(dice) * (1 if dice[0] == dice[1] else 2) for dice in rolls)
    assert total == pytest.approx(0.0, abs=1e-6)
    # An opening roll is never a double, and compared with those that there are.
    assert review._luck(asked("8/5 6/5", (3, 1), opening=True)) > luck((3, 1))


def test_a_cube_is_asked_with_what_is_played_for(review: Any) -> None:
    centred = review.found(CubeAsked(START.packed, MONEY))
    owned = review.found(CubeAsked(START.packed, Stakes(2, Owner.MOVER)))
    assert centred.stays > centred.taken and owned.stays > centred.stays - 0.1


def test_where_all_plays_come_to_the_same_there_was_nothing_to_decide(review: Any) -> None:
    own, opponent = [0] * 26, [0] * 26
    own[0], own[1], opponent[0], opponent[6] = 11, 4, 5, 10
    position = Position.of(tuple(own), tuple(opponent))
    plays = legal_plays(position, (6, 5))
    found = review.found(PlayAsked(position.packed, (6, 5), Stakes(2, Owner.OPPONENT), plays[0].packed))
    assert isinstance(found, PlayFound) and found.forced and found.best == found.played


def test_where_all_is_lost_whatever_is_played_there_was_nothing_to_decide(review: Any) -> None:
    """One ply alone sees differences in it, two do not: so do other programs not count it."""
    position = Position.from_id("LwAAgNkNGKgQAA")
    plays = legal_plays(position, (6, 3))
    found = review.found(PlayAsked(position.packed, (6, 3), Stakes(away=(1, 1)), plays[0].packed))
    assert len(plays) > 1
    assert found.forced and found.best == found.played


def test_four_plies_settle_what_two_and_three_see_differently(review: Any) -> None:
    position = Position.from_id("zjwHBwC0nWDADA")
    stakes = Stakes(2, Owner.MOVER, (5, 5))
    made = parse_play("13/11 13/7", position, (2, 2))
    found = review.found(PlayAsked(position.packed, (2, 2), stakes, made.packed))
    # By two plies it has cost 0.019, by three 0.099.
    assert found.played.plies == found.best.plies == 4
    assert found.best.equity - found.played.equity == pytest.approx(0.055, abs=0.01)
    assert all(each.equity <= found.best.equity for each in found.near)

"""The engine looking back: the same twice, luck that evens out, nothing to decide where there is nothing."""

from __future__ import annotations

from typing import Any

import pytest

from bot.backgammon import Position, legal_plays, parse_play
from bot.engine.engine import available
from bot.engine.reviews import Again, CubeAsked, PlayAsked, PlayFound
from bot.engine.thoughts import Chances, Judged, Owner, Stakes

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
    assert (
        right.best == right.played and not right.forced and not right.unsure and right.best.plies == right.played.plies
    )
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


@pytest.mark.parametrize(
    ("position", "dice", "stakes", "made"),
    [
        ("WE8wmEHWM9sAAA", (6, 2), Stakes(away=(2, 5)), "9/3 4/2"),
        ("AgAA7A0QVoEAAA", (6, 1), Stakes(away=(1, 3)), "24/23*/17"),
    ],
)
def test_a_mistake_is_found_that_one_ply_alone_takes_for_the_best_by_far(
    review: Any, position: str, dice: tuple[int, int], stakes: Stakes, made: str
) -> None:
    there = Position.from_id(position)
    found = review.found(PlayAsked(there.packed, dice, stakes, parse_play(made, there, dice).packed))
    assert found.best.equity - found.played.equity > 0.1


def test_a_play_that_two_plies_take_for_the_best_by_far_is_looked_at_with_three(review: Any) -> None:
    position, stakes = Position.from_id("w2YMyBjPBjDATA"), Stakes(2, Owner.MOVER)
    made = parse_play("bar/22 13/7*", position, (6, 3))
    found = review.found(PlayAsked(position.packed, (6, 3), stakes, made.packed))
    assert found.best.packed == parse_play("bar/16", position, (6, 3)).packed
    assert found.best.plies == found.played.plies == 3 and found.best.equity - found.played.equity > 0.08


def test_a_second_look_is_by_four_plies_at_all_that_are_compared(review: Any) -> None:
    position = Position.from_id("zjwHBwC0nWDADA")
    stakes = Stakes(2, Owner.MOVER, (5, 5))
    made = parse_play("13/11 13/7", position, (2, 2))
    asked = PlayAsked(position.packed, (2, 2), stakes, made.packed)
    first = review.found(asked)
    assert {each.plies for each in (first.best, first.played, *first.near)} == {3}
    found = review.found(Again(asked, first))
    # By two plies it has cost 0.019, by three 0.099.
    assert first.unsure
    assert {each.plies for each in (found.best, found.played, *found.near)} == {4}
    assert found.best.equity - found.played.equity == pytest.approx(0.055, abs=0.01)
    assert {each.packed for each in found.near} == {each.packed for each in first.near}
    assert found.luck == first.luck and found == review.found(Again(asked, first))


def test_a_second_look_at_a_cube_is_by_four_plies(review: Any) -> None:
    asked = CubeAsked(Position.from_id("LwAAgNkNGKgQAA").packed, Stakes(away=(3, 3)))
    first = review.found(asked)
    found = review.found(Again(asked, first))
    assert (first.plies, found.plies) == (3, 4)
    assert found.taken == pytest.approx(first.taken, abs=0.2)
    assert first.market is None
    assert found.market == 0  # all is lost, whatever falls


def test_where_the_best_ten_come_to_the_same_what_loses_something_is_a_mistake_all_the_same(review: Any) -> None:
    even = Chances(0.5, 0, 0, 0, 0)
    ten = [Judged(place, 1.0, even, 2) for place in range(10)]
    worse, made = Judged(10, 0.5, even, 2), Judged(11, 0.4, even, 2)
    assert review._alike([*ten, worse, made], ten[3])
    assert not review._alike([*ten, worse, made], made) and not review._alike([*ten[1:], worse, made], ten[3])

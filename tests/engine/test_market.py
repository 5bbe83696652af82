"""Market losers: sequences after which a double would be dropped."""

from __future__ import annotations

import pytest

from bot.backgammon import Position
from bot.engine.engine import available
from bot.engine.thoughts import Owner, Stakes
from tests.backgammon.positions import board

pytestmark = pytest.mark.skipif(not available(), reason="there is no engine for this machine")

START = Position.start()


def losers(position: Position, stakes: Stakes) -> float | None:
    from bot.engine.market import market_losers

    return market_losers(position, stakes)


def test_at_the_start_few_sequences_lose_the_market() -> None:
    share = losers(START, Stakes())
    assert share is not None and 0 <= share < 0.1


def test_a_race_that_is_won_has_lost_it_whatever_falls() -> None:
    assert losers(board({1: 2}, {1: 10}), Stakes()) == 1.0
    assert losers(board({6: 10}, {1: 2}), Stakes()) == 0.0


def test_two_checkers_against_one_roll() -> None:
    """Two checkers on the ace point and the five point: whoever misses with 13 rolls of 36 has lost at once."""
    share = losers(board({5: 1, 1: 1}, {1: 2}), Stakes())
    assert share == pytest.approx(23 / 36)


def test_without_a_cube_to_turn_there_is_no_market() -> None:
    assert losers(START, Stakes(owner=Owner.OPPONENT, cube=2)) is None
    assert losers(START, Stakes(cube_in_play=False)) is None
    assert losers(START, Stakes(away=(1, 3), crawford=True)) is None

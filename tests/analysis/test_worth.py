"""What an equity comes to: with the cube in it, and in a match by the match equity table."""

from __future__ import annotations

import pytest

from bot.analysis.worth import worth
from bot.engine.cubeless import match_chance
from bot.engine.thoughts import Stakes


def test_in_money_games_an_equity_is_points_with_the_cube() -> None:
    assert worth(Stakes(), 0.3) == 0.3
    assert worth(Stakes(8, jacoby=True), -0.25) == -2.0


@pytest.mark.parametrize(
    ("stakes", "won", "lost"),
    [
        (Stakes(away=(1, 1)), 1.0, 0.0),
        (Stakes(4, away=(3, 4)), 1.0, 0.0),  # the cube decides the match
        (Stakes(away=(3, 5)), 0.74359, 0.57150),  # 2-away, 5-away; 3-away, 4-away
        (Stakes(2, away=(3, 5)), 0.84179, 0.50000),  # 1-away, 5-away: Crawford; 3-away, 3-away
        (Stakes(away=(1, 4), crawford=True), 1.0, 1 - 0.32264),  # then after Crawford
        (Stakes(2, away=(1, 4)), 1.0, 1 - 0.48803),
        (Stakes(away=(2, 1), cube_in_play=False), 0.5, 0.0),
    ],
)
def test_in_a_match_it_is_a_part_of_winning_it(stakes: Stakes, won: float, lost: float) -> None:
    assert match_chance(stakes, stakes.cube) == pytest.approx(won)
    assert match_chance(stakes, -stakes.cube) == pytest.approx(lost)
    assert worth(stakes, 2.0) == pytest.approx(won - lost)  # between losing the cube and winning it
    assert worth(stakes, 0.0) == 0.0

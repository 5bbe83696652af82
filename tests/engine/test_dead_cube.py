"""Games in which nobody can turn a cube: their plays are worth what the points of the board are worth."""

from __future__ import annotations

from typing import Any

import pytest

from bot.backgammon import CubeRules, Jacoby, Position, Rules, Score, Side, legal_plays
from bot.backgammon.bet import Bet
from bot.backgammon.match_equity import equity_without_cube
from bot.backgammon.rules import Beavers
from bot.engine.dead_cube import weighed, worth
from bot.engine.reviews import PlayAsked
from bot.engine.thoughts import MOST_POINTS_AWAY, Chances, Owner, Stakes
from bot.tables.computer_player import stakes_of
from tests.engine.test_thoughts import counts

BET = Bet(0, 1)
MONEY, JACOBY = Stakes(cube_in_play=False), Stakes(jacoby=True, cube_in_play=False)
GAMMONISH = Chances(0.5, 0.3, 0.1, 0.1, 0.0)
BLITZ = Position.from_id("WE8wmEHWM9sAAA")


@pytest.fixture(scope="module")
def sage() -> Any:
    return pytest.importorskip("bot.engine.sage", reason="there is no engine for this machine")


def match(*away: int) -> Stakes:
    return Stakes(away=(away[0], away[1]), cube_in_play=False)


# --- what is played for ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("side", Side)
def test_a_match_without_a_cube_is_played_for_its_score_and_no_cube(side: Side) -> None:
    for length, crawford in ((7, False), (1, False), (7, True)):
        stakes = stakes_of(BET, side, Rules(length=length, cube=False).bet, Score((5, 1), crawford))
        assert stakes == match(*((5, 1) if side is Side.WHITE else (1, 5)))
    live = stakes_of(BET, side, Rules(length=7).bet, Score((5, 1), True))
    assert live.cube_in_play and live.crawford


def test_money_without_a_cube_counts_gammons_or_not_as_jacoby_says() -> None:
    assert stakes_of(BET, Side.WHITE, CubeRules(cube=False)) == JACOBY
    assert stakes_of(BET, Side.WHITE, CubeRules(cube=False, jacoby=Jacoby.OFF)) == MONEY


def test_a_cube_at_the_cap_is_not_in_play_and_one_below_is_not_beavered() -> None:
    rules = CubeRules(animals=Beavers.BEAVER, cube_cap=8)
    at_cap = stakes_of(Bet(0, 1, 8, Side.BLACK, True), Side.WHITE, rules)
    assert at_cap == Stakes(8, Owner.OPPONENT, cube_in_play=False)
    below = stakes_of(Bet(0, 1, 4, Side.WHITE, True), Side.WHITE, rules)
    assert below == Stakes(4, Owner.MOVER), "one may double, but not beaver"
    assert stakes_of(Bet(0, 1, 2, Side.WHITE, True), Side.WHITE, rules).beavers


# --- the arithmetic --------------------------------------------------------------------------------------------------


def test_money_is_worth_its_points() -> None:
    assert worth(GAMMONISH, MONEY) == pytest.approx(0.0 + 0.4 - 0.1)
    assert worth(GAMMONISH, JACOBY) == pytest.approx(0.0)


def test_the_equity_of_a_match_without_a_cube_follows_from_its_games() -> None:
    assert equity_without_cube(1, 1) == 0.5 and equity_without_cube(0, 3) == 1 and equity_without_cube(2, -1) == 0
    # One point behind: half of the games are lost, and of the others 27 of 100 win the match at once.
    assert equity_without_cube(2, 1) == pytest.approx(0.5 * 0.27 + 0.5 * 0.73 * 0.5)
    for away in range(1, 26):
        for other in range(1, 26):
            assert equity_without_cube(away, other) == pytest.approx(1 - equity_without_cube(other, away))


def test_a_gammon_is_worth_what_the_score_makes_of_it() -> None:
    assert worth(GAMMONISH, match(1, 1)) == pytest.approx(0.0)
    # At 2-away, 1-away a gammon wins the match, of which a single game wins half: 2 for 1; what is lost counts once.
    assert worth(GAMMONISH, match(2, 1)) == pytest.approx(2 * (0.2 * 0.5 + 0.3) / 0.5 - 1)
    # Who leads at match point has nothing of gammons and pays for those that are lost.
    assert worth(GAMMONISH, match(1, 2)) < worth(Chances(0.5, 0.0, 0.0, 0.0, 0.0), match(1, 2))
    assert worth(Chances(1.0, 0.0, 0.0, 0.0, 0.0), match(5, 3)) == pytest.approx(1.0)
    assert worth(Chances(0.0, 0.0, 0.0, 0.0, 0.0), match(5, 3)) == pytest.approx(-1.0)


def test_the_engine_weighs_plays_by_scores_it_knows_at_which_nobody_doubles() -> None:
    for stakes in (MONEY, JACOBY, *(match(away, other) for away in range(1, 26) for other in range(1, 26))):
        told = weighed(stakes)
        assert told.away is not None and all(1 <= each <= MOST_POINTS_AWAY for each in told.away)
        assert told.crawford or told.away == (1, 1)
        # Gammons count for nobody whom they would not for.
        if stakes.away is not None:
            assert [each == 1 for each in told.away] == [each == 1 for each in stakes.away]


# --- the engine ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stakes", [MONEY, JACOBY, match(5, 5), match(2, 1), match(1, 3), match(1, 1)])
@pytest.mark.parametrize("plies", [1, 2])
def test_plays_are_worth_what_their_chances_come_to(sage: Any, stakes: Stakes, plies: int) -> None:
    judged = sage.plays(BLITZ, (6, 2), stakes, plies)
    assert len(judged) == len(legal_plays(BLITZ, (6, 2)))
    assert all(each.equity == pytest.approx(worth(each.chances, stakes)) for each in judged)
    assert judged[0].equity == max(each.equity for each in judged)


def test_a_game_that_is_too_good_for_a_live_cube_is_worth_all_its_gammons_without_one(sage: Any) -> None:
    """With a live cube whoever is behind would have dropped: that game is over at 1."""
    ahead = Position.of(counts(p6=3, p5=3, p4=3, p3=2, p2=2, p1=2), counts(p25=1, p18=5, p17=5, p16=4))
    without, live = sage.cube(ahead, match(9, 9)), sage.cube(ahead, Stakes(away=(9, 9)))
    assert live.dropped == pytest.approx(1.0) and without.stays > 1.4
    assert without.stays == without.taken == without.dropped == pytest.approx(worth(without.chances, match(9, 9)))
    assert sage.cube(ahead, JACOBY).stays <= 1.0 < sage.cube(ahead, MONEY).stays


def test_a_last_roll_is_worth_its_chances_and_not_a_cube(sage: Any) -> None:
    """Two checkers on the four point, against one on the ace: doubles from 2-2 on take both off, and 6-5 to 5-4."""
    last = Position.of(counts(p4=2), counts(p1=1))
    off = sum((a if a == b else 0) * 4 >= 8 or min(a, b) >= 4 for a in range(1, 7) for b in range(1, 7)) / 36
    for stakes in (MONEY, JACOBY, match(3, 3), match(1, 4)):
        assert sage.cube(last, stakes).stays == pytest.approx(2 * off - 1, abs=1e-4)
    assert sage.cube(last, Stakes()).stays == pytest.approx(2 * off - 1, abs=1e-4)


def test_luck_is_what_the_roll_adds_to_the_chances_there_were(sage: Any) -> None:
    """Of 36 rolls 11 take both checkers off and win; the others lose."""
    review = pytest.importorskip("bot.engine.sage_review")
    position = Position.of(counts(p4=2), counts(p1=1))
    for dice, won in (((6, 5), True), ((2, 2), True), ((6, 1), False)):
        played = legal_plays(position, dice)[0].packed
        for stakes in (MONEY, match(3, 3), match(2, 1)):
            luck = review.found(PlayAsked(position.packed, dice, stakes, played)).luck
            assert luck == pytest.approx(2 * (25 / 36 if won else -11 / 36), abs=1e-4)

"""Answers to an offered cube, every case computed by hand: in units of the cube before the double, for the doubler."""

from __future__ import annotations

import pytest

from bot.backgammon import OfferStage, Reply
from bot.backgammon.bet import Bet, CubeRules, Offer, Ways, courses
from bot.backgammon.position import Side
from bot.engine.exchange import best_answer, doubled, worths
from bot.engine.thoughts import Chances, CubeThought, Stakes

DOUBLE, BEAVER, RACCOON = OfferStage
TAKE, DROP, BEAVERS, RACCOONS = Reply.TAKE, Reply.DROP, Reply.BEAVER, Reply.RACCOON
CALM = Stakes()
EVEN = Chances(0.5, 0.1, 0.0, 0.1, 0.0)


def thought(taken: float) -> CubeThought:
    return CubeThought(0.0, taken, 1.0, EVEN)


def ways(stage: OfferStage, **options: object) -> Ways:
    return courses(Bet(0, 1), Offer(Side.WHITE, stage), CubeRules(**options))  # type: ignore[arg-type]  any option


NONE, ONE, BOTH = {"animals": 0}, {"animals": 1}, {"animals": 2}
KEPT = {"animals": 1, "beaver_refusable": False}
"""A beaver must be taken."""

CASES = [
    # a double that comes to so much if it is taken, by which rules: what is best, and what it comes to
    (DOUBLE, 0.5, NONE, TAKE, 0.5),
    (DOUBLE, 1.0, NONE, TAKE, 1.0),
    (DOUBLE, 1.2, NONE, DROP, 1.0),
    (DOUBLE, -0.3, NONE, TAKE, -0.3),
    (DOUBLE, 0.5, BOTH, TAKE, 0.5),
    (DOUBLE, 0.0, ONE, TAKE, 0.0),
    (DOUBLE, -0.3, ONE, BEAVERS, -0.6),
    (DOUBLE, -0.3, BOTH, BEAVERS, -0.6),
    # whoever doubled loses no more than twice the cube by refusing the beaver
    (DOUBLE, -1.5, ONE, BEAVERS, -2.0),
    (DOUBLE, -1.5, KEPT, BEAVERS, -3.0),
    # where the game loses more than that, it is better not to let them off
    (DOUBLE, -2.5, ONE, TAKE, -2.5),
    (DOUBLE, -2.5, KEPT, BEAVERS, -5.0),
    # the beaver: twice what a take comes to, against twice the cube; four times by a raccoon that may be dropped
    (BEAVER, 0.1, ONE, TAKE, 0.2),
    (BEAVER, 0.1, BOTH, RACCOONS, 0.4),
    (BEAVER, 1.5, BOTH, RACCOONS, 4.0),
    (BEAVER, 2.5, BOTH, TAKE, 5.0),
    (BEAVER, 0.0, BOTH, TAKE, 0.0),
    (BEAVER, -0.6, ONE, TAKE, -1.2),
    (BEAVER, -1.0, BOTH, TAKE, -2.0),
    (BEAVER, -1.2, BOTH, DROP, -2.0),
    (BEAVER, -1.2, KEPT, TAKE, -2.4),
    (RACCOON, 0.7, BOTH, TAKE, 2.8),
    (RACCOON, 1.0, BOTH, TAKE, 4.0),
    (RACCOON, 1.3, BOTH, DROP, 4.0),
    (RACCOON, -0.5, BOTH, TAKE, -2.0),
]


@pytest.mark.parametrize(("stage", "taken", "rules", "best", "worth"), CASES)
def test_the_best_answer_and_what_it_comes_to(
    stage: OfferStage, taken: float, rules: dict[str, object], best: Reply, worth: float
) -> None:
    allowed = ways(stage, **rules)
    found = worths(thought(taken), CALM, stage, allowed)
    assert best_answer(thought(taken), CALM, stage, allowed) is best and found[best] == pytest.approx(worth)
    assert {*found} == {*allowed[0]}
    if stage is DOUBLE:
        assert doubled(thought(taken), CALM, allowed) == pytest.approx(worth)


@pytest.mark.parametrize(
    ("taken", "rules", "best"),
    [
        (-0.3, ONE, BEAVERS),
        (0.3, ONE, BEAVERS),  # 0.6 is less than 1
        (0.5, ONE, BEAVERS),
        (0.6, ONE, DROP),
        (0.2, BOTH, BEAVERS),  # 0.8 by a raccoon
        (0.3, BOTH, DROP),  # 1.2 by a raccoon
    ],
)
def test_who_alone_stays_in_must_beaver_or_drop(taken: float, rules: dict[str, object], best: Reply) -> None:
    _, *further = ways(DOUBLE, **rules)
    assert best_answer(thought(taken), CALM, DOUBLE, ((BEAVERS, DROP), *further)) is best


@pytest.mark.parametrize("taken", [-0.3, -1.5, -2.5])
def test_where_the_engine_takes_a_beaver_for_granted_its_number_is_that_of_the_beaver(taken: float) -> None:
    allowed = ways(DOUBLE, **ONE)
    beavered = worths(thought(2 * taken), Stakes(beavers=True), DOUBLE, allowed)
    assert beavered == worths(thought(taken), CALM, DOUBLE, allowed)


def test_the_cap_stops_animals() -> None:
    assert courses(Bet(0, 1), Offer(Side.WHITE), CubeRules(animals=2, cube_cap=4)) == (
        (TAKE, DROP, BEAVERS),
        (TAKE, DROP),
    )
    assert courses(Bet(0, 1), Offer(Side.WHITE), CubeRules(animals=2, cube_cap=2)) == ((TAKE, DROP),)
    assert courses(Bet(0, 1, beavers=1), Offer(Side.WHITE), CubeRules()) == ((TAKE, DROP),)

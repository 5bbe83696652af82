"""Cube actions by score: what equities mean, that all scores are asked once, and that tables are kept."""

from __future__ import annotations

import asyncio

import pytest

from bot.backgammon import Board, Position, Side, Variant
from bot.engine.evaluator import EngineUnavailable
from bot.engine.thoughts import Chances, CubeThought, Owner, Stakes
from bot.tables.advice import Decision
from bot.tables.cube_scores import LONGEST, CubeAction, ScoreAsked, ScoreTables, action, asked_of
from tests.play.thinking import FakeEngine

START = Board.start(Variant.BACKGAMMON).position
EVEN = Chances(0.5, 0.1, 0.0, 0.1, 0.0)
ASKED = ScoreAsked(START.packed)


def thought(stays: float, taken: float, dropped: float = 1.0) -> CubeThought:
    return CubeThought(stays, taken, dropped, EVEN)


@pytest.mark.parametrize(
    ("equities", "right"),
    [
        ((0.5, 0.4), CubeAction.NO_DOUBLE),
        ((0.5, 0.6), CubeAction.TAKE),
        ((0.5, 1.2), CubeAction.DROP),
        ((1.1, 1.4), CubeAction.TOO_GOOD),
        # Too good only where it would be dropped.
        ((1.1, 0.9), CubeAction.NO_DOUBLE),
    ],
)
def test_the_action_follows_from_the_three_equities(equities: tuple[float, float], right: CubeAction) -> None:
    assert action(thought(*equities)) is right


class ByScore(FakeEngine):
    """Doubles where the mover needs more points than the opponent, and remembers what it was asked."""

    def __init__(self) -> None:
        super().__init__()
        self.stakes: list[Stakes] = []
        self.at_once = self.most = 0

    async def cube(self, position: Position, stakes: Stakes) -> CubeThought:
        self._ask(position, stakes)
        self.stakes.append(stakes)
        self.at_once += 1
        self.most = max(self.most, self.at_once)
        await asyncio.sleep(0)
        self.at_once -= 1
        behind = stakes.away is not None and stakes.away[0] > stakes.away[1]
        return thought(0.2, 0.3 if behind else 0.1)


async def nobody(done: int, count: int) -> None:
    """Is told."""


async def test_every_score_is_asked_once_and_two_at_a_time() -> None:
    engine, told = ByScore(), list[tuple[int, int]]()

    async def hear(done: int, count: int) -> None:
        told.append((done, count))

    scores = await ScoreTables().of(engine, ASKED, hear)
    wanted = [(own, other) for own in range(2, LONGEST + 1) for other in range(1, LONGEST + 1)]
    assert sorted(each.away for each in engine.stakes if each.away) == wanted
    assert len(engine.stakes) == len(wanted) + 1 and engine.most == 2
    assert not any(each.crawford or each.jacoby for each in engine.stakes)
    for own, other in wanted:
        assert scores.at(own, other) is (CubeAction.TAKE if own > other else CubeAction.NO_DOUBLE)
    assert scores.money is CubeAction.NO_DOUBLE and scores.plies == 3
    assert told[-1] == (43, 43) and [done for done, _ in told] == sorted(done for done, _ in told)


async def test_where_the_cube_wins_the_match_as_it_is_nobody_asks() -> None:
    """The engine would say that a double costs nothing there."""
    engine = ByScore()
    for cube, owner, asked in ((1, Owner.NOBODY, 43), (2, Owner.MOVER, 36), (8, Owner.MOVER, 1)):
        engine.stakes.clear()
        scores = await ScoreTables().of(engine, ScoreAsked(START.packed, cube, owner), nobody)
        assert len(engine.stakes) == asked
        assert all(scores.at(own, 1) is CubeAction.NO_DOUBLE for own in range(1, min(cube, LONGEST) + 1))


async def test_a_table_is_kept_and_several_wait_for_one() -> None:
    engine, tables = ByScore(), ScoreTables()
    first, second = await asyncio.gather(tables.of(engine, ASKED, nobody), tables.of(engine, ASKED, nobody))
    assert first == second == await tables.of(engine, ASKED, nobody) and len(engine.stakes) == 43
    await tables.of(engine, ScoreAsked(START.packed, 2, Owner.MOVER), nobody)
    assert len(engine.stakes) == 43 + 36


async def test_what_failed_is_asked_anew() -> None:
    engine, tables = ByScore(), ScoreTables()
    engine.silent = True
    with pytest.raises(EngineUnavailable):
        await tables.of(engine, ASKED, nobody)
    engine.silent = False
    assert (await tables.of(engine, ASKED, nobody)).plies == 3


def test_rules_of_money_are_part_of_the_question_for_money_only() -> None:
    money = Decision(START, Side.WHITE, Stakes(jacoby=True, beavers=True))
    match = Decision(START, Side.WHITE, Stakes(2, Owner.MOVER, away=(3, 4)))
    assert asked_of(money) == ScoreAsked(START.packed, jacoby=True, beavers=True)
    assert asked_of(match) == ScoreAsked(START.packed, 2, Owner.MOVER)

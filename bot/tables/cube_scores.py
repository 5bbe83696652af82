"""The right cube action in one position at every score of a match, and for money."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from enum import Enum

from cachetools import LRUCache
from msgspec import Struct

from bot.backgammon import Position
from bot.engine.evaluator import Evaluator
from bot.engine.thoughts import CubeThought, Owner, Stakes
from bot.tables.advice import Decision

LONGEST = 7
"""The most points away."""

AT_ONCE = 2
"""Questions to the engine at a time; those of other people come in between."""

_MOST = 200
"""Cache size: positions."""

Away = tuple[int, int]
Told = Callable[[int, int], Awaitable[None]]
"""Told how many of all scores are done."""


class ScoreFault(Enum):
    """Why there is no table of scores."""

    OVER = "The game is over in this position."
    NOT_THEIR_CUBE = "The cube is on the other side there, so there is no double to decide."


class CubeAction(Enum):
    """What is right before the roll, and how it is answered."""

    NO_DOUBLE = "no double"
    TAKE = "take"
    DROP = "drop"
    TOO_GOOD = "too good"


class ScoreAsked(Struct, frozen=True):
    """A position, seen by the side on roll, with its cube; `jacoby` and `beavers` are of money games."""

    position: int
    cube: int = 1
    owner: Owner = Owner.NOBODY
    jacoby: bool = False
    beavers: bool = False


class CubeScores(Struct, frozen=True):
    """The actions by points that the mover and the opponent still need, and for money.

    Where somebody needs one point it is a game after the Crawford game. `plies`: the least search depth of all.
    """

    asked: ScoreAsked
    actions: tuple[tuple[CubeAction, ...], ...]
    money: CubeAction
    plies: int

    def at(self, own: int, opponent: int) -> CubeAction:
        return self.actions[own - 1][opponent - 1]


def asked_of(decision: Decision) -> ScoreAsked:
    """The question about a position, whatever its score."""
    stakes = decision.stakes
    money = stakes.away is None
    return ScoreAsked(
        decision.position.packed, stakes.cube, stakes.owner, money and stakes.jacoby, money and stakes.beavers
    )


def action(thought: CubeThought) -> CubeAction:
    """The right action by the engine's equities."""
    if thought.double:
        return CubeAction.TAKE if thought.take else CubeAction.DROP
    if thought.stays > thought.dropped and not thought.take:
        return CubeAction.TOO_GOOD
    return CubeAction.NO_DOUBLE


class ScoreTables:
    """Works out tables of scores, and keeps the last ones; several who ask for the same wait for one."""

    def __init__(self) -> None:
        self._kept: LRUCache[ScoreAsked, CubeScores] = LRUCache(_MOST)
        self._making: dict[ScoreAsked, asyncio.Task[CubeScores]] = {}
        self._told: dict[ScoreAsked, list[Told]] = {}

    async def of(self, thinker: Evaluator, asked: ScoreAsked, told: Told) -> CubeScores:
        """The table. Raises `EngineUnavailable` or `Unsupported`."""
        if asked in self._kept:
            return self._kept[asked]
        self._told.setdefault(asked, []).append(told)
        task = self._making.get(asked)
        if task is None:
            task = self._making[asked] = asyncio.ensure_future(self._made(thinker, asked))
            task.add_done_callback(lambda done: self._keep(asked, done))
        # The first who asked may be cancelled; others still wait.
        return await asyncio.shield(task)

    def _keep(self, asked: ScoreAsked, done: asyncio.Task[CubeScores]) -> None:
        del self._making[asked]
        self._told.pop(asked, None)
        if not done.cancelled() and done.exception() is None:
            self._kept[asked] = done.result()

    async def _made(self, thinker: Evaluator, asked: ScoreAsked) -> CubeScores:
        """Whoever wins the match with the cube as it is has no use for a double: nothing is asked about that."""
        scores: list[Away | None] = [None]
        points = range(1, LONGEST + 1)
        scores += [(own, other) for own in points for other in points if own > asked.cube]
        free, done = asyncio.Semaphore(AT_ONCE), 0

        async def one(away: Away | None) -> CubeThought:
            nonlocal done
            async with free:
                thought = await thinker.cube(Position(asked.position), _stakes(asked, away))
            done += 1
            for told in self._told.get(asked, ()):
                await told(done, len(scores))
            return thought

        tasks = [asyncio.ensure_future(one(away)) for away in scores]
        found = dict(zip(scores, await _all_or_none(tasks), strict=True))
        actions = {away: action(thought) for away, thought in found.items()}
        rows = tuple(tuple(actions.get((own, other), CubeAction.NO_DOUBLE) for other in points) for own in points)
        return CubeScores(asked, rows, actions[None], min(each.plies for each in found.values()))


async def _all_or_none(tasks: list[asyncio.Task[CubeThought]]) -> list[CubeThought]:
    """The results; if one fails, the others are not begun any more."""
    try:
        return await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()


def _stakes(asked: ScoreAsked, away: Away | None) -> Stakes:
    if away is None:
        return Stakes(asked.cube, asked.owner, jacoby=asked.jacoby, beavers=asked.beavers)
    return Stakes(asked.cube, asked.owner, away)

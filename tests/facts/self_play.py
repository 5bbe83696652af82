"""Games between computers, without a table: what each does is what it does at one, to the last function."""

from __future__ import annotations

import random
from collections.abc import Coroutine
from typing import Any, NamedTuple

from bot.backgammon import Dice, Phase, Position, Rules, Side, questions
from bot.backgammon.actions import AnyAction, OpeningRoll
from bot.backgammon.match import apply, start
from bot.backgammon.match_state import Match
from bot.engine import player, sage
from bot.engine.thoughts import CubeThought, Judged, Level, Stakes
from bot.tables.computer_player import ComputerPlayer
from bot.tables.heads_up import computer


class Here:
    """A thinker that has no other process: it calls what a worker calls."""

    available = True

    async def plays(self, position: Position, dice: Dice, stakes: Stakes, plies: int = 3) -> tuple[Judged, ...]:
        """As `Evaluator.plays`."""
        return sage.plays(position, dice, stakes, plies)

    async def choice(self, position: Position, dice: Dice, stakes: Stakes, level: Level, seed: int) -> Judged:
        """As `Evaluator.choice`."""
        return player.choice(position, dice, stakes, level, seed)

    async def cube(self, position: Position, stakes: Stakes) -> CubeThought:
        """As `Evaluator.cube`."""
        return sage.cube(position, stakes)

    async def cube_choice(
        self, position: Position, stakes: Stakes, level: Level, seed: int, temper: int, offered: bool = False
    ) -> CubeThought:
        """As `Evaluator.cube_choice`."""
        return player.cube_choice(position, stakes, level, seed, temper, offered)


class SelfPlayed(NamedTuple):
    """A game that is over: the rules by which it was played, its last state and all actions."""

    rules: Rules
    state: Match
    actions: tuple[AnyAction, ...]

    @property
    def points(self) -> int:
        """What white has won; negative if black has."""
        result = self.state.game.bet.result
        assert result is not None
        return abs(result.points) if result.winner is Side.WHITE else -abs(result.points)


def played(white: Level, black: Level, dice_seed: str, secret: str, rules: Rules | None = None) -> SelfPlayed:
    """A money game by the rules that the bot takes for granted, or the first game by others.

    The rolls follow from `dice_seed`, whoever plays; all errors from `secret`.
    """
    dice, noise = random.Random(dice_seed), random.Random(secret)
    tempers = [noise.getrandbits(64) for _ in Side]
    rules = rules or Rules()
    state, actions = start(rules), []

    def throw() -> Dice:
        return dice.randint(1, 6), dice.randint(1, 6)

    while state.number == 1 and state.game.phase is not Phase.OVER:
        if OpeningRoll in questions(state)[0].bot:
            action: AnyAction = OpeningRoll(dice=throw())
        else:
            seat = next(side for side in Side if computer.asked_of(state, side))
            who = ComputerPlayer(Here(), (white, black)[seat], noise.getrandbits(64), tempers[seat])
            intent = _at_once(computer.decided(state, seat, who))
            action = intent(state, seat, throw)
        state = apply(state, action)
        actions.append(action)
    return SelfPlayed(rules, state, tuple(actions))


def _at_once(work: Coroutine[Any, Any, Any]) -> Any:
    """What comes of something that waits for nothing."""
    try:
        work.send(None)
    except StopIteration as done:
        return done.value
    raise AssertionError("it waits for something")

"""The interface of a game with checkers, dice and a cube on a backgammon board: what tables need beyond `Game`.

Common questions about a board are answered here; where there are several cubes, each game defines their meaning.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping
from fractions import Fraction
from typing import Any, TypeVar

from bot.analysis.decisions import Decided
from bot.backgammon import Ask, BoardState, Illegal, Kind, Play, Reply, Rules, Seat
from bot.backgammon.actions import Move, OpeningRoll, Roll, Settle
from bot.backgammon.cube_turns import CubeTurn
from bot.core.actions import Action, End
from bot.core.intent import Dice
from bot.core.state import TableState
from bot.engine.evaluator import Evaluator
from bot.ladder.facts import Turn
from bot.tables.advice import Decision, HintFault, known
from bot.tables.faults import ChallengeFault, TableTrouble
from bot.tables.game import Act, AnyGame, Course, Finished, Game, News, Setup
from bot.tables.preferences import PersonPreferences

#: The opponents meant; None: all possible ones.
Whom = Collection[Seat] | None

OnBoard = TypeVar("OnBoard", bound=BoardState)


class BoardGame(Game[Setup, OnBoard, Act, News, Finished, Course]):
    """The rules of one game on a board, as tables use them."""

    # Advice

    @abstractmethod
    def decision(self, state: OnBoard, seat: Seat) -> Decision | None:
        """A seat's current decision about checkers or a cube; None if it has none."""

    silence_decides = False
    """Whether prolonged silence counts as a decision, so that the times of actions matter."""

    @abstractmethod
    def decided(
        self, state: OnBoard, actions: Iterable[Act], at: Iterable[float] = ()
    ) -> dict[int, tuple[Decided, ...]]:
        """The decisions of each game, by its number, from the state in which the first of them is set up.

        `at`: when each of the actions was saved, in seconds since 1970, where that is known.
        """

    hints_refused = HintFault.NOT_ALLOWED
    """Why no hints are given where play may not be discussed."""

    # What the bot does where there is no choice

    def by_itself(
        self,
        state: OnBoard,
        preferences: Mapping[Seat, PersonPreferences],
        throw: Callable[[OnBoard], Dice],
        now: float,
    ) -> Action | None:
        for question in state.questions[:1]:
            if End in question.bot and state.ends(now):
                return End()
            if OpeningRoll in question.bot:
                return OpeningRoll(dice=throw(state))
            if Roll in question.bot and self._rolls_for(state, question.of[0], preferences[question.of[0]]):
                return Roll(dice=throw(state))
            if Move in question.bot and (play := self._play_of_no_choice(state, preferences[question.of[0]])):
                return Move(play=str(play))
        return None

    def _rolls_for(self, state: OnBoard, seat: Seat, preferences: PersonPreferences) -> bool:
        """Whether the bot should roll now for a player who cannot turn a cube and wants that. An offer to settle would
        lapse.
        """
        if not preferences.auto_roll:
            return False
        settling = any(
            question.ask is Ask.SETTLEMENT
            or (seat in question.of and any(issubclass(kind, Settle) for kind in question.answers))
            for question in state.questions
        )
        return not (preferences.settle_first and settling)

    def _play_of_no_choice(self, state: OnBoard, preferences: PersonPreferences) -> Play | None:
        """The play that the bot makes for a player: the only one, or one of several that are equal."""
        plays = state.plays
        if len(plays) == 1:
            return plays[0] if preferences.auto_move else None
        return state.board.equal_play(state.rules.max_on_point) if preferences.auto_bear_off else None

    # The cube: from a player's intent to an action, whose legality the rules decide. All raise `Illegal` where the
    # intent is impossible.

    @abstractmethod
    def double(self, state: OnBoard, seat: Seat, whom: Whom) -> Action:
        """Offer the cube."""

    @abstractmethod
    def reply(self, state: OnBoard, seat: Seat, answer: Reply, whom: Whom) -> Action:
        """Answer an offered cube."""

    @abstractmethod
    def resign(self, state: OnBoard, seat: Seat, kind: Kind | None, whom: Whom) -> Action:
        """Offer to lose as `kind`; None: the match."""

    async def valued(self, state: OnBoard, seat: Seat, offer: Action, thinker: Evaluator) -> Action:
        """The same offer to settle with the engine's number. Raises `EngineUnavailable` or `Unsupported`."""
        return offer

    @abstractmethod
    def settle(self, state: OnBoard, seat: Seat, points: int | Fraction, whom: Whom, winners: Whom) -> Action:
        """Offer to end the game for this many points. `winners`: who counts as the winner at 0. Raises `Illegal`."""


AnyBoardGame = BoardGame[Any, Any, Any, Any, Any, Any]


def board_of(state: TableState | None) -> BoardState:
    """The state as one with a board. Raises `Illegal` for another."""
    if not isinstance(state, BoardState):
        raise Illegal(TableTrouble.NO_BOARD)
    return state


def on_board(game: AnyGame) -> AnyBoardGame:
    """The game as one on a board. Raises `Illegal` for another."""
    if not isinstance(game, BoardGame):
        raise Illegal(TableTrouble.NO_BOARD)
    return game


def turns_of(cubes: Iterable[CubeTurn]) -> tuple[Turn, ...]:
    return tuple(
        Turn(
            giver=cube.giver,
            receiver=cube.receiver,
            value=cube.value,
            turned=cube.stage + 1,
            dropper=cube.dropper,
            roll=cube.roll,
        )
        for cube in cubes
    )


def check_engine_knows(rules: Rules) -> None:
    """Raise `Illegal` for rules that the engine cannot play."""
    if not known(rules):
        raise Illegal(ChallengeFault.ENGINE_KNOWS_NOT)

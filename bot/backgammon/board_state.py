"""`BoardState`: the base of the state of every game with a board, however many bets are made on it."""

from __future__ import annotations

from typing import Any

from bot.core.state import TableState

from .actions import Move, Roll
from .bet import Seat
from .board import Board
from .game import Phase
from .plays import Play


class BoardState(TableState):
    """A `TableState` with checkers, dice and at least one cube."""

    __slots__ = ()

    game: Any
    """The running game, or the last one; it has a `board` and a `phase`."""
    rules: Any
    """`Rules` of the board and of every bet."""

    @property
    def board(self) -> Board:
        """The checkers, the side on turn and its dice."""
        return self.game.board

    @property
    def plays(self) -> tuple[Play, ...]:
        """The legal plays of the roll; none without a roll, one if there is no choice."""
        return self.board.plays(self.rules.max_on_point)

    @property
    def mover(self) -> Seat | None:
        """The seat that rolls and moves now."""
        raise NotImplementedError

    @property
    def over(self) -> bool:
        return self.game.phase is Phase.OVER

    @property
    def final(self) -> int:
        # Until the opening roll of the next game, the result can be undone.
        return super().final - (not self.closed and self.game.phase is Phase.OPENING)

    def ends(self, now: float) -> bool:
        """Whether the bot closes the table at this time (seconds since 1970): no further game was agreed on."""
        raise NotImplementedError

    @property
    def served(self) -> tuple[Seat, ...]:
        return next((question.of for question in self.questions[:1] if {Roll, Move} & set(question.bot)), ())

    @property
    def values_offers(self) -> bool:
        """Whether the engine's number stands beside an offer to settle, where hints are allowed."""
        return False

    @property
    def discussed(self) -> bool:
        """Whether the rules allow advice about everything, the engine's too."""
        return False

"""The interface of screens for a game on a backgammon board, beyond `Face`."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar

from bot.backgammon import Ask, Bet, Dice, Offer, Question, Score, Seat, Side, Xgid
from bot.backgammon.actions import OpeningRoll, Roll
from bot.core.actions import BetIndex
from bot.screens.buttons import Item
from bot.screens.custom_ids import Press
from bot.screens.face import Face, News, State
from bot.screens.names import Names
from bot.screens.own_items import May, board_own_items
from bot.screens.question_items import board_items
from bot.screens.record_files import KINDS
from bot.tables import intents
from bot.tables.intents import offered_action
from bot.tables.table import Table
from bot.texts import Texts


class BoardFace(Face[State, News]):
    """The display of a game on a board: position ids, pip counts, race advice."""

    kinds: ClassVar[Mapping[str, str]] = KINDS

    @abstractmethod
    def xgid(self, state: State) -> Xgid:
        """The current state as an XGID."""

    @abstractmethod
    def sides(self, state: State) -> tuple[Seat, Seat]:
        """The seats at the bottom and at the top."""

    @abstractmethod
    def reservations(self, state: State, turn: Side, names: Names, t: Texts) -> list[str]:
        """Why cube advice may be wrong at this table. `turn`: the side advised."""

    def away(self, state: State) -> Score | None:
        """The points both sides need at the start of this game; None for money."""
        return None

    @abstractmethod
    def open_bets(self, state: State) -> Collection[BetIndex]:
        """The bets that are still played for."""

    @abstractmethod
    def cubes(self, state: State) -> tuple[Sequence[Bet], Offer | None]:
        """The bets whose cubes are offered, and the offer; without one all that are still played for, and None."""

    def shown_questions(self, state: State, asked: Sequence[Question]) -> Sequence[Question]:
        """While resignation from all open bets is being answered, that question alone."""
        resigned = [question for question in asked if question.ask is Ask.RESIGNATION]
        all_of_it = {bet for question in resigned for bet in question.bets}.issuperset(self.open_bets(state))
        return resigned if resigned and all_of_it else asked

    def items(self, table: Table, question: Question, t: Texts) -> list[Item]:
        """Also the buttons of dice, plays and cubes."""
        state: Any = table.state
        return board_items(table, question, *self.cubes(state), t)

    def own_items(self, table: Table, seat: Seat, may: May, t: Texts) -> list[Item]:
        """Also settling and resigning."""
        resigning = self.resigning(table, seat)
        return super().own_items(table, seat, may, t) + board_own_items(table, self.settling(table, seat), resigning, t)

    def resigning(self, table: Table, seat: Seat) -> Press | None:
        """The press of the button Resign; None if the seat has nothing to resign."""
        state: Any = table.state
        ways = self.resignations(state, seat)
        return Press("resign", table.id, state.table_question) if ways else None

    def resignations(self, state: State, seat: Seat) -> Mapping[str, int]:
        """The possible resignations of a seat, by name as in `intents.KINDS`, with the points that each costs. Of those
        at equal cost, the first.
        """
        now: Any = state
        whats = {name: offered_action(now, seat, intents.resign(kind)) for name, kind in intents.KINDS.items()}
        costs = {name: self.cost(state, what) for name, what in whats.items() if what is not None}
        first = {cost: name for name, cost in reversed(costs.items())}
        return {name: cost for name, cost in costs.items() if first[cost] == name}

    @abstractmethod
    def cost(self, state: State, resignation: Any) -> int:
        """The points that a resignation costs."""

    def dice(self, action: Any) -> Dice | None:
        return action.dice if isinstance(action, OpeningRoll | Roll) else None

    @abstractmethod
    def settling(self, table: Table, seat: Seat) -> Press | None:
        """The press of the button Settle; None if there is nobody to settle with."""

    def settles_with(self, state: State, seat: Seat) -> Sequence[Seat]:
        """The seats to choose from for a settlement; empty if no choice is needed."""
        return ()

    def winners_at_nothing(self, state: State, seat: Seat, other: Seat) -> Sequence[Seat]:
        """The candidates for winner of a settlement at zero; empty if it does not matter."""
        return ()

    def doubles(self, table: Table, seat: Seat, t: Texts) -> list[Item]:
        """The choice of opponents for a double; empty if it is clear."""
        return []


AnyBoardFace = BoardFace[Any, Any]

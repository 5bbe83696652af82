"""What the screens need of a game that is played with checkers on a board, beside what they need of any game."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar

from bot.backgammon import Ask, Dice, Question, Score, Seat, Side, Xgid
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
    """How a game on a board looks: its position can be copied, its pips are counted, its race is judged."""

    kinds: ClassVar[Mapping[str, str]] = KINDS

    @abstractmethod
    def xgid(self, state: State) -> Xgid:
        """What the XGID of this moment says."""

    @abstractmethod
    def sides(self, state: State) -> tuple[Seat, Seat]:
        """Who plays at the bottom and at the top."""

    @abstractmethod
    def reservations(self, state: State, turn: Side, names: Names, t: Texts) -> list[str]:
        """What keeps advice about the cube from being the whole truth at this table. `turn`: whom it is given."""

    def away(self, state: State) -> Score | None:
        """What both sides still need at the beginning of this game; None if no match is played."""
        return None

    @abstractmethod
    def open_bets(self, state: State) -> Collection[BetIndex]:
        """The bets that are still played for."""

    def shown_questions(self, state: State, asked: Sequence[Question]) -> Sequence[Question]:
        """While it is being answered whether everything still played for is resigned, nothing else."""
        resigned = [question for question in asked if question.ask is Ask.RESIGNATION]
        all_of_it = {bet for question in resigned for bet in question.bets}.issuperset(self.open_bets(state))
        return resigned if resigned and all_of_it else asked

    def items(self, table: Table, question: Question, t: Texts) -> list[Item]:
        """The buttons of dice, plays and cubes too."""
        return board_items(table, question, t)

    def own_items(self, table: Table, seat: Seat, may: May, t: Texts) -> list[Item]:
        """Settling and resigning too."""
        resigning = self.resigning(table, seat)
        return super().own_items(table, seat, may, t) + board_own_items(table, self.settling(table, seat), resigning, t)

    def resigning(self, table: Table, seat: Seat) -> Press | None:
        """What the button Resign carries; None where somebody has nothing to resign now."""
        state: Any = table.state
        ways = self.resignations(state, seat)
        return Press("resign", table.id, table.game.table_question(state)) if ways else None

    def resignations(self, state: State, seat: Seat) -> Mapping[str, int]:
        """In which ways somebody may resign now, by their names in `intents.KINDS`, and the points that each costs. Of
        ways that cost the same, the first."""
        now: Any = state
        whats = {name: offered_action(now, seat, intents.resign(kind)) for name, kind in intents.KINDS.items()}
        costs = {name: self.cost(state, what) for name, what in whats.items() if what is not None}
        first = {cost: name for name, cost in reversed(costs.items())}
        return {name: cost for name, cost in costs.items() if first[cost] == name}

    @abstractmethod
    def cost(self, state: State, resignation: Any) -> int:
        """The points that somebody loses by a resignation."""

    def dice(self, action: Any) -> Dice | None:
        """Those of rolls and opening rolls."""
        return action.dice if isinstance(action, OpeningRoll | Roll) else None

    @abstractmethod
    def settling(self, table: Table, seat: Seat) -> Press | None:
        """What the button Settle carries; None where there is nobody to settle with."""

    def settles_with(self, state: State, seat: Seat) -> Sequence[Seat]:
        """Among whom somebody has to choose who settles; nobody where that needs no words."""
        return ()

    def winners_at_nothing(self, state: State, seat: Seat, other: Seat) -> Sequence[Seat]:
        """Those of whom one counts as winner of a settlement at nothing; nobody where it does not matter."""
        return ()

    def doubles(self, table: Table, seat: Seat, t: Texts) -> list[Item]:
        """What somebody is asked first who presses Double: whom; nothing where that is clear."""
        return []


AnyBoardFace = BoardFace[Any, Any]

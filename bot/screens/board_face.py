"""What the screens need of a game that is played with checkers on a board, beside what they need of any game."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from bot.backgammon import Question, Score, Seat, Side, Xgid, format_xgid
from bot.screens.buttons import Item
from bot.screens.face import Face, News, State
from bot.screens.names import Names
from bot.screens.question_items import board_items
from bot.tables.table import Table
from bot.texts import Texts


class BoardFace(Face[State, News]):
    """How a game on a board looks: its position can be copied, its pips are counted, its race is judged."""

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

    def footer(self, table: Table, names: Names, t: Texts) -> list[str]:
        """The XGID."""
        state: Any = table.state
        return [f"-# `{format_xgid(self.xgid(state))}`"]

    def items(self, table: Table, question: Question, t: Texts) -> list[Item]:
        """The buttons of dice, plays and cubes too."""
        return board_items(table, question, t)


AnyBoardFace = BoardFace[Any, Any]

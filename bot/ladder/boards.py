"""The boards of a server's ladder, and what puts people in their order there."""

from __future__ import annotations

from enum import Enum
from fractions import Fraction

from msgspec import Struct

from bot.ladder.performance import ENOUGH
from bot.ladder.tallies import Tally

FEW_BETS = 30
"""Below so many bets points per bet are chance, and listed after those of others."""

FEW_HANDS = 100
"""The same of hands of Preferans: some three evenings."""


class Board(Enum):
    """What is compared: ratings of matches, points of money sessions, points per bet of chouettes, whists per hand of
    Preferans; how well games were played that an engine has looked at; games against the computer.
    """

    RATING = "rating"
    POINTS = "points"
    BETS = "bets"
    SHEETS = "preferans"
    PERFORMANCE = "performance"
    COMPUTER = "computer"


class Place(Struct, frozen=True):
    """What puts somebody in order on a board. `provisional`: listed after all who are not."""

    value: Fraction | float
    provisional: bool = False

    @property
    def order(self) -> tuple[bool, Fraction | float]:
        """The larger, the higher up; people of equal order share a rank."""
        return not self.provisional, round(self.value, 2)


def place(board: Board, variant: str, tally: Tally) -> Place | None:
    """Where somebody belongs by the games of a season, or of all time; None if none of them counts for this board."""
    match board:
        case Board.RATING:
            standing = tally.standings.get(variant)
            return None if standing is None else Place(standing.rating, tally.provisional(variant))
        case Board.POINTS | Board.COMPUTER:
            total = tally.total(board.value)
            return Place(total.points) if total.count else None
        case Board.BETS:
            return _average(tally, board, FEW_BETS)
        case Board.SHEETS:
            return _average(tally, board, FEW_HANDS)
        case Board.PERFORMANCE:
            found = tally.performance
            return None if found.rating is None or found.decisions < ENOUGH else Place(-found.rating)


def _average(tally: Tally, board: Board, few: int) -> Place | None:
    total = tally.total(board.value)
    return Place(total.points / total.count, total.count < few) if total.count else None

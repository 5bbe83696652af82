"""What somebody wishes to do at a table: an `Intent`, a function from the state, the seat and the dice to an action.

Which intents there are, each package of tables says itself. Dice stand here because an intent has them thrown.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from .actions import Action, Seat

Dice = tuple[int, int]


class TableState(Protocol):
    """What every state of a table says, whatever is played there."""

    @property
    def number(self) -> int:
        """Of the game that runs, or of the last one, from 1."""
        ...

    @property
    def question(self) -> int:
        """The number of the question that all wait for."""
        ...

    @property
    def rolls(self) -> int:
        """How often the dice of the table have fallen."""
        ...

    @property
    def closed(self) -> bool:
        """Whether the table is over for good."""
        ...

    @property
    def rules_version(self) -> int:
        """The version of the rules by which it is played."""
        ...


Throw = Callable[[], Dice]
#: (the state, the seat that acts, what throws the dice if they are to fall) to the action.
Intent = Callable[[TableState, Seat, Throw], Action]

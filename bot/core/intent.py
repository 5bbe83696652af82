"""Intents: what a player wants to do at a table, as a function from the state, the seat and the dice to an action.

Each package of tables defines its own. Dice stand here because an intent may have them rolled.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from .actions import Action, Seat

Dice = tuple[int, int]


class TableState(Protocol):
    """What the state of every table has, whatever is played there."""

    @property
    def number(self) -> int:
        """The number of the running game, or of the last one, from 1."""
        ...

    @property
    def question(self) -> int:
        """The number of the main question, the one the table waits for."""
        ...

    @property
    def rolls(self) -> int:
        """How many rolls the table has made."""
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
#: (state, seat that acts, source of dice rolls) -> action
Intent = Callable[[TableState, Seat, Throw], Action]

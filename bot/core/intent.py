"""Intents: what a player wants to do at a table, as a function from the state, the seat and the dice to an action.

Each package of tables defines its own. Dice stand here because an intent may have them rolled.
"""

from __future__ import annotations

from collections.abc import Callable

from .actions import Action, Seat
from .state import TableState

Dice = tuple[int, int]
Throw = Callable[[], Dice]
#: (state, seat that acts, source of dice rolls) -> action
Intent = Callable[[TableState, Seat, Throw], Action]

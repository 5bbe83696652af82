"""What both games on a backgammon board share, for those who know no others."""

from __future__ import annotations

from bot.backgammon import Question
from bot.backgammon import history as match_history
from bot.chouette import history as session_history
from bot.core.actions import Action
from bot.tables import games
from bot.tables.table import State

__all__ = ["Action", "Finished", "State", "apply", "over", "questions"]

Finished = match_history.Finished | session_history.Finished


def apply(state: State, action: Action) -> State:
    """The state after an action. Raises `Foreign`, `Stale` or `Illegal`."""
    return games.of(state).apply(state, action)


def questions(state: State) -> tuple[Question, ...]:
    """Everything the state asks, what all wait for first."""
    return games.of(state).questions(state)


def over(state: State) -> bool:
    """Whether no game is running."""
    return games.of(state).over(state)

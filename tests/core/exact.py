"""Questions are exact: whom an open question names may do what it names, and nobody may do anything else."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from bot.core.actions import Action, Seat
from bot.core.question import Question
from bot.core.refusal import Refused


class Attempts(NamedTuple):
    """Actions of one type by one seat, None being the bot. If any such action is accepted, one of these is.

    `number`: of the question that they answer, if it is in the action.
    """

    kind: type[Action]
    by: Seat | None
    number: int | None
    made: Iterable[Any]


def check_exact(
    state: Any, open_now: Iterable[Question], apply: Callable[[Any, Any], object], every: Iterable[Attempts]
) -> None:
    """An action of a type by a seat is accepted if, and only if, one of the open questions asks that of it."""
    asked = tuple(open_now)
    for kind, by, number, made in every:
        offered = any(
            kind in question.bot if by is None else kind in question.answers and by in question.of
            for question in asked
            if number in (None, question.number)
        )
        done = [action for action in made if _accepted(state, action, apply)]
        assert offered == bool(done), (kind, by, number, done)


def _accepted(state: Any, action: Any, apply: Callable[[Any, Any], object]) -> bool:
    try:
        apply(state, action)
    except Refused as refusal:
        assert "{" not in str(refusal), "a detail is missing in the sentence"
        return False
    return True

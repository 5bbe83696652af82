"""The seat of a user at a table, also of somebody who plays both sides."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from bot.core.actions import Seat
from bot.core.state import TableState


class Seated(Protocol):
    """Whoever sits at a table."""

    @property
    def user(self) -> int: ...


_Person = TypeVar("_Person", bound=Seated)


def seat_of(people: Sequence[Seated], state: TableState | None, user: int) -> Seat | None:
    """A user's seat; None for a stranger. Of both seats of somebody who plays both sides, the one that is asked now."""
    seats = [seat for seat, person in enumerate(people) if person.user == user]
    if len(seats) < 2 or state is None:
        return next(iter(seats), None)
    main, *beside = state.questions or (None,)
    # What one side proposes, the other answers before anything else.
    asked = (*beside, main) if main is not None else ()
    return next((seat for question in asked for seat in question.waiting if seat in seats), seats[0])


def alone(people: Sequence[Seated]) -> bool:
    """Whether one person plays both sides."""
    return len(people) == 2 and people[0].user == people[1].user


def renamed(people: tuple[_Person, ...], user: int, named: Callable[[_Person], _Person]) -> tuple[_Person, ...]:
    """The people with a user as `named` now; the names of somebody's two sides tell them apart, and stay."""
    return people if alone(people) else tuple(named(each) if each.user == user else each for each in people)

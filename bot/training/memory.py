"""Memory of a card: when it is due again after an answer, by FSRS (version 6, the package of that name).

The scheduler counts whole days, and so do we: a day is a number as of `date.toordinal`, by the calendar of the person.
Sources: https://github.com/open-spaced-repetition/py-fsrs and "A Stochastic Shortest Path Algorithm for Optimizing
Spaced Repetition Scheduling" (KDD 2022).
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from enum import IntEnum

from fsrs import Card, Rating, Scheduler, State
from msgspec import Struct

RETENTION = 0.9
"""The share of right answers at which a card is due."""

_SCHEDULER = Scheduler(enable_fuzzing=False, learning_steps=(), relearning_steps=(), desired_retention=RETENTION)


class Grade(IntEnum):
    """What an answer was; the numbers are those of the package."""

    AGAIN = 1
    HARD = 2
    GOOD = 3


class Memory(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How well a card is known: `stability`, days until its recall has fallen to 0.9, and `difficulty` from 1 to 10.

    It was answered `last` and is `due`, both in days.
    """

    stability: float
    difficulty: float
    last: int
    due: int


def answered(memory: Memory | None, grade: Grade, day: int) -> Memory:
    """The memory after an answer on a day; None before: the card was new."""
    card, _ = _SCHEDULER.review_card(_card(memory), Rating(grade), _moment(day))
    assert card.stability is not None and card.difficulty is not None
    return Memory(stability=card.stability, difficulty=card.difficulty, last=day, due=_day(card.due))


def recall(memory: Memory, day: int) -> float:
    """The chance of a right answer on a day, as the scheduler estimates it."""
    return _SCHEDULER.get_card_retrievability(_card(memory), _moment(day))


def _card(memory: Memory | None) -> Card:
    """As the package has it; its id, which means nothing here, would otherwise cost a pause."""
    if memory is None:
        return Card(card_id=0)
    return Card(
        card_id=0,
        state=State.Review,
        stability=memory.stability,
        difficulty=memory.difficulty,
        due=_moment(memory.due),
        last_review=_moment(memory.last),
    )


def _moment(day: int) -> datetime:
    return datetime(1, 1, 1, tzinfo=UTC) + timedelta(days=day - 1)


def _day(moment: datetime) -> int:
    return moment.toordinal()

"""The schedule is the package's: the same days after the same answers."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

import fsrs
import pytest

from bot.training.memory import Grade, Memory, answered, recall

_ANSWERS, _CARDS = 2000, 60
_FIRST = datetime(2026, 11, 26, 18, 30, tzinfo=UTC)


def test_the_schedule_is_that_of_the_package_after_2000_answers() -> None:
    """Answers of some cards are recorded, early, in time and late, and given to both."""
    scheduler = fsrs.Scheduler(enable_fuzzing=False, learning_steps=(), relearning_steps=(), desired_retention=0.9)
    draw, theirs, ours = random.Random(1), dict[int, fsrs.Card](), dict[int, Memory]()
    intervals = set[int]()
    for _ in range(_ANSWERS):
        name = draw.randrange(_CARDS)
        before = theirs.get(name, fsrs.Card(card_id=name))
        waited = (
            max(1, round((before.due - before.last_review).days * draw.choice((0.5, 1, 1, 1, 1.5))))
            if before.last_review
            else 0
        )
        at = min((before.last_review or _FIRST) + timedelta(days=waited), _FIRST + timedelta(days=30_000))
        grade = draw.choices(tuple(Grade), (1, 1, 6))[0]
        theirs[name], _ = scheduler.review_card(before, fsrs.Rating(grade), at)
        ours[name] = answered(ours.get(name), grade, at.toordinal())
        assert ours[name].due == theirs[name].due.toordinal() and ours[name].last == at.toordinal()
        assert (ours[name].stability, ours[name].difficulty) == (theirs[name].stability, theirs[name].difficulty)
        intervals.add(ours[name].due - ours[name].last)
    assert len(intervals) > 50 and max(intervals) > 100


@pytest.mark.parametrize(("grade", "days"), [(Grade.AGAIN, 1), (Grade.HARD, 1), (Grade.GOOD, 2)])
def test_a_new_card_comes_again_in_days_never_in_minutes(grade: Grade, days: int) -> None:
    memory = answered(None, grade, 739_000)
    assert memory.due - memory.last == days and recall(memory, memory.last) == 1.0


def test_a_card_is_due_when_its_recall_has_fallen_to_nine_tenths() -> None:
    memory = answered(None, Grade.GOOD, 739_000)
    for _ in range(4):
        memory = answered(memory, Grade.GOOD, memory.due)
    assert abs(recall(memory, memory.due) - 0.9) < 0.005

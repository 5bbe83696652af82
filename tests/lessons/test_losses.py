"""The losses of the lessons are the engine's at three plies, and the numbers that a lesson names are true."""

from __future__ import annotations

import re

import pytest

from bot.analysis.facts import facts
from bot.backgammon import Position, legal_plays
from bot.engine.engine import available
from bot.lessons.judging import ACCEPTED, NEAR
from bot.lessons.lesson import CubeChoice, Lesson, Step
from bot.lessons.reading import lessons, losses

from .test_lessons import BY_ENGINE, named

LIKE = 0.0005
"""How much a loss may differ on another processor."""


@pytest.mark.long
@pytest.mark.skipif(not available(), reason="no engine for this machine")
@pytest.mark.parametrize(("lesson", "place"), BY_ENGINE, ids=named)
def test_every_answer_loses_what_the_engine_says(lesson: Lesson, place: int) -> None:
    from tests.facts.lessons import lost

    told, found = losses()[lesson.named(place)], lost(lesson.steps[place])
    assert set(told) == set(found)
    assert {each: (told[each], found[each]) for each in told if abs(told[each] - found[each]) > LIKE} == {}
    # Nothing is so near to a border that another processor would mark it otherwise.
    assert [each for each in told if any(abs(told[each] - border) < LIKE for border in (ACCEPTED, NEAR))] == []


def rolls_that_end(step: Step) -> int:
    """Of the 36 rolls those with which the one who doubles has borne off everything."""
    assert isinstance(step.question, CubeChoice)
    position: Position = step.board.mirrored() if step.question.offered else step.board
    rolls = [(one, two) for one in range(1, 7) for two in range(1, 7)]
    return sum(any(play.result.own[0] == 15 for play in legal_plays(position, roll)) for roll in rolls)


@pytest.mark.parametrize(("place", "rolls"), [(2, 26), (3, 29), (4, 19)])
def test_the_rolls_that_the_lesson_of_the_cube_counts(place: int, rolls: int) -> None:
    lesson = next(each for each in lessons() if each.name == "cube")
    step = lesson.steps[place]
    assert rolls_that_end(step) == rolls and f"{rolls} of 36" in step.text
    if step.question == CubeChoice(offered=True):
        left = 36 - rolls
        assert f"{left} of 36, that is {round(100 * left / 36)} %" in step.right


def test_the_shots_that_the_lesson_of_shots_counts() -> None:
    lesson = next(each for each in lessons() if each.name == "shots")
    for step in lesson.steps[:3]:
        told = re.match(r"(\d+):", step.right)
        assert told and int(told[1]) == facts(step.board).other.rolls.hits


def test_after_the_safe_play_nobody_stands_alone() -> None:
    """What a lesson says of the right play holds of it."""
    lesson = next(each for each in lessons() if each.name == "shots")
    for place in (3, 4):
        step = lesson.steps[place]
        right = [
            play for play in legal_plays(step.board, step.roll) if losses()[lesson.named(place)][str(play)] <= ACCEPTED
        ]
        assert right and all(play.result.own[1:25].count(1) == 0 for play in right)

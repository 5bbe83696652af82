"""Reading the files of lessons: each is checked, so that no step can be asked that has no right answer."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import msgspec

from bot.backgammon import Refused, legal_plays
from bot.lessons.counting import count
from bot.lessons.judging import Mark, answers, check_play, judge
from bot.lessons.lesson import BestPlay, Choice, Count, CubeChoice, InvalidLesson, Legal, Lesson, PlayGoal, Step

FOLDER = Path(__file__).parent
LOSSES = FOLDER / "losses.json"
"""What each answer loses that is judged by the engine, by the stored name of its step: written by
`python -m tests.facts.lessons`.
"""


@cache
def lessons() -> tuple[Lesson, ...]:
    """All lessons in their order. Raises `InvalidLesson`."""
    return tuple(parse_lesson(file.read_text("utf-8")) for file in sorted(FOLDER.glob("*.toml")))


@cache
def losses() -> Mapping[str, Mapping[str, float]]:
    """By the stored name of a step, what each of its answers loses in equity."""
    return json.loads(LOSSES.read_text("utf-8"))


def parse_lesson(text: str) -> Lesson:
    """The lesson of a file. Raises `InvalidLesson`."""
    try:
        lesson = msgspec.convert(tomllib.loads(text), Lesson)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise InvalidLesson(str(error)) from error
    for place, step in enumerate(lesson.steps):
        try:
            _check(step)
        except (ValueError, Refused) as error:
            raise InvalidLesson(f"{lesson.named(place)}: {error}") from error
    return lesson


def _check(step: Step) -> None:
    """Raise `ValueError` or `Refused` for a step that cannot be asked."""
    question = step.question
    if not step.text or not step.right:
        raise ValueError("says nothing")
    if step.own:
        step.board  # noqa: B018  raises for an impossible one
    if not isinstance(question, Choice | Legal) and not step.wrong:
        raise ValueError("does not say why an answer is wrong")
    if (step.away is None) != (step.length == 0) or max(step.away or (0,)) > step.length:
        raise ValueError(f"nobody needs {step.away} points of {step.length}")
    match question:
        case PlayGoal():
            legal = legal_plays(step.board, step.roll)
            for play in question.plays:
                check_play(step, play)
            if not any(judge(step, str(play), {}).mark is Mark.RIGHT for play in legal):
                raise ValueError("no legal play is right")
        case BestPlay():
            legal_plays(step.board, step.roll)
        case CubeChoice():
            step.board  # noqa: B018  raises where there is none
        case Legal(plays):
            right = [play for play in plays if judge(step, play, {}).mark is Mark.RIGHT]
            if len(right) != 1:
                raise ValueError(f"{len(right)} of the plays are legal")
        case Count(offered=offered):
            if count(step) not in offered:
                raise ValueError(f"{count(step)} is right, and not offered")
        case Choice(options):
            if sum(not option.why for option in options) != 1:
                raise ValueError("not exactly one option is right")
    if len(set(answers(step))) < 2 and not isinstance(question, PlayGoal):
        raise ValueError("there is no choice")

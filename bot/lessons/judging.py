"""Judging answers: by the rules of the game, or by the losses that the engine has found. Each legal answer has exactly
one mark.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from fractions import Fraction
from typing import NamedTuple

from bot.backgammon import Play, RefusedPlay, legal_plays, parse_play
from bot.lessons.counting import count
from bot.lessons.lesson import BestPlay, Choice, Count, CubeChoice, Legal, PlayGoal, Step

ACCEPTED, NEAR = 0.02, 0.05
"""What an answer loses at most to be right, and to be nearly right, in equity."""


class Mark(Enum):
    RIGHT = "right"
    NEARLY = "nearly"
    """Neither right nor wrong: it may be tried again."""
    WRONG = "wrong"


class Judged(NamedTuple):
    """The mark of an answer; what it `lost` in equity, where the engine has judged it; and the rules' own `refusal` of
    an illegal play.
    """

    mark: Mark
    lost: float | None = None
    refusal: RefusedPlay | None = None


def answers(step: Step) -> tuple[str, ...]:
    """All answers with a button: legal plays, actions, or places from 0 in the list of what is offered."""
    match step.question:
        case PlayGoal() | BestPlay():
            return tuple(str(play) for play in legal_plays(step.board, step.roll))
        case CubeChoice() as question:
            return question.actions
        case Legal(plays):
            return plays
        case Count(offered=offered):
            return tuple(map(str, offered))
        case Choice(options):
            return tuple(str(place) for place in range(len(options)))


def judge(step: Step, answer: str, losses: Mapping[str, float]) -> Judged:
    """The mark of an answer, as `answers` has them, to a step. Raises `KeyError` for an answer that the engine has not
    judged, `RefusedPlay` for a play that is none, `ValueError` for a number that is none.
    """
    match step.question:
        case PlayGoal() as goal:
            return _plainly(_reaches(goal, step, check_play(step, answer)))
        case BestPlay():
            return _by_loss(losses[str(check_play(step, answer))])
        case CubeChoice():
            return _by_loss(losses[answer])
        case Legal():
            try:
                check_play(step, answer)
            except RefusedPlay as refusal:
                return Judged(Mark.WRONG, refusal=refusal)
            return Judged(Mark.RIGHT)
        case Count():
            return _plainly(Fraction(answer) == count(step))
        case Choice() as question:
            return _plainly(int(answer) == question.right)


def check_play(step: Step, text: str) -> Play:
    """The legal play that a text means. Raises `RefusedPlay`."""
    return parse_play(text, step.board, step.roll)


def solution(step: Step, losses: Mapping[str, float]) -> str:
    """The best of the right answers, as `answers` has them."""
    if isinstance(step.question, BestPlay | CubeChoice):
        return min(losses, key=lambda answer: losses[answer])
    return next(answer for answer in answers(step) if judge(step, answer, losses).mark is Mark.RIGHT)


def _plainly(right: bool) -> Judged:
    return Judged(Mark.RIGHT if right else Mark.WRONG)


def _by_loss(lost: float) -> Judged:
    return Judged(Mark.RIGHT if lost <= ACCEPTED else Mark.NEARLY if lost <= NEAR else Mark.WRONG, lost)


def _reaches(goal: PlayGoal, step: Step, play: Play) -> bool:
    own = play.result.own
    return (
        sum(each.hit for each in play.steps) >= goal.hits
        and all(own[point] >= 2 for point in goal.makes)
        and own[0] - step.board.own[0] >= goal.off
        and (goal.blots is None or own[1:25].count(1) <= goal.blots)
        and (not goal.plays or any(check_play(step, text) == play for text in goal.plays))
    )

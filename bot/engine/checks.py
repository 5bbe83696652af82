"""Checks of questions before they are asked, and of answers before they are used: both may come from anywhere."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable

from bot.backgammon import Position, legal_plays
from bot.engine.evaluator import EngineUnavailable
from bot.engine.questions import Answer, Compared, CubeAnalysis, CubeGlance, Look, Piece, PlayList, Question
from bot.engine.reviews import CubeAsked, Found, PlayAsked, PlayFound
from bot.engine.thoughts import Chances, CubeThought, Judged, check

_LARGEST = 100.0
"""No equity is larger, in units of the cube."""


def check_question(question: Question) -> None:
    """Raise `Unsupported` for a question to which the engine would give a meaningless answer, or none in time."""
    match question:
        case PlayList(position, dice, stakes, _):
            check(Position(position), stakes, dice)
        case Compared(position, stakes, _, _) | CubeAnalysis(position, stakes) | CubeGlance(position, stakes):
            check(Position(position), stakes)
        case Piece(looks):
            for look in looks:
                _check_look(look)


def _check_look(look: Look) -> None:
    if look.play is not None:
        check(Position(look.play.position), look.play.stakes, look.play.dice)
    if look.cube is not None:
        check(Position(look.cube.position), look.cube.stakes)


def check_answer(question: Question, answer: Answer) -> None:
    """Raise `EngineUnavailable` for an answer that cannot be right: other plays than there are, or impossible
    numbers.
    """
    match question, answer:
        case PlayList(), tuple():
            legal = {play.packed for play in legal_plays(Position(question.position), question.dice)}
            _check_plays(answer, legal, whole=True)
        case Compared(), tuple():
            _check_plays(answer, question.plays, whole=True)
        case ((CubeAnalysis() | CubeGlance()), CubeThought()):
            _check_cube(answer)
        case Piece(), tuple() if len(answer) == len(question.looks):
            for look, found in zip(question.looks, answer, strict=True):
                _check_found(look, found)
        case _:
            raise EngineUnavailable("the engine has answered something else")


def _check_found(look: Look, found: Judged | Found) -> None:
    if isinstance(look.play, PlayAsked) and isinstance(found, PlayFound):
        legal = {play.packed for play in legal_plays(Position(look.play.position), look.play.dice)}
        _check_plays((found.best, found.played), legal)
        _check_plays(found.near, legal)
        _check_numbers(found.luck, found.unseen)
        if found.played.packed != look.play.played:
            raise EngineUnavailable("the engine has judged another play")
    elif isinstance(look.cube, CubeAsked) and isinstance(found, CubeThought):
        _check_cube(found)
    else:
        raise EngineUnavailable("the engine has answered something else")


def _check_plays(judged: Iterable[Judged | Found], legal: Collection[int], *, whole: bool = False) -> None:
    """Check that all are legal; if `whole`, that none is missing, and none there twice."""
    known: list[int] = []
    for each in judged:
        if not isinstance(each, Judged) or each.packed not in legal:
            raise EngineUnavailable("the engine has judged other plays than there are")
        _check_chances(each.chances)
        _check_numbers(each.equity)
        known.append(each.packed)
    if whole and sorted(known) != sorted(legal):
        raise EngineUnavailable("the engine has judged other plays than there are")


def _check_cube(thought: CubeThought) -> None:
    _check_chances(thought.chances)
    _check_numbers(thought.stays, thought.taken, thought.dropped, thought.market or 0.0)


def _check_chances(chances: Chances) -> None:
    numbers = (chances.win, chances.gammon, chances.backgammon, chances.lose_gammon, chances.lose_backgammon)
    if not all(-0.01 <= each <= 1.01 for each in numbers):
        raise EngineUnavailable("the engine says what cannot be")


def _check_numbers(*equities: float) -> None:
    if not all(math.isfinite(each) and abs(each) <= _LARGEST for each in equities):
        raise EngineUnavailable("the engine says what cannot be")

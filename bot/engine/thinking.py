"""Answers to questions, where the engine is loaded: in a worker."""

from __future__ import annotations

from bot.backgammon import Position
from bot.engine import sage, sage_review
from bot.engine.questions import Answer, Compared, CubeAnalysis, CubeGlance, Piece, PlayList, Question


def answered(question: Question) -> Answer:
    """What the engine says. Raises `Unsupported`."""
    match question:
        case PlayList(position, dice, stakes, plies):
            return sage.plays(Position(position), dice, stakes, plies)
        case Compared(position, stakes, plays, plies):
            root = sage._board(Position(position))
            return tuple(sage._looked_at(Position(each), root, stakes, plies) for each in plays)
        case CubeAnalysis(position, stakes):
            return sage.cube(Position(position), stakes)
        case CubeGlance(position, stakes):
            return sage.glance(Position(position), stakes)
        case Piece(looks):
            return tuple(sage_review.found(look.asked) for look in looks)

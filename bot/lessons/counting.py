"""Counting what a question asks for, on a board or a sheet of Preferans."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache, reduce

from bot.analysis.facts import facts
from bot.lessons.lesson import Count, Counted, Step
from bot.preferans.sheet import Options, Sheet, Write, apply

_CACHED = 128


@lru_cache(_CACHED)
def count(step: Step) -> Fraction:
    """The right answer of a step that asks for a number."""
    asked = step.question
    assert isinstance(asked, Count)
    match asked.what:
        case Counted.LEAD:
            own, other = step.board.pips
            return Fraction(other - own)
        case Counted.SHOTS:
            return Fraction(facts(step.board).other.rolls.hits)
        case Counted.HITS:
            return Fraction(facts(step.board).mover.rolls.hits)
        case Counted.ENTERS:
            return Fraction(facts(step.board).mover.rolls.enters)
        case Counted.BLOTS:
            return Fraction(step.board.own[1:25].count(1))
        case Counted.POOL:
            return sheet_of(step).totals.bullet[asked.seat]
        case Counted.DUMP:
            return sheet_of(step).totals.mountain[asked.seat]
        case Counted.WHISTS:
            assert asked.on is not None
            return sheet_of(step).totals.whists.get((asked.seat, asked.on), Fraction())
        case Counted.BALANCE:
            return sheet_of(step).totals.balances[asked.seat]


@lru_cache(_CACHED)
def sheet_of(step: Step) -> Sheet:
    """The sheet of a step with hands of Preferans, by the default convention."""
    begun = Sheet(options=Options(), first=step.hands[0].dealer)
    return reduce(apply, (Write(by=0, line=each.line) for each in step.hands), begun)

"""A judge for tests: every cube is worth what it is told, every play loses what it is told."""

from __future__ import annotations

from bot.analysis.decisions import Decided, Played, question, questions
from bot.backgammon import Position, legal_plays
from bot.engine.reviews import Asked, CubeAsked, Found, PlayFound
from bot.engine.thoughts import Chances, CubeThought, Judged

EVEN = Chances(0.5, 0.1, 0.0, 0.1, 0.0)


def cube(stays: float, taken: float, dropped: float = 1.0) -> CubeThought:
    return CubeThought(stays, taken, dropped, EVEN)


def play(decided: Decided, lost: float = 0.0, *, forced: bool = False, luck: float = 0.0) -> PlayFound:
    """A play was made that loses so much to another."""
    assert isinstance(decided.what, Played)
    made = Judged(decided.what.result, -lost, EVEN, 3)
    others = [each.packed for each in legal_plays(Position(decided.position), decided.what.dice)]
    best = next((each for each in others if each != made.packed), made.packed) if lost else made.packed
    return PlayFound(Judged(best, 0.0, EVEN, 3), made, forced, luck)


def all_right(made: list[Decided]) -> dict[Asked, Found]:
    """Every cube is close, and every play as good as any."""
    asked = {question(each): each for each in made}
    return {each: cube(0.5, 0.5) if isinstance(each, CubeAsked) else play(asked[each]) for each in questions(made)}

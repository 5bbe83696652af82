"""Sentences that more than one game says."""

from __future__ import annotations

from fractions import Fraction

from bot.core.actions import Abort, Rest, Undo
from bot.screens.names import Names
from bot.texts import Texts
from render.text import number as shown


def doubles_words(who: str, many: int, cube: int, t: Texts) -> str:
    """That this many players double; `who` names them."""
    return t.many("{who} doubles to {cube}.", "{who} double to {cube}.", many, who=who, cube=cube)


def came_to(what: str, points: int | Fraction, t: Texts) -> str:
    """What a player did, and the points it brought them."""
    if not points:
        return t("{what}, came out even by it", what=what)
    halves = isinstance(points, Fraction) and points.denominator == 2
    much = shown(abs(points)) if halves else f"{round(float(abs(points)), 2):g}"
    number = abs(int(points)) if points == int(points) else 2  # fractions take the plural form of 2
    if points > 0:
        return t.many("{what}, won {much} point by it", "{what}, won {much} points by it", number, what=what, much=much)
    return t.many("{what}, lost {much} point by it", "{what}, lost {much} points by it", number, what=what, much=much)


def request_words(what: Undo | Abort | Rest, names: Names, t: Texts) -> str:
    """An undo, an abort or a rest that a player proposes, in any game."""
    assert what.by is not None
    who = names(what.by)
    if isinstance(what, Undo):
        return t("{who} asks to take back the last action.", who=who)
    if isinstance(what, Rest):
        return t("{who} asks to let the table rest, for 24 hours at most.", who=who)
    return t("{who} asks to void this game.", who=who)

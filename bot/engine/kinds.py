"""Kinds of positions: the usual game plans, determined from the checkers.

Everything is seen by the side on roll, unless it holds for both sides alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from bot.backgammon import Position

_HOME, _ZONE = 6, 12
_START = {24: 2, 13: 5, 8: 3, 6: 5}
_OPENING = 8
"""Most checkers of both sides that have left their starting points: two or three rolls of each."""

_PRIME = 4
"""Length of a prime; a checker behind it needs a six to escape from the point before its edge."""

_ATTACKERS = 10
"""Checkers in the zone for a blitz, by the usual rule."""

_HOLDING = (18, 20, 21)
"""The anchors of a holding game: the opponent's bar point, five point and four point."""

_Side = Sequence[int]


class Kind(Enum):
    """A kind of position, in the order of the tests."""

    BEAR_OFF = "bear-off"
    RACE = "race"
    OPENING = "opening"
    BLITZ = "blitz"
    PRIME = "prime"
    HOLDING = "holding"
    CONTACT = "contact"


def kind(position: Position) -> Kind:
    """The first of these that fits.

    A bear-off: all checkers of the side on roll are home, with contact or without. A race: no contact any more. An
    opening: few checkers have left the points of the start. A blitz: a side has ten checkers in the zone and no anchor
    against it, and checkers to attack: on the bar, or two blots or more in its home board. A prime: four points in a
    row or more, with a checker behind them. A holding game: a side has its rearmost checkers on an anchor at the
    opponent's bar, five or four point. Contact: all else, such as games at the ace point, back games, and a last
    checker that comes home.
    """
    own, opponent = position.own, position.opponent
    if not any(own[_HOME + 1 :]):
        return Kind.BEAR_OFF
    if position.is_race:
        return Kind.RACE
    if _gone(own) + _gone(opponent) <= _OPENING:
        return Kind.OPENING
    sides = ((own, opponent), (opponent, own))
    for found, is_it in ((Kind.BLITZ, _attacks), (Kind.PRIME, _primes), (Kind.HOLDING, _holds)):
        if any(is_it(side, other) for side, other in sides):
            return found
    return Kind.CONTACT


def _gone(side: _Side) -> int:
    """Checkers that are not where they began."""
    return sum(max(0, count - side[point]) for point, count in _START.items())


def _attacks(side: _Side, other: _Side) -> bool:
    """Whether a side attacks checkers of the other that have no safe point in its home board."""
    theirs = [other[25 - point] for point in range(1, _HOME + 1)]
    in_zone = sum(side[1 : _ZONE + 1])
    return in_zone >= _ATTACKERS and max(theirs) < 2 and (other[25] > 0 or sum(theirs) > 1)


def _primes(side: _Side, other: _Side) -> bool:
    """Whether checkers of the other side stand behind a prime."""
    behind = run = 0
    last = 25 - max((point for point in range(1, 26) if other[point]), default=0)
    for point in range(1, 25):
        run = run + 1 if side[point] >= 2 else 0
        behind += run >= _PRIME and last <= point - run
    return behind > 0


def _holds(side: _Side, other: _Side) -> bool:
    """Whether the rearmost checkers of a side are an anchor from which it waits for a shot or a chance to run."""
    rear = max((point for point in range(1, 26) if side[point]), default=0)
    return rear in _HOLDING and side[rear] >= 2

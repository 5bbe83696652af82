"""Conversion of equity: to points for money, in a match to a share of winning it."""

from __future__ import annotations

from bot.engine.cubeless import match_chance
from bot.engine.thoughts import Stakes


def worth(stakes: Stakes, equity: float) -> float:
    """Convert an equity in units of the cube: for money to points with this cube, in a match to the change of the
    mover's chance of winning (0.05: five per cent), whose normalised equity it is.

    So decisions with cubes of different values can be added up; points and chances cannot.
    """
    return equity * (stakes.cube if stakes.away is None else _half(stakes))


def _half(stakes: Stakes) -> float:
    """Half the difference between winning and losing the cube's value: the worth of an equity of 1."""
    return (match_chance(stakes, stakes.cube) - match_chance(stakes, -stakes.cube)) / 2

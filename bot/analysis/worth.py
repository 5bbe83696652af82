"""What an equity comes to in the end: points where money is played for, in a match a part of winning it."""

from __future__ import annotations

from bot.engine.cubeless import match_chance
from bot.engine.thoughts import Stakes


def worth(stakes: Stakes, equity: float) -> float:
    """An equity in units of the cube: in money games the points that it is with this cube, in a match by how much it
    changes the mover's chance to win the match (0.05: five per cent of it), whose normalised equity it is then.

    So what was done with cubes of different values can be added up; points and chances cannot.
    """
    return equity * (stakes.cube if stakes.away is None else _half(stakes))


def _half(stakes: Stakes) -> float:
    """Half of what lies between winning and losing what the cube shows; an equity of 1 is so much more than of 0."""
    return (match_chance(stakes, stakes.cube) - match_chance(stakes, -stakes.cube)) / 2

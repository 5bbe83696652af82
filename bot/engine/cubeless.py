"""Cubeless equity: the worth of chances if nobody turns the cube any more."""

from __future__ import annotations

from bot.backgammon.match_equity import equity_without_cube, match_equity
from bot.engine.thoughts import Chances, Owner, Stakes


def cubeless(chances: Chances, stakes: Stakes) -> float:
    """For money the points per unit of the cube, in a match the mover's chance of winning it.

    By the Jacoby rule no gammon counts while the cube is centred.
    """
    lose = 1 - chances.win
    ends = (
        (1, chances.win - chances.gammon),
        (2, chances.gammon - chances.backgammon),
        (3, chances.backgammon),
        (-1, lose - chances.lose_gammon),
        (-2, chances.lose_gammon - chances.lose_backgammon),
        (-3, chances.lose_backgammon),
    )
    return sum(chance * _worth(points, stakes) for points, chance in ends)


def _worth(points: int, stakes: Stakes) -> float:
    if stakes.away is not None:
        return match_chance(stakes, points * stakes.cube)
    flat = stakes.jacoby and stakes.owner is Owner.NOBODY
    return max(-1, min(points, 1)) if flat else points


def match_chance(stakes: Stakes, points: int) -> float:
    """The mover's chance of winning the match after winning this many points in this game, or losing them (below 0)."""
    assert stakes.away is not None
    own, other = stakes.away
    own, other = own - max(points, 0), other - max(-points, 0)
    if own <= 0 or other <= 0:
        return float(own <= 0)
    return match_equity(own, other, 1 in stakes.away) if stakes.cube_in_play else equity_without_cube(own, other)

"""Units of points: with the option `half_points` all points of a session count halves, so that they stay whole.

Cubes keep their values; a bet that is closed by its cube or on the board is counted in units here.
"""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from bot.backgammon import Bet, Ending, Illegal, Result

from .faults import ChouetteFault
from .options import Options

#: Points as people see them.
Points = int | Fraction


def unit_of(options: Options) -> int:
    """How many units are a point."""
    return 2 if options.house_rules.half_points else 1


def full_bank(options: Options) -> int:
    """What everybody has at first, in units; 0 without a bank."""
    return options.house_rules.bank * unit_of(options)


def in_points(units: int, unit: int) -> Points:
    """This many units as points."""
    whole, left = divmod(units, unit)
    return Fraction(units, unit) if left else whole


def in_units(points: Points, unit: int) -> int:
    """Points as units. Raises `Illegal` if they are not a whole number of them."""
    units = points * unit
    if units != int(units):
        raise Illegal(ChouetteFault.NOT_HALVES if unit > 1 else ChouetteFault.NOT_WHOLE)
    return int(units)


def closed_in_units(old: Bet, new: Bet, unit: int) -> Bet:
    """A bet that has just been closed, its result in units. A settlement was offered in units."""
    result = new.result
    if unit == 1 or old.result or result is None or result.ending is Ending.SETTLED:
        return new
    return replace(new, result=replace(result, points=result.points * unit))


def rounded(result: Result, unit: int) -> Result:
    """A result in whole points, for what knows no halves: half a point counts as one."""
    if unit == 1:
        return result
    points = -(-abs(result.points) // unit)
    return replace(result, points=points if result.points > 0 else -points)

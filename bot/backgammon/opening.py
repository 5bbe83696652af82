"""`Opening`: a position in which the first game of a match or session begins, instead of the starting position.

What a text says becomes an opening in `typed_opening`; which openings go with which rules is decided here.
"""

from __future__ import annotations

from enum import Enum
from functools import lru_cache

from msgspec import Struct

from .plays import Dice
from .position import BAR, OFF, InvalidPosition, Position, Side, Variant

HIGHEST_CUBE = 4096
"""The highest cube with which a game may begin, as that of the highest cap."""


class OpeningFault(Enum):
    """Why no game begins in a position."""

    CANNOT_BE = "These checkers cannot stand on a board."
    OVER = "In this position the game is over already: nothing is left to play."
    STUCK = "In this position nobody can ever enter from the bar, so the game would never end."
    NO_DICE = "The dice of this position are not two numbers from 1 to 6."
    CUBE = "The cube of this position cannot be: it is a power of two up to {most}, and centred while it is at 1."
    CENTRED = "In a match a centred cube is at 1."
    NO_CUBE = "The cube of this position is turned, but these rules have none."
    CRAWFORD_CUBE = "In the Crawford game nobody can have turned the cube."
    MATCH_OVER = "By its score this match is won already."
    CRAWFORD = "By its score this cannot be the Crawford game."
    TOO_MANY = "On a point of this position there are more checkers than the Egyptian rule allows: {most}."


class Opening(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A position in which the first game begins, seat 0 being white.

    `position` is a Position ID, seen by `turn`, who is on turn before the roll, or with `dice` (the higher first) after
    it; those dice belong to the position and are no roll of the table. `owner` of the cube at `cube`; None: centred.
    `score` (white, black) before the game, (0, 0) for money; `crawford_played`: whether the Crawford game is over.
    """

    position: str
    turn: Side
    dice: Dice | None = None
    cube: int = 1
    owner: Side | None = None
    score: tuple[int, int] = (0, 0)
    crawford_played: bool = False

    def board(self, variant: Variant) -> Position:
        """The checkers, seen by `turn`. Raises `InvalidPosition`."""
        return _board(self.position, variant.checkers)


_board = lru_cache(64)(Position.from_id)


def opening_fault(
    opening: Opening, *, length: int, variant: Variant, cube: bool, crawford: bool, max_on_point: int | None
) -> OpeningFault | None:
    """Why a match to `length` points (0: money) by these rules cannot begin so; None if it can. Details: `most`."""
    try:
        position = opening.board(variant)
    except InvalidPosition:
        return OpeningFault.CANNOT_BE
    return (
        _checkers_fault(position, max_on_point)
        or _dice_fault(opening.dice)
        or _score_fault(opening, length, crawford)
        or _cube_fault(opening, length, cube, crawford)
    )


def details(fault: OpeningFault, max_on_point: int | None) -> dict[str, object]:
    """The details of the sentence of a fault."""
    return {"most": max_on_point if fault is OpeningFault.TOO_MANY else HIGHEST_CUBE}


def _checkers_fault(position: Position, max_on_point: int | None) -> OpeningFault | None:
    sides = position.own, position.opponent
    if any(side[OFF] == position.checkers for side in sides):
        return OpeningFault.OVER
    if all(side[BAR] and all(count > 1 for count in side[1:7]) for side in sides):
        return OpeningFault.STUCK
    if max_on_point is not None and any(max(side[1:25]) > max_on_point for side in sides):
        return OpeningFault.TOO_MANY
    return None


def _dice_fault(dice: Dice | None) -> OpeningFault | None:
    if dice is None or 1 <= dice[1] <= dice[0] <= 6:
        return None
    return OpeningFault.NO_DICE


def _score_fault(opening: Opening, length: int, crawford: bool) -> OpeningFault | None:
    if not length:
        return OpeningFault.MATCH_OVER if opening.score != (0, 0) else None
    if not all(0 <= points < length for points in opening.score):
        return OpeningFault.MATCH_OVER
    near = [crawford and length > 1 and points == length - 1 for points in opening.score]
    wrong = not any(near) if opening.crawford_played else all(near)
    return OpeningFault.CRAWFORD if wrong else None


def _cube_fault(opening: Opening, length: int, cube: bool, crawford: bool) -> OpeningFault | None:
    value, owner = opening.cube, opening.owner
    if not 1 <= value <= HIGHEST_CUBE or value & (value - 1) or (value == 1 and owner is not None):
        return OpeningFault.CUBE
    if value == 1:
        return None
    if not cube:
        return OpeningFault.NO_CUBE
    if length and owner is None:
        return OpeningFault.CENTRED
    if length and crawford and max(opening.score) == length - 1 and not opening.crawford_played:
        return OpeningFault.CRAWFORD_CUBE
    return None

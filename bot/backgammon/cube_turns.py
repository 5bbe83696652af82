"""Offered cubes and how each was answered: the history that a final bet does not keep."""

from __future__ import annotations

from msgspec import Struct

from bot.core.actions import BetIndex

from .bet import Bet, Ending, OfferStage, Seat
from .position import Side


class CubeTurn(Struct, frozen=True, forbid_unknown_fields=True):
    """An offered cube and how it was answered.

    `bet`: its index, between two 0. `value` before it was offered; `stage` is how often it was turned over: a beaver
    and a raccoon are part of the same offer. `dropper`: who finally refused, which is `giver` after a beaver; None if
    it was taken. `roll`: the last roll of the table before it.
    """

    bet: BetIndex
    giver: Seat
    receiver: Seat
    value: int
    stage: OfferStage
    dropper: Seat | None = None
    roll: int = 0


def cube_turn(index: BetIndex, was: Bet, now: Bet, side: Side | None, roll: int) -> CubeTurn | None:
    """The cube that was answered between two states of an open bet; None if none was.

    `side`: the side on turn; None before the opening roll, when automatic doubles, which are no turns, change the cube.
    """
    if side is None:
        return None
    giver, receiver = now.seat(side), now.seat(side.other)
    if now.result and now.result.ending is Ending.DROPPED:
        loser = Side.BLACK if now.result.points > 0 else Side.WHITE
        stage = OfferStage((abs(now.result.points) // was.value).bit_length() - 1)
        return CubeTurn(index, giver, receiver, was.value, stage, now.seat(loser), roll)
    if now.value > was.value:
        return CubeTurn(
            index, giver, receiver, was.value, OfferStage((now.value // was.value).bit_length() - 2), None, roll
        )
    return None

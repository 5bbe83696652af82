"""Why something cannot be done in a league."""

from __future__ import annotations

from enum import Enum


class LeagueFault(Enum):
    """What stands in the way."""

    OVER = "This league is over."
    STARTED = "This league has started already."
    NOT_STARTED = "This league has not started yet."
    IN_IT = "You are in this league already."
    HAS_LEFT = "Who has left a league that runs cannot come back into it."
    TOO_LATE = "It is too late to join this league."
    FULL = "This league is full."
    NOT_IN_IT = "You are not in this league."
    TOO_FEW = "A league needs at least {least} people to start."
    DECIDED = "This match has been decided already."
    NO_SUCH_MATCH = "The league has no such match."
    GONE_ON = "The league has drawn its next round, so this match stays as it was."
    REPLAYED = "The match was played once more in the meantime, so that result stays."
    OUT_OF_TURN = "The league has moved on."

"""Actions of a match or money session: the entries of its log.

An action names seats, never members. `by` is the seat that acts; None is the bot: opening rolls, rolls and plays that
leave no choice, the next game of a match, what a moderator or the clock decides. Dice come in as values.
"""

from __future__ import annotations

from bot.core.actions import Abort, Accept, Action, Claim, Decline, End, Flag, Next, Ready, Rest, Sat, Undo

from .plays import Dice
from .position import Kind


class OpeningRoll(Action, frozen=True, tag="opening_roll"):
    """One die for white, one for black; equal dice are rolled again."""

    dice: Dice


class Roll(Action, frozen=True, tag="roll"):
    """Roll instead of doubling, with the dice as they fell."""

    dice: Dice


class Move(Action, frozen=True, tag="move"):
    """A whole play, in notation."""

    play: str


class Double(Action, frozen=True, tag="double"):
    """Offer the cube."""

    sealed = True


class Take(Action, frozen=True, tag="take"):
    """Take what is offered: a double, a beaver, a raccoon."""

    sealed = True


class Drop(Action, frozen=True, tag="drop"):
    """Refuse the cube and pay."""

    sealed = True


class Beaver(Action, frozen=True, tag="beaver"):
    """Take a double and immediately turn the cube again."""

    sealed = True


class Raccoon(Action, frozen=True, tag="raccoon"):
    """Accept a beaver and turn the cube once more."""

    sealed = True


class Resign(Action, frozen=True, tag="resign"):
    """Offer to lose the game as a single game, gammon or backgammon; None: to lose the whole match."""

    kind: Kind | None


class Settle(Action, frozen=True, tag="settle"):
    """Offer to end the game for `points` paid to the proposer (negative: paid by the proposer)."""

    points: int


AnyAction = (
    OpeningRoll
    | Roll
    | Move
    | Double
    | Take
    | Drop
    | Beaver
    | Raccoon
    | Resign
    | Settle
    | Undo
    | Abort
    | Accept
    | Decline
    | Claim
    | Flag
    | Rest
    | Ready
    | Sat
    | Next
    | End
)

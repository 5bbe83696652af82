"""What people, or the bot for them, do at a table: the entries of its log.

An action names seats, never people. `by` is the seat that acts; None is the bot: opening rolls, rolls and plays that
leave no choice, the next game of a match, what a moderator or the clock decides. Dice come in as values.
"""

from __future__ import annotations

import re

from msgspec import Struct

from .bet import Seat
from .plays import Dice
from .position import Kind


def _tag(name: str) -> str:
    return re.sub(r"(?<=.)(?=[A-Z])", "_", name).lower()


class Action(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="do", tag=_tag):
    """Anything that moves a table on."""

    by: Seat | None = None


class OpeningRoll(Action, frozen=True):
    """One die for white, one for black; equal ones are rolled again."""

    dice: Dice


class Roll(Action, frozen=True):
    """Rather than double: roll. `dice` as they fell."""

    dice: Dice


class Move(Action, frozen=True):
    """A whole play, in notation."""

    play: str


class Double(Action, frozen=True):
    """Offer the cube."""


class Take(Action, frozen=True):
    """Take what is offered: a double, a beaver, a raccoon."""


class Drop(Action, frozen=True):
    """Refuse it and pay."""


class Beaver(Action, frozen=True):
    """Take a double and turn the cube at once again."""


class Raccoon(Action, frozen=True):
    """Accept a beaver and turn the cube once more."""


class Resign(Action, frozen=True):
    """Offer to lose the game by this kind; None: the whole match."""

    kind: Kind | None


class Settle(Action, frozen=True):
    """Offer to end the game for `points` paid to the one who offers (negative: he pays)."""

    points: int


class Undo(Action, frozen=True):
    """Ask to take back the last human action; rolls are not taken back but discarded with what came before them."""


class Abort(Action, frozen=True):
    """Ask to void the running game; by None it is voided at once."""


class Accept(Action, frozen=True):
    """Agree to the proposal with this question number."""

    question: int


class Decline(Action, frozen=True):
    """Refuse the proposal with this question number."""

    question: int


class Claim(Action, frozen=True):
    """Win the game, or the match, because the other side has not acted for long. The clock is looked at elsewhere."""

    match: bool = False


class Next(Action, frozen=True):
    """On to the next game; by None in a match, where the games follow by themselves."""


class End(Action, frozen=True):
    """End a money session between games; by None when nobody has gone on for long, or when the match is won."""


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
    | Next
    | End
)

"""The decisions of a game, as they are judged: whose it was, in which position, for what, and what was decided.

A game names them out of its log (`BoardGame.decided`); what nobody decided, such as what silence brings about, is none.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from bot.backgammon import Dice, OfferStage, Reply, Seat, Side
from bot.backgammon.bet import Ways
from bot.engine.reviews import Asked, CubeAsked, PlayAsked
from bot.engine.thoughts import Stakes


class Played(Struct, frozen=True):
    """A roll was played so that this position (packed, seen by the mover) came of it. `opening`: the game's first."""

    dice: Dice
    result: int
    opening: bool = False


class Spoke(Struct, frozen=True):
    """Before the roll: the cube was turned, or it was not though it could have been. `ways`: how it can be answered."""

    doubled: bool
    ways: Ways


class Replied(Struct, frozen=True):
    """How an offered cube was answered; `ways`: the answers that the rules allowed, and allow to what may follow."""

    stage: OfferStage
    reply: Reply
    ways: Ways


class Decided(Struct, frozen=True):
    """`position` (packed) and `stakes` are seen by `side`, which is on roll, also where the other side answers.

    `turn` counts the rolls of the game: the first is 1, what is said before the second belongs to 2. `staked`: of a
    play, what the cubes of all bets come to that whoever moves has on it; 0 where that is the one of `stakes`.
    """

    seat: Seat
    side: Side
    turn: int
    position: int
    stakes: Stakes
    what: Played | Spoke | Replied
    staked: int = 0


def question(decision: Decided) -> Asked:
    """What the engine is asked about a decision."""
    match decision.what:
        case Played(dice, result, opening):
            return PlayAsked(decision.position, dice, decision.stakes, result, opening)
        case _:
            return CubeAsked(decision.position, decision.stakes)


def questions(decisions: Iterable[Decided]) -> list[Asked]:
    """What the engine is asked about all of them, each thing once: a double and its answer are one position."""
    return list(dict.fromkeys(map(question, decisions)))

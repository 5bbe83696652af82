"""Decisions of a game, as the engine judges them: by whom, in which position, about what, and the choice made.

A game extracts them from its log (`BoardGame.decided`); what nobody chose, such as the consequences of silence, is no
decision.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from bot.backgammon import Dice, OfferStage, Reply, Seat, Side
from bot.backgammon.bet import Ways
from bot.engine.reviews import Asked, CubeAsked, PlayAsked
from bot.engine.thoughts import Stakes


class Played(Struct, frozen=True):
    """A roll was played, leading to the position `result` (packed, seen by the mover). `opening`: the game's first
    roll. `given`: the dice belong to the position in which the game begins, so that there is no luck in them.
    """

    dice: Dice
    result: int
    opening: bool = False
    given: bool = False


class Spoke(Struct, frozen=True):
    """Before the roll: the cube was turned, or was not though it could have been. `ways`: the possible answers."""

    doubled: bool
    ways: Ways


class Replied(Struct, frozen=True):
    """An answer to an offered cube; `ways`: the answers that the rules allowed, and allow to further turns."""

    stage: OfferStage
    reply: Reply
    ways: Ways


class Decided(Struct, frozen=True):
    """A decision. `position` (packed) and `stakes` are seen by `side`, which is on roll, even where the other side
    answers.

    `turn` counts the rolls of the game: the first is 1, actions before the second belong to 2. `staked`: for a play,
    the sum of the cubes of all bets that the mover has on it; 0 where that is the cube of `stakes`.
    """

    seat: Seat
    side: Side
    turn: int
    position: int
    stakes: Stakes
    what: Played | Spoke | Replied
    staked: int = 0


def question(decision: Decided) -> Asked:
    match decision.what:
        case Played(dice, result, opening, _):
            return PlayAsked(decision.position, dice, decision.stakes, result, opening)
        case _:
            return CubeAsked(decision.position, decision.stakes)


def questions(decisions: Iterable[Decided]) -> list[Asked]:
    """The questions to the engine about all of them, each once: a double and its answer are one position."""
    return list(dict.fromkeys(map(question, decisions)))

"""Advice of the engine: the decision a player faces, and the engine's evaluation of it."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from bot.backgammon import Dice, OfferStage, Position, Rules, Side, Variant, Xgid
from bot.backgammon.bet import Ways
from bot.engine.evaluator import Evaluator
from bot.engine.exchange import calmed
from bot.engine.thoughts import LARGEST_CUBE, CubeThought, Judged, Owner, Stakes

#: How many plays a hint names; each is searched as deep as the best.
MOST_PLAYS = 5


class HintFault(Enum):
    """Why no advice is given."""

    NOT_ALLOWED = (
        "Hints are not allowed at this table. Against the computer they are, and `hints` of `/play` allows them."
    )
    BEING_PLAYED = (
        "This position is being played right now, by you or in this channel. When that game is over, it can be played "
        "from here."
    )
    NOT_IN_CHOUETTE = "In a chouette there are hints only where everything may be discussed: with `consult` full."
    NOT_YOURS = "A hint is for whoever has to decide, and now that is not you."
    UNKNOWN_GAME = "My engine knows neither hypergammon nor the Egyptian rule."
    SILENT = "My engine does not answer. Try again in a minute."


class Decision(NamedTuple):
    """A decision to make: a play, if there are `dice`; how to answer a cube, if one is at a `stage`, with the possible
    `ways`; else whether to double, if they `may`. Seen by `side`, which is on roll.
    """

    position: Position
    side: Side
    stakes: Stakes
    dice: Dice | None = None
    stage: OfferStage | None = None
    ways: Ways = ()
    may_double: bool = True


class Hint(NamedTuple):
    """The engine's advice: the best plays, the best first, or the cube equities."""

    decision: Decision
    plays: tuple[Judged, ...] = ()
    cube: CubeThought | None = None


async def hint(thinker: Evaluator, decision: Decision) -> Hint:
    """Ask the engine. Raises `EngineUnavailable` or `Unsupported`."""
    if decision.stage is not None:
        decision = decision._replace(stakes=calmed(decision.stakes))
    if decision.dice is not None:
        plays = await thinker.plays(decision.position, decision.dice, decision.stakes)
        alike = [each for each in plays if each.plies == plays[0].plies]
        return Hint(decision, tuple(alike[:MOST_PLAYS]))
    return Hint(decision, cube=await thinker.cube(decision.position, decision.stakes))


def known(rules: Rules) -> bool:
    """Whether the engine can play these rules."""
    return rules.variant is not Variant.HYPERGAMMON and rules.max_on_point is None


def decision_in(xgid: Xgid) -> Decision:
    """The decision whether to double in a typed position, before the roll."""
    side = xgid.turn or Side.WHITE
    position = xgid.position if side is Side.WHITE else xgid.position.mirrored()
    owner = Owner.NOBODY if xgid.owner is None else Owner.MOVER if xgid.owner is side else Owner.OPPONENT
    cube = min(xgid.cube, LARGEST_CUBE)
    if not xgid.length:
        stakes = Stakes(cube, owner, jacoby=xgid.jacoby, beavers=xgid.beavers)
    else:
        away = (xgid.length - xgid.score[side], xgid.length - xgid.score[side.other])
        stakes = Stakes(cube, owner, away, xgid.crawford)
    return Decision(position, side, stakes, may_double=owner is not Owner.OPPONENT and not xgid.crawford)


def decision_with_dice(xgid: Xgid) -> Decision:
    """The decision in a typed position: the play, if dice are rolled in it, else whether to double."""
    return decision_in(xgid)._replace(dice=xgid.dice)

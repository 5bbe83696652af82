"""Parser for the position in which a game is to begin: what a text says of it becomes the rules' opening, length and
options of the cube.
"""

from __future__ import annotations

from enum import Enum

from msgspec import UNSET
from msgspec.structs import replace

from bot.core.refusal import Illegal

from .ids import Xgid
from .opening import Opening, details, opening_fault
from .position import Side, Variant
from .rules import Beavers, Jacoby, Rules
from .typed_position import Situation


class TypedOpeningFault(Enum):
    """Why what was typed is no beginning of a game."""

    NO_CHECKERS = "A Match ID says nothing of the checkers: add the Position ID."
    NO_TURN = "This position does not say who is on turn."
    OFFERED = "In this position a cube is offered. Take the position before that."
    VARIANT = "A position has fifteen checkers a side, so it does not go with hypergammon."
    LENGTH = "By its score this position is of a match to {length} points: leave `length` out."
    MONEY = "This position is of a money session: leave `length` out."


def rules_said(rules: Rules, found: Situation, length: int | None = None, variant: Variant | None = None) -> Rules:
    """The rules with what a text says of them beside the checkers: length, Crawford, Jacoby, beavers.

    `length` and `variant` as they were asked for, if they were. Raises `Illegal` if they contradict it.
    """
    xgid = found.xgid
    if variant is Variant.HYPERGAMMON:
        raise Illegal(TypedOpeningFault.VARIANT)
    if rules.variant is Variant.HYPERGAMMON:
        rules = replace(rules, variant=Variant.BACKGAMMON)
    if not found.scored:
        return rules
    if length not in (None, xgid.length):
        raise Illegal(TypedOpeningFault.LENGTH if xgid.length else TypedOpeningFault.MONEY, length=xgid.length)
    if xgid.length:
        return replace(rules, length=xgid.length, crawford=rules.crawford or xgid.crawford)
    money = rules.money
    jacoby = money.jacoby if money.jacoby is not Jacoby.OFF else Jacoby.PER_CUBE
    money = replace(money, jacoby=jacoby if xgid.jacoby else Jacoby.OFF)
    if found.exact:
        animals = max(money.animals, Beavers.BEAVER) if xgid.beavers else Beavers.NONE
        money = replace(money, animals=animals)
    return replace(rules, length=0, money=money)


def rules_from(rules: Rules, found: Situation, *, on_turn: bool = True) -> Rules:
    """The rules with a position to begin in. Whoever has seat 0 (white) is on turn there, or with `on_turn` off is not.
    Raises `Illegal`.
    """
    xgid = found.xgid
    if not found.whole:
        raise Illegal(TypedOpeningFault.NO_CHECKERS)
    if xgid.turn is None:
        raise Illegal(TypedOpeningFault.NO_TURN)
    if xgid.offer:
        raise Illegal(TypedOpeningFault.OFFERED)
    opening = _opening(xgid, xgid.turn, Side.WHITE if on_turn else Side.BLACK, rules)
    fault = opening_fault(
        opening,
        length=rules.length,
        variant=rules.variant,
        cube=rules.bet.cube,
        crawford=rules.crawford,
        max_on_point=rules.max_on_point,
    )
    if fault is not None:
        raise Illegal(fault, **details(fault, rules.max_on_point))
    return replace(rules, opening=opening)


def _opening(xgid: Xgid, turn: Side, seat: Side, rules: Rules) -> Opening:
    """The opening in which the side on `turn` in the id has this seat."""
    moved = turn is not seat
    position = xgid.position if turn is Side.WHITE else xgid.position.mirrored()
    score = xgid.score if rules.length else (0, 0)
    near = rules.crawford and rules.length > 1 and max(score) == rules.length - 1
    return Opening(
        position=position.id,
        turn=seat,
        dice=None if xgid.dice is None else (max(xgid.dice), min(xgid.dice)),
        cube=xgid.cube,
        owner=xgid.owner if xgid.owner is None or not moved else xgid.owner.other,
        score=(score[1], score[0]) if moved else score,
        # An id names the Crawford game; what has its score without that comes after it.
        crawford_played=near is not xgid.crawford,
    )


def opening_xgid(rules: Rules) -> Xgid:
    """The position in which the first game by these rules begins, which must have one; seat 0 at the bottom."""
    opening = rules.opening
    assert opening is not UNSET
    position, money = opening.board(rules.variant), not rules.length
    near = rules.crawford and rules.length > 1 and max(opening.score) == rules.length - 1
    return Xgid(
        position=position if opening.turn is Side.WHITE else position.mirrored(),
        cube=opening.cube,
        owner=opening.owner,
        turn=opening.turn,
        dice=opening.dice,
        score=opening.score,
        crawford=near and not opening.crawford_played,
        jacoby=money and rules.bet.jacoby is not Jacoby.OFF,
        beavers=money and rules.bet.animals is not Beavers.NONE,
        length=rules.length,
    )

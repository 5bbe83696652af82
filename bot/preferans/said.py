"""A hand from the options of a command: missing values follow from the others, contradictions are refused."""

from __future__ import annotations

from bot.core.refusal import Illegal
from bot.preferans.conventions import TRICKS, Convention
from bot.preferans.drafts import ALL_PASS, MISERE
from bot.preferans.hands import AllPass, Game, Hand, HandFault, Misere, Role


def said_hand(
    contract: str,
    tricks: int | None,
    roles: tuple[Role, Role] | None,
    others: tuple[int | None, int | None],
    talon: int,
    convention: Convention,
) -> Hand:
    """Complete a hand. `contract` as drafts write it; `tricks` of the declarer, or of the first hand of an all-pass;
    `others` of the two hands after it. Raises `Illegal` for contradictory options; whether the hand is possible is
    checked by the rules.
    """
    if contract.isdecimal():
        return _game(int(contract), tricks, roles, others, talon, convention)
    if roles:
        raise Illegal(HandFault.NOT_WHISTED)
    if talon:
        raise Illegal(HandFault.NO_TALON)
    if contract == MISERE:
        if others != (None, None):
            raise Illegal(HandFault.DECLARER_ALONE)
        return Misere(tricks or 0)
    assert contract == ALL_PASS, contract
    taken = [each or 0 for each in (tricks, *others)]
    if others[1] is None:
        taken = taken[: convention.players - 1]
    left = [TRICKS - sum(taken)] if len(taken) < convention.players else []
    return AllPass((*taken, *left))


def _game(
    game: int,
    tricks: int | None,
    roles: tuple[Role, Role] | None,
    others: tuple[int | None, int | None],
    talon: int,
    convention: Convention,
) -> Game:
    usual = (Role.CHECK, Role.CHECK) if game in convention.checked else (Role.WHIST, Role.PASS)
    one, other = roles or usual
    made = game if tricks is None else tricks
    first, second = others
    if {one, other} & {Role.WHIST, Role.CHECK}:
        left = TRICKS - made
        if first is None:
            first = left - second if second is not None else _share(left, one, other)
        second = left - first if second is None else second
    return Game(game, made, ((one, first), (other, second)), talon)


def _share(left: int, one: Role, other: Role) -> int:
    """The default share of the tricks left: all for a single whister, half each for two."""
    return (left + 1) // 2 if one is other else left if one is Role.WHIST else 0

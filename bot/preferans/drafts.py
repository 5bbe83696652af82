"""Drafts: a hand entered step by step: declarer, contract, whisters, tricks, talon.

A draft is a word that fits into a button's custom id: `str(draft)` and `Draft.parse` are a pair. A step without a
choice is skipped; the remaining tricks go to the remaining player.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from bot.core.actions import Seat
from bot.preferans.conventions import GAMES, MOST_TALON, TRICKS, Convention
from bot.preferans.hands import AllPass, Game, Hand, Misere, Role
from bot.preferans.lines import Played, order

MISERE, ALL_PASS = "m", "a"
_LETTERS = {Role.WHIST: "w", Role.PASS: "p", Role.OWN: "o", Role.CHECK: "c"}
_ROLES = {letter: role for role, letter in _LETTERS.items()}
_FORM = re.compile(
    r"(\d{1,4})\.([0-3])\.([0-3]|x)\.([6-9]|10|m|a|x)\.([wpoc]{2}|x)\.(x|\d{1,2}(?:-\d{1,2}){0,3})\.([0-3])"
)
Roles = tuple[Role, Role]


class Step(Enum):
    """The next step of a draft."""

    WHO = "who"
    CONTRACT = "contract"
    ROLES = "roles"
    TRICKS = "tricks"
    READY = "ready"


class Draft(NamedTuple):
    """`line`: the line to replace, 0 for the next hand. `contract`: `6` to `10`, `MISERE` or `ALL_PASS`.

    `tricks`: of a game the declarer's and then the first defender's where both took some; of an all-pass by seat.
    """

    line: int
    dealer: Seat
    declarer: Seat | None = None
    contract: str = ""
    roles: Roles | None = None
    tricks: tuple[int, ...] = ()
    talon: int = 0

    def __str__(self) -> str:
        roles = "".join(_LETTERS[role] for role in self.roles or ())
        declarer = "" if self.declarer is None else str(self.declarer)
        parts = (declarer, self.contract, roles, "-".join(map(str, self.tricks)))
        return ".".join((str(self.line), str(self.dealer), *(part or "x" for part in parts), str(self.talon)))

    @classmethod
    def parse(cls, text: str) -> Draft | None:
        """Parse a draft; None for any other text."""
        if not (found := _FORM.fullmatch(text)):
            return None
        line, dealer, declarer, contract, roles, tricks, talon = found.groups()
        return cls(
            int(line),
            int(dealer),
            None if declarer == "x" else int(declarer),
            "" if contract == "x" else contract,
            None if roles == "x" else (_ROLES[roles[0]], _ROLES[roles[1]]),
            () if tricks == "x" else tuple(map(int, tricks.split("-"))),
            int(talon),
        )

    @property
    def game(self) -> int | None:
        """The number of tricks of the contract, if it is one for tricks."""
        return int(self.contract) if self.contract.isdecimal() else None

    def step(self, convention: Convention) -> Step:
        """The next step."""
        if self.contract == ALL_PASS:
            return Step.READY if len(self.tricks) >= convention.players - 1 else Step.TRICKS
        if self.declarer is None:
            return Step.WHO
        if not self.contract:
            return Step.CONTRACT
        if self.contract != MISERE and self.roles is None:
            return Step.ROLES
        return Step.READY if self._counted else Step.TRICKS

    @property
    def _counted(self) -> bool:
        if self.game and self.roles and not set(self.roles) & {Role.WHIST, Role.CHECK}:
            return True
        return len(self.tricks) == (2 if self.game and self.roles == (Role.WHIST, Role.WHIST) else 1)

    def played(self) -> Played:
        """The finished hand, which the rules may still refuse. The draft must be ready."""
        return Played(self.dealer, None if self.contract == ALL_PASS else self.declarer, self._hand)

    @property
    def _hand(self) -> Hand:
        if self.contract == ALL_PASS:
            return AllPass((*self.tricks, TRICKS - sum(self.tricks)))
        if self.contract == MISERE:
            return Misere(self.tricks[0])
        game, (first, second) = self.game or 0, self.roles or (Role.PASS, Role.PASS)
        if not {first, second} & {Role.WHIST, Role.CHECK}:
            return Game(game, game, ((first, None), (second, None)), self.talon)
        taken = self.tricks[0]
        alone = TRICKS - taken if first is not Role.PASS else 0
        one = self.tricks[1] if len(self.tricks) > 1 else alone
        return Game(game, taken, ((first, one), (second, TRICKS - taken - one)), self.talon)


def who(draft: Draft, convention: Convention) -> list[Seat]:
    """The possible declarers, starting after the dealer."""
    seats = [(draft.dealer + step) % convention.players for step in range(1, convention.players + 1)]
    return seats[:3]


def contracts(convention: Convention, running: int) -> list[str]:
    """The possible contracts after this many all-passes."""
    return [*(str(game) for game in GAMES if game >= convention.lowest(running)), MISERE]


def with_contract(draft: Draft, contract: str, convention: Convention) -> Draft:
    """The draft with its contract; a checked game needs no roles."""
    checked = contract.isdecimal() and int(contract) in convention.checked
    return draft._replace(contract=contract, roles=(Role.CHECK, Role.CHECK) if checked else None, tricks=())


def roles(draft: Draft, convention: Convention) -> list[Roles]:
    """The possible roles of the two defenders in this game."""
    game = draft.game
    found: list[Roles] = [(Role.WHIST, Role.PASS), (Role.PASS, Role.WHIST), (Role.WHIST, Role.WHIST)]
    if game in convention.own_half:
        found += [(Role.OWN, Role.PASS), (Role.PASS, Role.OWN)]
    if game in convention.no_whist:
        found.append((Role.PASS, Role.PASS))
    return found


def defenders(draft: Draft, convention: Convention) -> tuple[Seat, Seat]:
    """The first and the second defender. Raises `Illegal` for impossible seats."""
    _, first, second, *_ = order(Played(draft.dealer, draft.declarer, Misere(0)), convention.players)
    return first, second


def tricks(draft: Draft, convention: Convention) -> list[tuple[int, ...]]:
    """The possible tricks to offer next: the likeliest first where both whist, else in ascending order."""
    if draft.contract == ALL_PASS:
        left = TRICKS - sum(draft.tricks)
        return [(*draft.tricks, taken) for taken in range(left + 1)]
    if (game := draft.game) and draft.roles == (Role.WHIST, Role.WHIST):
        return sorted(_both(), key=lambda each: _unlikely(each, game))
    return [(taken,) for taken in range(TRICKS + 1)]


def _both() -> Iterator[tuple[int, int]]:
    for taken in range(TRICKS + 1):
        for first in range(TRICKS - taken + 1):
            yield taken, first


def _unlikely(taken: tuple[int, ...], game: int) -> tuple[int, int, int]:
    """Sort key: distance from the contract, then from an even share."""
    declarer, first = taken[:2]
    return abs(declarer - game), -declarer, abs(2 * first - (TRICKS - declarer))


def talons(draft: Draft, convention: Convention) -> list[int]:
    """The possible numbers of talon tricks that the dealer writes for."""
    if draft.game is None or not convention.talon:
        return []
    return [talon for talon in range(MOST_TALON + 1) if talon != draft.talon]


def opened(played: Played, line: int, convention: Convention) -> Draft:
    """The draft of a hand that is already on the sheet."""
    draft = Draft(line, played.dealer, played.declarer)
    match played.hand:
        case AllPass(tricks=tricks):
            return draft._replace(contract=ALL_PASS, tricks=tricks[: convention.players - 1])
        case Misere(tricks=taken):
            return draft._replace(contract=MISERE, tricks=(taken,))
        case Game(game=game, tricks=taken, defenders=((one, first), (other, _)), talon=talon):
            said = (taken, first or 0) if (one, other) == (Role.WHIST, Role.WHIST) else (taken,)
            played_out = {one, other} & {Role.WHIST, Role.CHECK}
            return draft._replace(
                contract=str(game), roles=(one, other), tricks=said if played_out else (), talon=talon
            )

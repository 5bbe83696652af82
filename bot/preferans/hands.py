"""Hands: the result of a deal, as the players enter it."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from bot.core.refusal import Illegal
from bot.preferans.conventions import GAMES, MOST_TALON, TRICKS, Convention


class Role(Enum):
    """Role of a defender: whists, passes, takes half of the required tricks without play, or checks a game of ten."""

    WHIST = "whist"
    PASS = "pass"
    OWN = "half"
    CHECK = "check"


class HandFault(Enum):
    """Why a hand is impossible."""

    NO_SUCH_GAME = "There is no game of {game}: games are six to ten."
    NO_SUCH_TRICKS = "A hand has ten tricks: nobody takes {tricks}."
    TRICKS = "The tricks make {sum}, not ten."
    TALON = "The talon is worth at most three tricks."
    NO_TALON = "Nothing is written for the talon here."
    WHIST_CHECKED = "A game of {game} is not whisted here, it is checked."
    NOT_WHISTED = "Nobody whists a misère or an all-pass: leave the defence out."
    DECLARER_ALONE = "Of a misère only the declarer's tricks count: leave those of the others out."
    NOT_CHECKED = "A game of {game} is whisted here, not checked."
    BOTH_PASS = "Somebody has to whist a game of {game} here."
    NO_OWN = "Half whist is not taken in a game of {game} here."
    OWN_ALONE = "Half whist is taken where the other one passes."
    NOT_PLAYED = "Such a game is not played out: the declarer makes it exactly."
    PLAYED = "Say how many tricks each of them took."
    HANDS = "There are {players} hands here."
    WAY_OUT = "After these all-passes a game is of {game} tricks at least."


class Game(Struct, frozen=True, forbid_unknown_fields=True, tag="game"):
    """A contract of `game` tricks, of which the declarer took `tricks`.

    `defenders`: role and tricks of each, in order of their seats from the declarer; tricks None if it was not played.
    `talon`: tricks that the dealer writes for. `running`: how many all-passes there were just before.
    """

    game: int
    tricks: int
    defenders: tuple[tuple[Role, int | None], tuple[Role, int | None]]
    talon: int = 0
    running: int = 0


class Misere(Struct, frozen=True, forbid_unknown_fields=True, tag="misere"):
    """A misère in which the declarer took this many tricks."""

    tricks: int


class AllPass(Struct, frozen=True, forbid_unknown_fields=True, tag="allpass"):
    """Nobody bid; the tricks of each hand. `running`: how many all-passes there were just before."""

    tricks: tuple[int, ...]
    running: int = 0


Hand = Game | Misere | AllPass


def check(hand: Hand, convention: Convention) -> None:
    """Raise `Illegal` for an impossible hand."""
    match hand:
        case Game():
            _check_game(hand, convention)
        case Misere(tricks):
            _check_tricks(tricks)
        case AllPass(tricks):
            if len(tricks) != convention.players:
                raise Illegal(HandFault.HANDS, players=convention.players)
            for each in tricks:
                _check_tricks(each)
            _check_sum(sum(tricks))


def _check_game(hand: Game, convention: Convention) -> None:
    if hand.game not in GAMES:
        raise Illegal(HandFault.NO_SUCH_GAME, game=hand.game)
    _check_tricks(hand.tricks)
    if not 0 <= hand.talon <= MOST_TALON:
        raise Illegal(HandFault.TALON)
    if hand.game < convention.lowest(hand.running):
        raise Illegal(HandFault.WAY_OUT, game=convention.lowest(hand.running))
    if hand.talon and not convention.talon:
        raise Illegal(HandFault.NO_TALON)
    roles = {role for role, _ in hand.defenders}
    tricks = [each for _, each in hand.defenders]
    _check_roles(hand, roles, convention)
    if roles & {Role.WHIST, Role.CHECK}:
        played = [each for each in tricks if each is not None]
        if len(played) < len(tricks):
            raise Illegal(HandFault.PLAYED)
        for each in played:
            _check_tricks(each)
        _check_sum(hand.tricks + sum(played))
    elif hand.tricks != hand.game or tricks != [None, None]:
        raise Illegal(HandFault.NOT_PLAYED)


def _check_roles(hand: Game, roles: set[Role], convention: Convention) -> None:
    checked = hand.game in convention.checked
    if checked and roles != {Role.CHECK}:
        raise Illegal(HandFault.WHIST_CHECKED, game=hand.game)
    if not checked and Role.CHECK in roles:
        raise Illegal(HandFault.NOT_CHECKED, game=hand.game)
    if roles == {Role.PASS} and hand.game not in convention.no_whist:
        raise Illegal(HandFault.BOTH_PASS, game=hand.game)
    if Role.OWN in roles:
        if hand.game not in convention.own_half:
            raise Illegal(HandFault.NO_OWN, game=hand.game)
        if roles != {Role.OWN, Role.PASS}:
            raise Illegal(HandFault.OWN_ALONE)


def _check_tricks(tricks: int) -> None:
    if not 0 <= tricks <= TRICKS:
        raise Illegal(HandFault.NO_SUCH_TRICKS, tricks=tricks)


def _check_sum(tricks: int) -> None:
    if tricks != TRICKS:
        raise Illegal(HandFault.TRICKS, sum=tricks)

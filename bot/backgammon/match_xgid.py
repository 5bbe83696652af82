"""A running match or money session as an XGID, for other programs."""

from __future__ import annotations

from .bet import OfferStage
from .ids import Xgid
from .match_state import Match, standing
from .rules import Beavers, Jacoby

#: The letter of an offer, written in place of the dice.
OFFERS = {OfferStage.DOUBLE: "D", OfferStage.BEAVER: "B", OfferStage.RACCOON: "R"}


def xgid_of(match: Match) -> Xgid:
    """The current state as an XGID; `format_xgid` writes it."""
    game, bet, rules = match.game, match.game.bet, match.rules.bet
    score = standing(match.score, match.rules.length)
    return Xgid(
        position=game.board.seen_by_white,
        cube=bet.value,
        owner=bet.owner,
        turn=game.board.turn,
        dice=game.board.dice,
        offer=OFFERS[game.offer.stage] if game.offer else "",
        score=(max(score[0], 0), max(score[1], 0)),
        crawford=bool(game.score and game.score.crawford),
        jacoby=not match.rules.length and rules.jacoby is not Jacoby.OFF,
        beavers=not match.rules.length and rules.animals is not Beavers.NONE,
        length=match.rules.length,
    )

"""A running game of a session as an XGID for other programs: the board, and the acting captain's bet."""

from __future__ import annotations

from bot.backgammon import Beavers, Jacoby, Xgid
from bot.backgammon.match_xgid import OFFERS

from .state import Session


def xgid_of(session: Session) -> Xgid:
    """The current state as an XGID; the scores are the balances of captain and box, if positive."""
    game, rules = session.game, session.options.cube
    captain = game.captain if game.acting_captain is None else game.acting_captain
    index = game.own_bet(captain)
    assert index is not None
    bet = game.bets[index]
    offered = game.exchange is not None and index in game.exchange.bets and not game.exchange.extras
    return Xgid(
        position=game.board.seen_by_white,
        cube=bet.value,
        owner=bet.owner,
        turn=game.board.turn,
        dice=game.board.dice,
        offer=OFFERS[game.exchange.offer.stage] if offered and game.exchange else "",
        score=(
            max(session.players[captain].points // game.unit, 0),
            max(session.players[game.box].points // game.unit, 0),
        ),
        jacoby=rules.jacoby is not Jacoby.OFF,
        beavers=rules.animals is not Beavers.NONE,
    )

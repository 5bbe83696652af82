"""What is asked once more at a table of two before it is done."""

from __future__ import annotations

from bot.backgammon import Match, actions
from bot.backgammon.actions import AnyAction
from bot.backgammon.match import resigned_points
from bot.screens.resigning import resign_question
from bot.texts import Texts


def match_doubt(match: Match, action: AnyAction, t: Texts) -> str:
    """What somebody is about to do, as a question to him alone."""
    if isinstance(action, actions.Resign):
        return resign_question(action.kind, resigned_points(match, action), t)
    bet, offer = match.game.bet, match.game.offer
    if isinstance(action, actions.Double):
        return t("Double the cube to {cube}?", cube=2 * bet.value)
    points = offer.refused(bet) if offer else bet.value
    return t.many("Drop and lose {number} point?", "Drop and lose {number} points?", points)

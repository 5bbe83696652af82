"""What is asked once more at a table of two before it is done."""

from __future__ import annotations

from bot.backgammon import Match, actions
from bot.backgammon.actions import AnyAction
from bot.backgammon.match import resigned_price
from bot.screens.resigning import resign_question
from bot.texts import Texts


def match_doubt(match: Match, action: AnyAction, t: Texts) -> str:
    """What somebody is about to do, as a question to him alone."""
    bet, offer = match.game.bet, match.game.offer
    if isinstance(action, actions.Double):
        return t("Double the cube to {cube}?", cube=2 * bet.value)
    if isinstance(action, actions.Resign):
        points = resigned_price(match, action)
        words = resign_question(action.kind, points, t)
        named = action.kind is None
    else:
        points, named = offer.refused(bet) if offer else bet.value, False
        words = t.many("Drop and lose {number} point?", "Drop and lose {number} points?", points)
    length, by = match.rules.length, action.by
    if length and not named and by is not None and match.score[1 - by] + points >= length:
        words += " " + t("That loses the match.")
    return words

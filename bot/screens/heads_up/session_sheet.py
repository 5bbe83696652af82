"""A money session between two as a sheet of its games."""

from __future__ import annotations

from collections.abc import Sequence

from bot.backgammon import Match
from bot.backgammon.history import Finished
from bot.screens.session_card import session_card
from bot.texts import Texts
from render import GameRow, Payment, SessionEnd, Sheet


def session_summary(
    match: Match, history: Sequence[Finished], names: tuple[str, str], theme: str, t: Texts
) -> SessionEnd | None:
    """How a money session ended that is over; None if not several games were played, or it was a match."""
    won = [(each.number, each.game.bet.result.points) for each in history if each.game.bet.result]
    if match.rules.length or len(won) < 2:
        return None
    games = tuple(GameRow(str(number), (points, -points), (None, None)) for number, points in won)
    note = t.many("{number} game", "{number} games", len(won))
    sheet = Sheet(t("Session over"), names, games, t("Total"), note=note, theme=theme)
    balance = match.score[0]
    payer = int(balance > 0)
    return session_card(sheet, [Payment(payer, 1 - payer, abs(balance))] if balance else [], t)

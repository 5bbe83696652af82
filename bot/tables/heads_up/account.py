"""The ladder account of a finished game between two."""

from __future__ import annotations

from msgspec import UNSET

from bot.backgammon import Rules
from bot.backgammon.history import Finished
from bot.ladder.facts import Account, Row
from bot.ladder.listing import Board
from bot.tables.board_game import turns_of

POINTS = Board("points", current=True)
"""Points of money games."""


def account(rules: Rules, game: Finished) -> Account | None:
    """The account of a game; None if it was voided, or if the match or session began in a position."""
    bet, (white, black) = game.game.bet, game.score
    result = bet.result
    if result is None or rules.opening is not UNSET:
        return None
    points, winner = result.points, result.winner
    payee = 0 if winner is None else int(winner)
    before = (white - max(points, 0), black - max(-points, 0)) if rules.length else (white - points, black + points)
    row = Row(
        payer=1 - payee,
        payee=payee,
        points=(abs(points), 1),
        reason=result.ending.value,
        cube=bet.value,
        turns=None if game.cubes is UNSET else turns_of(game.cubes),
    )
    won = rules.length and max(game.score) >= rules.length
    return Account(
        board=None if rules.length else POINTS.key,
        variant=rules.variant.value,
        length=rules.length,
        score=before,
        roles=((0, "white"), (1, "black")),
        rows=(row,),
        winner=game.score.index(max(game.score)) if won else None,
        plays=game.plays,
    )

"""What advice about the cube in a race leaves out at a table of two."""

from __future__ import annotations

from bot.backgammon import Match, Side
from bot.screens.names import Names
from bot.texts import Texts


def reservations(match: Match, turn: Side, names: Names, t: Texts) -> list[str]:
    """What keeps the advice from being the whole truth at this table."""
    found: list[str] = []
    if not match.rules.bet.cube:
        found.append(t("There is no cube in this game."))
    elif match.game.score and match.game.score.crawford:
        found.append(t("This is the Crawford game: nobody may double in it."))
    elif match.game.bet.owner is turn.other:
        found.append(t("The cube is with {who} now.", who=names(turn.other)))
    if match.rules.length:
        found.append(t("This is what holds for money; the score of the match may ask for something else."))
    return found

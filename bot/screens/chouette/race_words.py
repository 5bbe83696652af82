"""What advice about the cube in a race leaves out at a chouette, where each bet has a cube of its own."""

from __future__ import annotations

from bot.backgammon import Side
from bot.chouette import Session
from bot.screens.names import Names
from bot.texts import Texts


def session_reservations(session: Session, turn: Side, names: Names, t: Texts) -> list[str]:
    """What keeps the advice from being the whole truth at this table."""
    game = session.game
    if not session.options.cube.cube:
        return [t("There is no cube in this game.")]
    bets = [game.bets[index] for index in game.open_bets]
    found: list[str] = []
    if len(bets) > 1:
        found.append(t("Every bet has a cube of its own: the advice is for each of them, by where it lies."))
    others = tuple(dict.fromkeys(bet.seat(turn.other) for bet in bets if bet.owner is turn.other))
    if others and len(bets) == 1:
        found.append(t("The cube is with {who} now.", who=names(others[0])))
    elif others:
        found.append(t("Of these cubes some are on the other side now, with {who}.", who=t.listed(map(names, others))))
    return found

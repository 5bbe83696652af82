"""What it costs to leave a chouette in the middle of a game, as a question to whoever is about to."""

from __future__ import annotations

from bot.backgammon import Phase, Seat
from bot.chouette import BOX, Session, apply
from bot.chouette.actions import Leave
from bot.core.actions import BetIndex
from bot.screens.names import Names
from bot.texts import Texts


def leaving_words(session: Session, seat: Seat, names: Names, t: Texts) -> str:
    """What somebody loses at once, and what becomes of his other bets; empty if nothing of his is open."""
    game = session.game
    held = game.held(seat)
    if not held or game.phase is Phase.OVER:  # one that has been voided leaves its bets open
        return ""
    after = apply(session, Leave(by=seat)).game
    lines = [t("Leave in the middle of the game? You say nothing more in it; you can come back for the next one.")]
    lost = 0
    for index in held:
        if result := after.bets[index].result:
            lost += result.points if after.side(index, seat) is BOX else -result.points
    if len(after.held(seat)) < len(held):
        lines.append(t.many("At once it costs you {number} point.", "At once it costs you {number} points.", lost))
    if after.held(seat):
        lines += _going_on(session, seat, after.held(seat), names, t)
    return "\n".join(lines)


def _going_on(session: Session, seat: Seat, bets: tuple[BetIndex, ...], names: Names, t: Texts) -> list[str]:
    """The bets that others play on, and who decides about their cubes."""
    game = session.game
    lines: list[str] = []
    for index in bets:
        bet, side = game.bets[index], game.side(index, seat)
        who = names(bet.seat(side.other))
        if game.is_extra(index):
            lines.append(t("Your extra with {who}, at {cube}, goes on.", who=who, cube=bet.value))
        else:
            lines.append(t("Your bet with {who}, at {cube}, goes on.", who=who, cube=bet.value))
    at_stake = sum(game.bets[index].value for index in bets)
    side = game.side(bets[0], seat)
    if seat == game.box or not any(each not in (*game.away, seat) for each in game.players(side)):
        lines.append(
            t.many(
                "Nobody rolls in your place: when it is your side's turn, you lose {number} point.",
                "Nobody rolls in your place: when it is your side's turn, you lose {number} points.",
                at_stake,
            )
        )
    elif any(each not in game.away for each in session.deciders(seat) if each != seat):
        lines.append(t("{who} decides about your cubes.", who=names(session.deciders(seat)[1])))
    else:
        lines.append(
            t.many(
                "Nobody decides about your cubes: what is doubled counts as dropped, now {number} point.",
                "Nobody decides about your cubes: what is doubled counts as dropped, now {number} points.",
                at_stake,
            )
        )
    return lines

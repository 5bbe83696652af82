"""The buttons behind More that exist only in a chouette."""

from __future__ import annotations

from bot.backgammon import Phase, Seat
from bot.chouette import Pace, Session
from bot.screens.buttons import RED, Item
from bot.screens.custom_ids import Press
from bot.screens.own_items import May, offered
from bot.tables import intents
from bot.tables.intents import people_meant, possible
from bot.tables.table import Table
from bot.texts import Texts


def settles_with(session: Session, seat: Seat) -> tuple[Seat, ...]:
    return people_meant(session, seat, session.game.line, lambda other: intents.settle(1, (other,)))


def settling(table: Table, session: Session, seat: Seat) -> Press | None:
    """The press of the button Settle, with the opponent if there is only one. None without an opponent."""
    others = settles_with(session, seat)
    if len(others) == 1:
        return Press("settle", table.id, session.table_question, str(others[0]))
    return Press("settle_with", table.id, session.table_question) if others else None


def winners_at_nothing(session: Session, seat: Seat, other: Seat) -> tuple[Seat, ...]:
    """The two candidates for winner of a settlement at zero, where the rules need one."""
    unnamed, named = intents.settle(0, (other,)), intents.settle(0, (other,), (seat,))
    if possible(session, seat, unnamed) or not possible(session, seat, named):
        return ()
    return seat, other


def session_own_items(table: Table, session: Session, seat: Seat, may: May, t: Texts) -> list[Item]:
    """Joining and leaving, the box, the clock, the end."""
    if not session.is_seated(seat):
        return []
    player, game = session.players[seat], session.game
    items = offered(table, may, "sit_out", t("Play again") if player.out else t("Sit out"), 2)
    # The roller need not hold, and the box waits for nobody.
    if game.phase is Phase.OVER or seat not in (game.box, game.acting_captain):
        waits = t("Make the captain wait for me") if player.auto_pass else t("Let the captain roll without me")
        items += offered(table, may, "auto_pass", waits, 2)
    items += offered(table, may, "decline_box", t("Refuse the box"), 2)
    items += offered(table, may, "leave", t("Leave the table"), 4, RED)
    if session.paused:
        items += offered(table, may, "resume", t("Start the clock"), 3)
    elif session.options.pace is Pace.LIVE and game.phase is not Phase.OVER:
        items += offered(table, may, "pause", t("Stop the clock"), 3)
    if not session.is_ending:
        over = game.phase is Phase.OVER
        items += offered(table, may, "end", t("End the session") if over else t("End the session after this game"), 3)
    return items

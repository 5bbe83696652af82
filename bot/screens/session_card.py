"""The end of a session as a picture in any game: the winner, the sheet of all games, payments."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bot.texts import Texts
from render import Payment, SessionEnd, Sheet
from render.roles import Mark
from render.text import signed


def session_card(sheet: Sheet, payments: Iterable[Payment], t: Texts) -> SessionEnd:
    """The card of a finished session with this sheet."""
    sheet = replace(sheet, title=t("Session over"), legend=tuple(each for each in sheet.legend if each[0] is Mark.BOX))
    totals, leaders = sheet.totals(), sorted(sheet.leaders())
    if len(leaders) == 1:
        headline = t("{who} wins", who=sheet.players[leaders[0]])
    else:
        headline = ", ".join(sheet.players[seat] for seat in leaders) or t("Nobody has won")
    points = signed(totals[leaders[0]]) if leaders else ""
    return SessionEnd(sheet, headline, points, t("Payments in points"), tuple(payments))

"""Who comes and goes at a chouette, shares the box, pays, and how the session ends, as sentences."""

from __future__ import annotations

from bot.chouette import Session
from bot.chouette.actions import AddComputer, DeclineBox, Dismiss, Gone, Join, Leave, Paid, Pause, Share, SitOut
from bot.screens.chouette.words import line_words, payment_words
from bot.screens.names import Names
from bot.tables.chouette.news import SessionNews
from bot.texts import Texts


def end_words(news: SessionNews, session: Session, who: str, t: Texts) -> str:
    """That the session ends, or will; `who` says so."""
    if isinstance(news.action, Dismiss):
        over = session.closed
        return t("A moderator ends the session.") if over else t("A moderator ends the session after this game.")
    if news.seat is None:
        timed = session.ending or session.ends_at is not None
        return "" if timed else t("Nobody went on, so the session ends.")
    if session.closed:
        return t("{who} ends the session.", who=who)
    return t("{who} ends the session after this game.", who=who)


def people_words(news: SessionNews, session: Session, names: Names, t: Texts) -> str:
    """Who comes and goes, shares the box, pays."""
    who = "" if news.seat is None else names(news.seat)
    match news.action:
        case Join(by=seat):
            later = seat in session.joining
            return t("{who} joins from the next game on.", who=who) if later else t("{who} joins.", who=who)
        case AddComputer():
            return t("{who} has a computer sit down.", who=who)
        case Leave(seat=None):
            return t("{who} leaves.", who=who)
        case Leave(seat=int() as seat) if news.seat is None:
            return t("A moderator has sent {other} away.", other=names(seat))
        case Leave(seat=int() as seat):
            return t("{who} has sent {other} away.", who=who, other=names(seat))
        case Gone(seat=seat):
            return t(
                "{who} is no longer in this server and sits out. Once back, `/chouette sit_out` lets them play again.",
                who=names(seat),
            )
        case SitOut(out=True):
            return t("{who} sits out from the next game on.", who=who)
        case SitOut():
            return t("{who} plays again from the next game on.", who=who)
        case Pause(on=True):
            return t("{who} stops the clock.", who=who) if who else t("The clock is stopped.")
        case Pause():
            return t("{who} lets the clock run again.", who=who) if who else t("The clock runs again.")
        case DeclineBox():
            return t("{who} refuses the box.", who=who) + "\n" + line_words(session.line, session, names, t)
        case Share():
            return _share_words(news.action, session, names, t)
        case Paid(payment=index) if index < len(session.payments):
            return t("Paid: {what}.", what=payment_words(session, index, names, t))
        case _:
            return ""


def _share_words(action: Share, session: Session, names: Names, t: Texts) -> str:
    assert action.by is not None
    who, box = names(action.by), names(session.game.box)
    if action.by == session.game.box:
        return t("{who} looks for a partner.", who=who) if action.agree else t("{who} wants no partner.", who=who)
    if action.agree:
        return t("{who} shares the box with {box}.", who=who, box=box)
    words = t("{who} does not want to share the box.", who=who)
    if session.partnering or session.partner is None:
        return words
    return words + " " + t("{who} shares the box with {box}.", who=names(session.partner), box=box)

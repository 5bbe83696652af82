"""Texts about consulting: who may talk, and the purpose of the team's private thread."""

from __future__ import annotations

from bot.backgammon import Phase
from bot.chouette import TEAM, Consult, Options, Session
from bot.screens.chouette.option_words import value_words
from bot.screens.chouette.words import consult_words, consulting
from bot.screens.names import Names
from bot.screens.private_thread_words import people_named, thread_link
from bot.tables.table import Table
from bot.texts import Texts


def captain_of(table: Table) -> int | None:
    """The user who rolls for the team; between two games, in the next one. None for nobody, or a computer."""
    session = table.state_of(Session)
    seat = next(iter(session.playing[1:2]), None) if _over(session) else session.game.acting_captain
    return None if seat is None or seat in table.computers else table.person(seat).user


def _over(session: Session) -> bool:
    return session.game.phase is Phase.OVER


def advice_line(table: Table, names: Names, t: Texts) -> str:
    """Who may talk now, and where, in small print; empty if there is nothing to discuss.

    The topic is the team's play, and where everything may be discussed, the cubes too.
    """
    session = table.state_of(Session)
    if not (session.game.board.turn is TEAM or session.options.consult is Consult.FULL):
        return ""
    if session.game.phase is not Phase.PLAY and session.options.consult is not Consult.FULL:
        return ""
    words = consult_words(session, names, t)
    advice = table.advice
    if words and advice.intruders:
        words += " " + t(
            "Not in {thread}: {people} can read it.",
            thread=thread_link(advice.thread),
            people=people_named(table, advice.intruders, t),
        )
    elif words and advice.told and not advice.ended and len(consulting(session)) > 1:
        words += " " + t("Advice thread: {thread}", thread=thread_link(advice.thread))
    return f"-# {words}" if words else ""


def first_words(table: Table, t: Texts) -> str:
    """The purpose of the thread, and who can read it."""
    consult = table.setup_of(Options).consult
    lines = [t("Here the team of the chouette in {channel} talks about its game.", channel=thread_link(table.channel))]
    if consult is Consult.FULL:
        lines.append(t("Advice: everybody who is in may discuss plays and cubes. The captain has the last word."))
    else:
        lines.append(t("Advice about plays: {who}.", who=value_words("consult", consult, t)))
        lines.append(t("Cubes are not discussed. Who is out is silent."))
    lines.append(t("I let in who may talk just now, and take out who no longer may. Moderators can always read along."))
    return "\n".join(lines)

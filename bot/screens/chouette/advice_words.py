"""Texts about consulting: who may talk, the purpose of the team's private thread, and intruders."""

from __future__ import annotations

from collections.abc import Iterable

from bot.backgammon import Phase
from bot.chouette import TEAM, Consult, Options, Session
from bot.screens.chouette.option_words import value_words
from bot.screens.chouette.words import consult_words, consulting
from bot.screens.names import Names, bold_names
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
            thread=_link(advice.thread),
            people=_people(table, advice.intruders, t),
        )
    elif words and advice.told and not advice.ended and len(consulting(session)) > 1:
        words += " " + t("Advice thread: {thread}", thread=_link(advice.thread))
    return f"-# {words}" if words else ""


def first_words(table: Table, t: Texts) -> str:
    """The purpose of the thread, and who can read it."""
    consult = table.setup_of(Options).consult
    lines = [t("Here the team of the chouette in {channel} talks about its game.", channel=_link(table.channel))]
    if consult is Consult.FULL:
        lines.append(t("Advice: everybody who is in may discuss plays and cubes. The captain has the last word."))
    else:
        lines.append(t("Advice about plays: {who}.", who=value_words("consult", consult, t)))
        lines.append(t("Cubes are not discussed. Who is out is silent."))
    lines.append(t("I let in who may talk just now, and take out who no longer may. Moderators can always read along."))
    return "\n".join(lines)


def warning(table: Table, intruders: set[int], t: Texts) -> str:
    """The warning to the acting captain about intruders."""
    captain = captain_of(table)
    words = t(
        "{people} can read {thread} and I cannot take them out: do not talk there.",
        people=_people(table, intruders, t), thread=_link(table.advice.thread),
    )  # fmt: skip
    return words if captain is None else f"<@{captain}>, {words}"


def taken_out(table: Table, people: set[int], t: Texts) -> str:
    """Members who were added by another member and removed by the bot."""
    return t(
        "{people} was let in here and should not read. I have taken them out again.", people=_people(table, people, t)
    )


def let_in_again(table: Table, people: set[int], t: Texts) -> str:
    """Members who were removed, or had been away, and are added again."""
    return t("{people} is back in here: I have let them in again.", people=_people(table, people, t))


def moved(table: Table, thread: int, t: Texts) -> str:
    """The announcement of a new thread, `thread`, without intruders."""
    captain = captain_of(table)
    words = t("The team talks in {thread} from now on.", thread=_link(thread))
    return words if captain is None else f"<@{captain}>, {words}"


def _link(place: int) -> str:
    return f"<#{place}>"


def _people(table: Table, users: Iterable[int], t: Texts) -> str:
    """Users by name: a mention in a thread would add them."""
    seats = [table.seat_of(user) for user in users]
    names = bold_names(table)
    there = [names(seat) for seat in seats if seat is not None]
    return t.listed(there if len(there) == len(seats) else [*there, t("somebody who does not play here")])

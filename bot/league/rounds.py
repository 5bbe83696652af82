"""Rounds that end by themselves: what is entered of their matches, and to whom those go that nobody has played.

A match that has not begun when the time is up goes to whoever alone had challenged for it in vain; if neither or both
had, a knock-out gives it by lot, and in a Swiss both lose it. One that has begun goes on for a while; then whoever must
act loses it.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from bot.core.actions import Seat
from bot.core.clock import Days
from bot.core.pace import HOUR
from bot.core.refusal import Illegal, Stale
from bot.league.entries import (
    DAY,
    MOST_EXTENDED,
    Answered,
    Begun,
    Challenged,
    Decided,
    Decision,
    Extended,
    Moved,
    TimeUp,
    Why,
)
from bot.league.forms import Form
from bot.league.state import LATE, League, LeagueFault, Pairing, Result, Round

UNANSWERED = 2 * DAY
"""Seconds without an answer after which a challenge has been made in vain."""

STRETCH = Days(12 * HOUR)
"""The pace of a match that goes on after the end of its round."""


def round_from(form: Form, at: float) -> Round | None:
    """A round that is drawn at this moment; None if it has no end of its own."""
    days = form.days_a_round
    return Round(began=at, ends_at=at + days * DAY) if days else None


def asked_in_vain(league: League, number: int) -> Seat | None:
    """To whom a match goes that has not begun: whoever alone has challenged for it and had got no answer for
    `UNANSWERED` when the round ended. None if neither or both have.
    """
    current = _running(league)
    latest = current.ends_at - UNANSWERED
    had = {each.by for each in current.challenges if each.pairing == number and each.at <= latest}
    return had.pop() if len(had) == 1 else None


def decisions(league: League, on: Mapping[int, Seat | None], lots: int) -> tuple[Decision, ...]:
    """Who wins which match now that the time of the round is up. `on`: the matches that are being played, by number,
    each with the seat that must act, None if that is not one. `lots`: random bits, one for each match.
    """
    late, found = _running(league).late_until is not None, list[Decision]()
    for number, pairing in league.open_pairings.items():
        if number in on and not late:
            continue
        lot, lots = pairing.seats[lots & 1], lots >> 1
        if (slow := on.get(number)) is not None:
            found.append(Decision(number, pairing.against(slow), Why.CLOCK))
        elif (alone := asked_in_vain(league, number)) is not None:
            found.append(Decision(number, alone, Why.CHALLENGE))
        elif not league.form.lot_decides:
            found.append(Decision(number, None, Why.NEITHER))
        else:
            found.append(Decision(number, lot, Why.LOT))
    return tuple(found)


# Transitions


def challenged(league: League, entry: Challenged) -> League:
    current = _running(league)
    if entry.by not in _open_one(league, entry.pairing).seats:
        raise Illegal(LeagueFault.NO_SUCH_MATCH)
    return replace(league, current=replace(current, challenges=(*current.challenges, entry)))


def answered(league: League, entry: Answered) -> League:
    current = _running(league)
    left = tuple(
        each
        for each in current.challenges
        if (each.pairing, each.by, each.at) != (entry.pairing, entry.by, entry.challenged_at)
    )
    if left == current.challenges:
        raise Stale(LeagueFault.OUT_OF_TURN)
    return replace(league, current=replace(current, challenges=left))


def begun(league: League, entry: Begun) -> League:
    current = _running(league)
    _open_one(league, entry.pairing)
    left = tuple(each for each in current.challenges if each.pairing != entry.pairing)
    tables = (*current.tables, (entry.pairing, entry.table))
    return replace(league, current=replace(current, challenges=left, tables=tables))


def extended(league: League, entry: Extended) -> League:
    current = _running(league)
    if current.late_until is not None:
        raise Stale(LeagueFault.ROUND_OVER)
    if current.extended:
        raise Illegal(LeagueFault.EXTENDED)
    if not 1 <= entry.days <= MOST_EXTENDED:
        raise Illegal(LeagueFault.OUT_OF_TURN)
    longer = replace(current, ends_at=current.ends_at + entry.days * DAY, extended=True)
    return replace(league, current=longer, news=entry, told=league.told + 1)


def moved(league: League, entry: Moved) -> League:
    current = league.current
    if league.over or league.started_at is None or entry.by <= 0:
        raise Stale(LeagueFault.OUT_OF_TURN)
    if not entry.holidays and current is None:
        return replace(league, later=league.later + entry.by)
    if current is None or (entry.holidays and (current.moved or current.late_until is not None)):
        raise Stale(LeagueFault.OUT_OF_TURN)
    late = current.late_until
    later = replace(current, ends_at=current.ends_at + entry.by, late_until=late and late + entry.by)
    if not entry.holidays:
        return replace(league, current=later)
    return replace(league, current=replace(later, moved=True), news=entry, told=league.told + 1)


def decided(league: League, entry: Decided) -> League:
    if league.over:
        raise Stale(LeagueFault.OVER)
    after = _given(league, Decision(entry.pairing, entry.winner, Why.HOST))
    return replace(after, news=entry, told=league.told + 1)


def time_up(league: League, entry: TimeUp) -> League:
    current = _running(league)
    late = current.late_until is not None
    if league.time_up is None or entry.at < league.time_up:
        raise Stale(LeagueFault.OUT_OF_TURN)
    if late and {each.pairing for each in entry.decisions} != set(league.open_pairings):
        raise Stale(LeagueFault.OUT_OF_TURN)
    for each in entry.decisions:
        league = _given(league, each)
    later = current if late else replace(current, late_until=entry.at + LATE)
    return replace(league, current=later, news=entry, told=league.told + 1)


def _running(league: League) -> Round:
    """The round that runs. Raises `Refused` if there is none with an end of its own."""
    if league.over:
        raise Stale(LeagueFault.OVER)
    if league.current is None:
        raise Illegal(LeagueFault.NO_ROUND)
    return league.current


def _open_one(league: League, number: int) -> Pairing:
    """The pairing of this number, which is still owed."""
    if not 0 <= number < len(league.pairings):
        raise Illegal(LeagueFault.NO_SUCH_MATCH)
    pairing = league.pairings[number]
    if pairing.result is not None:
        raise Stale(LeagueFault.DECIDED)
    return pairing


def _given(league: League, decision: Decision) -> League:
    pairing = _open_one(league, decision.pairing)
    neither = decision.winner is None and not league.form.lot_decides
    if not neither and decision.winner not in pairing.seats:
        raise Illegal(LeagueFault.NO_SUCH_MATCH)
    result = Result(decision.winner, why=decision.why)
    return league.with_pairing(decision.pairing, replace(pairing, result=result))

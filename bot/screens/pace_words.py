"""A pace in words: what time people have, in a line of rules, and as it is offered where one is chosen."""

from __future__ import annotations

from collections.abc import Iterator

from bot.core.clock import Days, Hours
from bot.core.pace import DAY, DEFAULT_DELAY, HOUR, MINUTE, SECOND, LivePace, WantedPace, wanted_of
from bot.tables.table import Table
from bot.texts import Texts

OFFERED: tuple[WantedPace, ...] = (
    Days(1 * DAY),
    Days(2 * DAY),
    Days(3 * DAY),
    Days(7 * DAY),
    Hours(48 * HOUR, 12 * HOUR),
    Hours(120 * HOUR, 24 * HOUR),
    LivePace(2 * MINUTE, DEFAULT_DELAY),
    LivePace(1 * MINUTE, 10 * SECOND),
    LivePace(3 * MINUTE, 15 * SECOND),
)
"""What is offered where a pace is chosen; any other within the bounds can be written."""


def clock_words(table: Table, length: int, t: Texts) -> tuple[str, ...]:
    """The rule about time of a match to so many points, or with 0 of a money session, a line; none without a clock."""
    about, clock = table.about, table.clock
    pace = about.pace if clock is None else clock.pace  # which is another one once the round of a league is over
    if pace is None:
        return ()
    told = wanted_words(wanted_of(pace, length), length, t)
    if about.weekdays:
        return (t("Time: {pace}, without weekends ({zone}).", pace=told, zone=about.weekdays),)
    return (t("Time: {pace}.", pace=told),)


def league_pace_words(pace: Days | Hours | None, t: Texts) -> str:
    """The rule about time of the matches of a league; empty if they have no clock."""
    return t("Time: {pace}.", pace=wanted_words(pace, None, t)) if pace else ""


def wanted_words(wanted: WantedPace | None, length: int | None, t: Texts) -> str:
    """A pace as it is offered; `length` None: it is not known yet what is played."""
    match wanted:
        case None:
            return t("no clock")
        case Days(per_turn) if per_turn % DAY:
            return t("{hours} h a turn", hours=_number(per_turn / HOUR))
        case Days(per_turn):
            return t.many("{number} day a turn", "{number} days a turn", per_turn // DAY)
        case Hours(reserve, per_turn):
            free = t("{hours} h a turn", hours=_number(per_turn / HOUR))
            return t("{hours} h", hours=_number(reserve / HOUR)) + (f" + {free}" if per_turn else "")
        case LivePace(per_point, delay):
            minutes = _number(per_point / MINUTE)
            money, match_ = t("{minutes} min a game", minutes=minutes), t("{minutes} min a point", minutes=minutes)
            delayed = " + " + t("{seconds} s", seconds=_number(delay / SECOND)) if delay else ""
            return (money if length == 0 else match_) + delayed


def offered_words(length: int | None, t: Texts) -> Iterator[str]:
    """All that is offered, each as `bot.core.pace.read_pace` reads it; by hours only matches are played."""
    yield t("open: no clock")
    for wanted in OFFERED:
        if not (isinstance(wanted, Hours) and length == 0):
            yield wanted_words(wanted, length, t)


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")

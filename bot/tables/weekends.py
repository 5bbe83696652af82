"""Weekends of a time zone, for tables whose clocks stand on them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from bot.core.clock import Calendar, Clock, Entry
from bot.tables.calendar_days import day_begins, place_of

AHEAD = timedelta(days=60)
"""How far ahead weekends are entered in a log, so that no later table of time zones changes them."""


def weekends(zone: str, at: int) -> Iterator[tuple[int, int]]:
    """From when until when it is Saturday or Sunday in a time zone: the weekend of this moment, or what is left of it,
    and those that begin within `AHEAD`. In milliseconds since 1970. None in a zone that this machine does not know.
    """
    place = place_of(zone)
    if place is None:
        return
    today = datetime.fromtimestamp(at / 1000, place).date()
    saturday = today - timedelta(days=(today.weekday() + 2) % 7)
    while saturday <= today + AHEAD:
        start, until = day_begins(saturday, place), day_begins(saturday + timedelta(days=2), place)
        if until > at:
            yield max(start, at), until
        saturday += timedelta(days=7)


def missing_weekends(zone: str | None, clock: Clock, at: int) -> tuple[Entry, ...]:
    """The weekends that do not stand in a clock yet, for both sides. `zone` None: weekends count."""
    if zone is None:
        return ()
    return tuple(
        Calendar(side, start, until)
        for start, until in weekends(zone, at)
        for side, rests in enumerate(clock.rests)
        if not any(begin <= start and (end is None or until <= end) for begin, end in rests)
    )

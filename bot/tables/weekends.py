"""Weekends of a time zone, for tables whose clocks stand on them."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from bot.core.clock import Calendar, Clock, Entry

AHEAD = timedelta(days=60)
"""How far ahead weekends are entered in a log, so that no later table of time zones changes them."""

_log = logging.getLogger(__name__)


def weekends(zone: str, at: int) -> Iterator[tuple[int, int]]:
    """From when until when it is Saturday or Sunday in a time zone: the weekend of this moment, or what is left of it,
    and those that begin within `AHEAD`. In milliseconds since 1970. None in a zone that this machine does not know.
    """
    try:
        place = ZoneInfo(zone)
    except (ZoneInfoNotFoundError, OSError) as error:
        _log.warning("weekends of %s count, which this machine does not know: %s", zone, error)
        return
    today = datetime.fromtimestamp(at / 1000, place).date()
    saturday = today - timedelta(days=(today.weekday() + 2) % 7)
    while saturday <= today + AHEAD:
        start, until = _begins(saturday, place), _begins(saturday + timedelta(days=2), place)
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


def _begins(day: date, zone: ZoneInfo) -> int:
    """When a day begins: where clocks are set at midnight, at the first moment that has its date."""
    return round(datetime(day.year, day.month, day.day, tzinfo=zone).timestamp() * 1000)

"""Days by the calendar of a time zone. Moments are milliseconds since 1970."""

from __future__ import annotations

import logging
import re
from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

_log = logging.getLogger(__name__)


_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
_EUROPEAN = re.compile(r"(\d{1,2})\. ?(\d{1,2})\.?(?: ?(\d{4}))?")


def read_day(text: str, today: date) -> date:
    """A day that is written as `2026-08-03`, `3. 8. 2026` or `3. 8.`, which is the next one. Raises `ValueError`."""
    if found := _ISO.fullmatch(text):
        year, month, day = found.groups()
        return date(int(year), int(month), int(day))
    if found := _EUROPEAN.fullmatch(text):
        day, month, year = found.groups()
        if year:
            return date(int(year), int(month), int(day))
        named = date(today.year, int(month), int(day))
        return named if named >= today else named.replace(year=today.year + 1)
    raise ValueError(text)


def place_of(zone: str) -> ZoneInfo | None:
    """The zone of IANA's name; None for one that this machine does not know, whose calendar then counts for nothing."""
    try:
        return ZoneInfo(zone)
    except (ZoneInfoNotFoundError, OSError) as error:
        _log.warning("the calendar of %s does not count, which this machine does not know: %s", zone, error)
        return None


def day_begins(day: date, place: ZoneInfo) -> int:
    """When a day begins: where clocks are set at midnight, at the first moment that has its date."""
    return round(datetime(day.year, day.month, day.day, tzinfo=place).timestamp() * 1000)


def day_of(at: int, zone: str) -> date:
    """The day to which a moment belongs; by UTC in a zone that is not known."""
    return datetime.fromtimestamp(at / 1000, place_of(zone) or UTC).date()

"""Quiet hours, in which nobody is reminded."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from msgspec import Struct

from bot.core.refusal import Illegal
from bot.tables.faults import TableTrouble

DAY = 24 * 60
"""Minutes."""
LONGEST = 10 * 60
"""Minutes that quiet hours last at most."""


class Night(Struct, frozen=True, kw_only=True):
    """Quiet hours of every day, from and to minutes after midnight in a time zone; `zone` None: that of the server."""

    start: int = 22 * 60
    end: int = 8 * 60
    zone: str | None = None

    def __post_init__(self) -> None:
        if not (0 <= self.start < DAY and 0 <= self.end < DAY and 0 < self.length <= LONGEST):
            raise ValueError(f"no night is from {self.start} to {self.end}")

    @property
    def length(self) -> int:
        """Minutes by the clock on the wall."""
        return (self.end - self.start) % DAY

    def ends(self, at: float, server: str) -> float | None:
        """When the night ends into which a moment falls (seconds since 1970); None if it falls into none.

        `server`: the zone of the server. Where clocks are set back, an hour that comes twice belongs to the night or to
        the day by its first coming.
        """
        zone = ZoneInfo(self.zone or server)
        today = datetime.fromtimestamp(at, zone).date()
        for evening in (today - timedelta(days=1), today):
            morning = evening + timedelta(days=self.end < self.start)
            begins, ends = _moment(evening, self.start, zone), _moment(morning, self.end, zone)
            if begins <= at < ends:
                return ends
        return None

    def after(self, at: float, server: str) -> float:
        """The moment itself, or if it falls into the night the end of that."""
        return self.ends(at, server) or at


def _moment(day: date, minute: int, zone: ZoneInfo) -> float:
    """When the clock on the wall shows it first; a time that is left out, as long after midnight as it would be."""
    return datetime(day.year, day.month, day.day, *divmod(minute, 60), tzinfo=zone).timestamp()


USUAL = Night()
"""The night of whoever has set none of their own."""

_HOURS = re.compile(r"\s*(\d{1,2})(?:[:.](\d{2}))?\s*(?:[-–—]|to|až|do|до)\s*(\d{1,2})(?:[:.](\d{2}))?\b\s*(.*)")


def read_night(text: str) -> tuple[Night | None, str]:
    """The hours that are written, and the name of the zone behind them, empty for none; without hours the usual ones,
    of nothing None. Raises `Illegal` for hours that cannot be.
    """
    text = text.strip()
    found = _HOURS.fullmatch(text)
    if found is None:
        if any(each.isdigit() for each in text):
            raise Illegal(TableTrouble.NIGHT_NOT_READ)
        return (Night(), text) if text else (None, "")
    first, last = (int(found[at]) * 60 + int(found[at + 1] or 0) for at in (1, 3))
    if max(first, last) > DAY or max(int(found[2] or 0), int(found[4] or 0)) > 59:
        raise Illegal(TableTrouble.NIGHT_NOT_READ)
    if not 0 < (last - first) % DAY <= LONGEST:
        raise Illegal(TableTrouble.NIGHT_TOO_LONG, most=LONGEST // 60)
    return Night(start=first % DAY, end=last % DAY), found[5]

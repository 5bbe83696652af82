"""Seasons: months, quarters or years by the calendar of a server."""

from __future__ import annotations

from enum import Enum


class Seasons(Enum):
    """How long a server's seasons are."""

    MONTH = "month"
    QUARTER = "quarter"
    YEAR = "year"
    OFF = "off"

    def of(self, year: int, month: int) -> str:
        """The season of a month, such as `2026-11`, `2026-Q4` or `2026`; none ("") if there are no seasons."""
        match self:
            case Seasons.MONTH:
                return f"{year:04}-{month:02}"
            case Seasons.QUARTER:
                return f"{year:04}-Q{(month + 2) // 3}"
            case Seasons.YEAR:
                return f"{year:04}"
            case Seasons.OFF:
                return ""

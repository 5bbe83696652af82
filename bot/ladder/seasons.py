"""Seasons: months, quarters or years of a server's calendar."""

from __future__ import annotations

from enum import Enum


class Seasons(Enum):
    """The length of a server's seasons."""

    MONTH = "month"
    QUARTER = "quarter"
    YEAR = "year"
    OFF = "off"

    def following(self, year: int, month: int) -> tuple[int, int] | None:
        """Year and month in which the season after this month's begins; None without seasons."""
        match self:
            case Seasons.MONTH:
                last = month
            case Seasons.QUARTER:
                last = (month + 2) // 3 * 3
            case Seasons.YEAR:
                last = 12
            case Seasons.OFF:
                return None
        return (year, last + 1) if last < 12 else (year + 1, 1)

    def before(self, year: int, month: int) -> str:
        """The season before that of a month; "" without seasons."""
        season = self.of(year, month)
        while season and self.of(year, month) == season:
            year, month = (year, month - 1) if month > 1 else (year - 1, 12)
        return self.of(year, month)

    def of(self, year: int, month: int) -> str:
        """The season of a month, such as `2026-11`, `2026-Q4` or `2026`; "" without seasons."""
        match self:
            case Seasons.MONTH:
                return f"{year:04}-{month:02}"
            case Seasons.QUARTER:
                return f"{year:04}-Q{(month + 2) // 3}"
            case Seasons.YEAR:
                return f"{year:04}"
            case Seasons.OFF:
                return ""

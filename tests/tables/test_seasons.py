"""When a season ends by the calendar of a server."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.ladder.seasons import Seasons
from bot.tables.counting import CountingRules

ZONES = ("UTC", "Europe/Prague", "America/Asuncion", "Asia/Kathmandu", "Pacific/Apia")
LENGTHS = [Seasons.MONTH, Seasons.QUARTER, Seasons.YEAR]


@given(
    at=st.datetimes(datetime(2001, 1, 1), datetime(2098, 12, 31)).map(lambda at: at.replace(tzinfo=UTC).timestamp()),
    zone=st.sampled_from(ZONES),
    seasons=st.sampled_from(LENGTHS),
)
def test_a_season_ends_where_the_next_one_begins(at: float, zone: str, seasons: Seasons) -> None:
    rules = CountingRules(seasons, zone)
    ends = rules.season_ends(at)
    assert ends is not None and ends > at
    assert rules.season(ends - 1) == rules.season(at) != rules.season(ends)
    assert rules.last_season(ends) == rules.season(at) != rules.last_season(at)


@pytest.mark.parametrize(
    ("seasons", "day", "ends"),
    [
        (Seasons.MONTH, "2026-11-30", "2026-12-01"),
        (Seasons.MONTH, "2026-12-01", "2027-01-01"),
        (Seasons.QUARTER, "2026-11-30", "2027-01-01"),
        (Seasons.QUARTER, "2026-01-01", "2026-04-01"),
        (Seasons.YEAR, "2026-01-01", "2027-01-01"),
    ],
)
def test_seasons_end_at_midnight_in_the_server_s_zone(seasons: Seasons, day: str, ends: str) -> None:
    there = ZoneInfo("Europe/Prague")
    noon, midnight = (datetime.fromisoformat(f"{text}T{hour}").replace(tzinfo=there).timestamp()
                      for text, hour in ((day, "12:00"), (ends, "00:00")))  # fmt: skip
    assert CountingRules(seasons, "Europe/Prague").season_ends(noon) == midnight
    assert CountingRules(Seasons.OFF, "Europe/Prague").season_ends(noon) is None
    assert CountingRules(Seasons.OFF, "Europe/Prague").last_season(noon) == ""

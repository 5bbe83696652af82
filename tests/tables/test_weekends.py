"""Weekends of zones where clocks are set at midnight or at night, and on a leap day; each stands in a log once."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from bot.core.clock import Away, Clock, Days, Live, Shown
from bot.core.pace import DAY, HOUR, MINUTE
from bot.tables.weekends import missing_weekends, weekends


def at(text: str, zone: str = "UTC", fold: int = 0) -> int:
    return round(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone), fold=fold).timestamp() * 1000)


@pytest.mark.parametrize(
    ("zone", "on", "begins", "ends", "hours"),
    [
        ("Europe/Prague", "2026-03-26T12:00", "2026-03-28T00:00", "2026-03-30T00:00", 47),
        # The hour from two to three comes twice on Sunday.
        ("Europe/Prague", "2026-10-22T12:00", "2026-10-24T00:00", "2026-10-26T00:00", 49),
        ("UTC", "2028-02-24T12:00", "2028-02-26T00:00", "2028-02-28T00:00", 48),
        # The leap day is a Saturday.
        ("UTC", "2020-02-27T12:00", "2020-02-29T00:00", "2020-03-02T00:00", 48),
        # Sunday begins at one o'clock in Havana, as there is no midnight, and in autumn has midnight twice.
        ("America/Havana", "2026-03-05T12:00", "2026-03-07T00:00", "2026-03-09T00:00", 47),
        ("America/Havana", "2026-10-29T12:00", "2026-10-31T00:00", "2026-11-02T00:00", 49),
        # In Santiago Saturday has 25 hours in April, and Sunday begins at one in September.
        ("America/Santiago", "2026-04-02T12:00", "2026-04-04T00:00", "2026-04-06T00:00", 49),
        ("America/Santiago", "2026-09-03T12:00", "2026-09-05T00:00", "2026-09-07T00:00", 47),
    ],
)
def test_a_weekend_is_from_the_first_moment_of_saturday_to_that_of_monday(
    zone: str, on: str, begins: str, ends: str, hours: int
) -> None:
    start, until = next(weekends(zone, at(on, zone)))
    assert (start, until) == (at(begins, zone), at(ends, zone))
    assert until - start == hours * HOUR


def test_where_saturday_has_no_midnight_it_begins_when_clocks_are_set() -> None:
    # Friday, 20 March 2020 was followed by one o'clock in Tehran.
    start, until = next(weekends("Asia/Tehran", at("2020-03-20T12:00", "Asia/Tehran")))
    assert start == at("2020-03-20T20:30") and until - start == 47 * HOUR
    assert datetime.fromtimestamp(start / 1000, ZoneInfo("Asia/Tehran")).hour == 1


def test_of_a_weekend_that_has_begun_what_is_left_counts_for_nobody() -> None:
    now = at("2026-08-01T15:00", "Asia/Tokyo")
    found = list(weekends("Asia/Tokyo", now))
    assert found[0] == (now, at("2026-08-03T00:00", "Asia/Tokyo"))
    assert found[-1] == (at("2026-09-26T00:00", "Asia/Tokyo"), at("2026-09-28T00:00", "Asia/Tokyo"))
    assert len(found) == 9
    assert next(weekends("Asia/Tokyo", at("2026-08-03T00:00", "Asia/Tokyo")))[0] == at("2026-08-08T00:00", "Asia/Tokyo")


def test_a_zone_that_is_not_known_has_none() -> None:
    assert not list(weekends("Middle/Earth", at("2026-08-01T15:00")))


def test_a_weekend_stands_in_a_log_once_for_both() -> None:
    now = at("2026-07-30T12:00")
    clock = Clock.of(Days(2 * DAY))
    entries = missing_weekends("UTC", clock, now)
    assert len(entries) == 2 * len(list(weekends("UTC", now)))
    entered = Clock.of(Days(2 * DAY), (*entries, Shown(now, 1)))
    assert not missing_weekends("UTC", entered, now)
    # Shown on Thursday at noon, two days are over on Monday at noon: the weekend is left out.
    assert entered.falls == at("2026-08-03T12:00")
    # A week later one more is within reach, and an outage that covers a part of one hides no weekend.
    away = entered.after(Away(at("2026-09-26T10:00"), at("2026-09-26T11:00")))
    later = missing_weekends("UTC", away, now + 7 * DAY)
    assert [entry.start for entry in later if hasattr(entry, "start")] == [at("2026-10-03T00:00")] * 2


def test_nothing_is_entered_where_weekends_count() -> None:
    assert missing_weekends(None, Clock.of(Live(MINUTE, 0)), at("2026-07-30T12:00")) == ()

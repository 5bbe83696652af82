"""Quiet hours: what falls into them, where clocks are changed too, and how they are written."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from bot.core.refusal import Illegal
from bot.tables.faults import TableTrouble
from bot.tables.nights import LONGEST, Night, read_night
from bot.tables.preferences import PersonPreferences

PRAGUE = "Europe/Prague"
SHORT = Night(start=23 * 60, end=2 * 60 + 30, zone=PRAGUE)


def moment(text: str) -> float:
    """A moment that is written in UTC."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()


@pytest.mark.parametrize(
    ("at", "ends"),
    [
        ("2028-02-28 22:30", "2028-02-29 01:30"),  # the leap day begins in the night
        ("2028-02-29 22:00", "2028-03-01 01:30"),
        ("2026-10-24 22:00", "2026-10-25 00:30"),  # half past two comes twice: the first time the night is over
        ("2026-10-25 01:15", None),  # a quarter past two, the second time
        ("2026-03-28 22:30", "2026-03-29 01:30"),  # half past two does not come: it is half past three at once
        ("2026-07-01 20:59", None),
        ("2026-07-01 21:00", "2026-07-02 00:30"),
        ("2026-07-02 00:30", None),
    ],
)
def test_a_night_ends_once_where_clocks_are_changed(at: str, ends: str | None) -> None:
    assert SHORT.ends(moment(at), "UTC") == (ends and moment(ends))


def test_without_a_zone_it_is_that_of_the_server() -> None:
    at = datetime(2026, 7, 4, 23, tzinfo=ZoneInfo("Asia/Tokyo")).timestamp()
    assert Night().after(at, "Asia/Tokyo") == at + 9 * 3600
    assert Night().after(at, "UTC") == at


def test_hours_within_one_day_are_a_night_too() -> None:
    noon = Night(start=12 * 60, end=13 * 60, zone="UTC")
    assert noon.after(moment("2026-07-01 12:20"), PRAGUE) == moment("2026-07-01 13:00")
    assert noon.ends(moment("2026-07-01 00:20"), PRAGUE) is None


@pytest.mark.parametrize(
    ("text", "start", "end", "zone"),
    [
        ("23:00–7:30 Prague", 1380, 450, "Prague"),
        ("23-7", 1380, 420, ""),
        ("22.15 až 8 Praha", 1335, 480, "Praha"),
        ("24–6", 0, 360, ""),
        ("New York", 1320, 480, "New York"),
    ],
)
def test_hours_are_read_as_people_write_them(text: str, start: int, end: int, zone: str) -> None:
    assert read_night(text) == (Night(start=start, end=end), zone)


@pytest.mark.parametrize("text", ["25–6", "23:70–6", "7", "8–8", "20–7", "0–24"])
def test_hours_that_cannot_be_are_refused(text: str) -> None:
    with pytest.raises(Illegal):
        read_night(text)


def test_they_last_ten_hours_at_most() -> None:
    assert read_night("22–8")[0] == Night() and Night().length == LONGEST
    with pytest.raises(ValueError, match="no night"):
        Night(start=0, end=LONGEST + 1)


def test_they_change_once_a_week() -> None:
    week, first = 7 * 24 * 3600, 1_700_000_000.0
    changed = PersonPreferences().with_night(SHORT, first)
    assert changed.with_night(SHORT, first + 1) is changed
    with pytest.raises(Illegal) as refused:
        changed.with_night(None, first + week - 1)
    assert refused.value.reason is TableTrouble.NIGHT_AGAIN
    assert changed.with_night(None, first + week).quiet == Night()

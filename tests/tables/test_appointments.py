"""A time that people write: the next one of that name, in the zone of the server, not too near and not too far."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from bot.core.refusal import Illegal
from bot.tables.appointments import AppointmentFault, offered_appointments, read_appointment

PRAGUE = "Europe/Prague"


def at(text: str, zone: str = PRAGUE, fold: int = 0) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone), fold=fold).timestamp()


@pytest.mark.parametrize(
    ("written", "now", "meant"),
    [
        ("20:00", "2026-11-25 12:00", "2026-11-25 20:00"),
        ("20.00", "2026-11-25 19:45", "2026-11-25 20:00"),
        ("20:00", "2026-11-25 19:46", "2026-11-26 20:00"),
        ("  2026-12-02   12:00", "2026-11-25 12:00", "2026-12-02 12:00"),
        ("28.11. 9:05", "2026-11-25 12:00", "2026-11-28 09:05"),
        ("28. 11. 2026 9:05", "2026-11-25 12:00", "2026-11-28 09:05"),
        ("1.1. 20:00", "2026-12-30 12:00", "2027-01-01 20:00"),
        ("29.2. 20:00", "2028-02-28 12:00", "2028-02-29 20:00"),
        # The clocks go forward on 29 March 2026 at 2:00, and back on 25 October at 3:00.
        ("20:00", "2026-03-28 21:00", "2026-03-29 20:00"),
        ("2:30", "2026-03-28 21:00", "2026-03-29 03:30"),
        ("2:30", "2026-10-24 21:00", "2026-10-25 02:30"),
    ],
)
def test_it_is_the_next_time_of_that_name(written: str, now: str, meant: str) -> None:
    assert read_appointment(written, at(now), PRAGUE) == at(meant)


def test_of_an_hour_that_comes_twice_the_one_ahead_is_meant() -> None:
    assert read_appointment("2:30", at("2026-10-25 02:20"), PRAGUE) == at("2026-10-25 02:30", fold=1)


@pytest.mark.parametrize("written", ["", "soon", "25:00", "20:60", "2026-02-30 20:00", "29.2. 20:00", "20", "٢٠:٠٠x"])
def test_what_is_no_time_is_refused(written: str) -> None:
    with pytest.raises(Illegal) as refused:
        read_appointment(written, at("2026-11-25 12:00"), PRAGUE)
    assert refused.value.reason is AppointmentFault.NOT_READ


@pytest.mark.parametrize("written", ["2026-11-25 12:14", "2026-12-02 12:01", "2025-01-01 20:00", "24.11. 20:00"])
def test_what_is_too_near_or_too_far_is_refused_with_the_bounds(written: str) -> None:
    with pytest.raises(Illegal) as refused:
        read_appointment(written, at("2026-11-25 12:00"), PRAGUE)
    assert refused.value.details["soonest"] == "2026-11-25 12:15"
    assert refused.value.details["latest"] == "2026-12-02 12:00" and refused.value.details["zone"] == PRAGUE


@pytest.mark.parametrize("zone", [PRAGUE, "Asia/Kathmandu", "America/St_Johns"])
def test_what_is_offered_is_read(zone: str) -> None:
    now = at("2026-10-24 20:07", zone)
    read = [read_appointment(words, now, zone) for words in offered_appointments(now, zone)]
    assert read == sorted(read) and 15 * 60 <= read[0] - now < 45 * 60

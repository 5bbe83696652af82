"""Appointments as people write them: a time of day such as `20:00`, perhaps behind a date, in the zone of a server."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from enum import Enum
from zoneinfo import ZoneInfo

from msgspec import Struct

from bot.core.refusal import Illegal
from bot.tables.calendar_days import read_day

SOONEST, LATEST = 15 * 60.0, 7 * 24 * 3600.0
"""How many seconds ahead an appointment can be."""


class Appointment(Struct, frozen=True):
    """When a table begins by itself, in seconds since 1970, and how many have to be there."""

    at: float
    people: int


_WRITTEN = re.compile(r"(?:(.+?),?[ T]+)?(\d{1,2})[:.](\d{2})")
_HALF_HOUR = 1800
_OFFERED = 24


class AppointmentFault(Enum):
    """Why a written time is none that can be agreed on."""

    NOT_READ = "I do not understand this time. Write `20:00`, or with the day `2026-11-28 20:00`."
    BOUNDS = (
        "It can be 15 minutes to 7 days ahead: from {soonest} to {latest}. Here it is the time zone {zone} that counts."
    )
    ONE_A_HOST = "You have opened a table that begins by itself already. Call that off before the next."
    PEOPLE = "To begin by itself it needs {least} to {most} people."
    ONLY_WITH_TIME = "`people` says how many have to be there at the time of `at`: give both, or `at` alone."


def read_appointment(text: str, now: float, zone: str) -> float:
    """The moment that is written, in seconds since 1970. A time of day without a date is the next one that is far
    enough ahead. Raises `Illegal` for what cannot be read, or is too near or too far.

    A time that the clock skips is as long after midnight as it says; of one that comes twice the first is meant, or
    the second where only that is ahead.
    """
    place = ZoneInfo(zone)
    here = datetime.fromtimestamp(now, place)
    try:
        day, hour, minute = _read(" ".join(text.split()), here.date())
        days = [day] if day else [here.date() + timedelta(days=each) for each in range(3)]
        moments = [at for each in days for at in _moments(each, hour, minute, place)]
    except ValueError as error:
        raise Illegal(AppointmentFault.NOT_READ) from error
    fitting = [at for at in moments if now + SOONEST <= at <= now + LATEST]
    if not fitting:
        soonest, latest = (f"{datetime.fromtimestamp(now + each, place):%Y-%m-%d %H:%M}" for each in (SOONEST, LATEST))
        raise Illegal(AppointmentFault.BOUNDS, soonest=soonest, latest=latest, zone=zone)
    return min(fitting)


def _read(text: str, today: date) -> tuple[date | None, int, int]:
    """The date, if there is one, hour and minute. Raises `ValueError`."""
    found = _WRITTEN.fullmatch(text)
    if found is None:
        raise ValueError(text)
    day, hour, minute = found.groups()
    return (read_day(day, today) if day else None), int(hour), int(minute)


def _moments(day: date, hour: int, minute: int, zone: ZoneInfo) -> list[float]:
    local = datetime(day.year, day.month, day.day, hour, minute, tzinfo=zone)
    return sorted({local.timestamp(), local.replace(fold=1).timestamp()} if _twice(local) else {local.timestamp()})


def _twice(local: datetime) -> bool:
    """Whether a time of day comes twice, not whether it is skipped: a skipped one is later with the first offset."""
    return local.timestamp() < local.replace(fold=1).timestamp()


def offered_appointments(now: float, zone: str) -> Iterator[str]:
    """The next half hours, as `read_appointment` reads them."""
    place = ZoneInfo(zone)
    first = -(-(now + SOONEST) // _HALF_HOUR) * _HALF_HOUR
    times = (datetime.fromtimestamp(first + number * _HALF_HOUR, place) for number in range(_OFFERED))
    yield from dict.fromkeys(f"{each:%Y-%m-%d %H:%M}" for each in times)

"""Holidays of a person: days on which no time of theirs runs, and how many of them count where.

Moments are milliseconds since 1970; days are those of the calendar in the zone in which a holiday was entered.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from enum import Enum
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from bot.core.pace import DAY
from bot.core.refusal import Illegal
from bot.tables.calendar_days import day_begins, day_of, place_of

MOST_A_YEAR = 42
"""Days of holiday in any twelve months."""
MOST_IN_A_ROW = 21
"""Days of one holiday."""
_APART = 7
"""Days between two holidays."""
_NOTICE = DAY
"""Milliseconds after which a holiday that was entered counts at the soonest."""
_YEAR = timedelta(days=365)
_KEPT = timedelta(days=396)
"""A year and a month: what is older says nothing of the days that are left."""

Span: TypeAlias = tuple[int, int]
"""From when until when a day counts."""


class AwayFault(Enum):
    """Why a holiday is refused."""

    NOT_READ = "I do not understand this date. Write `2026-08-03`, or `3. 8.`."
    WRONG_ORDER = "A holiday ends on the day on which it begins, or later."
    OVER = "It would be over before it counts: a holiday counts from a day after it was entered, {when}."
    TOO_FAR = "It has to end within a year."
    THERE_ALREADY = "You are away from {first} until {last} already. If that has changed, come back first."
    TOO_LONG = "A holiday is of at most {most} days in a row; this one would be of {days}."
    TOO_MUCH = "In twelve months {most} days count: {left} of them are left, and this would take {days}."
    TOO_SOON = "Between two holidays lie at least {apart} days; the other one is from {first} until {last}."
    NOT_AWAY = "You have no holiday that could end."


class Holiday(Struct, frozen=True, kw_only=True):
    """Away from the beginning of its first day to the end of its last. `zone`: IANA's name; `entered`: when it was."""

    first: date
    last: date
    zone: str
    entered: int

    @property
    def days(self) -> Iterator[Span]:
        """Its days, as far as they count: from a day after it was entered. None in a zone that is not known here."""
        place = place_of(self.zone)
        if place is None:
            return
        for number in range((self.last - self.first).days + 1):
            day = self.first + timedelta(days=number)
            start, until = day_begins(day, place), day_begins(day + timedelta(days=1), place)
            if until > (soonest := self.entered + _NOTICE):
                yield max(start, soonest), until


def counting(holidays: Iterable[Holiday], most: int) -> list[Span]:
    """The days that count where no more than `most` do in any twelve months, in order."""
    counted = list[Span]()
    for start, until in sorted(day for each in holidays for day in each.days):
        since = start - _YEAR // timedelta(milliseconds=1)
        if sum(begin > since for begin, _ in counted) < most:
            counted.append((start, until))
    return counted


def counting_since(days: Iterable[Span], since: int, most: int) -> list[Span]:
    """The first of these days, as many as `most`, that are not over at a moment, such as the start of a league."""
    return [each for each in days if each[1] > since][:most]


def ends(days: Iterable[Span], at: int) -> int | None:
    """When the holiday ends to which a moment belongs, by its days in order; None if it belongs to none."""
    end: int | None = None
    for start, until in days:
        if start <= at < until or start == end:
            end = until
    return end


def moved(since: float, length: float, days: Iterable[Span]) -> float:
    """When a length of time is over that does not run on these days. In seconds since 1970, and seconds."""
    at, left = since, length
    for start, until in ((start / 1000, until / 1000) for start, until in days):
        if until <= at:
            continue
        if at + left <= start:
            break
        left -= max(0.0, start - at)
        at = until
    return at + left


def with_holiday(holidays: Sequence[Holiday], new: Holiday) -> tuple[Holiday, ...]:
    """With one more, which may begin where another one ends. Raises `Illegal` with an `AwayFault`."""
    if new.last < new.first:
        raise Illegal(AwayFault.WRONG_ORDER)
    if new.last - day_of(new.entered, new.zone) > _YEAR:
        raise Illegal(AwayFault.TOO_FAR)
    for each in holidays:
        if each.first <= new.first <= each.last < new.last:
            new = replace(new, first=each.last + timedelta(days=1))
    if over := next((each for each in holidays if each.first <= new.last and new.first <= each.last), None):
        raise Illegal(AwayFault.THERE_ALREADY, first=f"{over.first}", last=f"{over.last}")
    if not any(new.days):
        raise Illegal(AwayFault.OVER, when=f"<t:{(new.entered + _NOTICE) // 1000}:f>")
    after = sorted((*holidays, new), key=lambda each: each.first)
    _check_apart(after, new)
    counted, wanted = counting(after, MOST_A_YEAR), [day for each in after for day in each.days]
    if len(counted) < len(wanted):
        days = len(list(new.days))
        left = max(0, days - (len(wanted) - len(counted)))
        raise Illegal(AwayFault.TOO_MUCH, most=MOST_A_YEAR, left=left, days=days)
    return tuple(after)


def _check_apart(holidays: Sequence[Holiday], new: Holiday) -> None:
    for row in _rows(holidays):
        days = sum(1 for each in row for _ in each.days)
        if new in row and days > MOST_IN_A_ROW:
            raise Illegal(AwayFault.TOO_LONG, most=MOST_IN_A_ROW, days=days)
        for other in holidays:
            gap = max(other.first - row[-1].last, row[0].first - other.last)
            if other not in row and new in row and gap <= timedelta(days=_APART):
                raise Illegal(AwayFault.TOO_SOON, apart=_APART, first=f"{other.first}", last=f"{other.last}")


def without_holiday(holidays: Sequence[Holiday], at: int) -> tuple[Holiday, ...]:
    """Back: the holiday of this moment ends with its day, which has counted already; without one the next goes. Raises
    `Illegal` if there is neither.
    """
    row = next((row for row in _rows(holidays) if any(until > at for each in row for _, until in each.days)), None)
    if row is None:
        raise Illegal(AwayFault.NOT_AWAY)
    kept = [_until(each, at) for each in row if any(start <= at for start, _ in each.days)]
    return tuple(each for each in holidays if each not in row) + tuple(kept)


def recent(holidays: Iterable[Holiday], at: int) -> tuple[Holiday, ...]:
    """Those that may still matter."""
    return tuple(each for each in holidays if day_of(at, each.zone) - each.last <= _KEPT)


def _until(holiday: Holiday, at: int) -> Holiday:
    return replace(holiday, last=min(holiday.last, day_of(at, holiday.zone)))


def _rows(holidays: Iterable[Holiday]) -> list[list[Holiday]]:
    """Holidays of which each begins on the day after the one before."""
    rows = list[list[Holiday]]()
    for each in sorted(holidays, key=lambda each: each.first):
        if rows and each.first - rows[-1][-1].last <= timedelta(days=1):
            rows[-1].append(each)
        else:
            rows.append([each])
    return rows

"""Holidays: which days count where, how long a time is that does not run on them, what is refused."""

from __future__ import annotations

import random
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

import pytest

from bot.core.refusal import Illegal
from bot.tables.calendar_days import day_begins, day_of, place_of, read_day
from bot.tables.holidays import (
    MOST_A_YEAR,
    MOST_IN_A_ROW,
    AwayFault,
    Holiday,
    Span,
    counting,
    counting_since,
    ends,
    moved,
    recent,
    with_holiday,
    without_holiday,
)

PRAGUE = "Europe/Prague"
DAY = 86_400_000


def ms(text: str) -> int:
    """A moment that is written in UTC."""
    return round(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp() * 1000)


def holiday(first: str, last: str, entered: str = "2026-01-01", zone: str = "UTC") -> Holiday:
    return Holiday(first=date.fromisoformat(first), last=date.fromisoformat(last), zone=zone, entered=ms(entered))


def test_days_are_those_of_the_zone_also_where_clocks_are_changed() -> None:
    days = list(holiday("2026-10-24", "2026-10-26", zone=PRAGUE).days)
    assert [(until - start) // 3_600_000 for start, until in days] == [24, 25, 24]
    assert days[0][0] == ms("2026-10-23 22:00") and days[-1][1] == ms("2026-10-26 23:00")
    assert [(until - start) // 3_600_000 for start, until in holiday("2026-03-29", "2026-03-29", zone=PRAGUE).days] == [
        23
    ]


def test_the_leap_day_is_a_day() -> None:
    assert len(list(holiday("2028-02-28", "2028-03-01").days)) == 3


def test_it_counts_a_day_after_it_was_entered_at_the_soonest() -> None:
    days = list(holiday("2026-07-01", "2026-07-04", entered="2026-07-01 15:00").days)
    assert days[0] == (ms("2026-07-02 15:00"), ms("2026-07-03"))
    assert len(days) == 3


def test_an_unknown_zone_has_no_days() -> None:
    assert list(holiday("2026-07-01", "2026-07-04", zone="Nowhere/Land").days) == []


def test_of_adjacent_days_the_end_is_that_of_the_last() -> None:
    days = list(holiday("2026-07-01", "2026-07-03").days)
    assert ends(days, ms("2026-07-01 12:00")) == ms("2026-07-04")
    assert ends(days, ms("2026-07-04")) is None and ends(days, ms("2026-06-30 23:59")) is None
    assert ends([*days, *holiday("2026-07-05", "2026-07-06").days], ms("2026-07-02")) == ms("2026-07-04")


@pytest.mark.parametrize("seed", range(200))
def test_a_time_that_does_not_run_on_them_is_as_long_as_it_was(seed: int) -> None:
    draw = random.Random(seed)
    days: list[Span] = []
    at = 0
    for _ in range(draw.randrange(5)):
        at += draw.choice((0, draw.randrange(50))) * 1000
        days.append((at, at := at + draw.randrange(1, 30) * 1000))
    since, length = draw.randrange(150), draw.randrange(1, 60)
    end = moved(since, length, days)
    resting = {second for start, until in days for second in range(start // 1000, until // 1000)}
    counted = [second for second in range(since, round(end)) if second not in resting]
    assert len(counted) == length and round(end) - 1 not in resting


def test_no_more_than_so_many_count_in_twelve_months() -> None:
    both = [holiday("2026-02-01", "2026-02-10"), holiday("2026-12-01", "2026-12-10")]
    assert len(counting(both, MOST_A_YEAR)) == 20
    assert [start for start, _ in counting(both, 12)][-1] == ms("2026-12-02")
    assert counting(both, 0) == []
    later = [holiday("2026-02-01", "2026-02-10"), holiday("2027-02-05", "2027-02-14")]
    # On 5 February four of the days of a year before are more than twelve months ago.
    assert len([start for start, _ in counting(later, 10) if start >= ms("2027-01-01")]) == 10


def test_in_a_league_the_first_days_count_since_it_began() -> None:
    days = counting([holiday("2026-02-01", "2026-02-10"), holiday("2026-03-01", "2026-03-10")], MOST_A_YEAR)
    counted = counting_since(days, ms("2026-02-05 12:00"), 7)
    assert [start for start, _ in counted] == [ms(f"2026-02-{day:02}") for day in range(5, 11)] + [ms("2026-03-01")]


def refused(held: tuple[Holiday, ...], new: Holiday) -> AwayFault:
    with pytest.raises(Illegal) as raised:
        with_holiday(held, new)
    assert isinstance(raised.value.reason, AwayFault)
    return raised.value.reason


def test_what_is_refused() -> None:
    july = holiday("2026-07-01", "2026-07-10")
    assert refused((), holiday("2026-07-02", "2026-07-01")) is AwayFault.WRONG_ORDER
    assert refused((), holiday("2026-07-01", "2026-07-01", entered="2026-07-01 00:00:01")) is AwayFault.OVER
    assert refused((), holiday("2027-02-01", "2027-02-01")) is AwayFault.TOO_FAR
    assert refused((july,), holiday("2026-07-03", "2026-07-05")) is AwayFault.THERE_ALREADY
    assert refused((july,), holiday("2026-06-25", "2026-07-05")) is AwayFault.THERE_ALREADY
    assert refused((july,), holiday("2026-07-17", "2026-07-18")) is AwayFault.TOO_SOON
    assert refused((july,), holiday("2026-06-20", "2026-06-24")) is AwayFault.TOO_SOON
    assert refused((), holiday("2026-07-01", "2026-07-22")) is AwayFault.TOO_LONG
    assert with_holiday((july,), holiday("2026-07-18", "2026-07-18")) == (july, holiday("2026-07-18", "2026-07-18"))


def test_it_may_be_made_longer_up_to_three_weeks() -> None:
    july = holiday("2026-07-01", "2026-07-10")
    longer = with_holiday((july,), holiday("2026-07-05", "2026-07-21", entered="2026-07-04"))
    assert longer == (july, holiday("2026-07-11", "2026-07-21", entered="2026-07-04"))
    assert sum(1 for each in longer for _ in each.days) == MOST_IN_A_ROW
    assert refused((july,), holiday("2026-07-05", "2026-07-22", entered="2026-07-04")) is AwayFault.TOO_LONG


def test_the_refusal_says_how_many_days_are_left() -> None:
    held = (holiday("2026-02-01", "2026-02-21"), holiday("2026-05-01", "2026-05-18"))
    with pytest.raises(Illegal) as raised:
        with_holiday(held, holiday("2026-08-01", "2026-08-07"))
    assert raised.value.reason is AwayFault.TOO_MUCH
    assert raised.value.details == {"most": 42, "left": 3, "days": 7}


@pytest.mark.parametrize("seed", range(40))
def test_whatever_is_entered_the_bounds_hold(seed: int) -> None:
    draw, held, now = random.Random(seed), tuple[Holiday, ...](), ms("2026-01-01")
    for _ in range(60):
        now += draw.randrange(20) * DAY // 2
        first = day_of(now, PRAGUE) + timedelta(days=draw.randrange(40))
        new = Holiday(first=first, last=first + timedelta(days=draw.randrange(25)), zone=PRAGUE, entered=now)
        try:
            held = with_holiday(recent(held, now), new) if draw.random() < 0.8 else without_holiday(held, now)
        except Illegal:
            continue
        days = sorted(day for each in held for day in each.days)
        assert days == counting(held, MOST_A_YEAR)
        assert all(one[1] <= other[0] for one, other in pairwise(days))
        for day in days:
            row = [each for each in days if day[0] <= each[0] < day[0] + (MOST_IN_A_ROW + 1) * DAY]
            assert len(row) <= MOST_IN_A_ROW


def test_back_ends_it_with_the_day_that_has_begun() -> None:
    july, august = holiday("2026-07-01", "2026-07-10"), holiday("2026-08-01", "2026-08-10")
    cut = without_holiday((july, august), ms("2026-07-03 12:00"))
    assert cut == (august, holiday("2026-07-01", "2026-07-03"))
    assert without_holiday((july, august), ms("2026-06-30 12:00")) == (august,)
    with pytest.raises(Illegal) as raised:
        without_holiday((july, august), ms("2026-08-11"))
    assert raised.value.reason is AwayFault.NOT_AWAY


def test_back_takes_what_it_was_made_longer_by() -> None:
    held = with_holiday(
        (holiday("2026-07-01", "2026-07-05"),), holiday("2026-07-06", "2026-07-10", entered="2026-07-02")
    )
    assert without_holiday(held, ms("2026-07-03 12:00")) == (holiday("2026-07-01", "2026-07-03"),)


def test_what_ended_thirteen_months_ago_is_forgotten() -> None:
    july = holiday("2026-07-01", "2026-07-10")
    assert recent((july,), ms("2027-08-09")) == (july,)
    assert recent((july,), ms("2027-08-12")) == ()


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2026-08-03", "2026-08-03"),
        ("3. 8. 2027", "2027-08-03"),
        ("3.8.", "2027-08-03"),
        ("3. 9", "2026-09-03"),
        ("15.8.", "2026-08-15"),
    ],
)
def test_a_day_as_people_write_it(text: str, day: str) -> None:
    assert read_day(text, date(2026, 8, 15)) == date.fromisoformat(day)


@pytest.mark.parametrize("text", ["", "tomorrow", "31.2.", "2026-13-01", "3/8"])
def test_what_is_no_day(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  whatever the calendar says
        read_day(text, date(2026, 8, 15))


def test_where_clocks_are_set_at_midnight_a_day_begins_with_its_first_moment() -> None:
    santiago = place_of("America/Santiago")
    assert santiago is not None
    assert day_begins(date(2026, 9, 6), santiago) == ms("2026-09-06 04:00")

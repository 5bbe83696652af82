"""Time zones by what people type."""

from __future__ import annotations

from zoneinfo import ZoneInfo, available_timezones

import pytest

from bot.tables.time_zones import find, nearest


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("Europe/Prague", "Europe/Prague"),
        ("europe/PRAGUE", "Europe/Prague"),
        ("prague", "Europe/Prague"),
        ("  new   york ", "America/New_York"),
        ("america/new york", "America/New_York"),
        ("Port-au-Prince", "America/Port-au-Prince"),
        ("utc", "UTC"),
        ("Singapore", "Singapore"),
        ("etc/gmt-2", "Etc/GMT-2"),
        ("Praha", "Europe/Prague"),
        ("москва", "Europe/Moscow"),
        ("Вена", "Europe/Vienna"),
        ("Etc/GMT+2", "Etc/GMT+2"),
    ],
)
def test_a_zone_is_found_however_it_is_typed(typed: str, meant: str) -> None:
    assert find(typed) == (meant,)


def test_every_zone_is_found_by_its_name() -> None:
    for name in available_timezones() - {"localtime", "Factory"}:
        assert find(name) == (name,)
        assert ZoneInfo(name)


def test_a_place_that_several_have_is_not_guessed() -> None:
    assert set(find("Istanbul")) == {"Asia/Istanbul", "Europe/Istanbul"}


@pytest.mark.parametrize(
    ("typed", "near"),
    [("Pragu", "Europe/Prague"), ("Europe/Moskow", "Europe/Moscow"), ("new yorck", "America/New_York")],
)
def test_what_is_typed_wrong_has_something_near(typed: str, near: str) -> None:
    assert find(typed) == ()
    assert near in nearest(typed)


@pytest.mark.parametrize("typed", ["", "/", "../../etc/passwd", "localtime", "42", "GMT+1", "\x00", "x" * 50])
def test_what_is_none_is_none(typed: str) -> None:
    assert find(typed) == ()
    assert len(nearest(typed)) <= 3

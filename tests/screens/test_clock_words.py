"""Times left are those of the moment of drawing: on the plates, in the line that asks, to a player alone."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.backgammon import Rules
from bot.core.clock import Clock, Days, Hours, Live, Pace, Pressed, Shown
from bot.core.pace import DAY, HOUR, MINUTE, SECOND
from bot.screens.alt import alt_text
from bot.screens.clock_words import rest_words, time_words, timed
from bot.screens.live import content
from bot.tables.table import Person, Table
from bot.texts import texts
from render import TimeLeft

from .states import OPENING, after, opened, scene_of

ENGLISH, CZECH, RUSSIAN = (texts(language) for language in ("en", "cs", "ru"))
START = 1_700_000_000_000
LIVE = Live(14 * MINUTE, 12 * SECOND)


def asked(pace: Pace, *entries: Shown | Pressed, people: tuple[Person, Person] | None = None) -> Table:
    """A table where seat 0 has to play 3-1, with what its log says of time."""
    table = opened(Rules(length=7)) if people is None else opened(Rules(length=7), people)
    return replace(after(table, OPENING), clock=Clock.of(pace, entries))


def times(table: Table, at: int) -> tuple[TimeLeft | None, TimeLeft | None]:
    return timed(scene_of(table, "wood", ENGLISH), table, at, ENGLISH).times


@pytest.mark.parametrize(
    ("left", "said"),
    [
        (0, "0:00"),
        (999, "0:00"),
        (9 * SECOND, "0:09"),
        (HOUR - 1, "59:59"),
        (HOUR, "1 h"),
        (4 * HOUR + 20 * MINUTE, "4 h 20 min"),
        (DAY - 1, "23 h 59 min"),
        (DAY + 4 * HOUR, "1 d 4 h"),
        (2 * DAY + MINUTE, "2 d"),
    ],
)
def test_a_time_is_never_said_to_be_more_than_it_is(left: int, said: str) -> None:
    assert time_words(left, ENGLISH) == said


def test_a_time_is_said_in_every_language() -> None:
    assert time_words(DAY + 4 * HOUR, RUSSIAN) == "1 д 4 ч"
    assert time_words(4 * HOUR + MINUTE, CZECH) == "4 h 1 min"


def test_plates_show_both_reserves_as_they_are_when_drawn() -> None:
    table = asked(LIVE, Shown(START, 0))
    assert times(table, START) == (TimeLeft("14:00"), TimeLeft("14:00"))
    assert times(table, START + 32 * SECOND) == (TimeLeft("13:40"), TimeLeft("14:00"))
    assert times(table, START + 14 * MINUTE) == (TimeLeft("0:12", urgent=True), TimeLeft("14:00"))
    assert times(table, START + HOUR) == (TimeLeft("0:00", urgent=True), TimeLeft("14:00"))


def test_under_thirty_seconds_a_time_is_urgent() -> None:
    table, spent = asked(LIVE, Shown(START, 0)), LIVE.delay + LIVE.reserve
    urgent = [times(table, START + spent - left)[0] for left in (30_000, 29_999)]
    assert urgent == [TimeLeft("0:30"), TimeLeft("0:29", urgent=True)]


def test_by_days_only_who_is_asked_has_a_time() -> None:
    table = asked(Days(2 * DAY), Shown(START, 0))
    assert times(table, START + 20 * HOUR) == (TimeLeft("1 d 4 h"), None)


def test_a_table_without_a_clock_is_drawn_as_before() -> None:
    table = after(opened(Rules(length=7)), OPENING)
    scene = scene_of(table, "wood", ENGLISH)
    assert timed(scene, table, START, ENGLISH) is scene
    assert "⏱" not in content(table, 0, ENGLISH, START) and not rest_words(table, 0, START, ENGLISH)


@pytest.mark.parametrize(
    ("language", "said", "short"),
    [
        ("en", "13:40 left", "⏱ 0:12 left"),
        ("cs", "zbývá 13:40", "⏱ zbývá 0:12"),
        ("ru", "осталось 13:40", "⏱ осталось 0:12"),
    ],
)
def test_times_are_said_to_who_does_not_see_them(language: str, said: str, short: str) -> None:
    t, table = texts(language), asked(LIVE, Shown(START, 0))
    for at, words in ((START + 32 * SECOND, said), (START + 14 * MINUTE, short)):
        told = alt_text(timed(scene_of(table, "wood", t), table, at, t), t)
        assert f", {words})" in told.split("—")[0]


def test_the_line_that_mentions_says_when_the_flag_falls_a_second_early() -> None:
    until = (START + LIVE.delay + LIVE.reserve) // SECOND - 1
    lines = content(asked(LIVE), 0, ENGLISH, START).splitlines()
    assert f"<@1001>, play 3-1. ⏱ <t:{until}:R>" in lines, "a stopped clock runs once the board is shown"
    running = asked(LIVE, Shown(START, 0))
    assert f"⏱ <t:{until}:R>" in content(running, 0, ENGLISH, START + MINUTE), "one that runs does not begin anew"


def test_a_computers_time_is_not_counted_down() -> None:
    table = asked(LIVE, people=(Person(9, "Bot", level=3), Person(1002, "Bob")))
    assert "<t:" not in content(table, 0, ENGLISH, START)


def test_a_player_hears_what_is_left_of_reserve_and_stretch() -> None:
    table = asked(LIVE, Shown(START, 0))
    assert rest_words(table, 0, START, ENGLISH) == "⏱ You have 14:00 + 12 s."
    assert rest_words(table, 0, START + 20 * SECOND, ENGLISH) == "⏱ You have 13:52."
    assert rest_words(table, 1, START + 20 * SECOND, CZECH) == "⏱ Máš 14:00."
    hours = asked(Hours(48 * HOUR, 12 * HOUR), Shown(START, 0))
    assert rest_words(hours, 0, START + HOUR, ENGLISH) == "⏱ You have 2 d + 11 h."
    days = asked(Days(2 * DAY), Shown(START, 0))
    assert rest_words(days, 0, START + 20 * HOUR, ENGLISH) == "⏱ You have 1 d 4 h."
    assert not rest_words(days, 1, START + 20 * HOUR, ENGLISH)

"""A pace that is written: what is offered is read back in each language, and what is unclear is refused in words."""

from __future__ import annotations

import pytest

from bot.core.clock import Days, Hours, Live
from bot.core.pace import DAY, HOUR, MINUTE, SECOND, LivePace, PaceFault, WantedPace, clock_of, read_pace, wanted_of
from bot.core.refusal import Illegal
from bot.languages import LANGUAGES
from bot.screens.pace_words import OFFERED, offered_words, wanted_words
from bot.texts import texts


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("length", [None, 0, 7])
def test_what_is_offered_is_read_as_what_it_says(language: str, length: int | None) -> None:
    t = texts(language)
    assert [read_pace(words) for words in offered_words(7, t)] == [None, *OFFERED]
    assert all(read_pace(wanted_words(wanted, length, t)) == wanted for wanted in OFFERED)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", None),
        ("Open", None),
        ("3 days", Days(3 * DAY)),
        ("2 dny", Days(2 * DAY)),
        ("5 дней на ход", Days(5 * DAY)),
        ("48 h + 12 h", Hours(48 * HOUR, 12 * HOUR)),
        ("2 days + 12 h", Hours(48 * HOUR, 12 * HOUR)),
        ("48 hodin", Hours(48 * HOUR, 0)),
        ("0,5 min + 0 s", LivePace(MINUTE // 2, 0)),
        ("2 минуты", LivePace(2 * MINUTE, 15 * SECOND)),
    ],
)
def test_people_write_it_in_their_own_way(text: str, wanted: WantedPace | None) -> None:
    assert read_pace(text) == wanted


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("15 days", PaceFault.DAYS),
        ("0 days", PaceFault.DAYS),
        ("1.5 days", PaceFault.DAYS),
        ("241 h", PaceFault.HOURS),
        ("48 h + 73 h", PaceFault.HOURS),
        ("0.4 min", PaceFault.LIVE),
        ("11 min", PaceFault.LIVE),
        ("2 min + 61 s", PaceFault.LIVE),
        ("2 min + 2 days", PaceFault.NOT_READ),
        ("1 h + 1 h + 1 h", PaceFault.NOT_READ),
        ("fast", PaceFault.NOT_READ),
    ],
)
def test_what_is_out_of_bounds_or_unclear_is_refused(text: str, fault: PaceFault) -> None:
    with pytest.raises(Illegal) as refused:
        read_pace(text)
    assert refused.value.reason is fault


def test_live_minutes_are_for_each_point_or_for_a_game_of_money() -> None:
    wanted = LivePace(2 * MINUTE, 15 * SECOND)
    assert [clock_of(wanted, length) for length in (0, 7)] == [
        Live(2 * MINUTE, 15 * SECOND),
        Live(14 * MINUTE, 15 * SECOND),
    ]
    assert [wanted_of(clock_of(wanted, length), length) for length in (0, 7)] == [wanted] * 2


def test_by_hours_only_matches_are_played() -> None:
    with pytest.raises(Illegal) as refused:
        clock_of(Hours(48 * HOUR, 0), 0)
    assert refused.value.reason is PaceFault.MATCHES_ONLY

"""Whose game is reviewed next: a server at a time, in it a person at a time, a game each; and how long others wait."""

from __future__ import annotations

import pytest

from bot.tables.review_turns import Speed, Waiting, turns, until_done
from bot.tables.reviews import grouped, part_of, range_of


def served(*waiting: Waiting, last: int = 0) -> list[str]:
    return [name for name, _ in turns(waiting, last)]


def test_two_servers_alternate_by_game_however_much_one_asks_for() -> None:
    huge, small = Waiting("huge", 1, (70,) * 400), Waiting("small", 2, (60, 50))
    assert served(huge, small)[:6] == ["huge", "small", "huge", "small", "huge", "huge"]
    # Nobody waits for more than a game of each other server.
    assert until_done([huge, small], 0) == {"small": 60 + 50 + 70 + 70, "huge": 400 * 70 + 110}
    assert until_done([huge, small], 1)["small"] == 60 + 50 + 70


def test_in_a_server_people_take_turns() -> None:
    """Of two people of one server who ask for 50 and 1, the 1 is next but one."""
    fifty, one, other = Waiting("fifty", 1, (9,) * 50), Waiting("one", 1, (9,)), Waiting("other", 2, (9, 9, 9))
    assert served(fifty, one, other)[:6] == ["fifty", "other", "one", "other", "fifty", "other"]


def test_the_server_after_the_last_one_is_next() -> None:
    three = [Waiting(str(guild), guild, (1, 1)) for guild in (10, 20, 30)]
    assert served(*three, last=10) == ["20", "30", "10"] * 2
    assert served(*three, last=30) == ["10", "20", "30"] * 2


def test_of_what_is_not_known_a_turn_is_expected() -> None:
    assert served(Waiting("of before a stop", 1, ()), Waiting("one", 2, (5,))) == ["of before a stop", "one"]


def test_the_wait_follows_what_was_measured() -> None:
    speed = Speed()
    assert 3400 < speed.seconds(28_500) < 4000, "an hour, as long as nothing is known"
    speed.took(100, 50.0)
    assert 0.07 < speed.seconds(1) < 0.5
    speed.took(1000, 500.0)
    assert speed.seconds(600) == pytest.approx(300)
    speed.took(0, 5.0)
    assert speed.seconds(600) == pytest.approx(300)


def test_games_are_offered_in_parts_that_are_not_too_much() -> None:
    decisions = {1: 1000, 2: 1000, 3: 1000, 4: 1, 6: 3000, 7: 3001, 8: 5}
    parts = grouped(range(1, 10), decisions, 3000)
    assert parts == [(1, 3, 3000), (4, 5, 1), (6, 6, 3000), (8, 9, 5)]
    assert grouped(range(1, 10), decisions, 4) == [(4, 5, 1)]
    assert grouped([1, 2], {}, 3000) == []


def test_a_part_is_carried_by_a_number() -> None:
    for first, last in ((1, 2), (1, 31_000), (20_000, 31_621)):
        assert range_of(part_of(first, last)) == (first, last) and part_of(first, last) < 10**9
    assert range_of(0) is None and range_of(31_621) is None
    assert part_of(1, 40_000) == 0

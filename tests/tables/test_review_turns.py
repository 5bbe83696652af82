"""Whose game is reviewed next: a server at a time, in it a person at a time, a game each; and how long others wait."""

from __future__ import annotations

from itertools import islice

import pytest

from bot.tables.review_queue import ReviewQueue
from bot.tables.review_requests import Job, Request
from bot.tables.review_turns import Speed, Turns
from bot.tables.reviews import grouped, part_of, range_of


def waiting(*requests: tuple[str, int, tuple[int, ...]]) -> Turns[str]:
    """Requests by name, group and the decisions of their games."""
    turns: Turns[str] = Turns()
    for name, group, games in requests:
        turns.put(name, group, games)
    return turns


def served(*requests: tuple[str, int, tuple[int, ...]]) -> list[str]:
    """The requests, a game each, as they are served."""
    turns, games, groups = (
        waiting(*requests),
        {each[0]: each[2] for each in requests},
        {each[0]: each[1] for each in requests},
    )
    order: list[str] = []
    while turns:
        first, name = next(iter(turns)), turns.take()
        assert first == name
        order.append(name)
        games[name] = games[name][1:]
        if games[name]:
            turns.put(name, groups[name], games[name])
    return order


def test_two_servers_alternate_by_game_however_much_one_asks_for() -> None:
    huge, small = ("huge", 1, (70,) * 400), ("small", 2, (60, 50))
    assert served(huge, small)[:6] == ["huge", "small", "huge", "small", "huge", "huge"]
    # Nobody waits for more than a game of each other server.
    both = waiting(huge, small)
    assert both.until_done("small") == 60 + 50 + 70 + 70 and both.until_done("huge") == 400 * 70 + 110
    assert waiting(small, huge).until_done("small") == 60 + 50 + 70


def test_in_a_server_people_take_turns() -> None:
    """Of two people of one server who ask for 50 and 1, the 1 is next but one."""
    fifty, one, other = ("fifty", 1, (9,) * 50), ("one", 1, (9,)), ("other", 2, (9, 9, 9))
    assert served(fifty, one)[:3] == ["fifty", "one", "fifty"]
    assert served(fifty, one, other)[:6] == ["fifty", "other", "one", "other", "fifty", "other"]


def test_the_wait_is_what_is_served_before() -> None:
    """However many take turns, as long as their games are alike."""
    requests = [
        (f"{group} {place}", group, (9,) * (1 + (group * place) % 4)) for group in range(5) for place in range(4)
    ]
    order, turns = served(*requests), waiting(*requests)
    for name, _, _ in requests:
        last = max(place for place, each in enumerate(order) if each == name)
        assert turns.until_done(name) == 9 * (last + 1)
    assert list(turns) == list(dict.fromkeys(order))


def test_of_what_is_not_known_a_turn_is_expected() -> None:
    turns = waiting(("of before a stop", 1, ()), ("one", 2, (5,)))
    assert list(turns) == ["of before a stop", "one"] and turns.until_done("one") == 5


def test_whoever_leaves_the_queue_is_in_nobodys_way() -> None:
    turns = waiting(("a", 1, (5, 5)), ("b", 1, (7,)), ("c", 2, (1,)))
    turns.put("a", 1, (3,))
    assert list(turns) == ["a", "c", "b"] and turns.until_done("b") == 3 + 7 + 1
    turns.drop("c")
    turns.drop("c")
    turns.put("a", 3, (4,))
    assert list(turns) == ["b", "a"] and turns.until_done("a") == 11 and "c" not in turns


def job(name: str, user: int, guild: int, *games: int) -> Job:
    request = Request(name, user, guild, 1, "t", tuple(range(len(games))), "en-US", 1, "x", 1, 0.0)
    return Job(request, dict(enumerate(games)))


def test_in_direct_messages_everybody_is_one_by_themselves() -> None:
    """They are of no server, and so they do not share the turns of one."""
    queue = ReviewQueue()
    for each in (job("1", 11, 7, 9), job("2", 12, 7, 9), job("3", 13, 0, 9), job("4", 14, 0, 9)):
        queue.add(each)
    assert [each.name for each in queue] == ["1", "3", "4", "2"]
    assert [each.name for each in queue.in_server(7)] == ["1", "2"]


def test_the_one_that_is_made_waits_again_behind_the_others() -> None:
    queue = ReviewQueue()
    long, short = job("1", 11, 7, 30, 20), job("2", 12, 7, 9)
    for each in (long, short):
        queue.add(each)
    assert queue.take() is long and [each.name for each in queue] == ["1", "2"]
    long.shown = 10
    assert queue.until_done(long) == 20 + 9 + 20 and queue.until_done(short) == 20 + 9
    assert [each.name for each in queue.waiting] == ["2"], "to look ahead changes nothing"
    long.left = {1: 20}
    queue.put_back(long)
    assert queue.current is None and [each.name for each in queue] == ["2", "1"]
    assert queue.take() is short
    queue.put_back(short)
    queue.remove(short)
    queue.remove(short)
    assert [each.name for each in queue] == ["1"] and queue.of(12) is None and queue.of(11) is long


def test_of_two_requests_of_one_person_each_is_known() -> None:
    """A stop can come between the storing of one and the dropping of the other."""
    queue, old, new = ReviewQueue(), job("1", 11, 7, 9), job("2", 11, 7, 9)
    queue.add(old)
    queue.add(new)
    assert queue.of(11) is old and queue.named("2") is new and len(queue) == 2
    queue.remove(old)
    assert queue.of(11) is new
    queue.replace(new, job("3", 11, 7, 9).request)
    assert queue.named("3") is new and queue.named("2") is None and queue.names == {"3"}


def test_a_long_queue_is_looked_at_by_its_ends() -> None:
    """Whoever is next, and the next few, are known without a look at the others."""
    turns: Turns[int] = Turns()
    for each in range(10_000):
        turns.put(each, each % 2_000, (9,))
    assert list(islice(turns, 3)) == [0, 1, 2] and turns.take() == 0
    assert list(islice(turns, 1)) == [1] and len(turns) == 9_999


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

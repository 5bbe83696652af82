"""Who fits whom, and what the list of a server is after each step."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from msgspec.structs import replace

from bot.core.clock import Days
from bot.core.looking import (
    LookingList,
    Rated,
    Seeker,
    Terms,
    Wish,
    agreed,
    call_due,
    calling,
    could_fit,
    entered,
    paired,
    parted,
    said_ready,
    without_late,
)
from bot.core.pace import DAY, MINUTE, LivePace

LIVE, SLOW = LivePace(2 * MINUTE), Days(2 * DAY)
HOUR = 3600.0


def seeker(user: int, wish: Wish | None = None, *, rating: int = 1500, at: float = 0.0) -> Seeker:
    return Seeker(
        user=user,
        name=f"N{user}",
        rating=rating,
        wish=wish or Wish(lengths=(5, 7), paces=(LIVE,)),
        since=at,
        at=at,
        until=at + 2 * HOUR,
    )


def fit(mine: Wish, theirs: Wish, ratings: tuple[int, int] = (1500, 1500), *, rated: bool = True) -> Terms | None:
    first, other = seeker(1, mine, rating=ratings[0]), seeker(2, theirs, rating=ratings[1])
    return agreed(first, other, may_be_rated=rated)


def test_they_play_the_shortest_common_length_and_the_pace_the_longer_waiting_names_first() -> None:
    assert fit(Wish(lengths=(9, 5, 7), paces=(SLOW, LIVE)), Wish(lengths=(7, 9), paces=(LIVE, SLOW))) == Terms(
        7, SLOW, True
    )
    assert fit(Wish(lengths=(5,), paces=(SLOW,)), Wish(lengths=(7,), paces=(SLOW,))) is None
    assert fit(Wish(lengths=(5,), paces=(SLOW,)), Wish(lengths=(5,), paces=(LIVE, None))) is None
    assert fit(Wish(lengths=(5,), paces=(None,)), Wish(lengths=(5,), paces=(LIVE, None))) == Terms(5, None, True)


def test_each_has_to_be_within_the_bounds_of_the_other() -> None:
    wide, narrow = Wish(lengths=(5,), paces=(LIVE,)), Wish(lengths=(5,), paces=(LIVE,), lowest=1400, highest=1600)
    for rating, fits in ((1399, False), (1400, True), (1600, True), (1601, False)):
        assert bool(fit(narrow, wide, (1500, rating))) is fits
        assert bool(fit(wide, narrow, (rating, 1500))) is fits


@dataclass(frozen=True)
class Case:
    wishes: tuple[Rated, Rated]
    may_be: bool
    rated: bool | None


@pytest.mark.parametrize(
    "case",
    [
        Case((Rated.RATED, Rated.RATED), True, True),
        Case((Rated.RATED, Rated.RATED), False, None),
        Case((Rated.RATED, Rated.EITHER), True, True),
        Case((Rated.EITHER, Rated.RATED), False, None),
        Case((Rated.RATED, Rated.UNRATED), True, None),
        Case((Rated.UNRATED, Rated.EITHER), True, False),
        Case((Rated.EITHER, Rated.EITHER), True, True),
        Case((Rated.EITHER, Rated.EITHER), False, False),
    ],
)
def test_it_is_rated_where_it_may_be_and_otherwise_only_if_both_take_that(case: Case) -> None:
    one, other = (Wish(lengths=(5,), paces=(LIVE,), rated=each) for each in case.wishes)
    terms = fit(one, other, rated=case.may_be)
    assert (terms and terms.rated) is case.rated
    assert could_fit(seeker(1, one), seeker(2, other)) is (
        Rated.UNRATED not in case.wishes or Rated.RATED not in case.wishes
    )


def test_who_has_pressed_a_moment_ago_is_there_and_otherwise_both_are_asked() -> None:
    one, other = seeker(1), seeker(2, at=119.0)
    held = paired(entered(entered(LookingList(), one), other), one, other, Terms(5, LIVE, True), "t", 119.0)
    assert held.seekers == () and held.pairings[0].begins
    other = seeker(2, at=120.0)
    held = paired(entered(entered(LookingList(), one), other), one, other, Terms(5, LIVE, True), "t", 120.0)
    (pairing,) = held.pairings
    assert not pairing.begins and pairing.until == 120 + 180
    once = said_ready(held, pairing.number, 2, 130.0)
    assert not once.pairings[0].begins and said_ready(once, pairing.number, 2, 140.0) == once
    assert said_ready(once, pairing.number, 1, 140.0).pairings[0].begins
    slow = paired(held, one, other, Terms(5, SLOW, True), "t", 120.0)
    assert slow.pairings[-1].until == 120 + 12 * HOUR


def test_who_was_ready_keeps_their_place_and_the_other_is_off_the_list() -> None:
    one, other, third = seeker(1), seeker(2, at=500.0), seeker(3, at=50.0)
    held = paired(entered(LookingList(), third), one, other, Terms(5, LIVE, True), "t", 500.0)
    held = said_ready(held, 1, 1, 510.0)
    after = parted(held, 1, 700.0, held.pairings[0].ready)
    assert [each.user for each in after.seekers] == [1, 3] and not after.pairings
    assert after.seekers[0].since == 0.0 and after.seekers[0].at == 510.0
    assert parted(after, 1, 700.0, [1, 2]) == after
    assert parted(held, 1, 8000.0, [1]).seekers == (third,)


def test_who_says_anew_what_they_would_play_keeps_their_place() -> None:
    held = entered(entered(LookingList(), seeker(1)), seeker(2, at=10.0))
    held = entered(held, seeker(1, Wish(lengths=(3,), paces=(SLOW,)), at=20.0))
    assert [each.user for each in held.seekers] == [1, 2]
    assert held.seekers[0].wish.lengths == (3,) and held.seekers[0].since == 0.0 and held.seekers[0].at == 20.0
    assert [each.user for each in without_late(held, 2 * HOUR + 15).seekers] == [1]


def test_a_role_is_called_after_a_minute_once_an_hour_and_twice_a_day_for_a_person() -> None:
    one = seeker(1)
    held = entered(LookingList(), one)
    assert call_due(held, one) == 60.0
    called = calling(held, 60.0)
    assert called.calling == (1,) and called.calls == ((1, 60.0),)
    done = replace(called, calling=(), seekers=())
    again, other = seeker(1, at=70.0), seeker(2, at=80.0)
    assert call_due(entered(done, other), other) == 60 + HOUR
    assert call_due(done, again) == 60 + HOUR
    twice = replace(calling(entered(done, again), 60 + HOUR), calling=(), seekers=())
    late = replace(seeker(1, at=9 * HOUR), until=40 * HOUR)
    assert call_due(twice, late) == 60 + 24 * HOUR
    assert call_due(twice, seeker(1, at=9 * HOUR)) is None
    assert call_due(called, other) is None, "one call at a time"

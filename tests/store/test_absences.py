"""What is noted in the store of a server that the bot is not in."""

from __future__ import annotations

from bot.store import Store
from bot.store.absences import Absence
from tests.store.servers import Line

G = 7


async def test_the_first_moments_stand_and_nothing_is_left_when_it_is_over(store: Store, line: Line) -> None:
    absences = store.absences
    assert await absences.find(G) is None and not await absences.rests(G)
    line.losses = 1
    await absences.begin(G, 10)
    await absences.begin(G, 20)
    assert await absences.find(G) == Absence(since=10) and await absences.rests(G)
    line.losses = 1
    await absences.end(G, 30)
    await absences.end(G, 40)
    assert await absences.find(G) == Absence(since=10, until=30)
    assert await absences.over(G, Absence(since=10, until=30))
    assert await absences.find(G) is None and not await absences.rests(G + 1)


async def test_who_goes_once_more_before_all_goes_on_has_not_been_back(store: Store) -> None:
    absences = store.absences
    await absences.begin(G, 10)
    await absences.end(G, 20)
    await absences.begin(G, 30)
    await absences.end(G, 50)
    assert await absences.find(G) == Absence(since=10, until=50)


async def test_what_was_closed_stays_noted_when_nothing_rests_any_more(store: Store) -> None:
    absences = store.absences
    await absences.begin(G, 10)
    await absences.note_closed(G, "5:b")
    await absences.note_closed(G, "5:a")
    await absences.lapse(G)
    assert await absences.find(G) == Absence(closed=("5:a", "5:b")) and not await absences.rests(G)


async def test_who_goes_once_more_is_not_forgotten_by_who_has_dealt_with_the_return(store: Store) -> None:
    absences = store.absences
    await absences.begin(G, 10)
    await absences.end(G, 20)
    seen = await absences.find(G)
    await absences.begin(G, 30)
    assert seen and not await absences.over(G, seen)
    assert await absences.find(G) == Absence(since=10)
    await absences.lapse(G)
    await absences.note_closed(G, "5:a")
    assert await absences.over(G, Absence()) and await absences.find(G) is None

"""The repository of nights: saved once for a request, made due, kept apart from leagues, forgetting who is to be."""

from __future__ import annotations

import msgspec
import pytest

from bot.core.refusal import Illegal
from bot.league.night_entries import Closed, Form, Opened, Plan, Scored
from bot.league.night_state import NightFault
from bot.tables.held_night import HeldNight
from bot.tables.leagues import Leagues
from bot.tables.night_log import Nights
from bot.tables.personal_data import delete, export
from bot.tables.schedule import NIGHT
from bot.tables.table import Person

from .tables import ANN, BOB, CYD, GUILD, Tables

DAN = Person(9_001_004, "Dan")


async def opened(club: Tables, *people: Person, plan: Plan = Plan.TABLES) -> tuple[Nights, HeldNight]:
    nights = Nights(club.store, lambda: club.time, lambda count: bytes(range(count)))

    def opening(commitment: str) -> Opened:
        return Opened(
            at=club.time,
            name="Thursday",
            form=Form(plan=plan),
            channel=1,
            setup=msgspec.Raw(b"{}"),
            commitment=commitment,
        )

    held = await nights.open(GUILD, opening, ANN, "opens")
    for person in people:
        held = await nights.join(GUILD, held.id, person, f"joins {person.user}")
    return nights, held


async def test_a_request_takes_effect_once_and_makes_the_night_due() -> None:
    club = Tables()
    nights, held = await opened(club, ANN, BOB, CYD)
    again = await nights.join(GUILD, held.id, CYD, f"joins {CYD.user}")
    assert again == held and held.version == 4
    held = await nights.draw(held, "draws")
    assert held.evening.rounds == 1
    scored = Scored(club.time, (1, 1), 1, ((0, 1), (1, -1)), 0)
    assert await nights.enter(GUILD, held.id, scored, "scored") is None
    assert await nights.enter(GUILD, held.id, scored, "scored") is None
    assert await nights.enter(GUILD, held.id, scored, "scored by another") is NightFault.COUNTED
    assert (await nights.find(GUILD, held.id)).evening.points == (1, -1, 0)
    assert list(await club.store.due.times(NIGHT)) == [f"{GUILD}:{held.id}"]
    fresh = Nights(club.store)
    assert await fresh.find(GUILD, held.id) == await nights.find(GUILD, held.id)


async def test_nights_and_leagues_do_not_see_each_other() -> None:
    club = Tables()
    nights, held = await opened(club, ANN)
    assert not await Leagues(club.store).listed(GUILD) and not await Leagues(club.store).running(GUILD)
    assert list(await nights.listed(GUILD)) == [held.id] and await nights.is_one(GUILD, held.id)
    with pytest.raises(Illegal, match="no such night"):
        await nights.find(GUILD, "nobody")
    assert not await nights.is_one(GUILD, "nobody")


async def test_nobody_is_in_two_nights_that_are_on() -> None:
    club = Tables()
    nights, first = await opened(club, ANN)
    other = await nights.open(GUILD, lambda seen: first.evening.opened, BOB, "another")
    with pytest.raises(Illegal, match="You are in the night Thursday already"):
        await nights.join(GUILD, other.id, ANN, "joins too")
    await nights.end(GUILD, first.id, "ends")
    assert (await nights.join(GUILD, other.id, ANN, "joins now")).has(ANN.user)


async def test_what_is_known_of_somebody_is_told_and_forgotten() -> None:
    club = Tables()
    nights, held = await opened(club, ANN, BOB, CYD, DAN)
    told = await export(club.store, club.repository, club.preferences, club.ladders, BOB.user, club.time)
    assert b"Thursday" in told
    await delete(club.store, club.repository, club.preferences, club.ladders, BOB.user)
    held = await nights.find(GUILD, held.id)
    assert held.seat_of(BOB.user) is None and held.evening.present == (0, 2, 3) and not held.person(1).known
    assert not await club.store.leagues.of_member(BOB.user)
    closed = Closed(club.time, (1, 1), ())
    assert await nights.enter(GUILD, held.id, closed, "closed") is NightFault.NO_SUCH_TABLE


async def test_a_profile_counts_nights_of_four_that_are_over() -> None:
    club = Tables()
    nights, held = await opened(club, ANN, BOB, CYD, DAN)
    held = await nights.draw(held, "draws")
    scored = Scored(club.time, (1, 1), 1, ((0, 3), (1, -1), (2, -1), (3, -1)), 0)
    assert await nights.enter(GUILD, held.id, scored, "scored") is None
    assert await nights.record(GUILD, ANN.user) == (0, 0), "it is on"
    await nights.end(GUILD, held.id, "ends")
    assert await nights.record(GUILD, ANN.user) == (1, 1)
    assert await nights.record(GUILD, BOB.user) == (1, 0)
    assert await nights.record(GUILD + 1, ANN.user) == (0, 0)
    small = await nights.open(GUILD, lambda seen: held.evening.opened, ANN, "another")
    for person in (ANN, BOB, CYD):
        await nights.join(GUILD, small.id, person, f"joins again {person.user}")
    small = await nights.draw(await nights.find(GUILD, small.id), "draws again")
    await nights.enter(GUILD, small.id, Scored(club.time, (1, 1), 1, ((0, 2), (1, -2)), 0), "scored again")
    await nights.end(GUILD, small.id, "ends again")
    assert await nights.record(GUILD, ANN.user) == (1, 1), "three are too few"

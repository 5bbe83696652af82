"""Scheduled events of leagues: off until they are switched on, one a league, three a server, made once, and cancelled
with what they announce."""

from __future__ import annotations

import pytest

from bot.league import Knockout
from bot.tables.held_league import HeldLeague
from bot.tables.league_events import MOST
from bot.tables.preferences import ServerSettings

from .tables import ANN, GUILD, Tables
from .test_leagues import Club


class Fair:
    """The events of a server, or a Discord that does not answer."""

    def __init__(self) -> None:
        self.works, self.may, self.made = True, True, 0
        self.events: dict[int, tuple[str, float]] = {}

    async def announce(self, held: HeldLeague, until: float, event: int) -> int | None:
        if not self.works or not self.may:
            return None if self.may else 0
        if not event:
            self.made += 1
        event = event or self.made
        self.events[event] = held.id, until
        return event

    async def cancel(self, held: HeldLeague, event: int) -> bool:
        if self.works:
            self.events.pop(event, None)
        return self.works


@pytest.fixture
def fair() -> Fair:
    return Fair()


@pytest.fixture
def club(tables: Tables, fair: Fair) -> Club:
    return Club(tables, announcer=fair)


async def switch(club: Club, *, on: bool) -> None:
    await club.tables.preferences.keep_server(GUILD, ServerSettings(events=on))


async def test_there_are_none_until_they_are_switched_on(club: Club, fair: Fair) -> None:
    held = await club.begun()
    assert fair.events == {}
    await switch(club, on=True)
    held = await club.looked(held)
    assert fair.events == {1: (held.id, held.league.ends_at)}
    await club.looked(held)
    assert fair.made == 1
    await switch(club, on=False)
    await club.looked(held)
    assert fair.events == {}


async def test_an_event_goes_with_its_league(club: Club, fair: Fair) -> None:
    await switch(club, on=True)
    held = await club.begun()
    assert len(fair.events) == 1
    await club.leagues.end(GUILD, held.id, club.tables.receipt())
    fair.works = False
    await club.looked(held)
    assert len(fair.events) == 1
    club.tables.time += 301
    fair.works = True
    for task in await club.schedule.begin():
        await task
    assert fair.events == {}


async def test_a_league_that_gathers_or_has_no_end_has_none(club: Club, fair: Fair) -> None:
    await switch(club, on=True)
    held = await club.open()
    await club.looked(held)
    assert fair.events == {} and held.league.ends_at is None
    await club.begun(Knockout(losses=1))
    assert fair.events == {}


async def test_the_event_of_a_knockout_ends_with_its_round(club: Club, fair: Fair) -> None:
    await switch(club, on=True)
    held = await club.begun(Knockout(losses=1, round_days=10))
    ends = held.league.time_up
    assert ends is not None and fair.events == {1: (held.id, ends)}
    await club.leagues.extend(GUILD, held.id, 3, club.tables.receipt())
    await club.looked(held)
    assert fair.events == {1: (held.id, ends + 3 * 86_400)}


async def test_a_server_has_three_and_the_next_league_gets_its_own_when_one_is_over(club: Club, fair: Fair) -> None:
    await switch(club, on=True)
    held = [await club.begun() for _ in range(MOST + 1)]
    assert {league for league, _ in fair.events.values()} == {each.id for each in held[:MOST]}
    await club.leagues.end(GUILD, held[0].id, club.tables.receipt())
    await club.looked(held[0])
    await club.looked(held[MOST])
    assert {league for league, _ in fair.events.values()} == {each.id for each in held[1:]}


async def test_what_discord_has_not_answered_is_tried_again_and_what_it_forbids_is_not(club: Club, fair: Fair) -> None:
    await switch(club, on=True)
    fair.works = False
    held = await club.begun()
    assert fair.events == {}
    due = (await club.tables.store.due.times("league"))[f"{GUILD}:{held.id}"]
    assert due == club.tables.time + 300
    fair.may = False
    await club.looked(held)
    assert (await club.tables.store.due.times("league"))[f"{GUILD}:{held.id}"] > due
    fair.may = fair.works = True
    await club.looked(held)
    assert len(fair.events) == 1 and held.host == ANN

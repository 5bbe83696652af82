"""The list of who wants to play, in the store: nobody is paired twice, nobody waits beside somebody who fits, and no
table is opened before both are ready, however many press at once and wherever a process is killed."""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress
from typing import Any

import fakeredis
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.backgammon import Foreign, Illegal, Stale
from bot.core.clock import Days, Live
from bot.core.looking import LookingFault, LookingList, Rated, Wish, agreed
from bot.core.pace import DAY, MINUTE, LivePace
from bot.store import StoreError
from bot.tables.looking import Looking
from bot.tables.preferences import ServerSettings
from bot.tables.schedule import LOOKING
from bot.tables.standings import Today
from bot.tables.table import Person, Stage

from .tables import ANN, BOB, CYD, GUILD, NOON, Tables

LIVE, SLOW = LivePace(2 * MINUTE), Days(2 * DAY)
WISH = Wish(lengths=(5, 7), paces=(LIVE,))
CROWD = [Person(5_000 + number, f"N{number}") for number in range(50)]


def looking_of(tables: Tables, ratings: dict[int, int] | None = None) -> Looking:
    """A process with its own view of the lists."""

    async def rated(guild: int, users: Any, variant: str) -> list[float]:
        return [float((ratings or {}).get(user, 1500)) for user in users]

    made = Looking(
        tables.store,
        tables.repository,
        tables.preferences,
        tables.challenges,
        rated,
        lambda: tables.time,
        tables.who_is_gone,
    )
    tables.challenges.tells(made.seated)
    return made


@pytest.fixture
def looking(tables: Tables) -> Looking:
    return looking_of(tables)


def users(held: LookingList) -> list[int]:
    return [each.user for each in held.seekers]


async def begun(looking: Looking, held: LookingList) -> None:
    """The tables of all who are ready are opened, each in a thread of its own."""
    for pairing in held.pairings:
        if pairing.begins:
            await looking.begin(GUILD, pairing, 70_000 + pairing.number)
            await looking.over(GUILD, pairing)


async def test_who_fits_is_paired_at_once_with_the_longest_waiting(tables: Tables, looking: Looking) -> None:
    await looking.enter(GUILD, ANN, Wish(lengths=(3,), paces=(SLOW,)), 2)
    await looking.enter(GUILD, BOB, Wish(lengths=(7, 9), paces=(LIVE,)), 2)
    held = await looking.enter(GUILD, CYD, Wish(lengths=(9, 3), paces=(LIVE, SLOW)), 2)
    (pairing,) = held.pairings
    assert [each.user for each in pairing.seekers] == [ANN.user, CYD.user] and pairing.begins
    assert pairing.terms.length == 3 and pairing.terms.pace == SLOW
    outcome = await looking.begin(GUILD, pairing, 70_000)
    table = outcome.table
    assert table.stage is Stage.OPEN and table.id == pairing.table and table.about.pace == SLOW
    assert table.about.rated and [each.user for each in table.people.seats] == [ANN.user, CYD.user]
    again = await looking.begin(GUILD, pairing, 70_000)
    assert again.repeated or again.table.version == table.version
    held = await looking.over(GUILD, pairing)
    assert users(held) == [BOB.user] and not held.pairings


async def test_nothing_begins_before_both_are_ready_and_who_is_not_goes(tables: Tables, looking: Looking) -> None:
    await looking.enter(GUILD, ANN, WISH, 2)
    tables.time += 121
    held = await looking.enter(GUILD, BOB, WISH, 2)
    (pairing,) = held.pairings
    assert not pairing.begins and held.seekers == ()
    held = await looking.ready(GUILD, pairing.number, ANN.user)
    assert not held.pairings[0].begins
    with pytest.raises(Foreign):
        await looking.ready(GUILD, pairing.number, CYD.user)
    with pytest.raises(Illegal) as refused:
        await looking.enter(GUILD, BOB, WISH, 2)
    assert refused.value.reason is LookingFault.HAS_OPPONENT
    tables.time += 179
    assert (await looking.advance(GUILD)).pairings
    tables.time += 1
    held = await looking.advance(GUILD)
    assert users(held) == [ANN.user] and held.seekers[0].since == NOON and not held.pairings
    with pytest.raises(Stale):
        await looking.ready(GUILD, pairing.number, BOB.user)


async def test_who_keeps_their_place_is_paired_with_who_came_meanwhile(tables: Tables, looking: Looking) -> None:
    await looking.enter(GUILD, ANN, WISH, 2)
    tables.time += 121
    held = await looking.enter(GUILD, BOB, WISH, 2)
    await looking.ready(GUILD, held.pairings[0].number, ANN.user)
    held = await looking.enter(GUILD, CYD, WISH, 2)
    assert users(held) == [CYD.user]
    held = await looking.leave(GUILD, BOB.user)
    assert {each.user for each in held.pairings[0].seekers} == {ANN.user, CYD.user} and not held.seekers


async def test_play_takes_what_the_other_would_play(tables: Tables, looking: Looking) -> None:
    await looking.enter(GUILD, ANN, Wish(lengths=(7, 5), paces=(SLOW, LIVE), rated=Rated.UNRATED), 2)
    with pytest.raises(Foreign):
        await looking.take(GUILD, ANN, ANN.user)
    held = await looking.take(GUILD, BOB, ANN.user)
    (pairing,) = held.pairings
    assert (pairing.terms.length, pairing.terms.pace, pairing.terms.rated) == (5, SLOW, False) and pairing.begins
    with pytest.raises(Stale):
        await looking.take(GUILD, CYD, ANN.user)


async def test_play_by_who_is_outside_the_bounds_is_refused(tables: Tables) -> None:
    looking = looking_of(tables, {BOB.user: 1700})
    await looking.enter(GUILD, ANN, replace(WISH, lowest=1400, highest=1600), 2)
    with pytest.raises(Illegal) as refused:
        await looking.take(GUILD, BOB, ANN.user)
    assert refused.value.reason is LookingFault.DO_NOT_FIT


async def test_who_presses_play_and_waits_too_is_in_their_place_again(tables: Tables, looking: Looking) -> None:
    await looking.enter(GUILD, ANN, Wish(lengths=(5,), paces=(LIVE,)), 2)
    await looking.enter(GUILD, BOB, Wish(lengths=(3,), paces=(SLOW,)), 2)
    tables.time += 300
    held = await looking.take(GUILD, BOB, ANN.user)
    await looking.ready(GUILD, held.pairings[0].number, BOB.user)
    tables.time += 200
    held = await looking.advance(GUILD)
    assert users(held) == [BOB.user] and held.seekers[0].wish.lengths == (3,)
    await looking.enter(GUILD, CYD, Wish(lengths=(9,), paces=(LIVE,)), 2)
    tables.time += 300
    held = await looking.take(GUILD, ANN, CYD.user)
    await looking.ready(GUILD, held.pairings[0].number, ANN.user)
    tables.time += 200
    assert users(await looking.advance(GUILD)) == [BOB.user], "who was not on the list is not put there"


async def test_blocked_people_and_closed_doors_do_not_meet(tables: Tables, looking: Looking) -> None:
    await tables.prefer(ANN, blocked=(BOB.user,))
    await looking.enter(GUILD, ANN, WISH, 2)
    assert not (await looking.enter(GUILD, BOB, WISH, 2)).pairings
    await tables.prefer(BOB, door=False)
    held = await looking.enter(GUILD, CYD, WISH, 2)
    assert {each.user for each in held.pairings[0].seekers} == {ANN.user, CYD.user}
    with pytest.raises(Illegal) as refused:
        await looking.enter(GUILD, BOB, WISH, 2)
    assert refused.value.reason is LookingFault.DOOR_CLOSED


async def test_a_pair_that_has_had_its_rated_matches_plays_unrated_only(tables: Tables, looking: Looking) -> None:
    await tables.preferences.keep_server(GUILD, ServerSettings(rated_a_day=1))
    for rated, paired in ((Rated.EITHER, True), (Rated.RATED, False), (Rated.EITHER, True)):
        await looking.enter(GUILD, ANN, replace(WISH, rated=rated, paces=(SLOW,)), 2)
        held = await looking.enter(GUILD, BOB, replace(WISH, paces=(SLOW,)), 2)
        assert bool(held.pairings) is paired
        if paired:
            first = held.last == 1
            assert held.pairings[0].terms.rated is first
            await begun(looking, held)
        await looking.leave(GUILD, BOB.user)
    await tables.prefer(ANN, rated=False)
    with pytest.raises(Illegal) as refused:
        await looking.enter(GUILD, ANN, replace(WISH, rated=Rated.RATED), 2)
    assert refused.value.reason is LookingFault.UNRATED


async def test_who_sits_down_where_time_runs_waits_nowhere_any_more(tables: Tables, looking: Looking) -> None:
    await looking.enter(GUILD, ANN, Wish(lengths=(5,), paces=(SLOW,)), 2)
    made = await tables.challenges.make(
        GUILD, 8_001, ANN, BOB, replace(ServerSettings().rules, length=3), "r1", pace=Live(60_000, 0)
    )
    assert users(await looking.find(GUILD)) == [ANN.user]
    await tables.challenges.accept(8_001, made.id, BOB, "r2")
    assert users(await looking.find(GUILD)) == []
    with pytest.raises(Illegal) as refused:
        await looking.enter(GUILD, BOB, WISH, 2)
    assert refused.value.reason is LookingFault.AT_LIVE_TABLE


async def test_who_has_left_the_server_is_found_out_when_somebody_fits(tables: Tables, looking: Looking) -> None:
    await looking.enter(GUILD, ANN, WISH, 2)
    tables.time += 300
    tables.gone = {ANN.user}
    held = await looking.enter(GUILD, BOB, WISH, 2)
    assert users(held) == [BOB.user] and not held.pairings


async def test_what_is_saved_is_due_even_if_the_process_dies_at_the_save(tables: Tables, looking: Looking) -> None:
    await looking.enter(GUILD, ANN, WISH, 2)
    assert (await tables.store.due.times(LOOKING))[str(GUILD)] == NOON
    assert await looking.when(GUILD, await looking.find(GUILD)) == NOON + 2 * 3600


async def test_a_list_of_a_newer_bot_is_left_alone(tables: Tables, looking: Looking) -> None:
    await tables.store.looking.keep(GUILD, 0, b'{"more":1}')
    with pytest.raises(Illegal) as refused:
        await looking.enter(GUILD, ANN, WISH, 2)
    assert refused.value.reason is LookingFault.NEWER


async def test_a_deleted_person_is_on_no_list_and_the_other_keeps_the_place(tables: Tables, looking: Looking) -> None:
    await looking.enter(GUILD, ANN, WISH, 2)
    tables.time += 200
    await looking.enter(GUILD, BOB, WISH, 2)
    await looking.forget(ANN.user)
    held = await looking.find(GUILD)
    assert users(held) == [BOB.user] and not held.pairings
    assert b"Ann" not in (await tables.store.looking.find(GUILD)).value
    assert await tables.store.looking.servers(ANN.user) == []


async def test_the_role_is_called_by_day_only(tables: Tables, looking: Looking) -> None:
    await tables.preferences.keep_server(GUILD, ServerSettings(looking=1, looking_role=2))
    tables.time = NOON + 10 * 3600 - 30  # 21:59:30
    held = await looking.enter(GUILD, ANN, WISH, 24)
    assert await looking.when(GUILD, held) == NOON + 20 * 3600
    tables.time += 60
    assert (await looking.advance(GUILD)).calling == ()
    tables.time = NOON + 20 * 3600
    assert (await looking.advance(GUILD)).calling == (ANN.user,)
    assert (await looking.advance(GUILD)).calling == (ANN.user,), "until it is posted"
    held = await looking.shown(GUILD, 9, 1, 5, anew=True)
    assert held.calling == () and (await looking.advance(GUILD)).calling == ()


# Fifty at once

LENGTHS, PACES = (3, 5, 7), (LIVE, SLOW, None)


def _wish(draw: random.Random) -> Wish:
    lengths = tuple(draw.sample(LENGTHS, draw.randint(1, 2)))
    paces = tuple(draw.sample(PACES, draw.randint(1, 2)))
    bounds = draw.choice([(None, None), (1400, 1600), (None, 1500)])
    return Wish(lengths=lengths, paces=paces, rated=draw.choice(list(Rated)), lowest=bounds[0], highest=bounds[1])


async def _consistent(tables: Tables, looking: Looking) -> None:
    """Nobody is there twice, and nobody waits beside somebody who fits."""
    held = await looking.find(GUILD)
    there = [*users(held), *(each.user for pairing in held.pairings for each in pairing.seekers)]
    assert len(there) == len(set(there)), "somebody is there twice"
    for number, one in enumerate(held.seekers):
        for other in held.seekers[number + 1 :]:
            blocked = (await tables.preferences.of_person(one.user)).blocks(other.user)
            assert blocked or agreed(one, other, may_be_rated=True) is None, f"{one.name} and {other.name} fit"


async def _evening(seed: int) -> None:
    draw = random.Random(seed)
    server = fakeredis.FakeServer()
    made = [Tables(server) for _ in range(3)]
    ratings = {each.user: draw.choice((1350, 1450, 1500, 1650)) for each in CROWD}
    processes = [looking_of(each, ratings) for each in made]
    blocker = draw.choice(CROWD)
    await made[0].prefer(blocker, blocked=tuple(each.user for each in draw.sample(CROWD, 10)))
    seen: dict[int, str] = {}
    listed: set[int] = set()
    for each in made:
        each.ladders.rated_today = _none_today  # type: ignore[method-assign]

    async def press(person: Person) -> None:
        looking = draw.choice(processes)
        await asyncio.sleep(0)
        with suppress(Illegal, Stale, Foreign):
            match draw.randrange(6):
                case 0:
                    await looking.leave(GUILD, person.user)
                case 1:
                    await looking.take(GUILD, person, draw.choice(CROWD).user)
                case _:
                    await looking.enter(GUILD, person, _wish(draw), draw.randint(1, 3))
                    listed.add(person.user)

    async def answer(number: int, user: int) -> None:
        with suppress(Illegal, Stale, Foreign):
            await draw.choice(processes).ready(GUILD, number, user)

    for _ in range(3):
        for each in made:
            each.time = made[0].time
        listed.clear()
        await asyncio.gather(*(press(person) for person in draw.sample(CROWD, len(CROWD))))
        await _consistent(made[0], processes[0])
        held = await processes[0].find(GUILD)
        assert all(held.seeker(user) or held.pairing_of(user) for user in listed), "somebody is lost"
        asked = [(each.number, one.user) for each in held.pairings for one in each.seekers if draw.random() < 0.7]
        await asyncio.gather(*(answer(*each) for each in asked))
        held = await processes[0].find(GUILD)
        for pairing in held.pairings:
            if not pairing.begins:
                assert await made[0].store.channel_of(pairing.table) is None, "a table before both are ready"
                continue
            outcome = await draw.choice(processes).begin(GUILD, pairing, 70_000 + pairing.number)
            assert seen.setdefault(pairing.number, outcome.table.id) == outcome.table.id
            assert outcome.table.stage is Stage.OPEN
            await processes[0].over(GUILD, pairing)
        passed = draw.choice((0.0, 60.0, 130.0, 400.0, 5000.0))
        for each in made:
            each.time += passed
        await processes[1].advance(GUILD)
        await _consistent(made[0], processes[0])
    assert len(set(seen.values())) == len(seen)


async def _none_today(guild: int, people: Any, now: float) -> Today:
    return Today(pair=0, each=(0,) * len(people))


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 1_000_000))
def test_of_fifty_who_press_at_once_nobody_is_paired_twice_or_left(seed: int) -> None:
    asyncio.run(_evening(seed))


async def test_fifty_who_all_fit_are_twenty_five_pairs(tables: Tables) -> None:
    processes = [looking_of(tables), looking_of(tables)]
    await asyncio.gather(*(processes[n % 2].enter(GUILD, each, WISH, 2) for n, each in enumerate(CROWD)))
    held = await processes[0].find(GUILD)
    assert not held.seekers and len(held.pairings) == 25
    assert {each.user for pairing in held.pairings for each in pairing.seekers} == {each.user for each in CROWD}


async def test_of_a_killed_save_nobody_is_left_out(tables: Tables, looking: Looking) -> None:
    await looking.enter(GUILD, ANN, WISH, 2)
    keep = tables.store.looking.keep

    async def killed(guild: int, version: int, value: bytes) -> bool:
        await keep(guild, version, value)
        raise StoreError("cut off")

    tables.store.looking.keep = killed  # type: ignore[method-assign]
    with pytest.raises(StoreError):
        await looking.enter(GUILD, BOB, WISH, 2)
    tables.store.looking.keep = keep  # type: ignore[method-assign]
    held = await looking_of(tables).advance(GUILD)
    assert len(held.pairings) == 1 and held.pairings[0].begins and not held.seekers

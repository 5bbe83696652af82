"""What somebody is to be told is entered with them exactly once, wherever the process is killed."""

from __future__ import annotations

from contextlib import suppress

import pytest
from msgspec.structs import replace

from bot.chouette import Options
from bot.store import StoreError
from bot.tables import intents, personal_data
from bot.tables.chouette.lobby import Lobby
from bot.tables.notices import Event, Notice, Notices, Taken
from bot.tables.table import Person, Stage, Table

from .lifecycle import Breaking
from .tables import ANN, BOB, CHANNEL, CYD, GUILD, HOUR, Tables


def lobby_of(tables: Tables) -> Lobby:
    return Lobby(tables.store, tables.repository, tables.preferences, tables.desk, lambda: tables.time, tables.entropy)


async def gathered(tables: Tables, *people: Person) -> str:
    """A lobby of Ann's that these have joined."""
    lobby = lobby_of(tables)
    name = await lobby.admit(GUILD, ANN, tables.receipt())
    await lobby.open(GUILD, CHANNEL, ANN, Options(), name)
    for person in people:
        await lobby.join(CHANNEL, name, person, tables.receipt())
    return name


async def kick(tables: Tables, name: str, whom: Person = BOB, by: Person = ANN, receipt: str = "kick") -> None:
    await lobby_of(tables).kick(CHANNEL, name, by, by is not ANN, whom.user, whom.name, receipt)


async def taken(tables: Tables, who: Person) -> Taken | None:
    return await Notices(tables.store, lambda: tables.time).take(who.user)


async def told(tables: Tables, who: Person) -> list[tuple[Event, str, int]]:
    """What somebody is told now."""
    found = await taken(tables, who)
    if found is None:
        return []
    await Notices(tables.store, lambda: tables.time).settle(who.user, found, found.events)
    return [(each.event, each.table, each.guild) for each in found.events]


async def stored(tables: Tables, name: str) -> Table:
    """A table as another process finds it."""
    found = await Tables(tables.server).repository.load(CHANNEL, name)
    assert found is not None
    return found


async def test_whoever_is_taken_out_again_is_told_again(tables: Tables) -> None:
    name = await gathered(tables, BOB)
    await kick(tables, name)
    assert (await stored(tables, name)).notices is None
    await lobby_of(tables).join(CHANNEL, name, BOB, tables.receipt())
    assert await told(tables, BOB) == [(Event.TAKEN_OUT, name, GUILD)]
    await kick(tables, name, receipt="again")
    assert await told(tables, BOB) == [(Event.TAKEN_OUT, name, GUILD)]
    assert await told(tables, BOB) == [] and await told(tables, ANN) == []


async def test_a_press_that_is_delivered_twice_is_told_once(tables: Tables) -> None:
    name = await gathered(tables, BOB, CYD)
    await kick(tables, name)
    await kick(tables, name)
    assert len(await told(tables, BOB)) == 1
    await Tables(tables.server).repository.carrier.catch_up()
    assert await told(tables, BOB) == []


@pytest.mark.parametrize("done", [False, True], ids=["not done", "done"])
@pytest.mark.parametrize("at", range(1, 9))
async def test_a_kill_at_any_command_of_a_kick_is_made_good_at_the_next_start(
    tables: Tables, at: int, done: bool
) -> None:
    name = await gathered(tables, BOB, CYD)
    tables.repository.carrier._pauses = lambda: iter(())  # type: ignore[assignment]
    Breaking(tables, at, done=done)
    with suppress(StoreError):
        await kick(tables, name)
    fresh = Tables(tables.server)
    await fresh.repository.carrier.catch_up()
    out = (await stored(fresh, name)).seat_of(BOB.user) is None
    assert await told(fresh, BOB) == ([(Event.TAKEN_OUT, name, GUILD)] if out else [])
    await Tables(tables.server).repository.carrier.catch_up()
    assert await told(fresh, BOB) == []
    assert (await stored(fresh, name)).notices is None


async def test_a_host_whom_a_moderator_takes_out_alone_is_told_though_the_lobby_is_over(tables: Tables) -> None:
    name = await gathered(tables)
    await kick(tables, name, ANN, CYD)
    assert (await stored(tables, name)).stage is Stage.WITHDRAWN
    assert await told(tables, ANN) == [(Event.TAKEN_OUT, name, GUILD)]


async def test_whoever_kept_a_match_waiting_is_told_of_the_claim(tables: Tables) -> None:
    table = await tables.begin()
    decider = (await tables.match()).game.decider
    slow = table.person(decider or 0)
    other = next(person for person in table.people.seats if person.user != slow.user)
    tables.time += 73 * HOUR
    await tables.act(other, intents.claim())
    assert await told(tables, slow) == [(Event.CLAIMED, table.id, GUILD)]
    assert await told(tables, other) == []


async def test_what_a_failing_store_has_kept_from_being_entered_is_kept_until_it_is(tables: Tables) -> None:
    name = await gathered(tables, BOB, CYD)
    enter = tables.store.notices.enter
    carrier = tables.repository.carrier
    carrier._pauses = lambda: iter(())  # type: ignore[assignment]

    async def away(*_: object) -> None:
        raise StoreError("the store is away")

    tables.store.notices.enter = away  # type: ignore[method-assign]
    await kick(tables, name)
    table = await stored(tables, name)
    assert table.notices is not None and [each.user for each in table.notices] == [BOB.user]
    with pytest.raises(StoreError):
        await carrier.settle(table)
    tables.store.notices.enter = enter  # type: ignore[method-assign]
    await kick(tables, name, CYD, receipt="second")
    assert await told(tables, BOB) == await told(tables, CYD) == [(Event.TAKEN_OUT, name, GUILD)]
    assert (await stored(tables, name)).notices is None


async def test_what_was_not_carried_goes_with_ones_data(tables: Tables) -> None:
    table = await tables.begin()
    decider = (await tables.match()).game.decider
    slow = table.person(decider or 0)
    other = next(person for person in table.people.seats if person.user != slow.user)
    tables.time += 73 * HOUR
    await tables.act(other, intents.claim())
    parts = tables.store, tables.repository, tables.preferences, tables.ladders
    await personal_data.delete(*parts, slow.user)
    await Tables(tables.server).repository.carrier.catch_up()
    assert await told(tables, slow) == []


async def test_a_repeated_carrying_enters_nothing_anew(tables: Tables) -> None:
    name = await gathered(tables, BOB, CYD)
    await kick(tables, name)
    table = await stored(tables, name)
    again = replace(table, notices=(Notice(BOB.user, Event.TAKEN_OUT, tables.time, table.version),))
    for _ in range(2):
        assert await Tables(tables.server).repository.carrier.carry(again)
    assert len(await told(tables, BOB)) == 1
    assert await tables.repository.carrier.carry(again)
    assert await told(tables, BOB) == []


async def test_what_a_newer_bot_has_noted_is_left_to_it(tables: Tables) -> None:
    await tables.store.notices.enter(BOB.user, "abc:1", b'{"event":"promoted","guild":7,"at":1.0}', tables.time)
    assert await told(tables, BOB) == []
    tables.time += HOUR
    assert len(await tables.store.notices.of(BOB.user, tables.time)) == 1

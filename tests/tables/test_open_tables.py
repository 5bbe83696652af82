"""The lists of tables that are not over: whatever cuts a process off, none is missing in them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from unittest import mock

import fakeredis
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.backgammon import Kind, Rules
from bot.engine.thoughts import Level
from bot.store import Listed, Store, StoreError, keys, open_tables, place
from bot.tables import intents
from bot.tables.about import About
from bot.tables.challenges import LASTS
from bot.tables.earlier_lists import take_over
from bot.tables.table import Person, Stage, Table
from tests.store.listed import open_places

from .lifecycle import Breaking, lifecycle, started
from .tables import ANN, BOB, CHANNEL, GUILD, Tables

Life = Callable[[Tables], Awaitable[None]]

GNUBG = Person.computer("The computer", Level.BEGINNER)


async def two_people(tables: Tables) -> None:
    """A match of one game, from the challenge to the end."""
    serve = lifecycle(tables)
    made = await tables.challenge(Rules(length=1))
    await serve.serve(made)
    begun = (await tables.challenges.accept(CHANNEL, made.id, BOB, tables.receipt())).table
    await serve.serve(begun)
    await tables.act(ANN, intents.resign(Kind.SINGLE))
    await serve.serve((await tables.act(BOB, intents.accept())).table)


async def a_declined_challenge(tables: Tables) -> None:
    serve = lifecycle(tables)
    made = await tables.challenge()
    await serve.serve(made)
    await serve.serve((await tables.challenges.decline(CHANNEL, made.id, BOB, tables.receipt())).table)


async def in_a_direct_message(tables: Tables) -> None:
    """A game against the computer, of which only its beginning is played."""
    name, now = await tables.challenges.claim_at_once(tables.receipt()), tables.time
    about = About(
        id=name, guild=0, channel=CHANNEL, setup=Rules(), made_at=now, expires_at=now + LASTS, light=0, direct=True
    )
    await tables.challenges.begin_at_once(about, ANN, GNUBG, tables.receipt())


async def a_channel_that_is_gone(tables: Tables) -> None:
    await lifecycle(tables).abandon(await tables.begin())


LIVES = [two_people, a_declined_challenge, in_a_direct_message, a_channel_that_is_gone]


async def not_over(tables: Tables) -> dict[tuple[int, str], Table]:
    """The tables that are stored and not over, however they are listed."""
    client = fakeredis.FakeAsyncRedis(server=tables.server)
    names = [key.decode() async for key in client.scan_iter("*:table:*")]
    stored = [await tables.repository.load(keys.channel_of(name) or 0, keys.table_of(name) or "") for name in names]
    return {
        (table.channel, table.id): table for table in stored if table and table.stage in (Stage.CHALLENGE, Stage.OPEN)
    }


async def check_listed(tables: Tables, why: object) -> set[tuple[int, str]]:
    """Whatever is not over is in the list of its channel and of its server, which is known; returns it."""
    there, lists = await not_over(tables), tables.store.open_tables
    for (channel, name), table in there.items():
        own = table.about.guild
        for listed in (await lists.of_channel(channel), await lists.of_server(own)):
            assert (own, channel, name) in {each[:3] for each in listed}, why
        assert own in await lists.servers(), why
    return set(there)


@pytest.mark.parametrize("life", LIVES, ids=lambda life: life.__name__)
async def test_wherever_a_process_is_cut_off_nothing_is_missing_and_the_next_one_puts_the_lists_right(
    life: Life,
) -> None:
    whole = Tables()
    counting = Breaking(whole, 10_000, done=True)
    await life(whole)
    assert len(counting.writes) > 10
    for at in counting.writes:  # what only reads changes nothing, and before a write is after the one before it
        tables = Tables()
        Breaking(tables, at, done=True)
        with suppress(StoreError):  # as the process would have ended
            await life(tables)
        again = Tables(tables.server)
        await check_listed(again, at)
        with mock.patch.object(open_tables, "DRAFT", 0.0):  # nobody is about to save anything
            await started(again)
        left = await check_listed(again, at)
        assert set(await open_places(again.store)) == left, at
        listed = await again.store.open_tables.of_channel(CHANNEL)
        assert {(each.channel, each.table) for each in listed} == left, at


@settings(max_examples=15, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from(LIVES[:3]), st.integers(1, 90), st.booleans()), min_size=1, max_size=4),
    st.booleans(),
)
def test_several_lives_cut_off_one_after_the_other_leave_nothing_unlisted(
    lives: list[tuple[Life, int, bool]], starts: bool
) -> None:
    async def lived() -> None:
        server, drawn, time = fakeredis.FakeServer(), 0, 0.0
        for life, at, was_done in lives:
            tables = Tables(server)
            tables.drawn, tables.receipts = drawn, drawn
            tables.time += time
            Breaking(tables, at, done=was_done)
            with suppress(Exception):  # as the process would have ended, or because the channel is held
                await life(tables)
            drawn, time = drawn + 100, time + LASTS + 1
            again = Tables(server)
            again.time += time
            if starts:
                await started(again)
            await check_listed(again, lives)

    asyncio.run(lived())


async def test_what_is_being_made_is_not_taken_out_by_whoever_reads_the_list(tables: Tables) -> None:
    lists, seen = tables.store.open_tables, Listed(GUILD, CHANNEL, "abc", 1.0)
    await lists.add(GUILD, CHANNEL, "abc")
    await started(tables)
    assert await open_places(tables.store) == [(CHANNEL, "abc")], "its save may be under way"
    await lists.drop_missing(seen)
    assert await open_places(tables.store) == [(CHANNEL, "abc")], "it has been listed anew since"
    (listed,) = await lists.of_server(GUILD)
    later = Tables(tables.server)
    later.store.open_tables._now = lambda: listed.at + open_tables.DRAFT
    await started(later)
    assert await open_places(tables.store) == []


async def test_a_table_that_is_there_stays_in_its_channels_list(tables: Tables) -> None:
    table = await tables.begin()
    await tables.store.open_tables.drop_missing(Listed(GUILD, CHANNEL, table.id, 1.0))
    assert [each.table for each in await tables.store.open_tables.of_channel(CHANNEL)] == [table.id]


async def test_only_the_tables_of_a_server_or_a_channel_are_read(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    serve, read = lifecycle(tables), list[str]()
    places = [(guild, 10 * guild + each) for guild in (1, 2, 3) for each in (0, 1)]
    made = {
        place: await tables.challenges.make(*place, ANN, Person(50 + number, "Guest"), Rules(), tables.receipt())
        for number, place in enumerate(places)
    }
    load = tables.store.load

    async def noted(channel: int, name: str, *fields: object) -> object:
        read.append(name)
        return await load(channel, name, *fields)  # type: ignore[arg-type]

    monkeypatch.setattr(tables.store, "load", noted)
    for asked, meant in (
        (serve.in_channel(21), {(2, 21)}),
        (serve.in_server(3), {(3, 30), (3, 31)}),
        (serve.unfinished(lambda guild: guild != 2), {(1, 10), (1, 11), (3, 30), (3, 31)}),
    ):
        read.clear()
        found = [table.id async for table in asked]
        assert set(found) == set(read) == {made[place].id for place in meant} and len(read) == len(meant)


async def test_a_server_that_was_left_is_not_looked_at_any_more_unless_something_is_listed(tables: Tables) -> None:
    lists = tables.store.open_tables
    for _ in range(2):
        await lists.add(GUILD, CHANNEL, "abc")
        await lists.leave(GUILD)
        assert await lists.servers() == [GUILD]
        await lists.drop(GUILD, CHANNEL, "abc")
        await lists.leave(GUILD)
        assert await lists.servers() == []


async def test_the_lists_of_earlier_versions_are_taken_over_once(tables: Tables) -> None:
    begun = await tables.begin()
    waits = await tables.challenge(host=BOB, other=ANN)
    await tables.clock.watch(waits)
    client = fakeredis.FakeAsyncRedis(server=tables.server)
    await client.delete(keys.SERVERS, keys.open_tables(GUILD), keys.TABLES.listed(CHANNEL))
    await client.sadd(keys.OPEN, place(CHANNEL, begun.id), place(CHANNEL, "gone"))
    assert await open_places(tables.store) == []
    assert await tables.store.open_tables.count() == 2
    for _ in range(2):
        await take_over(tables.store, tables.repository)
        assert await open_places(tables.store) == sorted([(CHANNEL, begun.id), (CHANNEL, waits.id)])
        assert await tables.store.open_tables.servers() == [0, GUILD]
        assert not await client.exists(keys.OPEN)
    of_channel = await tables.store.open_tables.of_channel(CHANNEL)
    assert {each.table: each.guild for each in of_channel} == {begun.id: GUILD, waits.id: GUILD}


async def test_counted_are_the_tables_of_the_servers_that_are_meant() -> None:
    store = Store(fakeredis.FakeAsyncRedis(server=fakeredis.FakeServer()), "the test")
    for guild in range(100):
        await store.open_tables.add(guild, guild, "abc")
    assert await store.open_tables.count() == 100
    assert await store.open_tables.count(lambda guild: guild % 4 == 1) == 25

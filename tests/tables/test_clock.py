"""What time brings: challenges expire, idle sessions close, and people are reminded, three times and not at night."""

from __future__ import annotations

import asyncio
from datetime import datetime
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest

from bot.backgammon import Kind, Rules, actions, start
from bot.backgammon.actions import AnyAction
from bot.chouette import Options
from bot.tables import intents
from bot.tables.about import About
from bot.tables.challenges import LASTS
from bot.tables.clock import awake
from bot.tables.preferences import ServerSettings
from bot.tables.reminders import REMINDERS
from bot.tables.repository import Change
from bot.tables.schedule import TABLE
from bot.tables.table import People, Screen, Stage, Table

from .tables import ANN, BOB, CHANNEL, GUILD, HOUR, NOON, Tables


@pytest.fixture
async def waiting(tables: Tables) -> Table:
    """A game that waits for somebody, its board shown at noon."""
    table = await tables.begin()
    await tables.screen(message=1, posted_at=tables.time, shown=table.version)
    await tables.clock.watch(table)
    return await tables.table()


async def test_a_challenge_expires_when_its_time_is_over(tables: Tables) -> None:
    made = await tables.challenge()
    await tables.clock.watch(made)
    tables.time += LASTS - 1
    assert await tables.tick() == ([], [])
    tables.time += 1
    (changed,), reminded = await tables.tick()
    assert changed.stage is Stage.WITHDRAWN and reminded == []
    assert await tables.due() == []


async def test_a_withdrawn_challenge_is_not_told_of_again(tables: Tables) -> None:
    made = await tables.challenge()
    await tables.clock.watch(made)
    await tables.challenges.decline(CHANNEL, made.id, BOB, tables.receipt())
    tables.time += LASTS
    assert await tables.tick() == ([], [])
    assert await tables.due() == []


async def test_the_first_reminder_comes_after_twelve_hours(tables: Tables, waiting: Table) -> None:
    await tables.preferences.keep_server(
        GUILD, ServerSettings(time_zone="Asia/Tokyo")
    )  # noon UTC + 12 h = 9 in the morning
    await tables.clock.watch(waiting)
    tables.time += 12 * HOUR - 1
    assert await tables.tick() == ([], [])
    tables.time += 1
    assert [table.id for table in (await tables.tick())[1]] == [waiting.id]
    assert await tables.tick() == ([], [])


async def test_whoever_acts_puts_the_reminder_off(tables: Tables, waiting: Table) -> None:
    tables.time += 11 * HOUR
    await tables.act(ANN, intents.resign(Kind.SINGLE))
    tables.time += 2 * HOUR
    assert await tables.tick() == ([], [])


async def test_nobody_is_reminded_more_than_three_times(tables: Tables, waiting: Table) -> None:
    moments: list[float] = []
    for _ in range(24 * 30):
        tables.time += HOUR
        changed, reminded = await tables.tick()
        assert not changed
        moments += [tables.time] * len(reminded)
    assert len(moments) == REMINDERS
    assert all(8 <= datetime.fromtimestamp(at, ZoneInfo("UTC")).hour < 22 for at in moments)
    assert min(later - earlier for earlier, later in pairwise(moments)) >= 12 * HOUR


async def test_after_an_action_people_may_be_reminded_again(tables: Tables, waiting: Table) -> None:
    for _ in range(24 * 10):
        tables.time += HOUR
        await tables.tick()
    outcome = await tables.act(ANN, intents.resign(Kind.SINGLE))
    await tables.screen(message=1, posted_at=tables.time, shown=outcome.table.version)
    reminded = []
    for _ in range(24 * 10):
        tables.time += HOUR
        reminded += (await tables.tick())[1]
    assert len(reminded) == REMINDERS


async def test_a_table_that_has_been_reminded_enough_is_looked_at_seldom(tables: Tables, waiting: Table) -> None:
    for _ in range(24 * 30):
        tables.time += HOUR
        await tables.tick()
    due = (await tables.store.due.times(TABLE))[f"{CHANNEL}:{waiting.id}"]
    assert due > tables.time
    await tables.act(ANN, intents.resign(Kind.SINGLE))
    assert await tables.due() == [f"{CHANNEL}:{waiting.id}"]


@pytest.mark.parametrize(
    ("hour", "at"), [(7, "8:00"), (8, "8:30"), (21, "21:30"), (22, "next 8:00"), (23, "next 8:00"), (0, "8:00")]
)
@pytest.mark.parametrize("zone", ["UTC", "Europe/Prague", "America/New_York"])
def test_a_moment_in_the_night_is_put_off_until_eight(hour: int, at: str, zone: str) -> None:
    there = ZoneInfo(zone)
    moment = datetime(2026, 7, 4, hour, 30, tzinfo=there)
    found = datetime.fromtimestamp(awake(moment.timestamp(), zone), there)
    day = 5 if at.startswith("next") else 4
    expected_hour, minute = map(int, at.removeprefix("next ").split(":"))
    assert (found.day, found.hour, found.minute) == (day, expected_hour, minute)


async def test_the_server_says_how_long_it_waits(tables: Tables, waiting: Table) -> None:
    await tables.preferences.keep_server(GUILD, ServerSettings(remind_after=2, claim_after=5))
    await tables.clock.watch(waiting)
    tables.time += 2 * HOUR
    assert len((await tables.tick())[1]) == 1


async def test_a_session_at_which_nobody_goes_on_is_closed(tables: Tables) -> None:
    table = await tables.begin()
    await tables.act(ANN, intents.resign(Kind.SINGLE))
    await tables.act(BOB, intents.accept())
    await tables.act(BOB, intents.plain(actions.Next))
    await tables.clock.watch(await tables.table())
    tables.time += 72 * HOUR - 1
    assert await tables.tick() == ([], [])
    tables.time += 1
    (changed,), _ = await tables.tick()
    assert changed.stage is Stage.CLOSED
    logged: list[AnyAction] = await tables.log(table)
    assert logged[-1] == actions.End()
    assert await tables.due() == []


async def test_a_closed_table_is_forgotten_by_the_clock(tables: Tables) -> None:
    await tables.begin(Rules(length=1))
    await tables.clock.watch(await tables.table())
    await tables.act(ANN, intents.resign(Kind.SINGLE))
    await tables.act(BOB, intents.accept())
    tables.time += 100 * HOUR
    assert await tables.tick() == ([], [])
    assert await tables.due() == []


async def test_a_table_that_is_gone_is_forgotten_by_the_clock(tables: Tables) -> None:
    await tables.store.due.set(TABLE, f"{CHANNEL}:nosuch", NOON)
    assert await tables.tick() == ([], [])
    assert await tables.due() == []


async def test_what_is_overdue_is_not_made_up_for_in_the_night(tables: Tables, waiting: Table) -> None:
    """The bot was away when the reminder was due, and is back at three in the night."""
    tables.time += 39 * HOUR
    assert await tables.tick() == ([], [])
    tables.time += 5 * HOUR - 1
    assert await tables.tick() == ([], [])
    tables.time += 1
    assert [table.id for table in (await tables.tick())[1]] == [waiting.id]


@pytest.mark.parametrize(
    ("night", "morning"),
    [
        ("2026-03-28 23:30", "2026-03-29 08:00"),  # the clock goes forward at two
        ("2026-03-29 03:30", "2026-03-29 08:00"),
        ("2026-10-24 22:00", "2026-10-25 08:00"),  # and back at three
        ("2026-10-25 02:30", "2026-10-25 08:00"),
    ],
)
def test_the_morning_is_at_eight_where_the_clock_is_changed(night: str, morning: str) -> None:
    there = ZoneInfo("Europe/Prague")
    at, expected = (datetime.fromisoformat(text).replace(tzinfo=there).timestamp() for text in (night, morning))
    assert awake(at, "Europe/Prague") == expected


async def hours_until_reminded(tables: Tables) -> int:
    """Hours that pass, the clock looking every five minutes, until somebody is reminded."""
    begun = tables.time
    while not (await tables.tick())[1]:
        tables.time += HOUR / 12
        assert tables.time < begun + 72 * HOUR
    return round((tables.time - NOON) / HOUR)


async def test_a_shorter_wait_holds_for_tables_that_wait_already(tables: Tables, waiting: Table) -> None:
    tables.time += HOUR
    await tables.tick()
    await tables.preferences.keep_server(GUILD, ServerSettings(remind_after=4))
    assert await hours_until_reminded(tables) == 4


async def test_a_longer_wait_holds_for_tables_that_wait_already(tables: Tables, waiting: Table) -> None:
    tables.time += HOUR
    await tables.tick()
    await tables.preferences.keep_server(GUILD, ServerSettings(remind_after=24))
    assert await hours_until_reminded(tables) == 24


async def test_another_time_zone_moves_the_night(tables: Tables, waiting: Table) -> None:
    """Noon and twelve hours is midnight in UTC, and four in the afternoon in Los Angeles."""
    tables.time += HOUR
    await tables.tick()
    await tables.preferences.keep_server(GUILD, ServerSettings(time_zone="America/Los_Angeles"))
    assert await hours_until_reminded(tables) == 12


async def test_a_shorter_claim_closes_a_session_that_waits_already(tables: Tables) -> None:
    await tables.begin()
    await tables.act(ANN, intents.resign(Kind.SINGLE))
    await tables.act(BOB, intents.accept())
    await tables.clock.watch(await tables.table())
    await tables.preferences.keep_server(GUILD, ServerSettings(claim_after=3))
    tables.time += HOUR
    assert await tables.tick() == ([], [])
    tables.time += 2 * HOUR
    (changed,), _ = await tables.tick()
    assert changed.stage is Stage.CLOSED


async def newer(tables: Tables, table: Table) -> bytes:
    """A newer bot has written something into a table; what stood there before."""
    record = await tables.store.load(CHANNEL, table.id)
    assert record is not None
    before = record.fields["people"]
    await tables.store.put(CHANNEL, table.id, "people", before[:-1] + b',"unheard_of":1}')
    return before


async def again(tables: Tables, table: Table, before: bytes) -> Tables:
    """The bot that can read a table, an hour after one has looked that could not."""
    await tables.store.put(CHANNEL, table.id, "people", before)
    later = Tables(tables.server)
    later.time = tables.time + HOUR
    return later


@pytest.mark.parametrize("lobby", [False, True], ids=["challenge", "lobby"])
async def test_what_a_newer_bot_has_opened_expires_when_it_is_back(tables: Tables, lobby: bool) -> None:
    """An older version has been there at the very time: it leaves it alone, and due."""
    if lobby:
        options = Options()
        made = await tables.repository.add(
            Table(
                about=About(
                    id="lobby",
                    guild=GUILD,
                    channel=CHANNEL,
                    setup=options,
                    made_at=NOON,
                    expires_at=NOON + LASTS,
                ),
                people=People(seats=(ANN,), agreed=(ANN.user,)),
                seed=tables.entropy(32),
                acted_at=NOON,
            )
        )
    else:
        made = await tables.challenge()
    await tables.clock.watch(made)
    before = await newer(tables, made)
    tables.time += LASTS
    assert await tables.tick() == ([], [])
    assert await tables.tick() == ([], []), "it is put off"
    assert await tables.store.held(CHANNEL) == ("lobby" if lobby else None)
    (changed,), _ = await (await again(tables, made, before)).tick()
    assert changed.stage is Stage.WITHDRAWN
    assert await tables.store.held(CHANNEL) is None and await tables.due() == []


async def test_a_game_of_a_newer_bot_is_reminded_of_when_it_is_back(tables: Tables, waiting: Table) -> None:
    before = await newer(tables, waiting)
    tables.time += 24 * HOUR
    assert await tables.tick() == ([], [])
    _, (reminded,) = await (await again(tables, waiting, before)).tick()
    assert reminded.id == waiting.id


async def test_a_session_of_a_newer_bot_is_closed_when_it_is_back(tables: Tables) -> None:
    await tables.begin()
    await tables.act(ANN, intents.resign(Kind.SINGLE))
    await tables.act(BOB, intents.accept())
    table = await tables.table()
    await tables.clock.watch(table)
    before = await newer(tables, table)
    tables.time += 73 * HOUR
    assert await tables.tick() == ([], [])
    (changed,), _ = await (await again(tables, table, before)).tick()
    assert changed.stage is Stage.CLOSED


async def test_of_two_processes_one_reminds(tables: Tables) -> None:
    """Many tables are due, and both look at the same moment, whenever they do."""
    names = await many_waiting(tables, 60)
    neighbour = Tables(tables.server)
    neighbour.time = tables.time = NOON + 24 * HOUR
    told = [found for _ in range(3) for found in await asyncio.gather(tables.tick(), neighbour.tick())]
    assert all(not changed for changed, _ in told)
    assert sorted(table.id for _, reminded in told for table in reminded) == names
    assert {reminded != [] for _, reminded in told[:2]} == {True}


async def test_of_two_processes_one_closes_and_withdraws(tables: Tables) -> None:
    await tables.begin()
    await tables.act(ANN, intents.resign(Kind.SINGLE))
    await tables.act(BOB, intents.accept())
    session = await tables.table()
    challenge = await tables.challenge()
    neighbour = Tables(tables.server)
    neighbour.time = tables.time = NOON + 100 * HOUR
    for table in (session, challenge):
        await tables.clock.watch(table)
    # A lease that ran out while the first was slow: both have taken everything.
    assert len(await tables.store.due.take(tables.time)) == 2
    told: list[str] = []

    async def changed(table: Table) -> None:
        told.append(table.id)

    async def remind(table: Table) -> None:
        raise AssertionError

    for _ in range(2):
        both = [(each.clock, table.id) for each in (tables, neighbour) for table in (session, challenge)]
        looks = (clock.look(CHANNEL, name, changed, remind) for clock, name in both)
        assert await asyncio.gather(*looks) == [None] * 4, "and nothing is due there any more"
    assert sorted(told) == sorted([session.id, challenge.id])
    assert [type(action) for action in await tables.log(session)].count(actions.End) == 1


async def test_what_a_dead_process_has_taken_is_done_by_another(tables: Tables) -> None:
    names = await many_waiting(tables, 20)
    neighbour = Tables(tables.server)
    neighbour.time = tables.time = NOON + 24 * HOUR
    assert len(await tables.store.due.take(tables.time)) == 20  # and now it dies
    assert await neighbour.tick() == ([], [])
    neighbour.time += 60
    _, reminded = await neighbour.tick()
    assert sorted(table.id for table in reminded) == names
    assert await neighbour.tick() == ([], [])


async def many_waiting(tables: Tables, number: int) -> list[str]:
    """The ids of so many tables, each in a channel of its own, whose boards were shown at noon."""
    ids = []
    for place in range(number):
        made = Table(
            about=About(
                id=f"t{place:03}", guild=GUILD, channel=CHANNEL + place, setup=Rules(), made_at=NOON, expires_at=NOON
            ),
            people=People(seats=(ANN, BOB)),
            seed=tables.entropy(32),
            acted_at=NOON,
        )
        stored = await tables.repository.add(made)

        async def opening(before: Table) -> Change:
            match = start(before.about.setup)
            return await tables.desk.begin(before, match, actions.OpeningRoll(dice=before.next_roll(match)))

        opened = (await tables.repository.change(stored.channel, stored.id, opening)).table
        await tables.repository.shown(opened, Screen(message=1, posted_at=NOON, shown=opened.version))
        await tables.clock.watch(opened)
        ids.append(made.id)
    return ids

"""What time brings: challenges expire, idle sessions close, and people are reminded, three times and not at night."""

from __future__ import annotations

from datetime import datetime
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest

from bot.backgammon import Kind, Rules, actions
from bot.backgammon.actions import AnyAction
from bot.store import keys
from bot.tables import deeds
from bot.tables.challenges import LASTS
from bot.tables.clock import REMINDERS, awake
from bot.tables.habits import ServerSettings
from bot.tables.table import Stage, Table

from .house import ANN, BOB, CHANNEL, GUILD, HOUR, NOON, House


@pytest.fixture
async def waiting(house: House) -> Table:
    """A game that waits for somebody, its board shown at noon."""
    table = await house.begin()
    await house.screen(message=1, posted_at=house.time, shown=table.version)
    await house.clock.watch(table)
    return await house.table()


async def test_a_challenge_expires_when_its_time_is_over(house: House) -> None:
    made = await house.challenge()
    await house.clock.watch(made)
    house.time += LASTS - 1
    assert await house.tick() == ([], [])
    house.time += 1
    (changed,), reminded = await house.tick()
    assert changed.stage is Stage.WITHDRAWN and reminded == []
    assert await house.store.all_due() == []


async def test_a_withdrawn_challenge_is_not_told_of_again(house: House) -> None:
    made = await house.challenge()
    await house.clock.watch(made)
    await house.challenges.decline(CHANNEL, made.id, BOB, house.receipt())
    house.time += LASTS
    assert await house.tick() == ([], [])
    assert await house.store.all_due() == []


async def test_the_first_reminder_comes_after_twelve_hours(house: House, waiting: Table) -> None:
    await house.habits.keep_server(GUILD, ServerSettings(time_zone="Asia/Tokyo"))  # noon UTC + 12 h = 9 in the morning
    await house.clock.watch(waiting)
    house.time += 12 * HOUR - 1
    assert await house.tick() == ([], [])
    house.time += 1
    assert [table.id for table in (await house.tick())[1]] == [waiting.id]
    assert await house.tick() == ([], [])


async def test_whoever_acts_puts_the_reminder_off(house: House, waiting: Table) -> None:
    house.time += 11 * HOUR
    await house.act(ANN, deeds.resign(Kind.SINGLE))
    house.time += 2 * HOUR
    assert await house.tick() == ([], [])


async def test_nobody_is_reminded_more_than_three_times(house: House, waiting: Table) -> None:
    moments: list[float] = []
    for _ in range(24 * 30):
        house.time += HOUR
        changed, reminded = await house.tick()
        assert not changed
        moments += [house.time] * len(reminded)
    assert len(moments) == REMINDERS
    assert all(8 <= datetime.fromtimestamp(at, ZoneInfo("UTC")).hour < 22 for at in moments)
    assert min(later - earlier for earlier, later in pairwise(moments)) >= 12 * HOUR


async def test_after_an_action_people_may_be_reminded_again(house: House, waiting: Table) -> None:
    for _ in range(24 * 10):
        house.time += HOUR
        await house.tick()
    outcome = await house.act(ANN, deeds.resign(Kind.SINGLE))
    await house.screen(message=1, posted_at=house.time, shown=outcome.table.version)
    reminded = []
    for _ in range(24 * 10):
        house.time += HOUR
        reminded += (await house.tick())[1]
    assert len(reminded) == REMINDERS


async def test_a_table_that_has_been_reminded_enough_is_looked_at_seldom(house: House, waiting: Table) -> None:
    for _ in range(24 * 30):
        house.time += HOUR
        await house.tick()
    due = float(await house.store._connection.ask("ZSCORE", keys.DUE, f"{CHANNEL}:{waiting.id}"))
    assert due > house.time
    await house.act(ANN, deeds.resign(Kind.SINGLE))
    assert await house.store.all_due() == [f"{CHANNEL}:{waiting.id}"]


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


async def test_the_server_says_how_long_it_waits(house: House, waiting: Table) -> None:
    await house.habits.keep_server(GUILD, ServerSettings(remind_after=2, claim_after=5))
    await house.clock.watch(waiting)
    house.time += 2 * HOUR
    assert len((await house.tick())[1]) == 1


async def test_a_session_at_which_nobody_goes_on_is_closed(house: House) -> None:
    table = await house.begin()
    await house.act(ANN, deeds.resign(Kind.SINGLE))
    await house.act(BOB, deeds.accept())
    await house.act(BOB, deeds.plain(actions.Next))
    await house.clock.watch(await house.table())
    house.time += 72 * HOUR - 1
    assert await house.tick() == ([], [])
    house.time += 1
    (changed,), _ = await house.tick()
    assert changed.stage is Stage.CLOSED
    logged: list[AnyAction] = await house.log(table)
    assert logged[-1] == actions.End()
    assert await house.store.all_due() == []


async def test_a_closed_table_is_forgotten_by_the_clock(house: House) -> None:
    await house.begin(Rules(length=1))
    await house.clock.watch(await house.table())
    await house.act(ANN, deeds.resign(Kind.SINGLE))
    await house.act(BOB, deeds.accept())
    house.time += 100 * HOUR
    assert await house.tick() == ([], [])
    assert await house.store.all_due() == []


async def test_a_table_that_is_gone_is_forgotten_by_the_clock(house: House) -> None:
    await house.store.set_due(f"{CHANNEL}:nosuch", NOON)
    assert await house.tick() == ([], [])
    assert await house.store.all_due() == []


async def test_the_clock_goes_on_when_one_table_cannot_be_served(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever goes wrong at one table, the others are looked at, and the clock does not stop."""
    first, second = await house.challenge(), await house.challenge(host=BOB, other=ANN)
    for made in (first, second):
        await house.clock.watch(made)
    house.time += LASTS
    told: list[str] = []
    rounds = 0

    async def changed(table: Table) -> None:
        told.append(table.id)
        if len(told) == 1:
            raise RuntimeError("Discord answers something nobody has thought of")

    async def remind(table: Table) -> None:
        raise AssertionError

    class EnoughError(Exception):
        """The test has seen enough."""

    async def sleep(seconds: float) -> None:
        nonlocal rounds
        rounds += 1
        if rounds == 2:
            raise EnoughError

    monkeypatch.setattr("bot.tables.clock.asyncio.sleep", sleep)
    with pytest.raises(EnoughError):
        await house.clock.run(changed, remind)
    assert sorted(told) == sorted([first.id, second.id])

"""Tables at which somebody is on holiday or asleep: what the log says of it, when a flag falls, what may be claimed."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest

from bot.core.actions import Seat
from bot.core.clock import Calendar, Clock, Days, Entry, Hours, decode_entry, is_entry
from bot.core.pace import DAY, HOUR
from bot.core.refusal import Illegal
from bot.tables import intents
from bot.tables.faults import TableTrouble
from bot.tables.holidays import Holiday
from bot.tables.nights import Night
from bot.tables.preferences import ServerSettings
from bot.tables.table import Person, Table

from .tables import ANN, BOB, CHANNEL, GUILD, NOON, Tables
from .timed import MONEY, SEVEN, Timed, at

TODAY = date(2026, 11, 14)
"""The day of `NOON`."""
TWO_DAYS, RESERVE = Days(2 * DAY), Hours(48 * HOUR, 12 * HOUR)
A_DAY = 86_400
MIDNIGHT = 43_200
"""Seconds after noon."""


@pytest.fixture
def timed(tables: Tables) -> Timed:
    return Timed(tables)


def away(first: int, last: int) -> Holiday:
    """From one day after today to another, entered a week ago."""
    day = timedelta(days=1)
    return Holiday(first=TODAY + first * day, last=TODAY + last * day, zone="UTC", entered=at(-7 * A_DAY))


async def asked(tables: Tables) -> tuple[Seat, Person]:
    match = await tables.match()
    assert match.game.decider is not None
    return match.game.decider, (await tables.table()).person(match.game.decider)


async def calendars(tables: Tables) -> list[Entry]:
    lines = await tables.store.log(CHANNEL, (await tables.table()).id)
    found = [decode_entry(line) for line in lines if is_entry(line)]
    return [each for each in found if isinstance(each, Calendar)]


async def by_the_log(tables: Tables, pace: Days | Hours) -> Clock:
    lines = await tables.store.log(CHANNEL, (await tables.table()).id)
    return Clock.of(pace, [decode_entry(line) for line in lines if is_entry(line)])


async def test_each_day_is_entered_when_it_begins_and_moves_the_flag_by_it(tables: Tables, timed: Timed) -> None:
    await timed.begin(TWO_DAYS, SEVEN)
    seat, person = await asked(tables)
    await timed.shown(0)
    await tables.prefer(person, holidays=(away(1, 3),))
    await timed.tick(MIDNIGHT - 1)
    assert await calendars(tables) == [] and (await tables.table()).rests_until is None
    await timed.tick(MIDNIGHT)
    assert await calendars(tables) == [Calendar(seat, at(MIDNIGHT), at(MIDNIGHT + A_DAY))]
    assert (await tables.table()).rests_until == at(MIDNIGHT + 3 * A_DAY)
    for day in (1, 2, 3):
        await timed.tick(MIDNIGHT + day * A_DAY)
    assert len(await calendars(tables)) == 3
    table = await tables.table()
    assert table.rests_until is None
    assert (await timed.clock()).falls == at(5 * A_DAY) == (await by_the_log(tables, TWO_DAYS)).falls


async def test_a_board_that_is_shown_on_a_holiday_costs_nothing_until_its_end(tables: Tables, timed: Timed) -> None:
    await timed.begin(RESERVE, SEVEN)
    await timed.shown(0)
    seat, person = await asked(tables)
    await tables.prefer((await tables.table()).person(1 - seat), holidays=(away(1, 1),))
    await timed.pressed(MIDNIGHT + HOUR // 1000)
    await timed.shown(MIDNIGHT + 2 * HOUR // 1000)
    assert await timed.left(MIDNIGHT + A_DAY) == (await timed.left(0))
    clock = await timed.clock()
    assert clock.running == 1 - seat and clock.falls == at(MIDNIGHT + A_DAY) + 60 * HOUR
    assert (await by_the_log(tables, RESERVE)).falls == clock.falls
    assert (await tables.table()).rests_until == at(MIDNIGHT + A_DAY)
    assert person != (await asked(tables))[1]


async def test_a_deadline_that_ends_sooner_stays(tables: Tables, timed: Timed) -> None:
    await timed.begin(Hours(HOUR, 0), SEVEN)
    seat, person = await asked(tables)
    await tables.prefer(person, holidays=(away(1, 3),))
    await timed.shown(0)
    (lost,), _ = await timed.tick(3603)
    assert lost.state is not None and lost.state.over and getattr(lost.state, "winner", None) == 1 - seat


async def test_a_press_is_judged_by_a_day_that_has_begun_though_nobody_has_looked(tables: Tables, timed: Timed) -> None:
    await timed.begin(Hours(13 * HOUR, 0), SEVEN)
    _, person = await asked(tables)
    await tables.prefer(person, holidays=(away(1, 1),))
    await timed.shown(0)
    # It would have been up an hour after midnight.
    await timed.pressed(MIDNIGHT + 5 * 3600)
    clock = await timed.clock()
    assert clock.reserves[0 if person == ANN else 1] == HOUR
    assert await by_the_log(tables, Hours(13 * HOUR, 0)) == clock


async def test_back_stops_the_days_that_have_not_begun(tables: Tables, timed: Timed) -> None:
    await timed.begin(TWO_DAYS, SEVEN)
    _, person = await asked(tables)
    await timed.shown(0)
    await tables.prefer(person, holidays=(away(1, 5),))
    await timed.tick(MIDNIGHT)
    await tables.prefer(person, holidays=(away(1, 1),))
    await timed.tick(MIDNIGHT + 60)
    await timed.tick(MIDNIGHT + 3600 + 60)
    assert (await tables.table()).rests_until == at(MIDNIGHT + A_DAY)
    await timed.tick(MIDNIGHT + A_DAY)
    assert (await timed.clock()).falls == at(3 * A_DAY)


@pytest.mark.parametrize(("days", "falls"), [(42, 4), (1, 3), (0, 2)])
async def test_a_server_says_how_many_days_count(tables: Tables, timed: Timed, days: int, falls: int) -> None:
    await tables.preferences.keep_server(GUILD, ServerSettings(holiday_days=days))
    await timed.begin(TWO_DAYS, SEVEN)
    _, person = await asked(tables)
    await timed.shown(0)
    await tables.prefer(person, holidays=(away(1, 2),))
    for day in range(3):
        await timed.tick(MIDNIGHT + day * A_DAY)
    assert (await timed.clock()).falls == at(falls * A_DAY)


async def open_table(tables: Tables) -> tuple[Table, Person, Person]:
    """The table, whom it waits for, who could claim."""
    table = await tables.begin(MONEY)
    person = await tables.asked()
    return table, person, BOB if person == ANN else ANN


async def test_without_a_clock_nothing_is_claimed_meanwhile_and_later_by_as_much(tables: Tables) -> None:
    _, person, claimer = await open_table(tables)
    await tables.prefer(person, holidays=(away(1, 2),))
    tables.time = NOON + MIDNIGHT + 3600
    await tables.clock.look(CHANNEL, (await tables.table()).id, nothing, nothing)
    assert (await tables.table()).rests_until == at(MIDNIGHT + 2 * A_DAY)
    with pytest.raises(Illegal) as raised:
        await tables.act(claimer, intents.claim())
    assert raised.value.reason is TableTrouble.RESTS
    tables.time = NOON + 5 * A_DAY - 1
    with pytest.raises(Illegal) as raised:
        await tables.act(claimer, intents.claim())
    assert raised.value.reason is TableTrouble.TOO_EARLY
    tables.time += 2
    assert (await tables.act(claimer, intents.claim())).table.state is not None


async def nothing(_: Table) -> None:
    """Nobody looks at the channel."""


async def test_nobody_is_reminded_on_a_holiday(tables: Tables) -> None:
    table, person, _ = await open_table(tables)
    await tables.prefer(person, holidays=(away(0, 2),), night=Night(start=180, end=181, zone="UTC"))
    reminded = list[float]()

    async def remind(_: Table) -> None:
        reminded.append(tables.time - NOON)

    for hour in range(90):
        tables.time = NOON + hour * 3600
        await tables.clock.look(CHANNEL, table.id, nothing, remind)
    # Twelve hours do not run before midnight of the third day, as today counts as well.
    assert reminded[0] == MIDNIGHT + 2 * A_DAY + 12 * 3600


# Nights


def asleep(**more: Any) -> dict[str, Any]:
    """From 22 to 8, for a long time."""
    return {"night": Night(zone="UTC"), "night_changed": NOON - 30 * A_DAY, **more}


async def test_a_flag_that_falls_into_a_night_falls_at_its_end_once(tables: Tables, timed: Timed) -> None:
    await timed.begin(Hours(13 * HOUR, 0), SEVEN)
    seat, person = await asked(tables)
    await tables.prefer(person, **asleep())
    await timed.shown(0)
    assert await timed.tick(13 * 3600 + 3) != ([], [])
    morning = 20 * 3600
    assert (await timed.clock()).falls == at(morning) + 1
    assert (await by_the_log(tables, Hours(13 * HOUR, 0))).falls == at(morning) + 1
    assert not (await tables.match()).over
    (lost,), _ = await timed.tick(morning + 4)
    assert lost.state is not None and getattr(lost.state, "winner", None) == 1 - seat


async def test_what_is_done_in_a_night_costs_at_most_what_was_left(tables: Tables, timed: Timed) -> None:
    await timed.begin(Hours(13 * HOUR, 0), SEVEN)
    seat, person = await asked(tables)
    await tables.prefer(person, **asleep())
    await timed.shown(0)
    await timed.pressed(15 * 3600)
    assert (await timed.clock()).reserves[seat] == 1


@pytest.mark.parametrize(("changed", "moved"), [(-25, True), (-23, False)])
async def test_other_hours_count_for_what_is_asked_a_day_later(
    tables: Tables, timed: Timed, changed: int, moved: bool
) -> None:
    await timed.begin(Hours(13 * HOUR, 0), SEVEN)
    _, person = await asked(tables)
    await tables.prefer(person, **asleep(night_changed=NOON + changed * 3600))
    await timed.shown(0)
    await timed.tick(13 * 3600 + 3)
    table = await tables.desk.table(CHANNEL) if moved else None
    assert (table is not None and not (await tables.match()).over) == moved


async def test_a_claim_by_days_waits_for_the_morning(tables: Tables, timed: Timed) -> None:
    await timed.begin(Days(13 * HOUR), SEVEN)
    seat, person = await asked(tables)
    await tables.prefer(person, **asleep())
    await timed.shown(0)
    for hours, fault in ((14, TableTrouble.TIME_LEFT), (19.9, TableTrouble.TIME_LEFT)):
        tables.time = NOON + hours * 3600
        with pytest.raises(Illegal) as raised:
            await tables.act((await tables.table()).person(1 - seat), intents.claim())
        assert raised.value.reason is fault
    tables.time = NOON + 20 * 3600 + 1
    await tables.act((await tables.table()).person(1 - seat), intents.claim())


async def test_whoever_has_no_hours_of_their_own_has_no_night_for_the_clock(tables: Tables, timed: Timed) -> None:
    await timed.begin(Hours(13 * HOUR, 0), SEVEN)
    await timed.shown(0)
    (lost,), _ = await timed.tick(13 * 3600 + 3)
    assert lost.state is not None and lost.state.over

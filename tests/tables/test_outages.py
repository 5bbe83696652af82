"""What the bot misses counts on nobody's clock, and no flag falls before that stands in the log."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.core.clock import Away, Days, Entry, Pause, Pressed, Shown, decode_entry, is_entry
from bot.core.pace import DAY
from bot.store import StoreError
from bot.tables import intents
from bot.tables.discord_time import DiscordTime
from bot.tables.outages import Outages
from bot.tables.table import Stage, Table

from .tables import ANN, BOB, CHANNEL, GUILD, NOON, Tables, other
from .timed import LIVE, SEVEN, Timed, at


class Process:
    """A process of the bot, with a connection to Discord that a test says is wrong for so many milliseconds."""

    def __init__(self, tables: Tables, serves: str = "0:", mine: bool = True) -> None:
        self.tables, self.wrong = tables, 0
        self.discord = DiscordTime(lambda: tables.time)
        self.outages = Outages(
            tables.store,
            tables.repository,
            self.discord,
            serves,
            lambda: self.wrong,
            lambda guild: mine,
            tables.desk.rest,
        )
        tables.desk.rests.missed, tables.clock.serving = self.outages.missed_in, self.outages.serving

    async def beats(self, start: int, until: int) -> None:
        """All is well from one second to another."""
        for seconds in range(start, until + 1, 2):
            self.tables.time = NOON + seconds
            assert await self.outages.beat() == []


@pytest.fixture
def timed(tables: Tables) -> Timed:
    return Timed(tables)


async def entries(tables: Tables) -> list[Entry]:
    lines = await tables.store.log(CHANNEL, (await tables.table()).id)
    return [decode_entry(line) for line in lines if is_entry(line)]


async def aways(tables: Tables) -> list[Away]:
    return [entry for entry in await entries(tables) if isinstance(entry, Away)]


async def test_as_long_as_all_is_well_nothing_is_entered_and_flags_fall(tables: Tables, timed: Timed) -> None:
    process = Process(tables)
    await timed.begin(LIVE, SEVEN)
    await timed.shown(0)
    await process.beats(0, 138)
    assert not await aways(tables)
    (lost,), _ = await timed.tick(138)
    assert lost.stage is Stage.CLOSED


async def test_after_a_kill_both_have_what_they_had(tables: Tables, timed: Timed) -> None:
    await timed.begin(LIVE, SEVEN)
    await timed.shown(0)
    await Process(tables).beats(0, 30)
    had = await timed.left(30)
    again = Process(tables)
    tables.time = NOON + 70
    (later,) = await again.outages.beat()
    assert later.clock is not None and later.clock.falls == at(135 + 40)
    assert await timed.left(70) == had and later.unshown
    assert await aways(tables) == [Away(at(30), at(70))]
    # What was entered is not entered again.
    await again.beats(72, 80)
    assert len(await aways(tables)) == 1


async def test_a_kill_of_two_seconds_costs_nobody_anything_and_no_flag_falls_first(
    tables: Tables, timed: Timed
) -> None:
    await Process(tables).beats(0, 136)
    await timed.begin(LIVE, SEVEN)
    await timed.shown(2)
    await Process(tables).beats(136, 136)
    process = Process(tables)
    tables.time = NOON + 138
    assert not process.outages.serving(GUILD)
    await process.outages.beat()
    assert await aways(tables) == [Away(at(136), at(138))]
    await process.beats(140, 142)
    assert process.outages.serving(GUILD) and await timed.tick(141.9) == ([], [])
    assert len((await timed.tick(142))[0]) == 1


async def test_no_flag_falls_before_what_was_missed_is_entered(tables: Tables, timed: Timed) -> None:
    await timed.begin(LIVE, SEVEN)
    await timed.shown(0)
    await Process(tables).beats(0, 130)
    again = Process(tables)
    assert await timed.tick(180) == ([], [])
    assert len(await again.outages.beat()) == 1
    await again.beats(182, 186)
    assert await timed.tick(187.9) == ([], [])
    await again.beats(188, 188)
    (lost,), _ = await timed.tick(188.9)
    assert lost.stage is Stage.CLOSED


async def test_who_presses_before_that_is_not_told_that_his_time_is_up(tables: Tables, timed: Timed) -> None:
    await timed.begin(LIVE, SEVEN)
    await timed.shown(0)
    mover = (await tables.match()).game.decider
    await Process(tables).beats(0, 100)
    Process(tables)
    await timed.pressed(160)
    left = [120, 120]
    left[mover or 0] = 120 - (100 - 15)
    assert await timed.left(160) == left and len(await aways(tables)) == 1


async def test_a_lost_gateway_and_a_store_that_does_not_answer_are_missed_too(
    tables: Tables, timed: Timed, monkeypatch: pytest.MonkeyPatch
) -> None:
    process = Process(tables)
    await timed.begin(LIVE, SEVEN)
    await timed.shown(0)
    await process.beats(0, 20)
    tables.time, process.wrong = NOON + 50, 25_000  # for which it has been silent
    assert await process.outages.beat() == [] and not process.outages.serving(GUILD)
    tables.time, process.wrong = NOON + 60, 0
    assert len(await process.outages.beat()) == 1
    assert await aways(tables) == [Away(at(20), at(60))]
    await process.beats(62, 70)

    async def fails(*said: object) -> None:
        raise StoreError("the test")

    with monkeypatch.context() as away:
        away.setattr(tables.store.serving, "note", fails)
        tables.time = NOON + 72
        with pytest.raises(StoreError):
            await process.outages.beat()
    tables.time = NOON + 90
    assert len(await process.outages.beat()) == 1
    assert (await aways(tables))[1:] == [Away(at(70), at(90))]


async def test_what_only_another_process_missed_is_not_entered_here(tables: Tables, timed: Timed) -> None:
    await timed.begin(LIVE, SEVEN)
    await timed.shown(0)
    ours, theirs = Process(tables, "2:0", mine=True), Process(tables, "2:1", mine=False)
    await ours.beats(0, 20)
    await theirs.beats(0, 10)
    tables.time = NOON + 21
    assert await theirs.outages.beat() == [] and not await aways(tables)
    assert not theirs.outages.serving(GUILD) and ours.outages.serving(GUILD)


async def test_a_process_of_other_shards_finds_what_the_last_ones_noted(tables: Tables, timed: Timed) -> None:
    await timed.begin(LIVE, SEVEN)
    await timed.shown(0)
    await Process(tables, "2:0").beats(0, 10)
    await Process(tables, "2:1").beats(12, 20)
    one = Process(tables, "0:")
    tables.time = NOON + 50
    assert len(await one.outages.beat()) == 1
    assert await aways(tables) == [Away(at(20), at(50))]


async def test_the_difference_to_discord_outlives_a_process(tables: Tables) -> None:
    process = Process(tables)
    process.discord.note((round((NOON - 5) * 1000) - 1_420_070_400_000) << 22)
    await process.outages.beat()
    again = Process(tables)
    tables.time = NOON + 40
    assert await again.outages.missed() == Away(at(-5), at(35)) and again.discord.behind == 5000


async def test_a_short_outage_by_days_draws_no_board_again(tables: Tables, timed: Timed) -> None:
    await timed.begin(Days(2 * DAY), SEVEN)
    await timed.shown(0)
    await Process(tables).beats(0, 10)
    tables.time = NOON + 60
    assert await Process(tables).outages.beat() == []
    table = await tables.table()
    assert len(await aways(tables)) == 1 and not table.unshown
    tables.time = NOON + 200
    assert len(await Process(tables).outages.beat()) == 1


async def test_after_more_than_a_minute_a_live_table_rests_until_both_are_ready(tables: Tables, timed: Timed) -> None:
    await timed.begin(LIVE, SEVEN)
    await timed.shown(0)
    await Process(tables).beats(0, 20)
    tables.time, process = NOON + 90, Process(tables)
    (table,) = await process.outages.beat()
    await process.beats(92, 94)
    assert table.state is not None and table.state.paused
    assert table.clock is not None and table.clock.falls is None
    await timed.shown(95)  # which starts no clock
    for person in (ANN, BOB):
        assert (await tables.match()).paused
        await tables.act(person, intents.go_on())
    assert not (await tables.match()).paused and (await timed.clock()).falls is None
    await timed.shown(100)
    # What was left at the outage is left now.
    assert (await timed.clock()).falls == at(100 + 135 - 20)
    assert [type(entry) for entry in await entries(tables)][-3:] == [Pressed, Pause, Shown]


async def test_after_half_an_hour_it_goes_on_by_itself(tables: Tables, timed: Timed) -> None:
    await timed.begin(LIVE, SEVEN)
    await timed.shown(0)
    await Process(tables).beats(0, 20)
    tables.time = NOON + 90
    process = Process(tables)
    (table,) = await process.outages.beat()
    await tables.clock.watch(table)
    assert await timed.tick(90 + 1800 - 1) == ([], [])
    (table,), _ = await timed.tick(90 + 1800)
    assert table.state is not None and not table.state.paused


async def test_where_who_must_act_plays_the_other_is_still_waited_for(tables: Tables, timed: Timed) -> None:
    await timed.begin(LIVE, SEVEN)
    await timed.shown(0)
    first = await tables.asked()
    await Process(tables).beats(0, 20)
    tables.time = NOON + 90
    await Process(tables).outages.beat()
    match = await timed.pressed(91)
    assert match.paused and match.unready == (int(first == ANN),)
    await tables.act(other(first), intents.go_on())
    await timed.shown(200)
    assert (await timed.clock()).running == match.unready[0]


async def test_who_presses_before_a_return_is_entered_has_lost_nothing_by_the_absence(
    tables: Tables, timed: Timed
) -> None:
    await timed.begin(LIVE, SEVEN)
    await timed.shown(0)
    await Process(tables).beats(0, 200)
    await tables.store.absences.begin(GUILD, at(10))
    await tables.store.absences.end(GUILD, at(199))
    await timed.pressed(201)
    assert await timed.left(201) == [120, 120]
    assert [type(entry) for entry in await entries(tables)] == [Shown, Away, Pressed]


async def test_a_live_table_that_rests_after_an_outage_lost_nothing_by_an_absence(tables: Tables, timed: Timed) -> None:
    await timed.begin(LIVE, SEVEN)
    await timed.shown(0)
    await Process(tables).beats(0, 200)
    await tables.store.absences.begin(GUILD, at(10))
    tables.time = NOON + 300
    (table,) = await Process(tables).outages.beat()
    assert table.state is not None and table.state.paused and await timed.left(300) == [120, 120]
    assert [type(entry) for entry in await entries(tables)] == [Shown, Away, Away, Pressed]


async def test_a_board_that_is_found_shown_after_an_outage_does_not_count_it(tables: Tables, timed: Timed) -> None:
    await timed.begin(LIVE, SEVEN)
    decider = (await tables.match()).game.decider
    await Process(tables).beats(0, 30)
    tables.time = NOON + 60
    (table,) = await Process(tables).outages.beat()
    screen = replace(table.screen, shown=table.version, message=1, posted_at=NOON)
    await tables.repository.shown(table, screen, at(0))
    left = [120, 120]
    left[decider or 0] = 120 - (30 + 5 - 15)
    assert await timed.left(65) == left


async def test_what_entering_an_outage_takes_itself_is_entered_after_it(tables: Tables, timed: Timed) -> None:
    await timed.begin(LIVE, SEVEN)
    await timed.shown(0)
    await Process(tables).beats(0, 30)
    again = Process(tables)
    tables.time = NOON + 70
    enter = again.outages._enter

    async def slowly(away: Away) -> list[Table]:
        changed = await enter(away)
        tables.time = NOON + 100
        return changed

    again.outages._enter = slowly  # type: ignore[method-assign]
    await again.outages.beat()
    assert not again.outages.serving(GUILD)
    again.outages._enter = enter  # type: ignore[method-assign]
    await again.outages.beat()
    assert await aways(tables) == [Away(at(30), at(70)), Away(at(70), at(100))]

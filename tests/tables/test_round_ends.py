"""Rounds of leagues that end by themselves: what their tables say, and what is entered whatever is cut off."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from datetime import UTC, datetime, timedelta

import pytest

from bot.backgammon import Refused, Rules
from bot.core.clock import Days, Live, Pace
from bot.core.pace import DAY as MS_DAY
from bot.core.pace import MINUTE
from bot.league import Knockout, League, LeagueFault, Moved, RoundRobin, Why
from bot.league.entries import DAY, read_entry
from bot.league.league import folded
from bot.league.rounds import STRETCH
from bot.league.state import LATE
from bot.store import StoreError, place
from bot.tables.challenges import IN_A_ROUND, LASTS
from bot.tables.held_league import HeldLeague
from bot.tables.holidays import Holiday
from bot.tables.schedule import LEAGUE
from bot.tables.table import Person, Stage, Table

from .lifecycle import Breaking, facts, started
from .tables import CHANNEL, GUILD, HOUR, Tables
from .test_leagues import Club

FORM, PACE = Knockout(losses=1, round_days=14), Days(2 * MS_DAY)


async def begun(club: Club) -> HeldLeague:
    return await club.begun(FORM)


def two(held: HeldLeague, number: int = 0) -> tuple[Person, Person]:
    """The two of a pairing, in its order."""
    one, other = held.league.pairings[number].seats
    return held.person(one), held.person(other)


async def ask(club: Club, held: HeldLeague, number: int = 0, pace: Pace | None = PACE) -> Table:
    """The first of a pairing challenges the other."""
    one, other = two(held, number)
    debt = await club.leagues.owed(GUILD, one.user, other.user)
    assert debt is not None
    tables = club.tables
    return await tables.challenges.make(
        GUILD, CHANNEL, one, other, Rules(length=1), tables.receipt(), counts=debt.counts, pace=pace
    )


async def play(club: Club, held: HeldLeague, number: int = 0, pace: Pace | None = PACE) -> Table:
    """The other accepts that, and the board is shown."""
    made = await ask(club, held, number, pace)
    outcome = await club.tables.challenges.accept(CHANNEL, made.id, two(held, number)[1], club.tables.receipt())
    table, clock = outcome.table, outcome.table.clock
    assert clock is not None
    await club.tables.repository.shown(table, table.screen, club.tables.desk.discord.now())
    return table


async def until(club: Club, held: HeldLeague, at: float) -> HeldLeague:
    """Time passes until then, and the league is looked at."""
    club.tables.time = at
    return await club.looked(held)


def ends(held: HeldLeague) -> float:
    assert held.league.time_up is not None
    return held.league.time_up


def whys(league: League) -> list[Why | None]:
    return [each.result and each.result.why for each in league.pairings[:2]]


async def test_who_got_no_answer_wins_and_else_the_lot_decides_and_the_next_round_follows(tables: Tables) -> None:
    club = Club(tables)
    held = await begun(club)
    made = await ask(club, held)
    assert made.about.expires_at - made.about.made_at == IN_A_ROUND
    held = await until(club, held, ends(held) - 1)
    assert whys(held.league) == [None, None]
    held = await until(club, held, ends(held))
    assert whys(held.league) == [Why.CHALLENGE, Why.LOT] and not held.league.pairings[0].lost_by(
        held.league.pairings[0].one
    )
    assert await tables.store.due.times(LEAGUE) == {place(GUILD, held.id): tables.time}
    held = await club.looked(held)
    assert held.league.rounds == 2 and ends(held) == tables.time + 14 * DAY
    log = [read_entry(line) for line in await tables.store.leagues.log(GUILD, held.id)]
    assert folded(log) == held.league, "the lot stands in the log"


@pytest.mark.parametrize("by", [0, 1], ids=["withdrawn", "declined"])
async def test_a_challenge_that_is_declined_or_withdrawn_is_none(tables: Tables, by: int) -> None:
    club = Club(tables)
    held = await begun(club)
    made = await ask(club, held)
    await tables.challenges.decline(CHANNEL, made.id, two(held)[by], tables.receipt())
    held = await until(club, held, ends(held))
    assert whys(held.league) == [Why.LOT, Why.LOT]


async def test_a_challenge_that_moved_into_a_thread_is_still_that_one(tables: Tables) -> None:
    club = Club(tables)
    held = await begun(club)
    made = await ask(club, held)
    await tables.challenges.take_away(made, tables.receipt())
    moved = await tables.challenges.make_again(made, CHANNEL + 1)
    await tables.challenges.decline(CHANNEL + 1, moved.id, two(held)[1], tables.receipt())
    held = await until(club, held, ends(held))
    assert whys(held.league) == [Why.LOT, Why.LOT]


async def test_a_live_challenge_does_not_wait_for_an_answer(tables: Tables) -> None:
    club = Club(tables)
    held = await begun(club)
    made = await ask(club, held, pace=Live(2 * MINUTE, 0))
    assert made.about.expires_at - made.about.made_at == LASTS
    held = await until(club, held, ends(held))
    assert whys(held.league) == [Why.LOT, Why.LOT]


async def test_a_match_that_has_begun_goes_on_by_twelve_hours_and_after_a_week_whoever_must_act_loses(
    tables: Tables,
) -> None:
    club = Club(tables)
    held = await begun(club)
    table = await play(club, held)
    held = await until(club, held, ends(held))
    assert whys(held.league) == [None, Why.LOT] and ends(held) == tables.time + LATE
    for _ in range(2):  # once is enough
        held = await club.looked(held)
    now = await tables.repository.load(CHANNEL, table.id)
    assert now and now.clock and now.clock.pace == STRETCH and now.clock.falls == (tables.time + 12 * HOUR) * 1000
    state = now.state
    assert state is not None
    (waiting,) = state.claimed_from
    held = await until(club, held, ends(held))
    (fact,) = await facts(tables)
    result = held.league.pairings[0].result
    assert result and (result.game, result.why) == (fact.id, None)
    assert result.winner is not None and held.person(result.winner) == now.person(1 - waiting)
    closed = await tables.repository.load(CHANNEL, table.id)
    assert closed and closed.stage is Stage.CLOSED


async def test_a_live_match_is_not_slowed_down(tables: Tables) -> None:
    club = Club(tables)
    held = await begun(club)
    table = await play(club, held, pace=Live(2 * MINUTE, 0))
    await until(club, held, ends(held))
    now = await tables.repository.load(CHANNEL, table.id)
    assert now and now.clock and now.clock.pace == Live(2 * MINUTE, 0)


async def test_a_match_whose_table_is_gone_has_not_begun(tables: Tables) -> None:
    club = Club(tables)
    held = await begun(club)
    table = await play(club, held)
    await tables.desk.abandon(table)
    held = await until(club, held, ends(held))
    assert whys(held.league) == [Why.LOT, Why.LOT]


async def test_the_other_league_is_as_before(tables: Tables) -> None:
    club = Club(tables)
    held = await club.begun(Knockout(losses=1))
    made = await ask(club, held)
    assert made.about.expires_at - made.about.made_at == LASTS
    held = await until(club, held, tables.time + 400 * DAY)
    assert whys(held.league) == [None, None]


async def test_those_who_owe_a_match_are_told_a_day_before_its_end_once_and_not_at_night(tables: Tables) -> None:
    club = Club(tables)
    held = await begun(club)
    told: list[float] = []
    for _ in range(13 * 24 + 23):
        held = await until(club, held, tables.time + HOUR)
        before = club.board.asked.count("remind")
        if before > len(told):
            told.append(tables.time)
    last = [at for at in told if at >= ends(held) - DAY]
    assert len(last) == 1 and 8 <= last[0] / HOUR % 24 < 22


async def test_an_extension_and_a_decision_stand_in_the_log(tables: Tables) -> None:
    club = Club(tables)
    held = await begun(club)
    before = ends(held)
    for _ in range(2):
        held = await club.leagues.extend(GUILD, held.id, 3, "pressed")
    assert ends(held) == before + 3 * DAY
    with pytest.raises(Refused) as caught:
        await club.leagues.extend(GUILD, held.id, 3, "again")
    assert caught.value.reason is LeagueFault.EXTENDED
    one, other = two(held)
    for _ in range(2):
        held = await club.leagues.decide(GUILD, held.id, other.user, one.user, "decided")
    assert whys(held.league) == [Why.HOST, None]
    with pytest.raises(Refused):
        await club.leagues.decide(GUILD, held.id, other.user, one.user, "once more")


@pytest.mark.parametrize("whole", [False, True], ids=["before", "after"])
@pytest.mark.parametrize("at", range(1, 40, 3))
async def test_a_round_ends_once_wherever_the_process_ends(tables: Tables, at: int, whole: bool) -> None:
    """One has got no answer, and one match goes on; then that one must act."""
    club = Club(tables)
    held = await begun(club)
    await ask(club, held, 1)
    table = await play(club, held, 0)
    for moment in (ends(held), ends(held) + LATE + HOUR):
        breaking = Tables(tables.server)
        breaking.time, breaking.receipts = moment, 500
        Breaking(breaking, at, done=whole)
        with suppress(StoreError, Refused):
            await Club(breaking).looked(held)
        after = Tables(tables.server)
        after.time, after.receipts = moment + 60, 900
        await started(after)
        again = Club(after)
        for _ in range(3):
            held = await again.looked(held)
        hurried = await after.repository.load(CHANNEL, table.id)
        assert hurried and hurried.clock and hurried.clock.pace == STRETCH
    assert held.league.rounds == 2 and whys(held.league)[1] is Why.CHALLENGE
    log = [read_entry(line) for line in await tables.store.leagues.log(GUILD, held.id)]
    assert folded(log) == held.league


async def test_two_processes_that_end_a_round_at_once_draw_one_lot(tables: Tables) -> None:
    club, other = Club(tables), Club(Tables(tables.server))
    held = await begun(club)
    tables.time = other.tables.time = ends(held)
    await asyncio.gather(club.looked(held), other.looked(held))
    log = [read_entry(line) for line in await tables.store.leagues.log(GUILD, held.id)]
    assert [type(entry).__name__ for entry in log].count("TimeUp") == 1


def on_holiday(tables: Tables, first: int, last: int) -> Holiday:
    """From a day after today to another, entered a week ago."""
    today, day = datetime.fromtimestamp(tables.time, UTC).date(), timedelta(days=1)
    entered = round((tables.time - 7 * DAY) * 1000)
    return Holiday(first=today + first * day, last=today + last * day, zone="UTC", entered=entered)


async def test_a_round_ends_later_by_the_days_of_holiday_of_two_who_owe_a_match_once(tables: Tables) -> None:
    club = Club(tables)
    held = await begun(club)
    before, (one, other) = ends(held), two(held)
    await tables.prefer(one, holidays=(on_holiday(tables, 1, 3),))
    await tables.prefer(other, holidays=(on_holiday(tables, 2, 10),))
    held = await until(club, held, before)
    # Of nine days seven count in a league.
    assert ends(held) == before + 10 * DAY and whys(held.league) == [None, None]
    assert isinstance(held.league.news, Moved) and held.league.news.by == 10 * DAY
    log = [read_entry(line) for line in await tables.store.leagues.log(GUILD, held.id)]
    assert folded(log) == held.league
    held = await club.leagues.extend(GUILD, held.id, 2, "pressed")
    held = await until(club, held, ends(held))
    assert whys(held.league) == [Why.LOT, Why.LOT]


async def test_days_of_whoever_owes_nothing_any_more_move_no_round(tables: Tables) -> None:
    club = Club(tables)
    held = await begun(club)
    before, (one, other) = ends(held), two(held)
    await tables.prefer(one, holidays=(on_holiday(tables, 1, 3),))
    held = await club.leagues.decide(GUILD, held.id, one.user, other.user, "pressed")
    held = await until(club, held, before)
    assert whys(held.league) == [Why.HOST, Why.LOT]


async def test_a_round_ends_later_by_the_time_the_bot_was_away_and_may_still_be_extended(tables: Tables) -> None:
    club = Club(tables)
    held = await begun(club)
    before = ends(held)
    for _ in range(2):
        await club.leagues.rested(GUILD, held.id, before - 3600, before + 5 * DAY)
    held = await club.leagues.find(GUILD, held.id)
    assert ends(held) == before + 5 * DAY + 3600
    held = await club.leagues.extend(GUILD, held.id, 2, "pressed")
    assert ends(held) == before + 7 * DAY + 3600
    await club.leagues.rested(GUILD, held.id, before - 90 * DAY, before - 30 * DAY)
    assert ends(await club.leagues.find(GUILD, held.id)) == ends(held), "it had not begun then"


async def test_a_round_robin_ends_later_too(tables: Tables) -> None:
    club = Club(tables)
    held = await club.begun(RoundRobin(weeks=4))
    before = held.league.ends_at
    assert before is not None
    await club.leagues.rested(GUILD, held.id, before - DAY, before + DAY)
    held = await until(club, held, before)
    assert held.league.ends_at == before + 2 * DAY and not held.league.over
    held = await until(club, held, before + 2 * DAY)
    assert held.league.over

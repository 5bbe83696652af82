"""A match with a clock: what a press and a board cost, when a flag falls, what may be claimed, what the log says."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.backgammon import OFF, Ending, Kind, Match, Phase, Rules, Side, apply, start
from bot.backgammon.actions import End
from bot.backgammon.log import decode_action
from bot.core.actions import Flag, Next
from bot.core.clock import Away, Begun, Clock, Days, Hours, decode_entry, is_entry
from bot.core.pace import DAY, HOUR
from bot.core.refusal import Illegal, Stale
from bot.tables import intents
from bot.tables.faults import TableTrouble
from bot.tables.kept_games import whole_log
from bot.tables.table import Stage
from tests.backgammon.positions import board as placed

from .tables import ANN, BOB, CHANNEL, NOON, Tables, other
from .timed import LIVE, MONEY, SEVEN, Timed, at


@pytest.fixture
def timed(tables: Tables) -> Timed:
    return Timed(tables)


async def test_a_clock_runs_from_the_board_to_the_press_and_the_log_alone_tells_the_same(
    tables: Tables, timed: Timed
) -> None:
    await timed.begin(LIVE, SEVEN)
    mover = (await tables.match()).game.decider
    assert mover is not None and (await timed.clock()).running is None
    await timed.shown(10)
    await timed.pressed(45)
    left = [120, 120]
    left[mover] = 100
    assert await timed.left(1000) == left
    await timed.shown(50)
    left[1 - mover] = 115
    assert await timed.left(70) == left
    lines = await tables.store.log(CHANNEL, (await tables.table()).id)
    assert Clock.of(LIVE, [decode_entry(line) for line in lines if is_entry(line)]) == await timed.clock()


async def test_who_reads_the_log_finds_the_same_match_as_without_a_clock(tables: Tables, timed: Timed) -> None:
    await timed.begin(LIVE, SEVEN)
    await timed.shown(0)
    match = await timed.pressed(1)
    table = await tables.table()
    log = await whole_log(tables.store, table, timed=True)
    with log.reading() as (start, actions):
        for action in actions:
            start = table.game.apply(start, action)
    assert start == match
    assert len(log.at) == sum(not is_entry(line) for line in log.entries.splitlines()[1:])


async def test_a_board_that_is_late_costs_nothing(tables: Tables, timed: Timed) -> None:
    await timed.begin(LIVE, SEVEN)
    await timed.shown(0)
    await timed.pressed(5)
    assert await timed.left(5000) == [120, 120]
    await timed.shown(4000)
    await timed.pressed(4014)
    assert await timed.left(9000) == [120, 120]


async def test_a_flag_falls_three_seconds_late_and_the_match_is_lost(tables: Tables, timed: Timed) -> None:
    await timed.begin(LIVE, SEVEN)
    await timed.shown(0)
    loser = (await tables.match()).game.decider
    assert loser is not None
    assert await timed.tick(137.9) == ([], [])
    (lost,), _ = await timed.tick(138)
    match = lost.state
    assert isinstance(match, Match) and match.winner == 1 - loser and match.closed
    assert match.game.bet.result is not None and match.game.bet.result.ending is Ending.FLAGGED
    assert max(match.score) == 7 and lost.stage is Stage.CLOSED


@pytest.mark.parametrize(("pressed", "arrives"), [(134.9, 134.9), (134.9, 135.9), (134.9, 137.8)])
async def test_who_presses_before_the_flag_is_in_time_however_late_that_arrives(
    timed: Timed, tables: Tables, pressed: float, arrives: float
) -> None:
    await timed.begin(LIVE, SEVEN)
    await timed.shown(0)
    before = await tables.match()
    assert (await timed.pressed(pressed, arrives=arrives)).question != before.question


@pytest.mark.parametrize(("pressed", "arrives"), [(135.1, 135.1), (135.1, 137), (134.9, 138.4)])
async def test_who_presses_after_the_flag_or_is_not_heard_in_time_is_told_so(
    timed: Timed, tables: Tables, pressed: float, arrives: float
) -> None:
    await timed.begin(LIVE, SEVEN)
    await timed.shown(0)
    with pytest.raises(Stale) as refused:
        await timed.pressed(pressed, arrives=arrives)
    assert refused.value.reason is TableTrouble.TIME_UP
    await timed.tick(138.5)
    assert (await tables.store.held(CHANNEL)) is None


async def test_money_is_lost_by_the_game_for_what_it_could_still_cost(tables: Tables, timed: Timed) -> None:
    gammons = replace(MONEY, money=replace(MONEY.money, jacoby=MONEY.money.jacoby.OFF))
    await timed.begin(LIVE, gammons)
    await timed.shown(0)
    await timed.tick(138)
    match = await tables.match()
    assert match.game.bet.result is not None
    assert abs(match.game.bet.result.points) == Kind.BACKGAMMON and not match.closed


async def test_of_a_money_session_each_game_has_its_reserves_anew(tables: Tables, timed: Timed) -> None:
    await timed.begin(LIVE, MONEY)
    await timed.shown(0)
    await timed.tick(138)
    assert 0 in await timed.left(138)
    for person in (ANN, BOB):
        await tables.act(person, intents.plain(Next))
    assert await timed.left(200) == [120, 120]
    lines = await tables.store.log(CHANNEL, (await tables.table()).id)
    assert any(isinstance(decode_entry(line), Begun) for line in lines if is_entry(line))


async def test_by_days_the_game_may_be_claimed_once_the_turn_is_over(tables: Tables, timed: Timed) -> None:
    await timed.begin(Days(per_turn=2 * DAY), SEVEN)
    await timed.shown(0)
    waiting = other(await tables.asked())
    tables.time = NOON + 2 * DAY / 1000 - 1
    with pytest.raises(Illegal) as refused:
        await tables.act(waiting, intents.claim())
    assert refused.value.reason is TableTrouble.TIME_LEFT
    tables.time += 2
    await tables.act(waiting, intents.claim())
    assert max((await tables.match()).score) == Kind.BACKGAMMON


async def test_by_days_nothing_falls_by_itself_and_three_warnings_come(tables: Tables, timed: Timed) -> None:
    await timed.begin(Days(per_turn=4 * DAY), SEVEN)
    await timed.shown(0)
    told = []
    for hour in range(5 * 24):
        _, reminded = await timed.tick(hour * HOUR / 1000)
        told += [hour] * len(reminded)
    # Half is left after 48 hours, a fifth after 76.8, an hour after 95; nobody is woken for any of it.
    assert told == [48, 77, 95] and (await tables.match()).game.bet.result is None


async def test_by_hours_a_warning_comes_when_a_quarter_is_left_and_then_the_flag(tables: Tables, timed: Timed) -> None:
    await timed.begin(Hours(reserve=40 * HOUR, per_turn=0), SEVEN)
    await timed.shown(0)
    assert await timed.tick(30 * 3600 - 1) == ([], [])
    assert [len(found) for found in await timed.tick(30 * 3600)] == [0, 1]
    assert await timed.tick(40 * 3600 + 2) == ([], [])
    (lost,), _ = await timed.tick(40 * 3600 + 3)
    assert lost.stage is Stage.CLOSED


async def test_nobody_claims_where_the_clock_decides(tables: Tables, timed: Timed) -> None:
    await timed.begin(LIVE, SEVEN)
    await timed.shown(0)
    with pytest.raises(Illegal) as refused:
        await tables.act(other(await tables.asked()), intents.claim())
    assert refused.value.reason is TableTrouble.CLOCK_DECIDES


async def test_a_flag_is_an_action_of_the_log(tables: Tables, timed: Timed) -> None:
    await timed.begin(LIVE, SEVEN)
    await timed.shown(0)
    table = await tables.table()
    await timed.tick(138)
    lines = await tables.store.log(CHANNEL, table.id)
    assert [decode_action(line) for line in lines[1:] if not is_entry(line)][-2:] == [Flag(), End()]


async def test_what_is_entered_of_time_moves_the_flag_and_stands_in_the_log(tables: Tables, timed: Timed) -> None:
    await timed.begin(LIVE, SEVEN)
    await timed.shown(0)
    table = await tables.table()
    away = Away(at(10), at(70))
    entered = await tables.repository.enter_times(CHANNEL, table.id, lambda before: (away,))
    assert entered is not None and entered.version == table.version + 1
    assert (await timed.clock()).falls == at(135 + 60)
    lines = await tables.store.log(CHANNEL, table.id)
    assert decode_entry(lines[-1]) == away
    assert await tables.repository.enter_times(CHANNEL, table.id, lambda before: ()) is None
    assert await tables.repository.enter_times(CHANNEL, "none", lambda before: (away,)) is None


async def test_by_days_the_second_game_claimed_in_a_row_takes_the_match(tables: Tables, timed: Timed) -> None:
    await timed.begin(Days(per_turn=2 * DAY), Rules(length=25))
    seconds = 0.0
    for stage in (Stage.OPEN, Stage.CLOSED):
        await timed.shown(seconds)
        while await tables.asked() == BOB:  # he plays, and the other one is silent
            await timed.pressed(seconds + 1)
            await timed.shown(seconds + 2)
        seconds += 3 * DAY / 1000
        tables.time = NOON + seconds
        table = (await tables.act(BOB, intents.claim())).table
        assert table.stage is stage
        await tables.desk.go_on(table)
    after = table.state
    assert isinstance(after, Match) and after.winner == 1 and after.score == (0, 25)


@pytest.mark.parametrize(
    ("loser", "points"),
    [({6: 15}, Kind.GAMMON), ({6: 14, 24: 1}, Kind.BACKGAMMON), ({6: 14, OFF: 1}, Kind.SINGLE)],
)
def test_by_days_a_claim_costs_what_the_loser_could_still_lose(loser: dict[int, int], points: Kind) -> None:
    match = start(SEVEN)
    position = placed(loser, {6: 15})
    game = replace(match.game, board=replace(match.game.board, position=position, turn=Side.WHITE), phase=Phase.CUBE)
    match = replace(match, game=game)
    assert apply(match, match.claim(1, clock=True)).score == (0, points)
    assert apply(match, match.claim(1)).score == (0, 1), "without a clock it is the cube's value"

"""The computer plays by the clock like anybody: its time runs while it thinks, may be up, and may be claimed by."""

from __future__ import annotations

from bot.backgammon import Ending, Match
from bot.core.clock import Pressed, decode_entry, is_entry
from bot.tables.table import Table

from .bot import OneBot
from .set_clock import SetClock
from .test_computer import anns_cube, begun
from .test_lifecycle import stored


async def thinking(bot: OneBot, **options: object) -> tuple[SetClock, Table]:
    """The computer's turn, who takes its time."""
    clock = SetClock(bot, 0)
    await begun(bot, **options)
    await anns_cube(bot)
    bot.services.computers.tempo = 10_000_000.0
    await bot.press("Ann", "Roll")
    await bot.move()
    table = await bot.table()
    assert table.clock is not None and table.clock.running == 1 and table.clock.falls is not None
    return clock, table


async def test_its_time_runs_and_nobody_is_counted_down_for_it(bot: OneBot) -> None:
    await begun(bot, pace="2 min")
    await anns_cube(bot)
    table = await bot.table()
    entries = [decode_entry(line) for line in await bot.services.store.log(table.channel, table.id) if is_entry(line)]
    assert {each.side for each in entries if isinstance(each, Pressed)} >= {1}
    assert table.clock is not None and table.clock.running == 0 and "⏱" in bot.live.content


async def test_whose_computer_takes_too_long_wins(bot: OneBot) -> None:
    clock, table = await thinking(bot, pace="2 min", length=3)
    assert "⏱" not in bot.live.content
    assert table.clock is not None and table.clock.falls is not None
    await clock.pass_until(table.clock.falls + 2_900)
    await bot.tick()
    assert (await stored(bot, table)).stage is table.stage
    await clock.pass_until(table.clock.falls + 3_000)
    await bot.tick()
    match = (await stored(bot, table)).state
    assert isinstance(match, Match) and match.winner == 0
    result = match.game.bet.result
    assert result is not None and result.ending is Ending.FLAGGED


async def test_by_days_one_claims_from_it(bot: OneBot) -> None:
    clock, table = await thinking(bot, pace="1 day", length=3)
    assert table.clock is not None and table.clock.falls is not None
    await clock.pass_until(table.clock.falls - 60_000)
    assert "Their time is not up yet" in await bot.slash("Ann", "claim")
    await clock.pass_until(table.clock.falls + 1)
    await bot.slash("Ann", "claim")
    match = (await stored(bot, table)).state
    assert isinstance(match, Match) and match.score[0] > 0

"""`/pause` and `/resume` at a table for two and in a chouette, as people see them."""

from __future__ import annotations

from bot.core.clock import Pause, Pressed, Shown, decode_entry, is_entry

from .bot import OneBot


async def paused(bot: OneBot) -> bool:
    state = (await bot.table()).state
    return state is not None and state.paused


async def test_one_asks_the_other_agrees_and_either_goes_on(bot: OneBot) -> None:
    await bot.play(length=3, pace="2 min")
    await bot.slash("Ann", "pause")
    assert "**Ann** asks to let the table rest, for 24 hours at most. Accept or decline?" in bot.live.content
    assert not await paused(bot)
    await bot.press("Bob", "Accept the pause")
    table = await bot.table()
    assert await paused(bot) and table.clock is not None and table.clock.falls is None
    assert "The table rests. Press Ready to go on." in bot.live.content
    assert "The table rests already" in await bot.slash("Bob", "pause")
    await bot.press("Ann", "Ready")
    table = await bot.table()
    assert not await paused(bot) and table.clock is not None and table.clock.falls is not None
    entries = [decode_entry(line) for line in await bot.services.store.log(table.channel, table.id) if is_entry(line)]
    assert [type(entry) for entry in entries] == [Shown, Pressed, Pause, Shown]


async def test_without_a_clock_nothing_can_be_claimed_and_the_table_goes_on_by_itself(bot: OneBot) -> None:
    await bot.play(length=3)
    await bot.slash("Bob", "pause")
    await bot.slash("Ann", "pause")
    assert await paused(bot)
    waiting = next(name for name in ("Ann", "Bob") if name != bot.decider)
    assert "The table rests: nobody can claim." in await bot.slash(waiting, "claim")
    bot.later(24 * 3600 + 1)
    await bot.tick()
    assert not await paused(bot)
    assert "does not rest" in await bot.slash("Ann", "resume")


async def test_who_declines_plays_on(bot: OneBot) -> None:
    await bot.play(length=3)
    await bot.slash("Ann", "pause")
    await bot.press("Bob", "Decline the pause")
    assert not await paused(bot) and "**Bob** wants to go on." in bot.live.content


async def test_who_does_not_play_stops_nothing(bot: OneBot) -> None:
    await bot.play(length=3)
    assert "You do not play at this table." in await bot.slash("Cyd", "pause")
    assert "The table does not rest." in await bot.slash("Ann", "resume")

"""A match with a clock as people see it: in the challenge, in the rules, in what is refused; and that it runs."""

from __future__ import annotations

from bot.core.clock import Clock, Live
from bot.core.pace import MINUTE, SECOND

from .bot import OneBot


async def clock_of(bot: OneBot) -> Clock:
    clock = (await bot.table()).clock
    assert clock is not None
    return clock


async def test_what_was_agreed_is_told_before_and_while_it_is_played(bot: OneBot) -> None:
    await bot.slash("Ann", "play", opponent="Bob", length=3, pace="2 min + 15 s")
    assert "\nNot usual: Time: 2 min a point + 15 s.\n" in bot.last.content
    await bot.press("Bob", "Accept challenge", bot.last)
    assert "Time: 2 min a point + 15 s." in bot.messages[1].content
    assert "\nTime: 2 min a point + 15 s.\n" in await bot.slash("Cyd", "rules")
    assert (await bot.table()).about.pace == Live(6 * MINUTE, 15 * SECOND)


async def test_the_clock_runs_for_who_is_asked_once_the_board_is_there(bot: OneBot) -> None:
    await bot.play(length=3, pace="2 min")
    first = (await bot.match()).game.decider
    assert (await clock_of(bot)).running == first
    await bot.move()
    assert first is not None and (await clock_of(bot)).running == 1 - first
    assert "Here the clock decides by itself" in await bot.slash(("Ann", "Bob")[first], "claim")


async def test_a_pace_that_cannot_be_is_refused_in_words(bot: OneBot) -> None:
    assert "I do not understand this pace. Write for example `2 days`" in await bot.slash("Ann", "play", pace="quick")
    assert "By hours, a match is played" in await bot.slash("Ann", "play", length=0, pace="48 h")
    assert "By days, a turn has 1 to 14 days." in await bot.slash("Ann", "play", length=3, pace="15 days")


async def test_open_is_no_clock(bot: OneBot) -> None:
    await bot.play(length=3, pace="open: no clock")
    table = await bot.table()
    assert table.about.pace is None and table.clock is None

"""A match with a clock as people see it: in the challenge, in the rules, in what is refused; and that it runs."""

from __future__ import annotations

import re

from bot.backgammon import Phase
from bot.core.clock import Calendar, Clock, Hours, Live, decode_entry, is_entry
from bot.core.pace import DAY, HOUR, MINUTE, SECOND
from bot.screens.panels.settings import PACES

from .bot import OneBot, private, said


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


async def test_weekends_may_be_left_out_by_days_and_hours(bot: OneBot) -> None:
    await bot.slash("Ann", "play", opponent="Bob", length=3, pace="2 days", weekdays=True)
    assert "\nNot usual: Time: 2 days a turn, without weekends (UTC).\n" in bot.last.content
    await bot.press("Bob", "Accept challenge", bot.last)
    assert "Time: 2 days a turn, without weekends (UTC)." in await bot.slash("Cyd", "rules")
    table = await bot.table()
    assert table.about.weekdays == "UTC"
    entries = [decode_entry(line) for line in await bot.services.store.log(table.channel, table.id) if is_entry(line)]
    assert sum(isinstance(entry, Calendar) for entry in entries) >= 16
    assert all(
        entry.until is not None and entry.until - entry.start <= 2 * DAY
        for entry in entries
        if isinstance(entry, Calendar)
    )


async def test_weekends_count_where_nothing_is_counted_by_days_or_hours(bot: OneBot) -> None:
    for pace in ({"pace": "2 min"}, {}, {"pace": "open"}):
        refused = await bot.slash("Ann", "play", opponent="Bob", length=3, weekdays=True, **pace)
        assert "Weekends are left out where time is counted by days or hours." in refused


async def test_a_server_has_a_usual_pace_which_open_overrides(bot: OneBot) -> None:
    bot.hire("Dan", manage_guild=True)
    panel = (await bot.people["Dan"].slash(bot.channel, "settings")).response
    page = (await bot.tap("Dan", panel, "rules_page")).response
    usual = Hours(48 * HOUR, 12 * HOUR)
    chosen = await bot.choose("Dan", page, "pace", next(value for value, pace in PACES.items() if pace == usual))
    assert "Between people: 48 h + 12 h a turn. A session for money has no clock then." in said(chosen)
    await bot.slash("Ann", "play", opponent="Bob", length=3)
    assert "Time: 48 h + 12 h a turn." in bot.last.content
    await bot.slash("Ann", "play", opponent="Bob", length=0)
    assert "Time:" not in bot.last.content
    await bot.slash("Ann", "play", length=3, pace="open")
    assert "Time:" not in bot.last.content
    await bot.slash("Bob", "play", length=3)
    assert "Time: 48 h + 12 h a turn." in bot.last.content
    await bot.choose("Dan", chosen.response, "pace", "-")
    await bot.slash("Cyd", "play", opponent="Bob", length=3)
    assert "Time:" not in bot.last.content


async def test_whoever_is_asked_reads_when_the_flag_falls_and_what_is_left(bot: OneBot) -> None:
    await bot.play(length=3, pace="2 min + 15 s")
    who = await bot.until(Phase.CUBE)
    clock = await clock_of(bot)
    asked = next(line for line in bot.live.content.splitlines() if "<@" in line)
    found = re.search(r"⏱ <t:(\d+):R>$", asked)
    assert found and clock.falls and clock.falls // SECOND - int(found[1]) in (1, 2)
    words = bot.live.attachments[0].description
    assert len(re.findall(r"pips?, \d:\d\d left\)", words)) == 2
    more = said(await bot.press(who, "More"))
    assert re.search(r"^⏱ You have \d:\d\d \+ 1[45] s\.$", more, re.MULTILINE)
    composer = private(await bot.press(who, "Roll"))
    assert re.search(r"^⏱ You have \d:\d\d \+ 1[45] s\.$", composer.content, re.MULTILINE)
    assert len(re.findall(r"\d:\d\d left\)", composer.attachments[0].description)) == 2


async def test_at_a_table_without_a_clock_nothing_is_said_of_time(bot: OneBot) -> None:
    await bot.play(length=3)
    who = await bot.until(Phase.CUBE)
    more, composer = said(await bot.press(who, "More")), private(await bot.press(who, "Roll"))
    told = (bot.live.content, bot.live.attachments[0].description, more, composer.content)
    assert not [words for words in told if "⏱" in words or " left" in words]

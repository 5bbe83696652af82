"""`/away` as people use it: what is answered, refused and offered, what others see, and how it ends."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta

from msgspec.structs import replace

from bot.store import place
from bot.tables.holidays import Holiday
from bot.tables.preferences import ServerSettings
from bot.tables.schedule import TABLE

from .bot import OneBot, said
from .test_panels import settings

A_DAY = 86_400


def now(bot: OneBot) -> float:
    """Discord's time in seconds."""
    return bot.services.desk.discord.now() / 1000


def day(bot: OneBot, number: int) -> date:
    """So many days from today by Discord's time, in UTC as the server has it."""
    return datetime.fromtimestamp(now(bot), UTC).date() + timedelta(days=number)


async def holidays(bot: OneBot, who: str) -> tuple[Holiday, ...]:
    return (await bot.services.preferences.of_person(bot.people[who].id)).holidays


async def is_away(bot: OneBot, who: str, days: int) -> None:
    """Somebody is on holiday since yesterday, for so many more days, and had said so a week before."""
    entered = bot.services.desk.discord.now() - 7 * A_DAY * 1000
    new = Holiday(first=day(bot, -1), last=day(bot, days), zone="UTC", entered=entered)
    preferences = await bot.services.preferences.of_person(bot.people[who].id)
    await bot.services.preferences.keep_person(bot.people[who].id, replace(preferences, holidays=(new,)))


async def test_it_counts_from_a_day_after_it_was_entered(bot: OneBot) -> None:
    assert "You are here" in await bot.slash("Bob", "away")
    words = await bot.slash("Ann", "away", until=day(bot, 5).isoformat())
    times = [int(each) for each in re.findall(r"<t:(\d+):[fD]>", words)]
    assert abs(times[0] - now(bot) - A_DAY) < 600
    assert datetime.fromtimestamp(times[1], UTC).date() == day(bot, 5)
    assert "5 days" in words and "37 days of twelve months are left" in words
    (held,) = await holidays(bot, "Ann")
    assert (held.first, held.last, held.zone) == (day(bot, 0), day(bot, 5), "UTC")
    assert "5 days" in await bot.slash("Ann", "away"), "without a date it says what is entered"


async def test_what_is_refused_names_what_would_do(bot: OneBot) -> None:
    await bot.slash("Ann", "away")
    for wanted, words in (
        ({"until": "soon"}, "I do not understand this date"),
        ({"until": day(bot, 0).isoformat()}, "It would be over before it counts"),
        ({"until": day(bot, 30).isoformat()}, "at most 21 days in a row"),
        ({"until": day(bot, 5).isoformat(), "from": day(bot, 6).isoformat()}, "ends on the day on which it begins"),
        ({"until": "back"}, "no holiday that could end"),
        ({"from": day(bot, 6).isoformat()}, "I do not understand this date"),
    ):
        assert words in await bot.slash("Ann", "away", **wanted)
    assert await holidays(bot, "Ann") == ()


async def test_days_are_offered_in_words_and_back_first(bot: OneBot) -> None:
    offered = await bot.people["Ann"].autocomplete(bot.channel, "away", "until", "")
    assert [each["value"] for each in offered[:2]] == ["back", day(bot, 1).isoformat()] and len(offered) == 25
    bot.speaks("cs", "Ann")
    offered = await bot.people["Ann"].autocomplete(bot.channel, "away", "from", "pond")
    assert offered and all(each["name"].startswith("pondělí") for each in offered)


async def test_others_see_that_the_table_rests_and_nothing_else(bot: OneBot) -> None:
    await bot.play(length=3, pace="2 days")
    who = await bot.asked()
    other = "Bob" if who == "Ann" else "Ann"
    await is_away(bot, who, 3)
    await bot.services.store.due.set(TABLE, place(bot.channel.id, (await bot.table()).id), 0)
    await bot.tick()
    assert "💤 The table rests until <t:" in bot.live.content and "⏱" not in bot.live.content
    assert "💤 The table rests until" in await bot.slash(other, "waiting")
    assert "This table rests: nothing can be claimed before" in await bot.slash(other, "claim")
    clock = (await bot.table()).clock
    assert clock and clock.falls and clock.falls / 1000 > now(bot) + 2 * A_DAY


async def test_the_board_of_whoever_is_away_says_so_at_once(bot: OneBot) -> None:
    await bot.play(length=3, pace="48 h + 12 h")
    who = await bot.asked()
    await is_away(bot, "Bob" if who == "Ann" else "Ann", 1)
    await bot.move()
    assert "💤 The table rests until <t:" in bot.live.content
    clock = (await bot.table()).clock
    assert clock and clock.running is not None and clock.rests[clock.running]


async def test_back_is_a_button_and_what_rests_is_looked_at_soon(bot: OneBot) -> None:
    await bot.play(length=3, pace="2 days")
    who = await bot.asked()
    await is_away(bot, who, 3)
    shown = (await bot.people[who].slash(bot.channel, "away")).response
    pressed = await bot.people[who].click(shown, label="I am back")
    assert day(bot, 0) == (await holidays(bot, who))[0].last
    due = await bot.services.store.due.times(TABLE)
    assert due[place(bot.channel.id, (await bot.table()).id)] <= bot.services.now()
    assert "1 day" not in said(pressed) or "Away from" in said(pressed)


async def test_a_live_table_and_a_chouette_go_on(bot: OneBot) -> None:
    await bot.play(length=3, pace="2 min")
    await is_away(bot, await bot.asked(), 3)
    await bot.services.store.due.set(TABLE, place(bot.channel.id, (await bot.table()).id), 0)
    await bot.tick()
    assert "💤" not in bot.live.content and (await bot.table()).rests_until is None


async def test_the_server_says_how_many_days_count(bot: OneBot) -> None:
    shown = (await bot.tap("Dan", await settings(bot), "rules_page")).response
    shown = (await bot.tap("Dan", shown, "holiday_page")).response
    assert "42 days in twelve months count" in shown.content
    shown = (await bot.choose("Dan", shown, "holiday_days", "0")).response
    assert "do not count at tables of this server" in shown.content
    assert (await bot.services.preferences.of_server(bot.guild.id)).holiday_days == 0
    await bot.play(length=3, pace="2 days")
    await is_away(bot, await bot.asked(), 3)
    await bot.services.store.due.set(TABLE, place(bot.channel.id, (await bot.table()).id), 0)
    await bot.tick()
    assert "💤" not in bot.live.content


async def test_a_league_is_opened_with_a_number_of_days(bot: OneBot) -> None:
    await bot.services.preferences.keep_server(bot.guild.id, ServerSettings())
    bot.hire("Dan", manage_guild=True)
    await bot.slash("Dan", "league knockout", name="Winter", length=1, holiday=3)
    (held,) = await bot.services.leagues.running(bot.guild.id)
    assert held.league.holiday_days == 3
    assert "3 days of a holiday count." in bot.last.content

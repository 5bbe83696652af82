"""Reminders as each likes them: how often, by mention or direct message, and not in quiet hours."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from bot.tables.preferences import PersonPreferences, ServerSettings
from tests.hours import where_it_is_noon

from .bot import OneBot, component, said

HOUR = 3600


async def opened(bot: OneBot, who: str, page: str = "time") -> Any:
    """The page of somebody's `/preferences` about time."""
    shown = (await bot.people[who].slash(bot.channel, "preferences")).response
    return (await bot.tap(who, shown, page)).response


async def wishes(bot: OneBot, who: str, **what: Any) -> None:
    await bot.services.preferences.keep_person(bot.people[who].id, PersonPreferences(**what))


async def waiting(bot: OneBot) -> tuple[str, str]:
    """A match in a server where it is noon, and reminded of after four hours: who is asked, and the other."""
    settings = ServerSettings(time_zone=where_it_is_noon(), remind_after=4, claim_after=60)
    await bot.services.preferences.keep_server(bot.guild.id, settings)
    await bot.play(length=3)
    asked = await bot.asked()
    return asked, {"Ann": "Bob", "Bob": "Ann"}[asked]


def direct(bot: OneBot, who: str) -> list[str]:
    """The direct messages that somebody has had."""
    place = bot.env.backend.get_dm_channel(bot.people[who].id)
    return [message.content for message in bot.env.backend.messages[place.id].values()]


async def hours(bot: OneBot, number: float) -> None:
    bot.later(number * HOUR)
    await bot.tick()


async def test_who_wants_direct_messages_is_reminded_by_one_with_server_and_link_only(bot: OneBot) -> None:
    who, other = await waiting(bot)
    shown = await opened(bot, who)
    shown = (await bot.tap(who, shown, "direct")).response
    assert "I remind you by direct message" in shown.content
    before = len(bot.messages)
    await hours(bot, 4.1)
    (told,) = direct(bot, who)
    link = f"https://discord.com/channels/{bot.guild.id}/{bot.channel.id}/{bot.live.id}"
    assert told == f"**Club**: a table waits for you. {link}"
    assert len(bot.messages) == before and direct(bot, other) == []
    await bot.tick()
    await bot.restart()
    await hours(bot, 4.2)
    assert direct(bot, who) == [told], "neither twice nor again after a restart"
    await hours(bot, 4.3)
    assert len(direct(bot, who)) == 2


async def test_where_discord_refuses_them_the_channel_reminds_and_the_panel_says_so(bot: OneBot) -> None:
    who, _ = await waiting(bot)
    await wishes(bot, who, direct=True)
    # To bots Discord refuses direct messages as to people who take none: with 50007.
    stored = bot.env.backend.users[bot.people[who].id]
    stored.bot = True
    await hours(bot, 4.1)
    stored.bot = False
    assert direct(bot, who) == [] and bot.notified(bot.last) == [who]
    assert not (await bot.services.preferences.of_person(bot.people[who].id)).direct
    shown = await opened(bot, who)
    assert "Discord has refused my last direct message to you" in shown.content
    shown = (await bot.tap(who, shown, "direct")).response
    assert "Discord has refused" not in shown.content
    await hours(bot, 4.1)
    assert len(direct(bot, who)) == 1


async def test_who_has_left_the_server_gets_no_direct_message(bot: OneBot) -> None:
    who, _ = await waiting(bot)
    await wishes(bot, who, direct=True)
    del bot.env.backend.get_guild(bot.guild.id).members[bot.people[who].id]
    await hours(bot, 4.1)
    assert direct(bot, who) == []


async def test_none_is_none_and_once_is_when_a_fifth_of_the_time_is_left(bot: OneBot) -> None:
    who, _ = await waiting(bot)
    shown = await opened(bot, who)
    shown = (await bot.choose(who, shown, "reminders", "none")).response
    before = len(bot.messages)
    for _ in range(10):
        await hours(bot, 4)
    assert len(bot.messages) == before
    await bot.choose(who, shown, "reminders", "once")
    await hours(bot, 4)
    assert len(bot.messages) == before, "16 of 60 hours are left"
    await hours(bot, 6)
    assert len(bot.messages) == before + 1 and bot.notified(bot.last) == [who]
    for _ in range(10):
        await hours(bot, 4)
    assert len(bot.messages) == before + 1


async def test_no_reminder_falls_into_ones_own_quiet_hours(bot: OneBot) -> None:
    who, _ = await waiting(bot)
    zone = where_it_is_noon()
    shown = await opened(bot, who)
    modal = await bot.people[who].click(shown, custom_id=component(shown, "ask"))
    answer = await bot.people[who].submit_modal(modal, {"night": f"14:00–22:00 {zone}"})
    assert f"Quiet hours: **14:00–22:00** ({zone})." in said(answer)
    before = len(bot.messages)
    await hours(bot, 4.1)
    assert len(bot.messages) == before, "it is past four o'clock"
    await hours(bot, 4)
    assert len(bot.messages) == before
    await hours(bot, 2)
    assert len(bot.messages) == before + 1


async def test_quiet_hours_that_cannot_be_are_refused_with_the_bounds(bot: OneBot) -> None:
    who = "Ann"

    async def typed(text: str) -> str:
        shown = await opened(bot, who)
        modal = await bot.people[who].click(shown, custom_id=component(shown, "ask"))
        return said(await bot.people[who].submit_modal(modal, {"night": text}))

    assert "Quiet hours last up to 10 hours." in await typed("20–8")
    assert "I do not understand these hours." in await typed("25–30")
    assert "I know no time zone “Atlantis”" in await typed("23–7 Atlantis")
    assert "Similar ones: **Europe/Prague**." in await typed("23–7 Pragge")
    assert "Quiet hours: **23:00–7:00** (Europe/Prague)." in await typed("23-7 prague")
    assert "Your quiet hours can change once a week: again <t:" in await typed("22–6")


async def test_of_cards_one_is_reminded_once_a_day_only_if_one_has_asked_for_that(bot: OneBot) -> None:
    await bot.services.preferences.keep_server(bot.guild.id, ServerSettings(time_zone=where_it_is_noon()))
    await bot.slash("Ann", "train")
    await hours(bot, 24)
    assert direct(bot, "Ann") == [], "nobody is who has not asked"
    await bot.tap("Ann", await opened(bot, "Ann"), "train")
    await hours(bot, 18)
    assert direct(bot, "Ann") == []
    await hours(bot, 3)
    (told,) = direct(bot, "Ann")
    assert told == "**Club**: there is something to train for you today. Type `/train` there."
    await bot.tick()
    await hours(bot, 1)
    assert direct(bot, "Ann") == [told], "once a day"
    await hours(bot, 24)
    assert direct(bot, "Ann") == [told, told]
    before = await bot.services.preferences.of_person(bot.people["Ann"].id)
    await bot.services.preferences.keep_person(bot.people["Ann"].id, replace(before, cards_a_day=0))
    await hours(bot, 24)
    assert direct(bot, "Ann") == [told, told], "there is nothing to train"
    await bot.services.preferences.keep_person(bot.people["Ann"].id, before)
    await bot.tap("Ann", await opened(bot, "Ann"), "train")
    await hours(bot, 24)
    assert direct(bot, "Ann") == [told, told]


async def test_of_cards_one_is_not_reminded_where_discord_takes_no_direct_message(bot: OneBot) -> None:
    await bot.services.preferences.keep_server(bot.guild.id, ServerSettings(time_zone=where_it_is_noon()))
    await bot.tap("Ann", await opened(bot, "Ann"), "train")
    before = await bot.services.preferences.of_person(bot.people["Ann"].id)
    await bot.services.preferences.keep_person(bot.people["Ann"].id, replace(before, direct_refused=True))
    await hours(bot, 22)
    assert direct(bot, "Ann") == []

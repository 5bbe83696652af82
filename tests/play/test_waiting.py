"""`/waiting`: what somebody sees of all that waits for them, and the way from one play to the next."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from bot.backgammon import Phase
from bot.limits import MESSAGE
from bot.tables.presence import note_left

from .bot import OneBot, one_bot, private, walk
from .chouette import crew
from .test_composer import OPENING, opened, pressed


@contextmanager
def elsewhere(bot: OneBot, name: str = "backgammon-2") -> Iterator[None]:
    """What is done meanwhile is done in another channel."""
    here, bot.channel = bot.channel, bot.guild.create_text_channel(name)
    try:
        yield
    finally:
        bot.channel = here


async def waiting(bot: OneBot, who: str) -> str:
    """What is answered, links and times left out."""
    return bare(await bot.slash(who, "waiting"))


def bare(words: str) -> str:
    words = re.sub(r"\[([^]]*)]\(https://discord.com/channels/\d+/\d+(/\d+)?\)", r"[\1]", words)
    return re.sub(r"<t:\d+:R>", "<t>", words)


async def test_nothing_waits_for_who_plays_nowhere() -> None:
    async with one_bot() as bot:
        assert await waiting(bot, "Cyd") == "Nothing waits for you."


async def test_tables_answers_and_whose_turn_it_is_are_seen_in_one_list() -> None:
    async with one_bot() as bot:
        await bot.play(length=3)
        who = await bot.until(Phase.CUBE)
        other = "Bob" if who == "Ann" else "Ann"
        assert await waiting(bot, who) == (
            f"**You must act**\n**1.** **{other}** · to 3 · 0–0 · [roll or double] · <t>\n"
            "-# The time: when a game may be claimed or, by a clock, is lost."
        )
        assert await waiting(bot, other) == (
            f"**Others must act**\n**1.** **{who}** · to 3 · 0–0 · [roll or double] · <t>\n"
            "-# The time: when a game may be claimed or, by a clock, is lost."
        )
        with elsewhere(bot):
            await bot.slash("Cyd", "play", opponent=who, length=0)
        assert (await waiting(bot, who)).splitlines()[2:4] == [
            "**Answers you owe**",
            "**2.** **Cyd** · money · [a challenge] · <t>",
        ]
        assert (await waiting(bot, "Cyd")).splitlines()[:2] == [
            "**Others must act**",
            f"**1.** **{who}** · money · [a challenge] · <t>",
        ]
        link = re.search(r"\((https://discord\.com/channels/\S+)\)", await bot.slash(who, "waiting"))
        assert link and link[1] == f"https://discord.com/channels/{bot.guild.id}/{bot.channel.id}/{bot.live.id}"


async def test_after_confirm_next_leads_to_the_table_that_waits_next() -> None:
    async with one_bot() as bot:
        who, composer = await opened(bot, OPENING, OPENING, (3, 1))
        other = "Bob" if who == "Ann" else "Ann"
        with elsewhere(bot):
            await bot.play(length=5)
            while await bot.until(Phase.CUBE) != who:
                await bot.turn()
            there = bot.live
        composer = await pressed(bot, who, composer, "8/5", "6/5")
        led = private(await bot.press(who, "Confirm", composer))
        assert led.content == f"Played. Next waits: **{other}** · to 5 · 0–0"
        (button,) = list(walk(led))
        where = f"https://discord.com/channels/{bot.guild.id}/{there.channel.id}/{there.id}"
        assert (button["label"], button["url"]) == ("Next", where)


async def test_a_list_of_ten_fits_and_its_pages_are_turned() -> None:
    names = tuple(f"{chr(65 + number)}{'x' * 31}" for number in range(13))
    async with one_bot(("Ann", *names)) as bot:
        for number, name in enumerate(names):
            with elsewhere(bot, f"channel-{number}"):
                bot.guild.create_text_channel("x")
                await bot.slash(name, "play", opponent="Ann", length=13)
        result = await bot.people["Ann"].slash(bot.channel, "waiting")
        first = private(result)
        assert len(first.content) <= MESSAGE and first.content.count("[a challenge]") == 10
        await bot.press("Ann", "Page 2 of 2", first)
        (page,) = bot.private
        assert page.content.count("[a challenge]") == 3 and "**13.**" in page.content


async def test_a_list_in_czech_and_russian_fits_too() -> None:
    names = tuple(f"{chr(1040 + number)}{'ж' * 31}" for number in range(10))
    async with one_bot(("Ann", *names)) as bot:
        for number, name in enumerate(names):
            with elsewhere(bot, f"channel-{number}"):
                await bot.slash(name, "play", opponent="Ann", length=13)
                await bot.press("Ann", "Accept challenge", bot.last)
        for language in ("cs", "ru"):
            bot.speaks(language, "Ann")
            words = await bot.slash("Ann", "waiting")
            assert len(words) <= MESSAGE and words.count("https://") == 10


async def test_in_a_chouette_the_side_is_named_and_nobody() -> None:
    async with crew(("Ann", "Bob", "Cyd", "Dan")) as session:
        await session.open("Ann", "Bob", "Cyd", "Dan")
        seen = set[str]()
        for _ in range(12):
            await session.turn()
            for who in session.bot.people:
                seen |= set(re.findall(r"\[([^]]*)]\(", await session.bot.slash(who, "waiting")))
        assert {"the team", "the box"} == seen


async def test_who_was_found_to_have_left_and_comes_back_sees_its_tables_again() -> None:
    async with one_bot() as bot:
        await bot.play(length=3)
        services, ann = bot.services, bot.people["Ann"].id
        await note_left(services.preferences, ann, bot.guild.id)
        page = await services.waiting.page(ann)
        assert page.total == 0
        assert "to 3" in await waiting(bot, "Ann")
        assert (await services.preferences.of_person(ann)).left == ()


async def test_whom_discord_does_not_find_in_a_server_is_noted_to_have_left_it() -> None:
    async with crew(("Ann", "Bob", "Cyd", "Dan")) as session:
        bot = session.bot
        await session.open("Ann", "Bob", "Cyd", "Dan")
        gone = bot.people["Dan"]
        bot.env.backend.get_guild(bot.guild.id).members.pop(gone.id)
        found = await bot.services.desk._gone(bot.guild.id, [person.id for person in bot.people.values()])
        assert set(found) == {gone.id}
        assert (await bot.services.preferences.of_person(gone.id)).left == (bot.guild.id,)

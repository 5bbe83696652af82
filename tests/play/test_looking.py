"""`/looking`: who wants to play finds somebody, as both see it; the list in its channel, and the role."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import discord
from msgspec.structs import replace

from bot.core.clock import Live
from bot.core.looking import LENGTHS
from bot.core.pace import MINUTE, SECOND
from bot.limits import MESSAGE
from bot.screens.looking.form import PACES
from bot.screens.phone import _lines
from bot.tables.schedule import LOOKING
from bot.tables.table import Person, Stage, Table
from tests.store.listed import open_places

from .bot import OneBot, one_bot, private, walk

CROWD = tuple(f"P{number:02d}" for number in range(50))


@asynccontextmanager
async def club(people: tuple[str, ...] = ("Ann", "Bob", "Cyd")) -> AsyncIterator[OneBot]:
    """A server with a list in its channel."""
    async with one_bot(people) as bot:
        await listed(bot)
        yield bot


async def listed(bot: OneBot, **more: Any) -> None:
    preferences = bot.services.preferences
    before = await preferences.of_server(bot.guild.id)
    await preferences.keep_server(bot.guild.id, replace(before, looking=bot.channel.id, **more))


async def rested(bot: OneBot) -> None:
    """All that follows from what was pressed is done."""
    await bot.services.looking_clock.rest()


async def look(bot: OneBot, who: str, *choices: tuple[str, tuple[str, ...]]) -> str:
    """Somebody fills in the form and puts themselves on the list; what is answered."""
    result = await bot.people[who].slash(bot.channel, "looking")
    form = private(result)
    for field, values in choices:
        (named,) = [each for each in ids(stored(bot, form)) if f":{field}/" in each]
        await bot.people[who].select(form, values, custom_id=named)
    answer = await bot.people[who].click(form, label="Look")
    await rested(bot)
    return private(answer).content if answer.response else stored(bot, form).content


def stored(bot: OneBot, form: Any) -> Any:
    return bot.env.backend.get_message(bot.channel.id, form.id)


def ids(message: Any) -> list[str]:
    return [each["custom_id"] for each in walk(message) if "custom_id" in each]


def told(bot: OneBot) -> Any:
    """The last message that has told two of each other."""
    said = "found each other", "not met"
    return next(each for each in reversed(bot.messages) if any(words in each.content for words in said))


def the_list(bot: OneBot) -> Any:
    (found,) = [each for each in bot.messages if "Who wants to play" in each.content]
    return found


async def tables(bot: OneBot) -> list[Table]:
    found = [
        await bot.services.repository.load(channel, name) for channel, name in await open_places(bot.services.store)
    ]
    return [each for each in found if each is not None]


async def test_two_who_want_the_same_play_at_once_in_a_thread() -> None:
    async with club() as bot:
        assert "You are on the list" in await look(bot, "Ann")
        assert "**1. Ann** 1500 · to 5, 7 · 2 min a point + 15 s · rated or not · until <t:" in the_list(bot).content
        assert "You play **Ann**: 5 points · 2 min a point + 15 s · rated." in await look(bot, "Bob")
        (table,) = await tables(bot)
        assert table.stage is Stage.OPEN and table.about.pace == Live(10 * MINUTE, 15 * SECOND)
        assert [each.name for each in table.people.seats] == ["Ann", "Bob"] and table.screen.message
        assert "Nobody at the moment" in the_list(bot).content
        assert "have found each other" in told(bot).content and table.channel == told(bot).id
        assert table.clock is not None and table.clock.running is not None


async def test_who_has_waited_longer_is_mentioned_and_nothing_runs_before_both_are_ready() -> None:
    async with club() as bot:
        await look(bot, "Ann")
        bot.later(130)
        assert "**Ann** fits: 5 points" in await look(bot, "Bob")
        shown = told(bot)
        assert bot.notified(shown) == ["Ann"] and "Both press **Ready**" in shown.content
        assert not await tables(bot)
        await bot.press("Bob", "Ready", shown)
        await rested(bot)
        assert not await tables(bot) and "Ready: **Bob**" in told(bot).content
        answer = await bot.press("Cyd", "Ready", shown)
        assert "This is between **Ann** and **Bob**." in private(answer).content
        await bot.press("Ann", "Ready", shown)
        await rested(bot)
        (table,) = await tables(bot)
        assert table.channel == shown.id and not list(walk(told(bot)))


async def test_who_is_not_ready_is_off_the_list_and_the_other_stays() -> None:
    async with club() as bot:
        await look(bot, "Ann")
        bot.later(130)
        await look(bot, "Bob")
        shown = told(bot)
        await bot.press("Ann", "Ready", shown)
        bot.later(190)
        await looked(bot)
        assert "**1. Ann**" in the_list(bot).content and "Bob" not in the_list(bot).content
        assert "have not met" in told(bot).content and not list(walk(told(bot)))


async def test_not_now_is_off_the_list_at_once() -> None:
    async with club() as bot:
        await look(bot, "Ann")
        bot.later(130)
        await look(bot, "Bob")
        answer = await bot.press("Ann", "Not now", told(bot))
        await rested(bot)
        assert private(answer).content == "You are not on the list any more."
        assert "**1. Bob**" in the_list(bot).content and "have not met" in told(bot).content


async def test_play_beside_an_entry_and_the_way_off_the_list() -> None:
    async with club() as bot:
        await look(bot, "Ann", ("lengths", ("9",)), ("paces", (str(PACES.index(None)),)))
        assert "to 21 · no clock" in the_list(bot).content and LENGTHS[9] == 21
        await bot.press("Bob", "Off the list", the_list(bot))
        answer = await bot.press("Ann", "Play Ann", the_list(bot))
        assert "That is you." in private(answer).content
        await bot.press("Ann", "Off the list", the_list(bot))
        await rested(bot)
        assert "Nobody at the moment" in the_list(bot).content
        await look(bot, "Ann")
        answer = await bot.press("Bob", "Play Ann", the_list(bot))
        await rested(bot)
        assert "You play **Ann**" in private(answer).content and len(await tables(bot)) == 1
        assert "You sit at a table where your time runs." not in await look(bot, "Cyd")


async def test_without_a_channel_it_says_what_is_missing(bot: OneBot) -> None:
    assert "This server has no list of who wants to play." in await bot.slash("Ann", "looking")


async def test_a_long_list_has_pages_and_fits() -> None:
    async with club(CROWD[:23]) as bot:
        for number, who in enumerate(CROWD[:23]):
            length = (str(number % 11),)
            pace = (str(number // 11),)
            await look(bot, who, ("lengths", length), ("paces", pace), ("width", ("300",)))
        shown = the_list(bot)
        assert len(shown.content) <= MESSAGE and shown.content.count(". P") == 10 and "-# and 13 more" in shown.content
        assert all(_lines(line) <= 4 for line in shown.content.splitlines())
        answer = await bot.press("P00", "Page 2 of 3", shown)
        page = private(answer)
        assert "**11. P10**" in page.content and len(list(walk(page))) <= 25
        await bot.press("P00", "Page 3 of 3", page)
        assert "**23. P22**" in stored(bot, page).content


async def test_what_a_kill_interrupts_goes_on_after_a_restart() -> None:
    async with club() as bot:
        await look(bot, "Ann")
        looking, guild = bot.services.looking, bot.guild.id
        wish = (await looking.find(guild)).seekers[0].wish
        await looking.enter(guild, Person(bot.people["Bob"].id, "Bob"), wish, 2)  # and then nothing more
        await bot.restart()
        bot.later(70)
        await bot.tick()
        async with asyncio.timeout(60):  # the schedule of the new process may have been faster
            while not (found := [each for each in await tables(bot) if each.screen.message]):
                await asyncio.sleep(0.01)
        (table,) = found
        assert [each.name for each in table.people.seats] == ["Ann", "Bob"]


async def test_fifty_who_press_at_once_all_play() -> None:
    async with club(CROWD) as bot:
        forms = {who: private(await bot.people[who].slash(bot.channel, "looking")) for who in CROWD}
        await asyncio.gather(*(bot.people[who].click(forms[who], label="Look") for who in CROWD))
        await rested(bot)
        for _ in range(10):
            await bot.tick()
            await rested(bot)
        found = await tables(bot)
        seated = [each.name for table in found for each in table.people.seats]
        assert sorted(seated) == sorted(CROWD) and len(found) == 25
        assert all(table.about.pace and table.screen.message for table in found)
        assert "Nobody at the moment" in the_list(bot).content
        held = await bot.services.looking.find(bot.guild.id)
        assert not held.seekers and not held.pairings
        assert str(bot.guild.id) not in await bot.services.store.due.times(LOOKING)


async def test_the_role_is_mentioned_after_a_minute_once_and_nobody_else() -> None:
    async with club() as bot:
        role = bot.guild.create_role("Players", mentionable=True)
        bot.guild.add_member(bot.env.create_user("dan", global_name="Dan"), roles=[role])
        await at_noon(bot)
        await listed(bot, looking_role=role.id)
        await look(bot, "Ann")
        first = the_list(bot)
        bot.later(55)
        await looked(bot)
        assert the_list(bot).id == first.id
        bot.later(10)
        await looked(bot)
        shown = the_list(bot)
        assert shown.id != first.id and shown.content.startswith(f"<@&{role.id}>\n**Who wants to play**")
        kept = bot.env.backend.get_message(bot.channel.id, shown.id)
        assert kept.ping_role_ids == [role.id] and not kept.mention_everyone
        await look(bot, "Cyd", ("lengths", ("0",)))
        bot.later(600)
        await looked(bot)
        assert the_list(bot).id == shown.id and "Players" not in the_list(bot).content
        assert not the_list(bot).content.startswith("<@&")


async def test_who_wants_to_hear_of_it_takes_the_role_by_a_button_and_gives_it_back() -> None:
    async with club() as bot:
        role = bot.guild.create_role("Players")
        await listed(bot, looking_role=role.id)
        await look(bot, "Ann")
        bob = bot.env.backend.get_guild(bot.guild.id).members[bot.people["Bob"].id]
        answer = await bot.press("Bob", "Tell me", the_list(bot))
        assert "I tell you when somebody wants to play" in private(answer).content and role.id in bob.role_ids
        answer = await bot.press("Bob", "Tell me", the_list(bot))
        assert "I do not tell you any more" in private(answer).content and role.id not in bob.role_ids


async def looked(bot: OneBot) -> None:
    await bot.services.looking_clock.look(bot.guild.id)
    await rested(bot)


async def at_noon(bot: OneBot) -> None:
    """It is noon for the lists, whatever the hour."""
    now = bot.services.looking._now()
    bot.later(43_200 - now % 86_400)


async def test_settings_name_the_channel_and_refuse_a_role_that_may_too_much() -> None:
    async with one_bot() as bot:
        bot.hire("Eve", manage_guild=True)
        strong = bot.guild.create_role("Strong", permissions=discord.Permissions(manage_messages=True))
        panel = private(await bot.people["Eve"].slash(bot.channel, "settings"))
        answer = await bot.people["Eve"].click(panel, label="Who wants to play")
        page = stored(bot, panel)
        assert answer.acknowledged and "There is no list." in page.content
        (channel,) = [each for each in ids(page) if each.endswith(":channel")]
        await bot.people["Eve"].select(panel, [bot.channel], custom_id=channel)
        await rested(bot)
        assert f"The list is in <#{bot.channel.id}>." in stored(bot, panel).content
        assert "Nobody at the moment" in the_list(bot).content
        (named,) = [each for each in ids(stored(bot, panel)) if each.endswith(":role")]
        answer = await bot.people["Eve"].select(panel, [strong], custom_id=named)
        assert "**Strong** may do what not everybody may: Manage Messages." in private(answer).content
        assert not (await bot.services.preferences.of_server(bot.guild.id)).looking_role

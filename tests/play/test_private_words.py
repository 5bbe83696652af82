"""Who was taken out of a lobby or claimed from is told so privately: by direct message, or above the next answer."""

from __future__ import annotations

import asyncio
import json
import re
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from msgspec.structs import replace

from bot.store import StoreError
from bot.store.notices import KEPT
from bot.tables import personal_data
from bot.tables.notices import Event, Notice
from bot.tables.preferences import PersonPreferences
from bot.tables.table import Person

from .bot import OneBot, private, said
from .chouette import crew
from .test_reminders import direct
from .test_waiting import bare

HOUR = 3600
NOTHING = "Nothing waits for you."


def person_of(bot: OneBot, who: str) -> Person:
    return Person(bot.people[who].id, who)


async def wants(bot: OneBot, who: str, **what: object) -> None:
    await bot.services.preferences.keep_person(bot.people[who].id, PersonPreferences(**{"direct": True, **what}))


async def taken_out(bot: OneBot, who: str = "Bob") -> str:
    """Somebody joins a lobby and is taken out of it; what they are to be told."""
    await bot.slash("Ann", "chouette open")
    await bot.press(who, "Join", bot.last)
    name = await bot.services.store.held(bot.channel.id)
    await bot.slash("Ann", "chouette kick", member=bot.people[who])
    await bot.services.private_words.idle()
    return f"**Club**: you were taken out of table `{name}` before the game began."


async def claimed(bot: OneBot) -> tuple[str, str, str]:
    """A game is claimed: from whom, by whom, and what the one is to be told."""
    await bot.play()
    slow = await bot.asked()
    name = (await bot.table()).id
    other = {"Ann": "Bob", "Bob": "Ann"}[slow]
    bot.later(73 * HOUR)
    await bot.slash(other, "claim")
    await bot.services.private_words.idle()
    assert "claims the game" in bot.live.content
    return slow, other, f"**Club**: at table `{name}` a game was claimed from you, as you had not acted."


async def test_who_was_taken_out_of_a_lobby_is_told_above_the_next_list(bot: OneBot) -> None:
    told = await taken_out(bot)
    assert direct(bot, "Bob") == []
    assert await bot.slash("Bob", "waiting") == f"{told}\n{NOTHING}"
    assert await bot.slash("Bob", "waiting") == NOTHING
    assert await bot.slash("Ann", "waiting") == NOTHING


async def test_who_wants_direct_messages_is_told_by_one_and_not_again(bot: OneBot) -> None:
    await wants(bot, "Bob")
    told = await taken_out(bot)
    assert direct(bot, "Bob") == [told]
    assert await bot.slash("Bob", "waiting") == NOTHING
    await bot.restart()
    assert await bot.slash("Bob", "waiting") == NOTHING and direct(bot, "Bob") == [told]


async def test_who_was_claimed_from_is_told_above_whatever_is_answered_privately_next(bot: OneBot) -> None:
    slow, other, told = await claimed(bot)
    answer = private(await bot.people[slow].slash(bot.channel, "preferences"))
    assert answer.content.startswith(f"{told}\n**Your preferences.**")
    assert told not in await bot.slash(slow, "waiting") + await bot.slash(other, "waiting")
    assert not any("claimed from you" in message.content for message in bot.messages)


async def test_who_was_claimed_from_is_told_by_direct_message_too(bot: OneBot) -> None:
    for who in ("Ann", "Bob"):
        await wants(bot, who)
    slow, other, told = await claimed(bot)
    assert (direct(bot, slow), direct(bot, other)) == ([told], [])
    assert told not in await bot.slash(slow, "waiting")


async def test_a_press_of_a_private_message_is_answered_below_it_too(bot: OneBot) -> None:
    shown = private(await bot.people["Bob"].slash(bot.channel, "preferences"))
    told = await taken_out(bot)
    shown = (await bot.tap("Bob", shown, "time")).response
    assert shown.content.startswith(f"{told}\n**Reminders and your time.**")
    shown = (await bot.tap("Bob", shown, "direct")).response
    assert told not in shown.content


async def test_it_stands_in_the_language_of_whoever_is_told(bot: OneBot) -> None:
    bot.speaks("cs", "Bob")
    await taken_out(bot)
    assert (await bot.slash("Bob", "waiting")).startswith("**Club**: před začátkem hry tě poslali od stolu ")


async def test_of_two_answers_at_once_one_tells_it(bot: OneBot) -> None:
    told = await taken_out(bot)
    answers = await asyncio.gather(*(bot.slash("Bob", "waiting") for _ in range(3)))
    assert sorted(answers) == sorted([f"{told}\n{NOTHING}", NOTHING, NOTHING])


async def test_where_discord_refuses_direct_messages_the_next_answer_tells_it(bot: OneBot) -> None:
    await wants(bot, "Bob")
    stored = bot.env.backend.users[bot.people["Bob"].id]
    await bot.slash("Ann", "chouette open")
    await bot.press("Bob", "Join", bot.last)
    stored.bot = True  # to bots Discord refuses direct messages as to people who take none: with 50007
    await bot.slash("Ann", "chouette kick", member=bot.people["Bob"])
    await bot.services.private_words.idle()
    stored.bot = False
    assert direct(bot, "Bob") == []
    assert "you were taken out of table" in await bot.slash("Bob", "waiting")
    assert await bot.slash("Bob", "waiting") == NOTHING
    assert (await bot.services.preferences.of_person(bot.people["Bob"].id)).direct_refused


async def test_who_has_left_the_server_gets_no_direct_message_about_it(bot: OneBot) -> None:
    await wants(bot, "Bob")
    await bot.slash("Ann", "chouette open")
    await bot.press("Bob", "Join", bot.last)
    gone = bot.env.backend.get_guild(bot.guild.id).members.pop(bot.people["Bob"].id)
    services, table = bot.services, await bot.services.store.held(bot.channel.id)
    ann, bob = (person_of(bot, who) for who in ("Ann", "Bob"))
    await services.lobby.kick(bot.channel.id, str(table), ann, False, bob.user, bob.name, "kick")
    await services.private_words.idle()
    bot.env.backend.get_guild(bot.guild.id).members[gone.user_id] = gone
    assert direct(bot, "Bob") == []
    assert "you were taken out of table" in await bot.slash("Bob", "waiting")


async def test_what_is_being_told_elsewhere_and_was_not_is_told_with_the_next_answer(bot: OneBot) -> None:
    told = await taken_out(bot)
    user = bot.people["Bob"].id
    notices = bot.services.private_words.notices
    taken = await notices.take(user)
    assert taken is not None and await bot.slash("Bob", "waiting") == NOTHING, "it is being told elsewhere"
    await notices.settle(user, taken, [])
    assert await bot.slash("Bob", "waiting") == f"{told}\n{NOTHING}"


async def test_an_answer_that_discord_refuses_has_told_nothing(bot: OneBot, monkeypatch: pytest.MonkeyPatch) -> None:
    told = await taken_out(bot)
    response: Any = SimpleNamespace(status=403, reason="Forbidden", headers={})

    async def refused(*_: object, **__: object) -> None:
        raise discord.Forbidden(response, {"code": 50001, "message": "refused"})

    with monkeypatch.context() as refusing:
        refusing.setattr(discord.InteractionResponse, "send_message", refused)
        await bot.people["Bob"].slash(bot.channel, "waiting")
    assert await bot.slash("Bob", "waiting") == f"{told}\n{NOTHING}"


async def test_whoever_told_it_and_was_killed_is_followed_by_the_next_answer(bot: OneBot) -> None:
    told = await taken_out(bot)
    await bot.services.private_words.notices.take(bot.people["Bob"].id)
    await bot.restart()
    assert await bot.slash("Bob", "waiting") == NOTHING
    bot.later(301)
    assert await bot.slash("Bob", "waiting") == f"{told}\n{NOTHING}"


async def test_after_thirty_days_nothing_is_said(bot: OneBot) -> None:
    await taken_out(bot)
    bot.later(KEPT + 60)
    assert await bot.slash("Bob", "waiting") == NOTHING
    assert not await bot.services.store.notices.any(bot.people["Bob"].id)


async def test_a_kill_between_the_save_and_the_entering_is_made_good_at_the_next_start(bot: OneBot) -> None:
    async def away(*_: object) -> None:
        raise StoreError("killed")

    bot.services.store.notices.enter = away  # type: ignore[method-assign]
    bot.services.repository.carrier._pauses = lambda: iter(())  # type: ignore[assignment]
    told = await taken_out(bot)
    assert await bot.slash("Bob", "waiting") == NOTHING
    await bot.restart()
    await bot.services.repository.carrier.catch_up()
    assert await bot.slash("Bob", "waiting") == f"{told}\n{NOTHING}"
    for _ in range(2):
        await bot.restart()
        await bot.services.repository.carrier.catch_up()
        assert await bot.slash("Bob", "waiting") == NOTHING


async def test_after_a_kill_who_wants_that_is_told_by_direct_message(bot: OneBot) -> None:
    async def away(*_: object) -> None:
        raise StoreError("killed")

    await wants(bot, "Bob")
    bot.services.store.notices.enter = away  # type: ignore[method-assign]
    bot.services.repository.carrier._pauses = lambda: iter(())  # type: ignore[assignment]
    told = await taken_out(bot)
    assert direct(bot, "Bob") == []
    await bot.restart()
    await bot.services.repository.carrier.catch_up()
    await bot.services.private_words.idle()
    assert direct(bot, "Bob") == [told]


async def test_what_is_carried_twice_is_told_once(bot: OneBot) -> None:
    slow, _, told = await claimed(bot)
    table = await bot.table()
    version = int(re.findall(r":(\d+)$", (await bot.services.store.notices.of(bot.people[slow].id, 0))[0].name)[0])
    again = Notice(bot.people[slow].id, Event.CLAIMED, bot.services.now(), version)
    assert table.notices is None, "the record keeps none that was carried"
    assert told in await bot.slash(slow, "waiting")
    for _ in range(2):
        assert await bot.services.repository.carrier.carry(replace(table, notices=(again,)))
    await bot.services.private_words.idle()
    assert told not in await bot.slash(slow, "waiting")


async def test_two_things_are_told_in_their_order(bot: OneBot) -> None:
    first = await taken_out(bot)
    await bot.slash("Ann", "chouette leave")
    bot.later(60)
    slow, _, second = await claimed(bot)
    if slow == "Bob":
        assert (await bot.slash("Bob", "waiting")).splitlines()[:2] == [first, second]
    else:
        assert (await bot.slash("Ann", "waiting")).splitlines()[0] == second
        assert (await bot.slash("Bob", "waiting")).splitlines()[0] == first


async def test_a_full_list_has_room_for_it(bot: OneBot) -> None:
    told = await taken_out(bot)
    for number in range(10):
        await bot.services.private_words.notices._store.notices.enter(
            bot.people["Bob"].id, f"x{number}:1", b'{"event":"claimed","guild":1,"at":%d}' % (2e9 + number), 4e9
        )
    lines = (await bot.slash("Bob", "waiting")).splitlines()
    assert lines[0] == told and len(lines) == 6, "five in one answer, the others in the next"
    assert "Another server" in lines[1]
    assert len((await bot.slash("Bob", "waiting")).splitlines()) == 6
    assert len((await bot.slash("Bob", "waiting")).splitlines()) == 2
    assert await bot.slash("Bob", "waiting") == NOTHING


async def test_those_who_kept_a_chouette_waiting_are_told_and_nobody_else() -> None:
    async with crew(("Ann", "Bob", "Cyd", "Dan")) as session:
        bot = session.bot
        await session.open("Ann", "Bob", "Cyd", "Dan")
        await session.turn()
        state = await session.session()
        slow = [await session.name(seat) for seat in state.claimed_from]
        claimant = await session.name(next(seat for seat in range(4) if seat not in state.claimed_from))
        bot.later(73 * HOUR)
        await bot.slash(claimant, "claim")
        told = [who for who in bot.people if "claimed from you" in await bot.slash(who, "waiting")]
        assert slow and told == sorted(slow)


async def test_the_words_name_neither_channel_nor_position_nor_anybody(bot: OneBot) -> None:
    told = [await taken_out(bot)]
    await bot.slash("Ann", "chouette leave")
    told.append((await claimed(bot))[2])
    for words in told:
        bare_words = bare(words)
        assert str(bot.channel.id) not in words and "backgammon" not in words and "<" not in bare_words
        assert not any(who in words for who in bot.people)


async def test_it_is_in_ones_own_file_and_goes_with_ones_data(bot: OneBot) -> None:
    told = await taken_out(bot)
    services, user = bot.services, bot.people["Bob"].id
    parts = services.store, services.repository, services.preferences, services.ladders, user
    file = json.loads(await personal_data.export(*parts, services.now()))
    (kept,) = file["private_words"]
    assert f"`{kept['table']}`" in told and kept["told"] is False
    assert (kept["says"]["event"], kept["says"]["guild"]) == ("taken_out", bot.guild.id)
    await personal_data.delete(*parts)
    assert json.loads(await personal_data.export(*parts, services.now()))["private_words"] == []
    assert await bot.slash("Bob", "waiting") == NOTHING
    await bot.services.repository.carrier.catch_up()
    assert await bot.slash("Bob", "waiting") == NOTHING


async def test_who_leaves_or_is_dropped_by_the_bot_is_told_nothing(bot: OneBot) -> None:
    await bot.slash("Ann", "chouette open")
    for who in ("Bob", "Cyd"):
        await bot.press(who, "Join", bot.last)
    await bot.slash("Bob", "chouette leave")
    table = await bot.services.store.held(bot.channel.id)
    assert table is not None
    gone = bot.env.backend.get_guild(bot.guild.id).members.pop(bot.people["Cyd"].id)
    assert await bot.services.lobby.drop_gone(bot.channel.id, table)
    bot.env.backend.get_guild(bot.guild.id).members[gone.user_id] = gone
    assert said(await bot.people["Bob"].slash(bot.channel, "waiting")) == NOTHING
    assert said(await bot.people["Cyd"].slash(bot.channel, "waiting")) == NOTHING

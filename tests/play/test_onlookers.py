"""Who does not play in a channel may look, and cannot fill it with what he looks at."""

from __future__ import annotations

from typing import Any
from unittest import mock

import pytest

from bot.cogs.visibility import PAUSE
from bot.screens.answer import Answer
from bot.tables.preferences import PersonPreferences
from bot.texts import texts
from bot.worker_pool import WorkerFailed

from .bot import OneBot, walk
from .chouette import OneChouette, crew
from .test_games import resigned

ALONE = "The channel was shown something a moment ago, so only you see this."


async def ask(bot: OneBot, who: str, command: str, **options: Any) -> Any:
    """What somebody is answered to a command: one message."""
    result = await bot.people[who].slash(bot.channel, command, **options)
    assert result.acknowledged and not result.followups
    return result.response


def link_to(bot: OneBot, message: Any) -> str:
    return f"https://discord.com/channels/{bot.guild.id}/{bot.channel.id}/{message.id}"


async def in_the_pause(bot: OneBot, over: bool = False) -> None:
    """The pause has begun, and lasts until this test says that it is over."""
    key, ask = f"{{{bot.channel.id}}}:shown", bot.services.store._connection.ask
    left = await ask("TTL", key)
    assert left > PAUSE if over else 0 < left <= PAUSE
    await ask("EXPIRE", key, 0 if over else 10_000)


async def test_an_onlooker_has_the_board_posted_once_in_a_while_and_else_sees_it_alone(bot: OneBot) -> None:
    bot.people["Dan"] = bot.guild.add_member(bot.env.create_user("dan", global_name="Dan"))
    await bot.play()
    await ask(bot, "Cyd", "board")
    await in_the_pause(bot)
    live, number = bot.live, len(bot.messages)
    for who in ("Cyd", "Dan", "Cyd"):
        shown = await ask(bot, who, "board")
        assert shown.ephemeral and shown.content.splitlines()[0] == ALONE
        assert f"**{await bot.asked()}**, play" in shown.content and link_to(bot, live) in shown.content
        assert [each.filename for each in shown.attachments] == [f"{(await bot.table()).id}.png"]
        assert shown.attachments[0].description and walk(shown) == []
    assert len(bot.messages) == number and walk(bot.live)
    await bot.restart()
    assert (await ask(bot, "Dan", "board")).content.startswith(ALONE), "another process knows of it"
    await in_the_pause(bot, over=True)
    await ask(bot, "Dan", "board")
    assert len(bot.messages) == number + 1 and bot.live.id != live.id


async def test_the_button_is_no_way_round(bot: OneBot) -> None:
    await bot.play()
    await ask(bot, "Cyd", "board")
    await in_the_pause(bot)
    number = len(bot.messages)
    more = (await bot.press("Cyd", "More")).response
    shown = (await bot.press("Cyd", "Board", more)).response
    assert shown.ephemeral and shown.content.startswith(ALONE) and shown.attachments
    assert len(bot.messages) == number


async def test_those_who_play_have_it_posted_always(bot: OneBot) -> None:
    await bot.play()
    await ask(bot, "Cyd", "board")
    number = len(bot.messages)
    for who in ("Ann", "Bob", "Ann"):
        assert await ask(bot, who, "board") is None
    assert len(bot.messages) == number + 3


async def test_an_onlooker_of_a_lobby_is_told_where_it_is() -> None:
    async with crew(("Ann", "Bob", "Cyd")) as made:
        bot = made.bot
        await bot.slash("Ann", "chouette open")
        await bot.press("Bob", "Join", bot.last)
        await ask(bot, "Cyd", "board")
        await in_the_pause(bot)
        posted, number = bot.last, len(bot.messages)
        told = await ask(bot, "Cyd", "board")
        assert told.ephemeral and told.content.splitlines() == [ALONE, link_to(bot, posted)]
        await ask(bot, "Bob", "board")
        assert len(bot.messages) == number + 1
        bot.env.raise_errors()


async def test_points_and_sheet_are_for_all_if_a_player_asks_and_else_for_the_asker() -> None:
    async with crew(("Ann", "Bob", "Cyd", "Dan")) as made:
        bot, group = made.bot, OneChouette(made.bot)
        await group.open("Ann", "Bob", "Cyd")
        await group.until(box=False)
        await group.resign_all()
        await bot.services.preferences.keep_person(bot.people["Dan"].id, PersonPreferences(language="cs"))
        number = len(bot.messages)
        for command in ("chouette score", "chouette history"):
            shown = await ask(bot, "Dan", command)
            assert shown.ephemeral and bool(shown.attachments) == (command == "chouette history")
        assert texts("cs")("The score sheet of table `{table}`", table=(await group.table()).id) == shown.content
        assert len(bot.messages) == number
        for command in ("chouette score", "chouette history"):
            assert not (await ask(bot, "Bob", command)).ephemeral
        assert len(bot.messages) == number + 2
        await group.command("Bob", "chouette leave")
        number = len(bot.messages)
        for command in ("chouette score", "chouette history"):
            assert (await ask(bot, "Bob", command)).ephemeral, "he has left"
        assert len(bot.messages) == number
        bot.env.raise_errors()


async def test_a_replay_that_is_not_shown_keeps_nobody_waiting(bot: OneBot) -> None:
    """Refused, not made, or not posted: the next one is for all."""
    await bot.play(length=1)
    await bot.turn()
    await resigned(bot, "Ann", "single")
    table = (await bot.table()).id
    bot.channel = bot.guild.create_text_channel("lounge")
    services = bot.services
    assert (await ask(bot, "Cyd", "replay", game=f"{table}-9")).ephemeral
    with mock.patch.object(services.lookups._pool, "run", side_effect=WorkerFailed("too long")):
        assert (await ask(bot, "Cyd", "replay", game=table)).ephemeral
    with mock.patch.object(Answer, "tell_all", side_effect=TimeoutError):
        assert "could not be posted" in (await ask(bot, "Cyd", "replay", game=table)).content
    assert not (await ask(bot, "Cyd", "replay", game=table)).ephemeral
    assert (await ask(bot, "Cyd", "replay", game=table)).ephemeral, "this one has been shown"


@pytest.mark.parametrize("who", ["Cyd", "Ann"])
async def test_a_replay_is_for_all_once_in_a_while_where_one_does_not_play(bot: OneBot, who: str) -> None:
    await bot.play(length=1)
    await bot.turn()
    await resigned(bot, "Ann", "single")
    table = (await bot.table()).id
    played, bot.channel = bot.channel, bot.guild.create_text_channel("lounge")
    assert not (await ask(bot, who, "replay", game=table)).ephemeral
    await in_the_pause(bot)
    for _ in range(2):
        alone = await ask(bot, who, "replay", game=table)
        assert alone.ephemeral and alone.content.startswith(ALONE) and alone.attachments
    assert len(bot.messages) == 1
    bot.channel = played
    number = len(bot.messages)
    for _ in range(2):
        await ask(bot, "Bob", "replay", game=table)
    assert len(bot.messages) == number + 2, "he has played here"

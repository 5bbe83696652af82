"""**Show everybody**: what somebody has looked up is posted as they see it, where they may write; nothing else is."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.tables.faults import PlaceFault
from bot.texts import texts

from .bot import OneBot, said, walk
from .spots import Spot, abroad, direct, group
from .test_engine_guard import written
from .test_places import OUTSIDE, RACE, outside
from .test_private_words import taken_out

SHOW = "Show everybody"
SHOWN: dict[str, dict[str, Any]] = {
    "odds": {},
    "race": {"position": RACE},
    "position": {"position": RACE},
    "rules": {"topic": "undo"},
    "help": {},
    "scores": {"position": RACE},
    "preferans value": {"contract": "6"},
    "preferans table": {},
}


def labels(message: Any) -> list[str]:
    return [each["label"] for each in walk(message) if "label" in each]


class Home:
    """The bot's own server, like the places outside it."""

    def __init__(self, bot: OneBot) -> None:
        self.bot = bot

    async def slash(self, who: str, name: str, **options: Any) -> Any:
        return await self.bot.people[who].slash(self.bot.channel, name, **options)

    async def press(self, who: str, message: Any, label: str) -> Any:
        return await self.bot.people[who].click(message, label=label)

    @property
    def messages(self) -> list[Any]:
        stored = self.bot.env.backend.messages[self.bot.channel.id].values()
        return [each for each in stored if not each.is_ephemeral]


PLACES = {"home": Home, **OUTSIDE}


@pytest.mark.parametrize("place", PLACES)
async def test_everybody_sees_the_same_without_its_buttons_and_nobody_is_pinged(bot: OneBot, place: str) -> None:
    there = PLACES[place](bot)
    for number, (command, options) in enumerate(SHOWN.items(), 1):
        asked = (await there.slash("Ann", command, **options)).response
        kept = [label for label in labels(asked) if label != SHOW]
        words, files = asked.content, [(each.filename, each.description) for each in asked.attachments]
        assert SHOW in labels(asked), command
        await there.press("Ann", asked, SHOW)
        shown = there.messages[-1]
        assert len(there.messages) == number, "once"
        assert (
            shown.content,
            [(each["filename"], each["description"]) for each in shown.attachments],
        ) == (
            f"{words}\n-# Shown by <@{bot.people['Ann'].id}>".strip(),
            files,
        )
        assert shown.components == [] and not shown.ping_user_ids
        assert labels(asked) == kept, "it cannot be pressed again"


@pytest.mark.parametrize("place", PLACES)
async def test_what_is_turned_to_can_be_shown_too(bot: OneBot, place: str) -> None:
    there = PLACES[place](bot)
    asked = (await there.slash("Ann", "help")).response
    await there.press("Ann", asked, "Chouette")
    await there.press("Ann", asked, SHOW)
    assert there.messages[-1].content.startswith("**A chouette**")


async def test_what_is_somebody_s_own_or_another_server_s_has_no_such_button(bot: OneBot) -> None:
    await bot.play(length=3)
    table = await bot.table()
    for command, options in (
        ("waiting", {}),
        ("train", {}),
        ("learn", {}),
        ("scores", {}),
        ("rules", {"game": table.id}),
    ):
        there: Any = direct(bot, "Cyd") if command == "rules" else Home(bot)
        asked = await there.slash("Ann" if command != "rules" else "Cyd", command, **options)
        for answer in (asked.response, *asked.followups):
            assert SHOW not in labels(answer), command
    own = await direct(bot, "Ann").slash("Ann", "rules", game=table.id)
    assert "3 points" in said(own) or own.response.content
    assert SHOW not in labels(own.response), "it is played on a server"


@pytest.mark.parametrize("denied", ["send_messages", "use_external_apps"])
async def test_who_may_not_write_in_a_server_shows_nothing(bot: OneBot, denied: str) -> None:
    there = abroad(bot, "Ann", **{denied: True})
    assert SHOW not in labels((await there.slash("Ann", "odds")).response)
    there = abroad(bot, "Ann")
    asked = (await there.slash("Ann", "odds")).response
    everyone = bot.env.backend.get_guild(there.channel.guild_id or 0).everyone_role
    everyone.permissions &= ~discord.Permissions(**{denied: True}).value
    why = PlaceFault.MAY_NOT_WRITE if denied == "send_messages" else PlaceFault.OWN_APPS_HIDDEN
    assert said(await there.press("Ann", asked, SHOW)) == texts("en")(why.value)
    assert there.messages == []


async def test_in_a_thread_it_is_the_permission_for_threads_that_counts(bot: OneBot) -> None:
    thread = await _thread(bot)
    asked = await bot.people["Ann"].slash(thread, "odds")
    assert SHOW in labels(asked.response)
    everyone = bot.env.backend.get_guild(bot.guild.id).everyone_role
    everyone.permissions &= ~discord.Permissions(send_messages_in_threads=True).value
    refused = await bot.people["Ann"].click(asked.response, label=SHOW)
    assert said(refused) == texts("en")(PlaceFault.MAY_NOT_WRITE.value)
    assert SHOW not in labels((await bot.people["Ann"].slash(thread, "odds")).response)
    assert SHOW in labels((await bot.people["Ann"].slash(bot.channel, "odds")).response)


async def _thread(bot: OneBot) -> Any:
    await bot.slash("Bob", "play", thread=True)
    return bot.channel.threads[0]


@outside
async def test_the_engine_s_opinion_is_not_shown_once_somebody_plays_there(bot: OneBot, place: str) -> None:
    """It was given before the board came about."""
    there = OUTSIDE[place](bot)
    board = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:3:10"
    asked = {name: (await there.slash("Ann", name, position=board)).response for name in ("odds", "scores")}
    assert "**By the engine**" in asked["odds"].content
    await bot.play(length=3)
    position = (await bot.match()).game.board.position
    assert written(await bot.table())
    bare = next(each["custom_id"] for each in walk(asked["odds"]) if each["label"] == SHOW)
    assert bare.rpartition(":")[2] in (position.id, position.mirrored().id)
    for answer in asked.values():
        refused = said(await there.press("Ann", answer, SHOW))
        assert "Hints are not allowed at this table" in refused
        assert SHOW in labels(answer)
    assert there.messages == []


async def test_what_cannot_be_fetched_is_said_not_to_be_shown(bot: OneBot, monkeypatch: pytest.MonkeyPatch) -> None:
    there = group(bot, "Ann", "Bob")
    asked = (await there.slash("Ann", "position", position=RACE)).response

    async def fails(*_: Any, **__: Any) -> discord.File:
        raise discord.DiscordServerError(_Response(), "down")

    monkeypatch.setattr(discord.Attachment, "to_file", fails)
    assert said(await there.press("Ann", asked, SHOW)).endswith("I could not post it here.")
    assert there.messages == []


class _Response:
    status, reason, headers = 503, "down", dict[str, str]()


async def test_private_words_stand_in_a_message_of_their_own(bot: OneBot) -> None:
    told = await taken_out(bot)
    asked = await bot.people["Bob"].slash(bot.channel, "odds")
    (beside,) = asked.followups
    assert told not in asked.response.content and beside.content == told and beside.ephemeral
    await bot.people["Bob"].click(asked.response, label=SHOW)
    assert told not in bot.last.content
    assert not (await bot.people["Bob"].slash(bot.channel, "odds")).followups, "once"


@pytest.mark.parametrize(("locale", "label"), [("cs", "Ukázat všem"), ("ru", "Показать всем")])
async def test_it_is_called_so_in_every_language(bot: OneBot, locale: str, label: str) -> None:
    bot.speaks(locale, "Ann")
    there: Spot = group(bot, "Ann", "Bob")
    asked = (await there.slash("Ann", "odds")).response
    assert texts(locale)(SHOW) in labels(asked)
    assert labels(asked)[-1] == texts(locale)(SHOW) and label
    await there.press("Ann", asked, texts(locale)(SHOW))
    by = texts(locale)("-# Shown by <@{user}>", user=bot.people["Ann"].id)
    assert there.messages[-1].content == f"{asked.content}\n{by}"

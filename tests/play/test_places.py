"""Outside the bot's server: in a direct message, in a server without it and in a group what needs no table is answered,
and everything else refused with words.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import discord
import pytest
from discord import app_commands

from bot.cogs import reference
from bot.cogs.places import EVERYWHERE, IN_SERVERS, Place, usable_in
from bot.tables.faults import PlaceFault
from bot.texts import texts

from .bot import OneBot, said, walk
from .spots import Spot, abroad, direct, group
from .test_engine_guard import written

RACE = "XGID=-BBBBBC------------bbbbbc-:0:0:1:00:0:0:3:0:10"
OUTSIDE: dict[str, Callable[[OneBot], Spot]] = {
    "direct": lambda bot: direct(bot, "Ann"),
    "abroad": lambda bot: abroad(bot, "Ann", "Bob"),
    "group": lambda bot: group(bot, "Ann", "Bob"),
}
outside = pytest.mark.parametrize("place", OUTSIDE)


def leaves(bot: OneBot) -> dict[str, Any]:
    return {
        each.qualified_name: each
        for each in bot.client.tree.walk_commands()
        if not isinstance(each, app_commands.Group)
    }


@outside
async def test_look_ups_are_answered_and_nothing_else_happens_there(bot: OneBot, place: str) -> None:
    there = OUTSIDE[place](bot)
    asked = {
        "odds": ({}, "**Match equity**"),
        "race": ({"position": RACE}, "**On roll**: 48 pips, Thorp count 77"),
        "position": ({"position": RACE}, f"`{RACE}`"),
        "rules": ({"topic": "undo"}, "**Undo**"),
        "help": ({}, "**First steps**"),
        "scores": ({"position": RACE}, "**Double to 2 by score**"),
        "preferans value": ({"contract": "6"}, "By the convention house"),
        "preferans table": ({}, ""),
    }
    for command, (options, words) in asked.items():
        answer = await there.slash("Ann", command, **options)
        assert words in said(answer), command
        assert answer.response.ephemeral and (words or answer.response.attachments)
        if command == "help":
            offered = {each["label"] for each in walk(answer.response)}
            assert ("Play the computer" in offered) is (place == "direct") and ("Learn to play" in offered) is (
                place != "group"
            )
            turned = await there.press("Ann", answer.response, "Chouette")
            assert turned.response.content.startswith("**A chouette**")
    assert there.messages == []


@outside
async def test_without_a_position_there_is_no_board(bot: OneBot, place: str) -> None:
    there = OUTSIDE[place](bot)
    for command in ("race", "position", "scores"):
        assert await there.ask("Ann", command) == texts("en")("There is no board here. Name a position: an XGID, "
            "Position ID or Match ID.")  # fmt: skip
    assert "Nothing is being played here. Choose a topic" in await there.ask("Ann", "rules")


@pytest.mark.parametrize("language", ["en", "cs", "ru"])
async def test_a_part_of_a_group_of_commands_that_needs_a_server_says_so(bot: OneBot, language: str) -> None:
    bot.speaks({"en": "en-US"}.get(language, language), "Ann")
    words = texts(language)(PlaceFault.ONLY_SERVERS.value)
    for there in (each(bot) for each in OUTSIDE.values()):
        for command, options in (("preferans hand", {}), ("preferans open", {}), ("preferans edit", {"hand": 1})):
            assert await there.ask("Ann", command, **options) == words


async def test_discord_offers_each_command_where_it_may_be_used(bot: OneBot) -> None:
    found = {each["name"]: each for each in bot.env.backend.commands[None].values()}
    assert len(found) > 30
    for name, command in found.items():
        where = usable_in(bot.client.tree.get_command(name) or _context_menu(bot, name))
        assert command["integration_types"] == ([0] if where == IN_SERVERS else [0, 1]), name
        beside = {1: Place.DIRECT, 2: Place.GROUP}
        assert command["contexts"] == [0, *(number for number, place in beside.items() if place in where)]
    everywhere = {name for name, each in leaves(bot).items() if usable_in(each) == EVERYWHERE}
    values = {"preferans value", "preferans table"}
    assert everywhere == {"odds", "race", "position", "rules", "help", "scores", *values}


def _context_menu(bot: OneBot, name: str) -> Any:
    kinds = (discord.AppCommandType.message, discord.AppCommandType.user)
    return next(found for kind in kinds if (found := bot.client.tree.get_command(name, type=kind)))


@outside
async def test_what_is_typed_is_completed(bot: OneBot, place: str) -> None:
    assert await OUTSIDE[place](bot).typed("Ann", "rules", "topic", "undo") == ["Undo"]


@outside
async def test_no_board_that_somebody_plays_at_is_judged_for_them_there(bot: OneBot, place: str) -> None:
    """Somebody copies their own XGID."""
    await bot.play(length=3)
    there = OUTSIDE[place](bot)
    for board in written(await bot.table()):
        assert "engine" not in await there.ask("Ann", "odds", position=board)
        assert "engine" not in await there.ask("Ann", "race", position=board)
        assert "Hints are not allowed at this table" in await there.ask("Ann", "scores", position=board)
    assert "**By the engine**" in await there.ask("Ann", "odds", position=RACE)


async def test_a_server_without_the_bot_has_no_say(bot: OneBot) -> None:
    """The settings that it may have had once are not read."""
    there = abroad(bot, "Ann")
    asked: list[int] = []
    of_server = bot.services.preferences.of_server

    async def noted(guild: int) -> Any:
        asked.append(guild)
        return await of_server(guild)

    bot.services.preferences.of_server = noted  # type: ignore[method-assign]
    await there.slash("Ann", "help")
    await there.slash("Ann", "position", position=RACE)
    assert set(asked) == {0}


async def test_more_than_discord_takes_is_said_to_be_left_out(bot: OneBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reference, "pages", lambda parts: [f"page {number}" for number in range(9)])
    answer = await abroad(bot, "Ann").slash("Ann", "odds")
    contents = [answer.response.content, *(each.content for each in answer.followups)]
    assert contents[:5] == [f"page {number}" for number in range(5)] and len(contents) == 6
    assert contents[5] == ("page 5\n-# Discord lets me say no more here at once. For the rest, press or ask once more.")
    at_home = await bot.people["Ann"].slash(bot.channel, "odds")
    assert len(at_home.followups) == 8
    in_private = await direct(bot, "Ann").slash("Ann", "odds")
    assert len(in_private.followups) == 5, "it may be installed by Ann alone"

"""The bot over real sockets where it is no member: it answers, and asks Discord for nothing there."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.engine.engine import available
from tests.backgammon.test_match_files import MATCH
from tests.discord_server import Channel, ClientRefuses, DiscordServer, File, Person
from tests.process.bots import PATIENCE, PlayedTable, running_bots

RACE = "XGID=-BBBBBC------------bbbbbc-:0:0:1:00:0:0:3:0:10"


def places(discord: DiscordServer, person: Person) -> dict[str, Channel]:
    """A direct message with the bot, a server without it, a group."""
    abroad = discord.guild("Abroad", ours=False)
    channel = abroad.channel("talk")
    abroad.join(person)
    return {"direct": person.dm, "abroad": channel, "group": discord.group(person, discord.person("Eve"))}


async def test_who_has_installed_it_looks_things_up_anywhere(tmp_path: Path) -> None:
    async with running_bots(tmp_path / "data") as bots:
        discord = bots.discord
        discord.world.response_seconds = PATIENCE
        person = discord.person("Zoe", locale="cs")
        for name, channel in places(discord, person).items():
            told = await (await person.slash(channel, "odds", position=RACE)).completed()
            assert told.ephemeral and "**Strana na tahu**" in told.text, name
            shown = await (await person.slash(channel, "position", position=RACE)).completed()
            assert shown.ephemeral and shown.message and len(shown.message.attachments) == 1
            refused = await person.slash(channel, "preferans hand")
            assert refused.content == "Tohle funguje jen na serveru, na kterém jsem."
            assert channel.messages == []
            picture = shown.message.attachments[0]
            await person.press(shown.message, "Ukázat všem")
            posted = await channel.wait_for(lambda message: message.attachments)
            (copy,) = posted.attachments
            assert (copy.bytes, copy.description) == (picture.bytes, picture.description)
            assert posted.content == f"{shown.message.content}\n-# Sdílí <@{person.id}>"
            assert not posted.buttons and not posted.mentions
            assert not [each for each in discord.requests if f"/channels/{channel.id}" in each.path]
        with pytest.raises(ClientRefuses):
            await person.slash(person.dm, "settings")
        assert "Traceback" not in bots.process.stderr, bots.process.stderr


async def test_apps_on_messages_do_there_what_is_typed_there(tmp_path: Path) -> None:
    async with running_bots(tmp_path / "data") as bots:
        discord = bots.discord
        discord.world.response_seconds = PATIENCE
        zoe = discord.person("Zoe")
        for name, channel in places(discord, zoe).items():
            position = zoe.say(channel, f"What now? {RACE}")
            told = await (await zoe.context_menu(channel, "Position", position)).completed()
            assert told.ephemeral and RACE in told.text and told.message and told.message.attachments, name
            talk = zoe.say(channel, "Hello.")
            refused = await (await zoe.context_menu(channel, "Position", talk)).completed()
            assert refused.ephemeral and "no position" in refused.content, refused.content
            with pytest.raises(ClientRefuses):
                await zoe.context_menu(channel, "Profile", zoe)
            if name == "abroad":
                for menu in ("Play from here", "Replay"):
                    refused = await (await zoe.context_menu(channel, menu, position)).completed()
                    assert refused.ephemeral and "in a direct message with me" in refused.content
        bots.check_sound()


@pytest.mark.skipif(not available(), reason="there is no engine for this machine")
async def test_the_engine_is_asked_there_by_apps_on_messages(tmp_path: Path) -> None:
    async with running_bots(tmp_path / "data") as bots:
        discord = bots.discord
        discord.world.response_seconds = PATIENCE
        zoe = discord.person("Zoe")
        there = places(discord, zoe)
        for name in ("direct", "abroad"):
            match = zoe.say(there[name], "My match", files=[File("match.mat", MATCH.encode())])
            told = await (await zoe.context_menu(there[name], "Analyse", match)).completed()
            assert told.ephemeral and "I am analysing" in told.text, told.text
        match = zoe.say(there["group"], "My match", files=[File("match.mat", MATCH.encode())])
        with pytest.raises(ClientRefuses):
            await zoe.context_menu(there["group"], "Analyse", match)
        position = zoe.say(zoe.dm, RACE)
        offered = await (await zoe.context_menu(zoe.dm, "Play from here", position)).completed()
        assert offered.message and [each.label for each in offered.message.buttons] == [
            "The computer",
            "Play the other side",
        ]
        bots.check_sound()


async def test_who_has_not_is_offered_it_only_where_it_is(tmp_path: Path) -> None:
    async with running_bots(tmp_path / "data") as bots:
        discord = bots.discord
        ann = bots.guild.member("Ann")
        there = places(discord, ann)
        for name in ("abroad", "group"):
            with pytest.raises(ClientRefuses):
                await ann.slash(there[name], "odds")
        told = await (await ann.slash(there["direct"], "odds")).completed()
        assert told.ephemeral and "**Match equity**" in told.text


@pytest.mark.skipif(not available(), reason="there is no engine for this machine")
async def test_a_game_against_the_computer_is_played_in_a_direct_message(tmp_path: Path) -> None:
    async with running_bots(tmp_path / "data") as bots:
        person = bots.discord.person("Zoe")
        here = PlayedTable(person.dm, [person])
        await person.slash(person.dm, "play", length=1)
        await here.until(lambda: here.labels)
        table = await bots.stored(here)
        assert table is not None and table.about.direct and not table.about.guild
        await bots.process.terminate()
        await bots.restart()
        await here.until(lambda: here.labels)
        for _ in range(3):
            if "Roll" in here.labels:
                await here.shown(person.press(here.live, "Roll"))
            else:
                before = here.look
                await person.slash(person.dm, "move", play=here.plays[0])
                await here.until(lambda before=before: here.look != before and here.labels)
        asked = await person.slash(person.dm, "resign", kind="match")
        assert asked.message
        await person.press(asked.message, "Confirm")
        await here.until(lambda: "Rematch" in here.labels)
        await person.press(here.live, "Rematch")
        await here.until(lambda: "Rematch" not in here.labels and here.labels)
        bots.check_sound()

"""Games of a channel are looked up by those who played them and those who see the channel now; for all others there are
none of that name."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.screens.reference.faults import FactFault
from bot.texts import texts

from .bot import OneBot, said
from .test_games import resigned

SHOWN, HIDDEN = discord.PermissionOverwrite(view_channel=True), discord.PermissionOverwrite(view_channel=False)
COMMANDS: tuple[tuple[str, dict[str, str]], ...] = (
    ("replay", {}),
    ("export", {"format": "mat"}),
    ("fairness", {}),
)


class Tables:
    """A club with a lounge that everybody sees, where games of other places are asked for."""

    def __init__(self, bot: OneBot) -> None:
        self.bot = bot
        self.lounge = bot.guild.create_text_channel("lounge")

    async def played(self, place: Any, **options: Any) -> str:
        """The id of a match of one game that Ann and Bob have played in a place, or in a thread of it."""
        self.bot.channel = place
        if not options:
            await self.bot.play(length=1)
        else:
            await self.bot.slash("Ann", "play", opponent="Bob", length=1, **options)
            (self.bot.channel,) = place.threads
            await self.bot.press("Bob", "Accept challenge", self.bot.last)
        await self.bot.turn()
        await resigned(self.bot, "Ann", "single")
        return (await self.bot.table()).id

    def hidden(self, *shown: Any) -> Any:
        """A channel that nobody sees but Ann, Bob, the bot and these."""
        bot = self.bot
        seeing = (bot.client.user, bot.people["Ann"], bot.people["Bob"], *shown)
        overwrites = {bot.guild.default_role: HIDDEN, **dict.fromkeys(seeing, SHOWN)}
        return bot.guild.create_text_channel("hidden", overwrites=overwrites)

    async def found_by(self, who: str, table: str, where: Any = None) -> bool:
        """Whether somebody is given the game by all commands; else by none, as if there were no such table."""
        answers = []
        for command, options in COMMANDS:
            for game in (table, f"{table}-1"):
                answers.append(await self._answer(who, command, game, where or self.lounge, options))
        nothing = [
            await self._answer(who, command, game, where or self.lounge, options)
            for command, options in COMMANDS
            for game in ("zzzzzz", "zzzzzz-1")
        ]
        hidden = [answer.replace(table, "zzzzzz") == none for answer, none in zip(answers, nothing, strict=True)]
        assert len(set(hidden)) == 1, answers
        assert set(nothing) == {texts("en")(FactFault.UNKNOWN.value, table="zzzzzz")}
        return not hidden[0]

    async def _answer(self, who: str, command: str, game: str, where: Any, options: dict[str, str]) -> str:
        return said(await self.bot.people[who].slash(where, command, game=game, **options))


@pytest.fixture
def tables(bot: OneBot) -> Tables:
    return Tables(bot)


async def test_games_of_a_hidden_channel_are_found_by_its_players_and_by_who_sees_it(tables: Tables) -> None:
    bot = tables.bot
    bot.hire("Mod", manage_messages=True)
    bot.hire("Chief", administrator=True)
    member = bot.guild.create_role("member")
    bot.people["Eve"] = bot.guild.add_member(bot.env.create_user("eve", global_name="Eve"), roles=[member])
    table = await tables.played(tables.hidden(member))
    found = {who: await tables.found_by(who, table) for who in ("Ann", "Bob", "Cyd", "Eve", "Mod", "Chief")}
    assert found == {"Ann": True, "Bob": True, "Cyd": False, "Eve": True, "Mod": False, "Chief": True}


async def test_who_no_longer_sees_a_channel_finds_only_what_he_has_played_there(tables: Tables) -> None:
    bot = tables.bot
    table = await tables.played(bot.channel)
    assert await tables.found_by("Cyd", table)
    await hide(bot, "Cyd")
    await hide(bot, "Bob")
    assert not await tables.found_by("Cyd", table)
    assert await tables.found_by("Bob", table)
    choices = await bot.people["Bob"].autocomplete(tables.lounge, "replay", "game", "")
    assert choices[0]["value"] == table


async def hide(bot: OneBot, who: str) -> None:
    """A channel is hidden from somebody."""
    allow, deny = HIDDEN.pair()
    await bot.client.http.edit_channel_permissions(
        bot.channel.id, bot.people[who].id, str(allow.value), str(deny.value), 1
    )
    await bot.env.settle()


async def test_a_channel_that_is_gone_leaves_its_games_to_their_players(tables: Tables) -> None:
    bot = tables.bot
    table = await tables.played(bot.guild.create_text_channel("passing"))
    assert await tables.found_by("Cyd", table)
    gone = bot.client.get_channel(bot.channel.id)
    assert isinstance(gone, discord.TextChannel)
    await gone.delete()
    await bot.env.settle()
    assert not await tables.found_by("Cyd", table)
    assert await tables.found_by("Ann", table)


@pytest.mark.parametrize("archived", [False, True])
async def test_a_thread_is_seen_by_who_sees_its_channel(tables: Tables, archived: bool) -> None:
    bot = tables.bot
    parent = bot.channel
    table = await tables.played(parent, thread=True)
    if archived:
        await archive(bot)
    assert await tables.found_by("Cyd", table)
    bot.channel = parent
    await hide(bot, "Cyd")
    assert not await tables.found_by("Cyd", table)
    assert await tables.found_by("Ann", table)


@pytest.mark.parametrize("archived", [False, True])
async def test_a_private_thread_is_seen_by_who_is_in_it_and_by_who_looks_after_threads(
    tables: Tables, archived: bool
) -> None:
    bot = tables.bot
    bot.hire("Mod", manage_threads=True)
    bot.people["Eve"] = bot.guild.add_member(bot.env.create_user("eve", global_name="Eve"))
    parent = bot.client.get_channel(bot.channel.id)
    assert isinstance(parent, discord.TextChannel)
    thread = await parent.create_thread(name="two", type=discord.ChannelType.private_thread)
    for who in ("Ann", "Bob", "Cyd"):
        await thread.add_user(discord.Object(bot.people[who].id))
    (place,) = bot.channel.threads
    table = await tables.played(place)
    if archived:
        await archive(bot)
    found = {who: await tables.found_by(who, table) for who in ("Ann", "Cyd", "Eve", "Mod")}
    assert found == {"Ann": True, "Cyd": True, "Eve": False, "Mod": True}


async def archive(bot: OneBot) -> None:
    """The thread in which was played is archived, and no longer known."""
    thread = await bot.client.fetch_channel(bot.channel.id)
    assert isinstance(thread, discord.Thread)
    await thread.edit(archived=True)
    await bot.env.settle()
    assert thread.guild.get_channel_or_thread(thread.id) is None


async def test_a_running_game_is_as_hidden_as_a_finished_one(tables: Tables) -> None:
    bot = tables.bot
    bot.channel = tables.hidden()
    await bot.play()
    table = (await bot.table()).id
    assert not await tables.found_by("Cyd", table)
    assert "Commitment" in said(await bot.people["Ann"].slash(tables.lounge, "fairness", game=table))

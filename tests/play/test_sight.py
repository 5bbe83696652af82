"""Games of a channel are looked up by those who played them and those who see the channel now; for all others there are
none of that name."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.screens.reference.faults import FactFault
from bot.texts import texts

from .party import Party, said
from .test_games import resigned

SHOWN, HIDDEN = discord.PermissionOverwrite(view_channel=True), discord.PermissionOverwrite(view_channel=False)
COMMANDS: tuple[tuple[str, dict[str, str]], ...] = (
    ("replay", {}),
    ("export", {"format": "mat"}),
    ("fairness", {}),
)


class House:
    """A club with a lounge that everybody sees, where games of other places are asked for."""

    def __init__(self, club: Party) -> None:
        self.club = club
        self.lounge = club.guild.create_text_channel("lounge")

    async def played(self, place: Any, **options: Any) -> str:
        """The id of a match of one game that Ann and Bob have played in a place, or in a thread of it."""
        self.club.channel = place
        if not options:
            await self.club.play(length=1)
        else:
            await self.club.slash("Ann", "play", opponent="Bob", length=1, **options)
            (self.club.channel,) = place.threads
            await self.club.press("Bob", "Accept challenge", self.club.last)
        await self.club.turn()
        await resigned(self.club, "Ann", "single")
        return (await self.club.table()).id

    def hidden(self, *shown: Any) -> Any:
        """A channel that nobody sees but Ann, Bob, the bot and these."""
        club = self.club
        seeing = (club.bot.user, club.people["Ann"], club.people["Bob"], *shown)
        overwrites = {club.guild.default_role: HIDDEN, **dict.fromkeys(seeing, SHOWN)}
        return club.guild.create_text_channel("hidden", overwrites=overwrites)

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
        return said(await self.club.people[who].slash(where, command, game=game, **options))


@pytest.fixture
def house(club: Party) -> House:
    return House(club)


async def test_games_of_a_hidden_channel_are_found_by_its_players_and_by_who_sees_it(house: House) -> None:
    club = house.club
    club.hire("Mod", manage_messages=True)
    club.hire("Chief", administrator=True)
    member = club.guild.create_role("member")
    club.people["Eve"] = club.guild.add_member(club.env.create_user("eve", global_name="Eve"), roles=[member])
    table = await house.played(house.hidden(member))
    found = {who: await house.found_by(who, table) for who in ("Ann", "Bob", "Cyd", "Eve", "Mod", "Chief")}
    assert found == {"Ann": True, "Bob": True, "Cyd": False, "Eve": True, "Mod": False, "Chief": True}


async def test_who_no_longer_sees_a_channel_finds_only_what_he_has_played_there(house: House) -> None:
    club = house.club
    table = await house.played(club.channel)
    assert await house.found_by("Cyd", table)
    await hide(club, "Cyd")
    await hide(club, "Bob")
    assert not await house.found_by("Cyd", table)
    assert await house.found_by("Bob", table)
    choices = await club.people["Bob"].autocomplete(house.lounge, "replay", "game", "")
    assert choices[0]["value"] == table


async def hide(club: Party, who: str) -> None:
    """A channel is hidden from somebody."""
    allow, deny = HIDDEN.pair()
    await club.bot.http.edit_channel_permissions(
        club.channel.id, club.people[who].id, str(allow.value), str(deny.value), 1
    )
    await club.env.settle()


async def test_a_channel_that_is_gone_leaves_its_games_to_their_players(house: House) -> None:
    club = house.club
    table = await house.played(club.guild.create_text_channel("passing"))
    assert await house.found_by("Cyd", table)
    gone = club.bot.get_channel(club.channel.id)
    assert isinstance(gone, discord.TextChannel)
    await gone.delete()
    await club.env.settle()
    assert not await house.found_by("Cyd", table)
    assert await house.found_by("Ann", table)


@pytest.mark.parametrize("archived", [False, True])
async def test_a_thread_is_seen_by_who_sees_its_channel(house: House, archived: bool) -> None:
    club = house.club
    parent = club.channel
    table = await house.played(parent, thread=True)
    if archived:
        await archive(club)
    assert await house.found_by("Cyd", table)
    club.channel = parent
    await hide(club, "Cyd")
    assert not await house.found_by("Cyd", table)
    assert await house.found_by("Ann", table)


@pytest.mark.parametrize("archived", [False, True])
async def test_a_private_thread_is_seen_by_who_is_in_it_and_by_who_looks_after_threads(
    house: House, archived: bool
) -> None:
    club = house.club
    club.hire("Mod", manage_threads=True)
    club.people["Eve"] = club.guild.add_member(club.env.create_user("eve", global_name="Eve"))
    parent = club.bot.get_channel(club.channel.id)
    assert isinstance(parent, discord.TextChannel)
    thread = await parent.create_thread(name="two", type=discord.ChannelType.private_thread)
    for who in ("Ann", "Bob", "Cyd"):
        await thread.add_user(discord.Object(club.people[who].id))
    (place,) = club.channel.threads
    table = await house.played(place)
    if archived:
        await archive(club)
    found = {who: await house.found_by(who, table) for who in ("Ann", "Cyd", "Eve", "Mod")}
    assert found == {"Ann": True, "Cyd": True, "Eve": False, "Mod": True}


async def archive(club: Party) -> None:
    """The thread in which was played is archived, and no longer known."""
    thread = await club.bot.fetch_channel(club.channel.id)
    assert isinstance(thread, discord.Thread)
    await thread.edit(archived=True)
    await club.env.settle()
    assert thread.guild.get_channel_or_thread(thread.id) is None


async def test_a_running_game_is_as_hidden_as_a_finished_one(house: House) -> None:
    club = house.club
    club.channel = house.hidden()
    await club.play()
    table = (await club.table()).id
    assert not await house.found_by("Cyd", table)
    assert "Commitment" in said(await club.people["Ann"].slash(house.lounge, "fairness", game=table))

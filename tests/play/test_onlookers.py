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

from .crew import Crew, crew
from .party import Party, walk
from .test_games import resigned

ALONE = "The channel was shown something a moment ago, so only you see this."


async def ask(club: Party, who: str, command: str, **options: Any) -> Any:
    """What somebody is answered to a command: one message."""
    result = await club.people[who].slash(club.channel, command, **options)
    assert result.acknowledged and not result.followups
    return result.response


def link_to(club: Party, message: Any) -> str:
    return f"https://discord.com/channels/{club.guild.id}/{club.channel.id}/{message.id}"


async def in_the_pause(club: Party, over: bool = False) -> None:
    """The pause has begun, and lasts until this test says that it is over."""
    key, ask = f"{{{club.channel.id}}}:shown", club.bot.services.store._connection.ask
    left = await ask("TTL", key)
    assert left > PAUSE if over else 0 < left <= PAUSE
    await ask("EXPIRE", key, 0 if over else 10_000)


async def test_an_onlooker_has_the_board_posted_once_in_a_while_and_else_sees_it_alone(club: Party) -> None:
    club.people["Dan"] = club.guild.add_member(club.env.create_user("dan", global_name="Dan"))
    await club.play()
    await ask(club, "Cyd", "board")
    await in_the_pause(club)
    live, number = club.live, len(club.messages)
    for who in ("Cyd", "Dan", "Cyd"):
        shown = await ask(club, who, "board")
        assert shown.ephemeral and shown.content.splitlines()[0] == ALONE
        assert f"**{await club.asked()}**, play" in shown.content and link_to(club, live) in shown.content
        assert [each.filename for each in shown.attachments] == [f"{(await club.table()).id}.png"]
        assert shown.attachments[0].description and walk(shown) == []
    assert len(club.messages) == number and walk(club.live)
    await club.restart()
    assert (await ask(club, "Dan", "board")).content.startswith(ALONE), "another process knows of it"
    await in_the_pause(club, over=True)
    await ask(club, "Dan", "board")
    assert len(club.messages) == number + 1 and club.live.id != live.id


async def test_the_button_is_no_way_round(club: Party) -> None:
    await club.play()
    await ask(club, "Cyd", "board")
    await in_the_pause(club)
    number = len(club.messages)
    more = (await club.press("Cyd", "More")).response
    shown = (await club.press("Cyd", "Board", more)).response
    assert shown.ephemeral and shown.content.startswith(ALONE) and shown.attachments
    assert len(club.messages) == number


async def test_those_who_play_have_it_posted_always(club: Party) -> None:
    await club.play()
    await ask(club, "Cyd", "board")
    number = len(club.messages)
    for who in ("Ann", "Bob", "Ann"):
        assert await ask(club, who, "board") is None
    assert len(club.messages) == number + 3


async def test_an_onlooker_of_a_lobby_is_told_where_it_is() -> None:
    async with crew(("Ann", "Bob", "Cyd")) as made:
        club = made.club
        await club.slash("Ann", "chouette open")
        await club.press("Bob", "Join", club.last)
        await ask(club, "Cyd", "board")
        await in_the_pause(club)
        posted, number = club.last, len(club.messages)
        told = await ask(club, "Cyd", "board")
        assert told.ephemeral and told.content.splitlines() == [ALONE, link_to(club, posted)]
        await ask(club, "Bob", "board")
        assert len(club.messages) == number + 1
        club.env.raise_errors()


async def test_points_and_sheet_are_for_all_if_a_player_asks_and_else_for_the_asker() -> None:
    async with crew(("Ann", "Bob", "Cyd", "Dan")) as made:
        club, group = made.club, Crew(made.club)
        await group.open("Ann", "Bob", "Cyd")
        await group.until(box=False)
        await group.resign_all()
        await club.bot.services.preferences.keep_person(club.people["Dan"].id, PersonPreferences(language="cs"))
        number = len(club.messages)
        for command in ("chouette score", "chouette history"):
            shown = await ask(club, "Dan", command)
            assert shown.ephemeral and bool(shown.attachments) == (command == "chouette history")
        assert texts("cs")("The score sheet of table `{table}`", table=(await group.table()).id) == shown.content
        assert len(club.messages) == number
        for command in ("chouette score", "chouette history"):
            assert not (await ask(club, "Bob", command)).ephemeral
        assert len(club.messages) == number + 2
        await group.command("Bob", "chouette leave")
        number = len(club.messages)
        for command in ("chouette score", "chouette history"):
            assert (await ask(club, "Bob", command)).ephemeral, "he has left"
        assert len(club.messages) == number
        club.env.raise_errors()


async def test_a_replay_that_is_not_shown_keeps_nobody_waiting(club: Party) -> None:
    """Refused, not made, or not posted: the next one is for all."""
    await club.play(length=1)
    await club.turn()
    await resigned(club, "Ann", "single")
    table = (await club.table()).id
    club.channel = club.guild.create_text_channel("lounge")
    services = club.bot.services
    assert (await ask(club, "Cyd", "replay", game=f"{table}-9")).ephemeral
    with mock.patch.object(services.lookups._pool, "run", side_effect=WorkerFailed("too long")):
        assert (await ask(club, "Cyd", "replay", game=table)).ephemeral
    with mock.patch.object(Answer, "tell_all", side_effect=TimeoutError):
        assert "could not be posted" in (await ask(club, "Cyd", "replay", game=table)).content
    assert not (await ask(club, "Cyd", "replay", game=table)).ephemeral
    assert (await ask(club, "Cyd", "replay", game=table)).ephemeral, "this one has been shown"


@pytest.mark.parametrize("who", ["Cyd", "Ann"])
async def test_a_replay_is_for_all_once_in_a_while_where_one_does_not_play(club: Party, who: str) -> None:
    await club.play(length=1)
    await club.turn()
    await resigned(club, "Ann", "single")
    table = (await club.table()).id
    played, club.channel = club.channel, club.guild.create_text_channel("lounge")
    assert not (await ask(club, who, "replay", game=table)).ephemeral
    await in_the_pause(club)
    for _ in range(2):
        alone = await ask(club, who, "replay", game=table)
        assert alone.ephemeral and alone.content.startswith(ALONE) and alone.attachments
    assert len(club.messages) == 1
    club.channel = played
    number = len(club.messages)
    for _ in range(2):
        await ask(club, "Bob", "replay", game=table)
    assert len(club.messages) == number + 2, "he has played here"

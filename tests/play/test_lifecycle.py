"""Boards that are deleted, and channels, threads and servers that go or open again, with a game in them."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import AsyncMock

import fakeredis
import pytest

from bot.app import Bot
from bot.backgammon.actions import Abort, End
from bot.settings import Settings
from bot.store import Store
from bot.tables.preferences import ServerSettings
from bot.tables.schedule import TABLE
from bot.tables.table import Stage, Table
from tests.hours import where_it_is_noon

from .party import Party, said


async def noticed(club: Party) -> None:
    """What has happened is heard of, and done about."""
    while working := [task for task in asyncio.all_tasks() if task.get_name().startswith("discord.py: on_")]:
        await asyncio.wait(working)


async def deleted(club: Party, *messages: Any) -> None:
    """A moderator deletes messages."""
    ids = [message.id for message in messages]
    if len(ids) == 1:
        club.env.backend.delete_message(club.channel.id, ids[0])
    else:
        club.env.backend.bulk_delete_messages(club.channel.id, ids)
    await noticed(club)


async def resigned(club: Party) -> None:
    """Ann resigns the game."""
    asked = await club.people["Ann"].slash(club.channel, "resign", kind="single")
    await club.people["Ann"].click(asked.response, label="Confirm")
    await club.slash("Bob", "accept")


async def log_of(club: Party, table: Table) -> list[bytes]:
    return await club.bot.services.store.log(table.channel, table.id)


async def nothing_left(club: Party) -> bool:
    services = club.bot.services
    return await services.repository.unfinished() == [] == list(await services.store.due.times(TABLE))


async def stored(club: Party, table: Table) -> Table:
    found = await club.bot.services.repository.load(table.channel, table.id)
    assert found is not None
    return found


@pytest.mark.parametrize("many", [False, True], ids=["one", "in bulk"])
async def test_a_deleted_board_is_posted_again_and_mentions_nobody(club: Party, many: bool) -> None:
    await club.play()
    before = club.live
    content = before.content
    await deleted(club, *(club.messages if many else [before]))
    again = club.live
    assert again.id != before.id and again.content == content
    assert club.notified(again) == []
    await club.move()
    assert (await club.table()).screen.message == club.live.id


async def test_a_board_is_posted_again_once_for_each_state(club: Party) -> None:
    """Something deletes whatever the bot posts."""
    await club.play()
    for _ in range(3):
        for message in club.messages:
            await deleted(club, message)
    assert club.messages == []
    await club.slash(await club.asked(), "board")
    play = club.plays[0]
    await deleted(club, club.live)
    assert club.messages == []
    await club.slash(await club.asked(), "move", play=play)
    await deleted(club, club.live)
    assert club.live.id == (await club.table()).screen.message


async def test_other_messages_may_be_deleted(club: Party) -> None:
    await club.play()
    challenge, opening, board = club.messages
    await club.slash("Ann", "board")
    live = club.live
    assert live.id != board.id
    for message in (challenge, opening, board):
        await deleted(club, message)
    assert [message.id for message in club.messages] == [live.id]


async def test_a_board_that_has_ended_is_not_posted_again(club: Party) -> None:
    await club.play(length=1)
    await resigned(club)
    assert (await club.table()).stage is Stage.CLOSED
    await deleted(club, *club.messages)
    assert club.messages == []


async def test_a_deleted_lobby_is_posted_again(club: Party) -> None:
    await club.slash("Ann", "chouette open")
    before = club.last
    await club.press("Bob", "Join", before)
    await deleted(club, before)
    again = club.last
    assert again.id != before.id and "Bob" in again.content
    await club.press("Cyd", "Join", again)
    assert "Cyd" in club.last.content
    await deleted(club, club.last)
    assert "Cyd" in club.last.content
    await deleted(club, club.last)
    assert club.messages == []
    await club.slash("Ann", "chouette start")
    assert "Cyd" in (club.live.attachments[0].description or "")


async def test_what_people_write_is_nothing_to_the_bot(club: Party) -> None:
    await club.play()
    before = len(club.messages)
    assert club.bot.user is not None
    await club.people["Ann"].send(club.channel, f"{club.bot.user.mention} roll")
    await noticed(club)
    assert len(club.messages) == before + 1


async def running_chouette(club: Party) -> None:
    await club.slash("Ann", "chouette open")
    lobby = club.last
    for guest in ("Bob", "Cyd"):
        await club.press(guest, "Join", lobby)
    await club.slash("Ann", "chouette start")


async def running_match(club: Party) -> None:
    await club.play(length=5)


async def running_session(club: Party) -> None:
    await club.play()


BEGINNINGS = [running_session, running_match, running_chouette]


async def gone(club: Party, what: str) -> None:
    """The channel, or the server, is no longer there."""
    if what == "channel":
        club.env.backend.delete_channel(club.channel.id)
    else:
        club.env.backend.remove_guild(club.guild.id)
    await noticed(club)


@pytest.mark.parametrize("what", ["channel", "server"])
@pytest.mark.parametrize("begin", BEGINNINGS)
async def test_a_game_is_void_when_its_place_is_gone(club: Party, begin: Any, what: str) -> None:
    await begin(club)
    table = await club.table()
    await gone(club, what)
    closed = await stored(club, table)
    assert closed.stage is Stage.CLOSED and closed.state is not None and closed.state.closed
    last = [entry.decode() for entry in (await log_of(club, table))[-2:]]
    assert [kind.__name__.lower() in entry for kind, entry in zip((Abort, End), last, strict=True)] == [True, True]
    assert await nothing_left(club)
    assert await club.bot.services.store.held(table.channel) is None


@pytest.mark.parametrize("what", ["channel", "server"])
@pytest.mark.parametrize("command", ["play", "chouette open"])
async def test_what_has_not_begun_is_withdrawn_when_its_place_is_gone(club: Party, command: str, what: str) -> None:
    await club.slash("Ann", command)
    (due,) = list(await club.bot.services.store.due.times(TABLE))
    name = due.partition(":")[2]
    await gone(club, what)
    found = await club.bot.services.repository.load(club.channel.id, name)
    assert found is not None and found.stage is Stage.WITHDRAWN
    assert await nothing_left(club)


async def test_another_channel_going_is_no_matter(club: Party) -> None:
    await club.play()
    elsewhere = club.guild.create_text_channel("elsewhere")
    club.env.backend.delete_channel(elsewhere.id)
    await noticed(club)
    assert (await club.table()).stage is Stage.OPEN


async def test_a_closed_table_can_still_be_looked_at(club: Party) -> None:
    """By its id, from another channel; its dice are open now, and its first game counts."""
    await club.play(length=5)
    await resigned(club)
    table = await club.table()
    assert table.state is not None and table.state.number == 2
    await gone(club, "channel")
    club.channel = club.guild.create_text_channel("elsewhere")
    assert table.seed.hex() in await club.slash("Ann", "fairness", game=table.id)
    for command, options in (("replay", {}), ("export", {"format": "mat"})):
        result = await club.people["Ann"].slash(club.channel, command, game=table.id, **options)
        assert result.response.attachments, said(result)


async def test_a_channel_that_turns_out_to_be_gone_is_given_up(club: Party) -> None:
    """The event was missed: it is found out when somebody is to be reminded."""
    await club.bot.services.preferences.keep_server(club.guild.id, ServerSettings(time_zone=where_it_is_noon()))
    await club.play()
    table = await club.table()
    club.env.backend.channels.pop(club.channel.id)
    club.later(48 * 3600)
    await club.tick()
    assert (await stored(club, table)).stage is Stage.CLOSED
    assert await nothing_left(club)


@pytest.mark.parametrize(
    ("ids", "guild", "mine"), [((0,), 2 << 22, True), ((0,), 3 << 22, False), (None, 3 << 22, True)]
)
def test_a_process_looks_after_its_own_servers(ids: tuple[int, ...] | None, guild: int, mine: bool) -> None:
    store = Store(fakeredis.FakeAsyncRedis(), "memory")
    assert Bot(Settings(token="x", shard_count=2, shard_ids=ids), store).mine(guild) is mine


async def test_who_has_pressed_is_answered_before_anything_is_restored(
    club: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also right after a start; and somebody whose answer hangs does not keep everything waiting for ever."""
    await club.play()
    services, taken_up = club.bot.services, asyncio.Event()
    monkeypatch.setattr(services.lifecycle, "take_up", AsyncMock(side_effect=lambda table: taken_up.set()))
    looks = iter(range(10))

    async def look(seconds: float) -> None:
        if next(looks) == 5:
            assert not taken_up.is_set(), "Ann has not been answered yet"
            services.ack_timers.clear()

    monkeypatch.setattr("bot.cogs.services.asyncio", SimpleNamespace(sleep=look))
    services.ack_timers[cast(Any, "Ann's press")] = cast(Any, None)
    await club.bot._take_up(await club.table())
    assert taken_up.is_set() and next(looks) == 6
    services.ack_timers[cast(Any, "a press that hangs")] = cast(Any, None)
    monkeypatch.setattr("bot.cogs.services.asyncio", SimpleNamespace(sleep=AsyncMock()))
    await club.bot._take_up(await club.table())
    services.ack_timers.clear()

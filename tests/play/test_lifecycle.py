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
from bot.tables.absence_clock import GRACE
from bot.tables.preferences import ServerSettings
from bot.tables.schedule import TABLE
from bot.tables.table import Stage, Table
from tests.hours import where_it_is_noon
from tests.store.listed import open_places

from .away import Removal, pass_time
from .bot import OneBot, said


async def noticed(bot: OneBot) -> None:
    """What has happened is heard of, and done about."""
    while working := [task for task in asyncio.all_tasks() if task.get_name().startswith("discord.py: on_")]:
        await asyncio.wait(working)


async def deleted(bot: OneBot, *messages: Any) -> None:
    """A moderator deletes messages."""
    ids = [message.id for message in messages]
    if len(ids) == 1:
        bot.env.backend.delete_message(bot.channel.id, ids[0])
    else:
        bot.env.backend.bulk_delete_messages(bot.channel.id, ids)
    await noticed(bot)


async def resigned(bot: OneBot) -> None:
    """Ann resigns the game."""
    asked = await bot.people["Ann"].slash(bot.channel, "resign", kind="single")
    await bot.people["Ann"].click(asked.response, label="Confirm")
    await bot.slash("Bob", "accept")


async def log_of(bot: OneBot, table: Table) -> list[bytes]:
    return await bot.services.store.log(table.channel, table.id)


async def nothing_left(bot: OneBot) -> bool:
    services = bot.services
    return await open_places(services.store) == [] == list(await services.store.due.times(TABLE))


async def stored(bot: OneBot, table: Table) -> Table:
    found = await bot.services.repository.load(table.channel, table.id)
    assert found is not None
    return found


@pytest.mark.parametrize("many", [False, True], ids=["one", "in bulk"])
async def test_a_deleted_board_is_posted_again_and_mentions_nobody(bot: OneBot, many: bool) -> None:
    await bot.play()
    before = bot.live
    content = before.content
    await deleted(bot, *(bot.messages if many else [before]))
    again = bot.live
    assert again.id != before.id and again.content == content
    assert bot.notified(again) == []
    await bot.move()
    assert (await bot.table()).screen.message == bot.live.id


async def test_a_board_is_posted_again_once_for_each_state(bot: OneBot) -> None:
    """Something deletes whatever the bot posts."""
    await bot.play()
    for _ in range(3):
        for message in bot.messages:
            await deleted(bot, message)
    assert bot.messages == []
    await bot.slash(await bot.asked(), "board")
    play = bot.plays[0]
    await deleted(bot, bot.live)
    assert bot.messages == []
    await bot.slash(await bot.asked(), "move", play=play)
    await deleted(bot, bot.live)
    assert bot.live.id == (await bot.table()).screen.message


async def test_other_messages_may_be_deleted(bot: OneBot) -> None:
    await bot.play()
    challenge, opening, board = bot.messages
    await bot.slash("Ann", "board")
    live = bot.live
    assert live.id != board.id
    for message in (challenge, opening, board):
        await deleted(bot, message)
    assert [message.id for message in bot.messages] == [live.id]


async def test_a_board_that_has_ended_is_not_posted_again(bot: OneBot) -> None:
    await bot.play(length=1)
    await resigned(bot)
    assert (await bot.table()).stage is Stage.CLOSED
    await deleted(bot, *bot.messages)
    assert bot.messages == []


async def test_a_deleted_lobby_is_posted_again(bot: OneBot) -> None:
    await bot.slash("Ann", "chouette open")
    before = bot.last
    await bot.press("Bob", "Join", before)
    await deleted(bot, before)
    again = bot.last
    assert again.id != before.id and "Bob" in again.content
    await bot.press("Cyd", "Join", again)
    assert "Cyd" in bot.last.content
    await deleted(bot, bot.last)
    assert "Cyd" in bot.last.content
    await deleted(bot, bot.last)
    assert bot.messages == []
    await bot.slash("Ann", "chouette start")
    assert "Cyd" in (bot.live.attachments[0].description or "")


async def test_what_people_write_is_nothing_to_the_bot(bot: OneBot) -> None:
    await bot.play()
    before = len(bot.messages)
    assert bot.client.user is not None
    await bot.people["Ann"].send(bot.channel, f"{bot.client.user.mention} roll")
    await noticed(bot)
    assert len(bot.messages) == before + 1


async def running_chouette(bot: OneBot) -> None:
    await bot.slash("Ann", "chouette open")
    lobby = bot.last
    for guest in ("Bob", "Cyd"):
        await bot.press(guest, "Join", lobby)
    await bot.slash("Ann", "chouette start")


async def running_match(bot: OneBot) -> None:
    await bot.play(length=5)


async def running_session(bot: OneBot) -> None:
    await bot.play()


BEGINNINGS = [running_session, running_match, running_chouette]


async def gone(bot: OneBot, what: str) -> None:
    """The channel is no longer there, or the server is not for so long that nobody waits for it any more."""
    if what == "channel":
        bot.env.backend.delete_channel(bot.channel.id)
        await noticed(bot)
        return
    Removal(bot).out()
    await noticed(bot)
    for _ in range(2):
        pass_time(bot, GRACE)
        await bot.tick()


@pytest.mark.parametrize("what", ["channel", "server"])
@pytest.mark.parametrize("begin", BEGINNINGS)
async def test_a_game_is_void_when_its_place_is_gone(bot: OneBot, begin: Any, what: str) -> None:
    await begin(bot)
    table = await bot.table()
    await gone(bot, what)
    closed = await stored(bot, table)
    assert closed.stage is Stage.CLOSED and closed.state is not None and closed.state.closed
    last = [entry.decode() for entry in (await log_of(bot, table))[-2:]]
    assert [kind.__name__.lower() in entry for kind, entry in zip((Abort, End), last, strict=True)] == [True, True]
    assert await nothing_left(bot)
    assert await bot.services.store.held(table.channel) is None


@pytest.mark.parametrize("what", ["channel", "server"])
@pytest.mark.parametrize("command", ["play", "chouette open"])
async def test_what_has_not_begun_is_withdrawn_when_its_place_is_gone(bot: OneBot, command: str, what: str) -> None:
    await bot.slash("Ann", command)
    (due,) = list(await bot.services.store.due.times(TABLE))
    name = due.partition(":")[2]
    await gone(bot, what)
    found = await bot.services.repository.load(bot.channel.id, name)
    assert found is not None and found.stage is Stage.WITHDRAWN
    assert await nothing_left(bot)


async def test_another_channel_going_is_no_matter(bot: OneBot) -> None:
    await bot.play()
    elsewhere = bot.guild.create_text_channel("elsewhere")
    bot.env.backend.delete_channel(elsewhere.id)
    await noticed(bot)
    assert (await bot.table()).stage is Stage.OPEN


async def test_a_closed_table_can_still_be_looked_at(bot: OneBot) -> None:
    """By its id, from another channel; its dice are open now, and its first game counts."""
    await bot.play(length=5)
    await resigned(bot)
    table = await bot.table()
    assert table.state is not None and table.state.number == 2
    await gone(bot, "channel")
    bot.channel = bot.guild.create_text_channel("elsewhere")
    assert table.seed.hex() in await bot.slash("Ann", "fairness", game=table.id)
    for command, options in (("replay", {}), ("export", {"format": "mat"})):
        result = await bot.people["Ann"].slash(bot.channel, command, game=table.id, **options)
        assert result.response.attachments, said(result)


async def test_a_channel_that_turns_out_to_be_gone_is_given_up(bot: OneBot) -> None:
    """The event was missed: it is found out when somebody is to be reminded."""
    await bot.services.preferences.keep_server(bot.guild.id, ServerSettings(time_zone=where_it_is_noon()))
    await bot.play()
    table = await bot.table()
    bot.env.backend.channels.pop(bot.channel.id)
    bot.later(48 * 3600)
    await bot.tick()
    assert (await stored(bot, table)).stage is Stage.CLOSED
    assert await nothing_left(bot)


@pytest.mark.parametrize(
    ("ids", "guild", "mine"), [((0,), 2 << 22, True), ((0,), 3 << 22, False), (None, 3 << 22, True)]
)
def test_a_process_looks_after_its_own_servers(ids: tuple[int, ...] | None, guild: int, mine: bool) -> None:
    store = Store(fakeredis.FakeAsyncRedis(), "memory")
    assert Bot(Settings(token="x", shard_count=2, shard_ids=ids), store).mine(guild) is mine


async def test_who_has_pressed_is_answered_before_anything_is_restored(
    bot: OneBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also right after a start; and somebody whose answer hangs does not keep everything waiting for ever."""
    await bot.play()
    services, taken_up = bot.services, asyncio.Event()
    monkeypatch.setattr(services.lifecycle, "take_up", AsyncMock(side_effect=lambda table: taken_up.set()))
    looks = iter(range(10))

    async def look(seconds: float) -> None:
        if next(looks) == 5:
            assert not taken_up.is_set(), "Ann has not been answered yet"
            services.ack_timers.clear()

    monkeypatch.setattr("bot.cogs.services.asyncio", SimpleNamespace(sleep=look))
    services.ack_timers[cast(Any, "Ann's press")] = cast(Any, None)
    await bot.client._take_up(await bot.table())
    assert taken_up.is_set() and next(looks) == 6
    services.ack_timers[cast(Any, "a press that hangs")] = cast(Any, None)
    monkeypatch.setattr("bot.cogs.services.asyncio", SimpleNamespace(sleep=AsyncMock()))
    await bot.client._take_up(await bot.table())
    services.ack_timers.clear()

"""What happens to channels, threads and servers while the bot is there, and while it is not; several processes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import msgspec
import pytest
from msgspec import UNSET
from msgspec.structs import replace

from bot.backgammon.actions import Abort, End
from bot.store import EmbeddedServer, Store
from bot.tables.preferences import Preferences, ServerSettings
from bot.tables.repository import TableRepository
from bot.tables.schedule import TABLE
from bot.tables.table import Stage
from tests.discord_server import BotProcess, DiscordServer, Guild, payloads
from tests.hours import where_it_is_noon
from tests.process.bots import PATIENCE, READY, Bots, PlayedTable, in_thread, kept, running_bots
from tests.process.chouette_table import ChouetteTable
from tests.store.listed import open_places

HOUR = 3600


async def until(check: Callable[[], Awaitable[bool]]) -> None:
    """Wait until something asked of the store is so."""
    async with asyncio.timeout(40):
        while not await check():
            await asyncio.sleep(0.1)


async def all_closed(data: Path, tables: Sequence[PlayedTable]) -> None:
    """The games of an ended bot's tables are void, the tables closed, and nothing is left to be done."""
    for table, _, actions in await kept(data, tables):
        assert table.stage is Stage.CLOSED and table.state is not None and table.state.closed
        assert actions[-2:] == [Abort(), End()]


async def nothing_left(bots: Bots) -> bool:
    async with bots.store() as store:
        return await open_places(store) == [] == list(await store.due.times(TABLE))


@pytest.mark.parametrize("away", [False, True], ids=["while it is there", "while it is away"])
@pytest.mark.parametrize("what", ["channel", "thread"])
async def test_a_place_that_is_gone_closes_its_table(tmp_path: Path, what: str, away: bool) -> None:
    async with running_bots(tmp_path) as bots:
        if what == "thread":
            played = await in_thread(bots)
        else:
            played = bots.table()
            await played.begin(length=3)
        if away:
            await bots.process.kill()
        played.channel.delete()
        if away:
            await bots.restart()
        await until(lambda: nothing_left(bots))
        bots.check_well()
        await bots.process.terminate()
        await all_closed(tmp_path, [played])


async def test_a_chouette_whose_channel_is_gone_keeps_its_ledger(tmp_path: Path) -> None:
    async with running_bots(tmp_path) as bots:
        table = ChouetteTable.at(bots, "Ann", "Bob", "Cyd", "Dan")
        await table.lobby()
        await table.start()
        before = await table.stored()
        table.channel.delete()
        await until(lambda: nothing_left(bots))
        async with bots.store() as store:
            after = await TableRepository(store).load(before.channel, before.id)
        assert after is not None and after.state is not None and before.state is not None
        assert after.stage is Stage.CLOSED and after.state.game.void
        assert [each.points for each in after.state.players] == [each.points for each in before.state.players]
        bots.check_well()


async def test_a_server_that_is_merely_unavailable_loses_nothing(tmp_path: Path) -> None:
    async with running_bots(tmp_path) as bots:
        played = bots.table()
        await played.begin()
        bots.discord.gateway.dispatch("GUILD_DELETE", {"id": str(bots.guild.id), "unavailable": True}, 1)
        await asyncio.sleep(0.3)
        bots.discord.gateway.dispatch("GUILD_CREATE", payloads.guild_create(bots.guild), 1)
        await played.shown(played.asked().slash(played.channel, "move", play=played.plays[0]))
        bots.check_sound()


async def is_absent(bots: Bots, absent: bool) -> bool:
    async with bots.store() as store:
        return await store.absences.rests(bots.guild.id) is absent


@pytest.mark.parametrize("away", [False, True], ids=["while it is there", "while it is away"])
async def test_removed_and_invited_again_the_bot_goes_on(tmp_path: Path, away: bool) -> None:
    """Also if its process learns of either only when it starts."""
    async with running_bots(tmp_path) as bots:
        played = bots.table()
        await played.begin()
        live = played.live
        if away:
            await bots.process.kill()
        bots.guild.leave(bots.discord.bot)
        if away:
            await bots.restart()
        await until(lambda: is_absent(bots, True))
        if away:
            await bots.process.kill()
        bots.guild.invite()
        if away:
            await bots.restart()
        await until(lambda: is_absent(bots, False))
        assert played.live is live
        await played.shown(played.asked().slash(played.channel, "move", play=played.plays[0]))
        bots.check_sound()


async def test_a_board_deleted_while_the_bot_was_away_comes_with_the_next_action(tmp_path: Path) -> None:
    async with running_bots(tmp_path) as bots:
        played = bots.table()
        await played.begin()
        who, play, live = played.asked(), played.plays[0], played.live
        await bots.process.kill()
        bots.guild.owner.delete(live)
        await bots.restart()
        await played.shown(who.slash(played.channel, "move", play=play))
        bots.check_sound()


async def test_a_board_that_a_moderator_deletes_comes_again(tmp_path: Path) -> None:
    async with running_bots(tmp_path) as bots:
        played = bots.table()
        await played.begin()
        live = played.live
        bots.guild.owner.delete(live)
        await played.until(lambda: played.boards and played.live is not live)
        assert played.live.content == live.content and played.live.mentions == []
        await played.shown(played.asked().slash(played.channel, "move", play=played.plays[0]))
        bots.check_sound()


async def test_a_game_goes_on_in_an_archived_thread(tmp_path: Path) -> None:
    async with running_bots(tmp_path) as bots:
        played = await in_thread(bots)
        played.channel.shut()
        await played.shown(played.asked().slash(played.channel, "move", play=played.plays[0]))
        assert not played.channel.archived
        bots.check_sound()


@pytest.mark.parametrize("away", [False, True], ids=["while it is there", "while it is away"])
async def test_what_a_locked_thread_could_not_show_is_shown_when_it_is_opened(tmp_path: Path, away: bool) -> None:
    async with running_bots(tmp_path) as bots:
        played = await in_thread(bots)
        played.channel.shut(locked=True)
        live, version = played.live, played.version
        told = await played.asked().slash(played.channel, "move", play=played.plays[0])
        await told.world.until(
            lambda: any("Ask a moderator" in one.content for one in told.followups), 12, lambda: repr(told)
        )
        assert played.live is live
        if away:
            await bots.process.kill()
        played.channel.reopen()
        if away:
            await bots.restart()
        await played.until(lambda: played.version > version)
        bots.check_sound()


async def test_what_could_not_be_shown_is_shown_when_permissions_come_back(tmp_path: Path) -> None:
    async with running_bots(tmp_path) as bots:
        played = bots.table()
        await played.begin()
        version, doing = played.version, (played.asked(), played.plays[0])
        played.channel.deny(bots.discord.bot, "view_channel", "send_messages")
        await doing[0].slash(played.channel, "move", play=doing[1])
        table = await bots.stored(played)
        assert table is not None and table.version > version == played.version
        played.channel.deny(bots.discord.bot)
        await played.until(lambda: played.version > version)
        bots.check_sound()


async def noon(store: Store, *guilds: Guild) -> None:
    """It is noon at these servers, before the bot remembers what they have set."""
    for guild in guilds:
        await Preferences(store).keep_server(guild.id, ServerSettings(time_zone=where_it_is_noon()))


async def is_noted(store: Store, played: PlayedTable) -> bool:
    """Whether the bot has written down what it has posted; it would do so over what we write."""
    table = await TableRepository(store).held(played.channel.id)
    return table is not None and table.screen.message == played.live.id


async def overdue(store: Store, tables: Sequence[PlayedTable]) -> None:
    """People have kept their tables waiting for thirteen hours."""
    repository, then = TableRepository(store), time.time() - 13 * HOUR
    for played in tables:
        await until(partial(is_noted, store, played))
        table = await repository.held(played.channel.id)
        assert table is not None
        await store.put(table.channel, table.id, "acted_at", msgspec.json.encode(then))
        # One message more than the bot remembers, so that it believes what is stored.
        reminded = tuple((user, often, then) for user, often, _ in table.screen.reminded or ())
        screen = replace(table.screen, posted_at=then, posts=table.screen.posts + 1, reminded=reminded or UNSET)
        await store.put(table.channel, table.id, "screen", msgspec.json.encode(screen))
        await store.due.set(TABLE, f"{table.channel}:{table.id}", then)


async def looked_at(store: Store, tables: Sequence[PlayedTable]) -> bool:
    """Whether a clock has looked at these tables and found a later time."""
    repository = TableRepository(store)
    held = [await repository.held(played.channel.id) for played in tables]
    return all(table is not None and table.screen.reminders for table in held)


async def test_who_dies_while_he_reminds_has_reminded_once(tmp_path: Path) -> None:
    """Whether or not the bot could still note what it had posted."""
    async with running_bots(tmp_path) as bots:
        async with bots.store() as store:
            await noon(store, bots.guild)
        await bots.process.terminate()
        await bots.restart()
        played = bots.table()
        await played.begin()
        before = len(played.boards)
        async with bots.store() as store:
            await overdue(store, [played])
        await played.until(lambda: len(played.boards) > before)
        await bots.process.kill()
        await bots.restart()
        async with bots.store() as store:
            (due,) = list(await store.due.times(TABLE))
            await store.due.set(TABLE, due, time.time())  # the lease of the dead one has run out
            await until(lambda: looked_at(store, [played]))
        assert len(played.boards) == before + 1
        assert [person.id for person in played.live.mentions] == [played.asked().id]
        await played.shown(played.asked().slash(played.channel, "move", play=played.plays[0]))
        bots.check_well()


@asynccontextmanager
async def two_processes(
    data: Path,
) -> AsyncIterator[tuple[DiscordServer, list[PlayedTable], list[BotProcess], Store]]:
    """Two shards on one store, and a table in a Czech server of either, whose people have no language in common."""
    async with EmbeddedServer(data) as keeper, DiscordServer() as discord:
        discord.world.response_seconds = PATIENCE
        guilds = one_for_each(discord)
        tables = [
            PlayedTable(guild.channel("table"), [guild.member("Ann", locale="cs"), guild.member("Bob", locale="ru")])
            for guild in guilds
        ]
        env = {"REDIS_URL": keeper.url, "SHARD_COUNT": "2"}
        bots = [discord.bot_process(env | {"SHARD_IDS": str(shard)}) for shard in range(2)]
        store = await Store.connect(keeper.url)
        try:
            await noon(store, *guilds)
            async with bots[0], bots[1]:
                for bot in bots:
                    await bot.says(READY, 60)
                for played in tables:
                    await begin_in_czech(played)
                yield discord, tables, bots, store
        finally:
            await store.close()


def one_for_each(discord: DiscordServer) -> list[Guild]:
    """A server for either shard."""
    found: dict[int, Guild] = {}
    while len(found) < 2:
        guild = discord.guild(locale="cs")
        shard = (guild.id >> 22) % 2
        if shard in found:
            guild.leave(discord.bot)
        found.setdefault(shard, guild)
    return [found[0], found[1]]


async def begin_in_czech(played: PlayedTable) -> None:
    challenge = await played.challenge()
    accept = challenge.buttons[0].label
    await played.shown(played.people[1].press(challenge, accept))


async def test_of_two_processes_one_reminds_and_speaks_the_servers_language(tmp_path: Path) -> None:
    """Also where the other one serves the server, and is not there at the moment."""
    async with two_processes(tmp_path) as (discord, tables, bots, store):
        before = [played.live for played in tables]
        await overdue(store, tables)
        await until(lambda: looked_at(store, tables))
        await bots[1].kill()
        await overdue(store, tables)

        async def twice() -> bool:
            return all(len(played.boards) >= 3 for played in tables)

        await until(twice)
        await asyncio.sleep(6)  # another look
        for played, first in zip(tables, before, strict=True):
            assert [board.content for board in played.boards] == [first.content] * 3
        assert [request for request in discord.requests if request.unmodelled] == []


async def test_a_process_leaves_the_servers_of_others_alone(tmp_path: Path) -> None:
    """It does not see them; that is no reason to close their tables."""
    async with two_processes(tmp_path) as (_, tables, bots, store):
        await bots[0].terminate()
        await bots[0].start()
        await until(lambda: said_ready(bots[0], 2))
        for played in tables:
            table = await TableRepository(store).held(played.channel.id)
            assert table is not None and table.stage is Stage.OPEN
        tables[1].channel.delete()
        await until(lambda: only_left(store, tables[0]))


async def said_ready(bot: BotProcess, times: int) -> bool:
    return bot.stderr.count(READY) == times


async def only_left(store: Store, played: PlayedTable) -> bool:
    return [channel for channel, _ in await open_places(store)] == [played.channel.id]

"""What becomes of tables when their place changes: channels, threads and servers that go, messages that are deleted,
threads and permissions that come back.

Events are only heard while the bot is there. What it has missed is found out when a table is shown or reminded of, and
at its next start.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Collection

import discord
from discord.abc import GuildChannel
from discord.ext import commands

from bot.backgammon import Refused
from bot.cogs.services import Services
from bot.tables.table import Stage, Table

_log = logging.getLogger(__name__)


async def unfinished(services: Services, channel: int | None = None) -> AsyncIterator[Table]:
    """The tables of a channel, or all there are, at which something is left to be done: lobbies and challenges too.

    Those of a newer bot are left alone.
    """
    names = set(await services.shelf.unfinished())
    for due in await services.store.all_due():
        place, _, name = due.partition(":")
        names.add((int(place), name))
    for place, name in names:
        if channel not in (None, place):
            continue
        try:
            table = await services.shelf.load(place, name)
        except Refused as error:
            _log.warning("table %s is left alone: %s", name, error)
            continue
        if table is None or table.stage is Stage.WITHDRAWN:
            await services.shelf.finished(place, name)
        else:
            yield table


async def abandon(services: Services, table: Table) -> None:
    """Close a table whose place is gone, or withdraw it if it has not begun. Nothing is due there any more.

    What goes wrong at one is no reason to leave the others.
    """
    try:
        if table.stage is Stage.CHALLENGE:
            await services.challenges.expire(table)
        else:
            await services.presenter.abandon(table)
        if left := await services.shelf.load(table.channel, table.id):
            await services.clock.watch(left)
    except Exception:  # noqa: BLE001  it is in the log, and the next reminder or start finds it again
        _log.exception("table %s could not be closed", table.id)


class Lifecycle(commands.Cog):
    """Listens to what happens to places and messages."""

    def __init__(self, services: Services) -> None:
        self._services = services

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: GuildChannel) -> None:
        """A channel is gone."""
        await self._gone(channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, event: discord.RawThreadDeleteEvent) -> None:
        """A thread is gone, or a post of a forum."""
        await self._gone(event.thread_id)

    async def _gone(self, channel: int) -> None:
        async for table in unfinished(self._services, channel):
            await abandon(self._services, table)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot has been removed from a server, or the server is gone; not: it is merely unavailable."""
        async for table in unfinished(self._services):
            if table.about.guild == guild.id:
                await abandon(self._services, table)

    @commands.Cog.listener()
    async def on_raw_message_delete(self, event: discord.RawMessageDeleteEvent) -> None:
        """Somebody has deleted a message."""
        await self._deleted(event.channel_id, (event.message_id,))

    @commands.Cog.listener()
    async def on_raw_bulk_message_delete(self, event: discord.RawBulkMessageDeleteEvent) -> None:
        """Somebody has deleted many messages at once."""
        await self._deleted(event.channel_id, event.message_ids)

    async def _deleted(self, channel: int, messages: Collection[int]) -> None:
        """The board or lobby that the channel holds is posted again. A challenge is not: it is over in minutes."""
        table = await self._services.shelf.held(channel)
        if table is not None and table.screen.message in messages:
            await self._services.presenter.restore(table)

    @commands.Cog.listener()
    async def on_raw_thread_update(self, event: discord.RawThreadUpdateEvent) -> None:
        """A thread may have been opened again."""
        state = event.data["thread_metadata"]
        if not (state["archived"] or state.get("locked")):
            await self._catch_up(event.thread_id)

    @commands.Cog.listener()
    async def on_guild_channel_update(self, before: GuildChannel, after: GuildChannel) -> None:
        """The bot may have got its permissions back, in a channel and in its threads."""
        if before.overwrites != after.overwrites:
            threads = (thread.id for thread in after.guild.threads if thread.parent_id == after.id)
            for channel in (after.id, *threads):
                await self._catch_up(channel)

    async def _catch_up(self, channel: int) -> None:
        """Show what could not be shown."""
        async for table in unfinished(self._services, channel):
            if table.stage is not Stage.CHALLENGE:
                await self._services.presenter.serve(table)

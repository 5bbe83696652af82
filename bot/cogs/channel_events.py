"""What becomes of tables when their place changes: channels, threads and servers that go, messages that are deleted,
threads and permissions that come back.

Events are only heard while the bot is there. What it has missed is found out when a table is shown or reminded of, and
at its next start.
"""

from __future__ import annotations

import logging
from collections.abc import Collection

import discord
from discord.abc import GuildChannel
from discord.ext import commands

from bot.cogs.context import ServingCog
from bot.cogs.services import Interaction
from bot.tables.schedule import DAY, SEASON
from bot.tables.table import Table

_log = logging.getLogger(__name__)


class ChannelEvents(ServingCog):
    """Listens to what happens to places and messages."""

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: GuildChannel) -> None:
        """A channel is gone."""
        await self._gone(channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, event: discord.RawThreadDeleteEvent) -> None:
        """A thread is gone, or a post of a forum."""
        await self._gone(event.thread_id)

    async def _gone(self, channel: int) -> None:
        async for table in self.services.lifecycle.unfinished(channel):
            await self._abandon(table)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot has been removed from a server, or the server is gone; not: it is merely unavailable."""
        async for table in self.services.lifecycle.unfinished():
            if table.about.guild == guild.id:
                await self._abandon(table)
        for kind in (DAY, SEASON):
            await self.services.store.due.set(kind, str(guild.id), None)
        await self.services.store.positions.clear(guild.id)
        await self.services.store.refused_notes.clear(guild.id)

    async def _abandon(self, table: Table) -> None:
        """What goes wrong at one is no reason to leave the others."""
        try:
            await self.services.lifecycle.abandon(table)
        except Exception:  # noqa: BLE001  it is in the log, and the next reminder or start finds it again
            _log.exception("table %s could not be closed", table.id)

    @commands.Cog.listener()
    async def on_raw_message_delete(self, event: discord.RawMessageDeleteEvent) -> None:
        """Somebody has deleted a message."""
        await self._deleted(event.channel_id, (event.message_id,))

    @commands.Cog.listener()
    async def on_raw_bulk_message_delete(self, event: discord.RawBulkMessageDeleteEvent) -> None:
        """Somebody has deleted many messages at once."""
        await self._deleted(event.channel_id, event.message_ids)

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        """Somebody has written, or come into or gone out of a thread by a moderator's hand."""
        self.services.presenter.companions.heard(message)

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Somebody does something; what, is heard elsewhere."""
        if interaction.channel_id is not None:
            self.services.presenter.companions.met(interaction.user, interaction.channel_id)

    async def _deleted(self, channel: int, messages: Collection[int]) -> None:
        """The board or lobby that the channel holds is posted again. A challenge is not: it is over in minutes."""
        table = await self.services.repository.held(channel)
        if table is not None and table.screen.message in messages:
            await self.services.lifecycle.restore(table)

    # What may let the bot post again. A server's tables are asked, whichever place or role it was about: the bot knows
    # of threads that sleep neither their parent nor what it may do there, and only what is owed is looked at.

    @commands.Cog.listener()
    async def on_raw_thread_update(self, event: discord.RawThreadUpdateEvent) -> None:
        """A thread may have been opened again."""
        if not event.data["thread_metadata"].get("locked"):
            self._stirred(event.guild_id)

    @commands.Cog.listener()
    async def on_thread_join(self, thread: discord.Thread) -> None:
        """The bot has been let into a thread, or sees it again."""
        self._stirred(thread.guild.id)

    @commands.Cog.listener()
    async def on_guild_channel_create(self, channel: GuildChannel) -> None:
        """The bot may see a channel that was hidden from it."""
        self._stirred(channel.guild.id)

    @commands.Cog.listener()
    async def on_guild_channel_update(self, before: GuildChannel, after: GuildChannel) -> None:
        """The bot may have got its permissions back, in a channel and in its threads."""
        if before.overwrites != after.overwrites:
            self._stirred(after.guild.id)

    @commands.Cog.listener()
    async def on_guild_role_create(self, role: discord.Role) -> None:
        """The bot may be heard to have a role before the role itself is heard of."""
        self._stirred(role.guild.id)

    @commands.Cog.listener()
    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """A role of the bot may give it more."""
        if before.permissions != after.permissions:
            self._stirred(after.guild.id)

    @commands.Cog.listener()
    async def on_guild_role_delete(self, role: discord.Role) -> None:
        """What a channel forbids a role may not concern the bot any more."""
        self._stirred(role.guild.id)

    @commands.Cog.listener()
    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        """The bot has been given a role, or its silence is lifted. Of itself it hears without the members intent."""
        if after == after.guild.me:
            self._stirred(after.guild.id)

    @commands.Cog.listener()
    async def on_guild_update(self, before: discord.Guild, after: discord.Guild) -> None:
        """A server has other rules of moderation, or another owner."""
        self._stirred(after.id)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """A server is there again."""
        self._stirred(guild.id)

    @commands.Cog.listener()
    async def on_shard_resumed(self, shard: int) -> None:
        """The connection was cut, and perhaps all that was to be posted with it."""
        self._stirred()

    def _stirred(self, guild: int | None = None) -> None:
        """Show what could not be shown."""
        self.services.lifecycle.retries.wake(guild)

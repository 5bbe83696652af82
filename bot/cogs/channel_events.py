"""Reactions to changes of channels, threads, servers, messages and permissions.

Events are received only while the bot runs. Missed ones are noticed when a table is shown or reminded, and at the next
start.
"""

from __future__ import annotations

import logging
from collections.abc import Collection

import discord
from discord.abc import GuildChannel
from discord.ext import commands

from bot.cogs.context import ServingCog
from bot.cogs.services import Interaction
from bot.tables.table import Table

_log = logging.getLogger(__name__)


class ChannelEvents(ServingCog):
    """Listens to events of channels and messages."""

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: GuildChannel) -> None:
        """A channel was deleted."""
        await self._gone(channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, event: discord.RawThreadDeleteEvent) -> None:
        """A thread, or a forum post, was deleted."""
        await self._gone(event.thread_id)

    async def _gone(self, channel: int) -> None:
        async for table in self.services.lifecycle.in_channel(channel):
            await self._abandon(table)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot was removed from a server, or the server deleted."""
        await self.services.absences.left(guild.id)

    @commands.Cog.listener()
    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """A server is out of order for Discord."""
        await self.services.absences.left(guild.id)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot was invited, perhaps again."""
        await self.services.absences.back(guild.id)

    async def _abandon(self, table: Table) -> None:
        """Close a table; an error at one does not stop the others."""
        try:
            await self.services.lifecycle.abandon(table)
        except Exception:  # noqa: BLE001  logged, and the next reminder or start finds it again
            _log.exception("table %s could not be closed", table.id)

    @commands.Cog.listener()
    async def on_raw_message_delete(self, event: discord.RawMessageDeleteEvent) -> None:
        """A message was deleted."""
        await self._deleted(event.channel_id, (event.message_id,))

    @commands.Cog.listener()
    async def on_raw_bulk_message_delete(self, event: discord.RawBulkMessageDeleteEvent) -> None:
        """Several messages were deleted at once."""
        await self._deleted(event.channel_id, event.message_ids)

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        """A message was received, possibly a system message about thread members."""
        self.services.presenter.companions.heard(message)

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """A user has interacted; the interaction itself is handled elsewhere."""
        if interaction.channel_id is not None:
            self.services.presenter.companions.met(interaction.user, interaction.channel_id)

    async def _deleted(self, channel: int, messages: Collection[int]) -> None:
        """Post the board or lobby of the channel again. Challenges are not: they expire in minutes."""
        table = await self.services.repository.held(channel)
        if table is not None and table.screen.message in messages:
            await self.services.lifecycle.restore(table)

    # Events after which the bot may be able to post again. All tables of the server are retried: for an archived thread
    # the bot knows neither its parent nor its permissions, and only owed boards are examined.

    @commands.Cog.listener()
    async def on_raw_thread_update(self, event: discord.RawThreadUpdateEvent) -> None:
        """A thread may have been unarchived."""
        if not event.data["thread_metadata"].get("locked"):
            self._stirred(event.guild_id)

    @commands.Cog.listener()
    async def on_thread_join(self, thread: discord.Thread) -> None:
        """The bot was added to a thread, or sees it again."""
        self._stirred(thread.guild.id)

    @commands.Cog.listener()
    async def on_guild_channel_create(self, channel: GuildChannel) -> None:
        """A hidden channel became visible."""
        self._stirred(channel.guild.id)

    @commands.Cog.listener()
    async def on_guild_channel_update(self, before: GuildChannel, after: GuildChannel) -> None:
        """The bot's permissions in a channel and its threads may have changed."""
        if before.overwrites != after.overwrites:
            self._stirred(after.guild.id)

    @commands.Cog.listener()
    async def on_guild_role_create(self, role: discord.Role) -> None:
        """A role was created; the bot may be given it before this event."""
        self._stirred(role.guild.id)

    @commands.Cog.listener()
    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """A role's permissions may have changed."""
        if before.permissions != after.permissions:
            self._stirred(after.guild.id)

    @commands.Cog.listener()
    async def on_guild_role_delete(self, role: discord.Role) -> None:
        """A role was deleted, and with it a channel's overwrite."""
        self._stirred(role.guild.id)

    @commands.Cog.listener()
    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        """The bot was given a role, or its timeout ended. Updates of itself arrive without the members intent."""
        if after == after.guild.me:
            self._stirred(after.guild.id)

    @commands.Cog.listener()
    async def on_guild_update(self, before: discord.Guild, after: discord.Guild) -> None:
        """A server's moderation settings, or its owner, have changed."""
        self._stirred(after.id)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """A server is available again."""
        self._stirred(guild.id)
        await self.services.absences.back(guild.id)

    @commands.Cog.listener()
    async def on_shard_resumed(self, shard: int) -> None:
        """The connection was lost, and perhaps posts with it."""
        self._stirred()

    def _stirred(self, guild: int | None = None) -> None:
        """Retry boards that could not be shown."""
        self.services.lifecycle.retries.wake(guild)

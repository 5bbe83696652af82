"""What a person can see: the channels and threads of a server, at the moment when he asks.

No members are remembered, but an interaction brings the one who asks, with his roles; channels and roles are known.
"""

from __future__ import annotations

import discord
from discord.abc import GuildChannel

from bot.cogs.context import Context
from bot.screens.discord_errors import attempt


async def sees(ctx: Context, channel: int) -> bool:
    """Whether who asks can see this channel or thread of the server; False where that cannot be told."""
    if channel == ctx.channel:
        return True
    guild, member = ctx.interaction.guild, ctx.interaction.user
    if guild is None or not isinstance(member, discord.Member):
        return False
    # Archived threads are not known; a channel that is not known is gone.
    place = guild.get_channel_or_thread(channel) or await attempt(lambda: ctx.interaction.client.fetch_channel(channel))
    if isinstance(place, discord.Thread):
        return place.guild.id == guild.id and await _sees_thread(place, member)
    return isinstance(place, GuildChannel) and place.guild.id == guild.id and place.permissions_for(member).view_channel


async def _sees_thread(thread: discord.Thread, member: discord.Member) -> bool:
    """Who sees the channel sees its threads, of the private ones those he is in, or all if he looks after them."""
    parent = thread.parent
    if parent is None or not (may := parent.permissions_for(member)).view_channel:
        return False
    if not thread.is_private() or may.manage_threads:
        return True
    return await attempt(lambda: thread.fetch_member(member.id)) is not None

"""Visibility: what users ask for is shown publicly to players of the channel, for others only once in a while; and
which channels and threads a user can see.

Members are not cached, but an interaction brings its user with their roles; channels and roles are cached.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import discord
from discord.abc import GuildChannel

from bot.cogs.context import Context
from bot.screens.discord_errors import attempt
from bot.screens.faces import face_of
from bot.screens.refusal_words import link, state_message
from bot.tables.table import Table
from bot.texts import N_

#: Seconds after a spectator's request in which the channel is shown nothing more for spectators.
PAUSE = 15
ALONE = N_("The channel was shown something a moment ago, so only you see this.")


@asynccontextmanager
async def publicly(ctx: Context, table: Table) -> AsyncIterator[bool]:
    """Whether to show something of this table publicly at the user's request; else it is shown ephemerally.

    For a spectator True is counted: again within `PAUSE` it is False, unless showing it raised an error.
    """
    at_it = table.channel == ctx.channel and table.has(ctx.user)
    if at_it or not table.about.in_server:
        yield at_it
        return
    shown = await ctx.services.store.may_show(ctx.channel, PAUSE)
    kept = False
    try:
        yield shown
        kept = True
    finally:
        if shown and not kept:
            await ctx.services.store.not_shown(ctx.channel)


async def show_again(ctx: Context) -> None:
    """Post the live message again, or show the board ephemerally if it was just shown publicly."""
    table = await ctx.table_here()
    async with publicly(ctx, table) as public:
        if public:
            await ctx.post_again(table)
        else:
            await _show_alone(ctx, table)


async def _show_alone(ctx: Context, table: Table) -> None:
    """Show a table's state ephemerally, with its picture if it is running."""
    t, file = ctx.t, None
    words = state_message(table, t, t(ALONE)) if table.state else "\n".join((t(ALONE), link(table)))
    if table.state:
        theme = await ctx.services.preferences.theme(ctx.user, table.about.guild)
        picture = face_of(table).picture(table.public, theme, t, ctx.services.desk.discord.now())
        file = await ctx.services.painter.file(picture, f"{table.id}.png")
    await ctx.aside(words, file=file)


# Access


async def can_see(ctx: Context, channel: int) -> bool:
    """Whether the user can see this channel or thread of the server; False if unknown."""
    if channel == ctx.channel:
        return True
    member = ctx.interaction.user
    return isinstance(member, discord.Member) and await sees(ctx, channel, member)


async def sees(ctx: Context, channel: int, member: discord.Member) -> bool:
    """Whether a member of the server can see this channel or thread of it; False if unknown."""
    guild = ctx.interaction.guild
    if not ctx.guild or guild is None:
        return False
    # Archived threads are not cached; an unknown channel has been deleted.
    place = guild.get_channel_or_thread(channel) or await attempt(lambda: ctx.interaction.client.fetch_channel(channel))
    if isinstance(place, discord.Thread):
        return place.guild.id == guild.id and await _sees_thread(place, member)
    return isinstance(place, GuildChannel) and place.guild.id == guild.id and place.permissions_for(member).view_channel


async def _sees_thread(thread: discord.Thread, member: discord.Member) -> bool:
    """Those who see the channel see its threads; private ones only as members of the thread, or with Manage Threads."""
    parent = thread.parent
    if parent is None or not (may := parent.permissions_for(member)).view_channel:
        return False
    if not thread.is_private() or may.manage_threads:
        return True
    return await attempt(lambda: thread.fetch_member(member.id)) is not None

"""What people ask to see and all may see: shown to all for those who play in the channel, for others only so often;
and which channels and threads somebody sees.

No members are remembered, but an interaction brings the one who asks, with their roles; channels and roles are known.
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

#: Seconds for which a channel is shown nothing more because somebody who does not play there wants to see it.
PAUSE = 15
ALONE = N_("The channel was shown something a moment ago, so only you see this.")


@asynccontextmanager
async def for_all(ctx: Context, table: Table) -> AsyncIterator[bool]:
    """Whether somebody has everybody in the channel shown what he asks for, which is of this table; else he alone is.

    True for strangers counts: asked again within `PAUSE` it is False, unless the showing has raised something.
    """
    if table.imported or (table.channel == ctx.channel and table.has(ctx.user)):
        yield not table.imported
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
    """Post the live message anew, or show the board to who asks, if others have just been."""
    table = await ctx.table_here()
    async with for_all(ctx, table) as public:
        if public:
            await ctx.post_again(table)
        else:
            await _show_alone(ctx, table)


async def _show_alone(ctx: Context, table: Table) -> None:
    """Tell one person how the table stands, a running one with its picture."""
    t, file = ctx.t, None
    words = state_message(table, t, t(ALONE)) if table.state else "\n".join((t(ALONE), link(table)))
    if table.state:
        theme = await ctx.services.preferences.theme(ctx.user, table.about.guild)
        picture = face_of(table).picture(table.public, theme, t)
        file = await ctx.services.painter.file(picture, f"{table.id}.png")
    await ctx.aside(words, file=file)


# Who sees what


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

"""Permanently refused posts: Discord's errors for a post, and missing permissions that are known without asking."""

from __future__ import annotations

import discord

from bot.permissions import Use, lacking
from bot.screens.discord_errors import FOR_GOOD, Trouble, trouble
from bot.tables.refused_posts import PostRefused


def refusal(error: BaseException, client: discord.Client, guild: int, channel: int, use: Use) -> PostRefused | None:
    """The refusal behind an error of a post; None if it may work later."""
    why = trouble(error)
    if why not in FOR_GOOD:
        return None
    return PostRefused(why.name, lacking(client, guild, channel, use), itself=why is Trouble.REJECTED)


def known_lacking(client: discord.Client, guild: int, channel: int, use: Use) -> list[str] | None:
    """Discord's names of missing permissions in a channel; None if this process does not see the channel."""
    known = client.get_guild(guild)
    if known is None or known.unavailable or known.get_channel_or_thread(channel) is None:
        return None
    return lacking(client, guild, channel, use)

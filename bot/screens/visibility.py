"""Visibility: whether what is done in one channel may be shown in another, because all who see the other see the
first.
"""

from __future__ import annotations

import discord
from discord.abc import GuildChannel

from bot.screens.discord_errors import attempt


async def as_visible(client: discord.Client, guild: int, place: int, channel: int) -> bool:
    """Whether everyone who sees `channel` also sees `place`, which may be a thread; False if unknown.

    Members' roles are not known, so each role must see there what it sees here, and so must each member with
    permissions of their own.
    """
    known = client.get_guild(guild)
    here = known.get_channel(channel) if known else None
    if known is None or here is None or place == channel:
        return here is not None
    there = known.get_channel_or_thread(place) or await attempt(lambda: client.fetch_channel(place))
    if isinstance(there, discord.Thread) and not there.is_private():
        there = there.parent
    if not isinstance(there, GuildChannel) or there.guild.id != guild:
        return False
    if there.id == here.id:
        return True
    if any(_sees(here, role) and not _sees(there, role) for role in known.roles):
        return False
    ours, theirs, everybody = _alone(here), _alone(there), _sees(there, known.default_role)
    people = {*ours, *theirs} - {known.me.id}
    return all(ours.get(each, True) <= theirs.get(each, each not in ours or everybody) for each in people)


def _sees(place: GuildChannel, role: discord.Role) -> bool:
    return place.permissions_for(role).view_channel


def _alone(place: GuildChannel) -> dict[int, bool]:
    """Members with permissions of their own: allowed (True) or denied."""
    said = {each.id: over.view_channel for each, over in place.overwrites.items() if not isinstance(each, discord.Role)}
    return {person: sees for person, sees in said.items() if sees is not None}

"""Asks Discord whether people are still in a server."""

from __future__ import annotations

import asyncio
from collections.abc import Collection

import discord

from bot.screens.discord_errors import DISCORD_ERRORS

#: Unknown member, unknown user.
_UNKNOWN = (10007, 10013)
#: Seconds for an answer; who is not answered for counts as there.
_PATIENCE = 2.0


class Presence:
    """The members of the servers that `client` is in."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def gone(self, guild: int, users: Collection[int]) -> frozenset[int]:
        """Those who are certainly no longer members."""
        place = self._client.get_guild(guild)
        if place is None or place.unavailable:
            return frozenset()
        found = await asyncio.gather(*(_is_gone(place, user) for user in users))
        return frozenset(user for user, away in zip(users, found, strict=True) if away)


async def _is_gone(guild: discord.Guild, user: int) -> bool:
    try:
        async with asyncio.timeout(_PATIENCE):
            await guild.fetch_member(user)
    except DISCORD_ERRORS as error:
        return isinstance(error, discord.HTTPException) and error.code in _UNKNOWN
    return False

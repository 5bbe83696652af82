"""Membership lookups: whether users are still in a server, and their names there."""

from __future__ import annotations

import asyncio
from collections.abc import Collection

import discord
from cachetools import TTLCache

from bot.screens.discord_errors import DISCORD_ERRORS

#: Unknown member, unknown user.
_UNKNOWN = (10007, 10013)
#: Seconds for an answer; on timeout the member counts as present.
_PATIENCE = 2.0
_A_DAY, _MOST_KNOWN = 24 * 3600, 50_000


class Presence:
    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def gone(self, guild: int, users: Collection[int]) -> frozenset[int]:
        """Those who are certainly no longer members."""
        place = self._client.get_guild(guild)
        if place is None or place.unavailable:
            return frozenset()
        found = await asyncio.gather(*(_is_gone(place, user) for user in users))
        return frozenset(user for user, away in zip(users, found, strict=True) if away)


class Members:
    """Display names in the servers of `client`, for pages; cached for a day."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._known: TTLCache[tuple[int, int], str] = TTLCache(_MOST_KNOWN, _A_DAY)

    async def names(self, guild: int, users: Collection[int]) -> dict[int, str | None]:
        """By user; None for users who have left, empty if unknown."""
        place = self._client.get_guild(guild)
        if place is None or place.unavailable:
            return dict.fromkeys(users, "")
        found = await asyncio.gather(*(self._name(place, user) for user in users))
        return dict(zip(users, found, strict=True))

    async def _name(self, guild: discord.Guild, user: int) -> str | None:
        if (known := self._known.get((guild.id, user))) is not None:
            return known
        name = await _called(guild, user)
        if name:
            self._known[guild.id, user] = name
        return name


async def _is_gone(guild: discord.Guild, user: int) -> bool:
    return await _called(guild, user) is None


async def _called(guild: discord.Guild, user: int) -> str | None:
    """A member's name; None for other users, empty if unknown."""
    try:
        async with asyncio.timeout(_PATIENCE):
            return (await guild.fetch_member(user)).display_name
    except DISCORD_ERRORS as error:
        return None if isinstance(error, discord.HTTPException) and error.code in _UNKNOWN else ""

"""The servers in which somebody plays, by what is stored of their tables."""

from __future__ import annotations

import asyncio

from bot.core.refusal import Illegal
from bot.store import Store
from bot.tables.preferences import Preferences
from bot.tables.repository import TableRepository

MOST_TABLES = 200
"""Tables that are looked at, the latest."""

_TOGETHER = 50


async def own_servers(store: Store, repository: TableRepository, preferences: Preferences, user: int) -> list[int]:
    """Those of a user's latest tables, the latest first, without such as they have left."""
    left = (await preferences.of_person(user)).left
    names, found = await store.tables_of(user, MOST_TABLES), dict[int, None]()
    for first in range(0, len(names), _TOGETHER):
        servers = await asyncio.gather(*(_server(store, repository, name) for name in names[first:][:_TOGETHER]))
        found |= dict.fromkeys(filter(None, servers))
    return [guild for guild in found if guild not in left]


async def _server(store: Store, repository: TableRepository, name: str) -> int:
    """The server of a table; 0 if it has none, or cannot be read."""
    channel = await store.channel_of(name)
    try:
        summary = None if channel is None else await repository.face(channel, name)
    except Illegal:  # of a newer bot
        return 0
    return summary.about.guild if summary else 0

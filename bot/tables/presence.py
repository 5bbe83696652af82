"""Who has left a server. The bot has no members intent, so it asks Discord, and only for players a table waits for."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection

#: (server, users) -> those of them who have certainly left it.
WhoIsGone = Callable[[int, Collection[int]], Awaitable[Collection[int]]]


async def all_present(guild: int, users: Collection[int]) -> Collection[int]:
    """The lookup without Discord: everyone is present."""
    return ()

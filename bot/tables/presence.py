"""Who is gone from a server. The bot hears of nobody who leaves, so it asks, and only for whom a table waits."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection

#: (the server, users) to those of them who are certainly not there any more.
WhoIsGone = Callable[[int, Collection[int]], Awaitable[Collection[int]]]


async def nobody(guild: int, users: Collection[int]) -> Collection[int]:
    """Where nobody can be asked, nobody is gone."""
    return ()

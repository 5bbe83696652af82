"""The interface of what follows tables beside their live messages, such as the thread of a team. A face says whether
its game has one.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import NamedTuple, Protocol

import discord

from bot.tables.repository import TableRepository
from bot.tables.table import Table
from bot.texts import Texts


class Surroundings(NamedTuple):
    """What a companion works with."""

    client: discord.Client
    repository: TableRepository
    texts_at: Callable[[Table], Awaitable[Texts]]
    """The language of a table."""
    notified: Callable[[tuple[int, ...]], Awaitable[tuple[int, ...]]]
    """Those of some users who want to be mentioned."""


class Companion(Protocol):
    """Follows all tables of one game. Nothing waits for it, and no game for its sake."""

    def follow(self, table: Table) -> None:
        """A table has changed, or is taken up at the start."""
        ...

    def heard(self, message: discord.Message) -> None:
        """Something has been written somewhere."""
        ...

    def met(self, person: discord.User | discord.Member, channel: int) -> None:
        """Somebody has pressed or typed something in a channel."""
        ...

    async def rest(self, timeout: float) -> None:
        """Wait until nothing is being done any more, at most so many seconds; what is left is given up."""
        ...

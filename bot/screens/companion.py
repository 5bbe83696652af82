"""The interface of companions: what follows a table beside its live message, such as a team's thread. A face may
provide one.
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
    """Follows all tables of one game, in the background."""

    def follow(self, table: Table) -> None:
        """A table has changed, or is resumed at the start."""
        ...

    def heard(self, message: discord.Message) -> None:
        """A message was received."""
        ...

    def met(self, person: discord.User | discord.Member, channel: int) -> None:
        """A user has interacted in a channel."""
        ...

    async def rest(self, timeout: float) -> None:
        """Wait for running work, at most this many seconds; then cancel the rest."""
        ...

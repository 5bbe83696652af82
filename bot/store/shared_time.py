"""The time that the processes of a store share: that of its server, but for what its clock has jumped by lately."""

from __future__ import annotations

from bot.store import keys, scripts
from bot.store.connection import Connection

KEPT = 3600
"""Seconds for which the lead is kept once no process tells it any more."""


class SharedTime:
    """The clock of the server, and by how much the bot is ahead of it."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def read(self) -> tuple[float, float]:
        """The server's time in seconds since 1970, and the bot's lead on it in seconds."""
        seconds, micros, lead = await self._connection.run(scripts.READ_TIME, [keys.TIME])
        return int(seconds) + int(micros) / 1e6, float(lead or 0)

    async def keep(self, lead: float) -> None:
        """The bot's lead on the server, for processes that start within the hour."""
        await self._connection.ask("SET", keys.TIME, repr(lead), "EX", KEPT)

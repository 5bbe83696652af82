"""The clock shared by the processes of a store: its server's, corrected for recent jumps."""

from __future__ import annotations

from bot.store import keys, scripts
from bot.store.connection import Connection

KEPT = 3600
"""Seconds for which the lead is kept after the last process."""


class SharedTime:
    """The server's clock, and the bot's lead over it."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def read(self) -> tuple[float, float]:
        """The server's time in seconds since 1970, and the bot's lead over it in seconds."""
        seconds, micros, lead = await self._connection.run(scripts.READ_TIME, [keys.TIME])
        return int(seconds) + int(micros) / 1e6, float(lead or 0)

    async def keep(self, lead: float) -> None:
        """Store the bot's lead over the server, for processes that start within the hour."""
        await self._connection.ask("SET", keys.TIME, repr(lead), "EX", KEPT)

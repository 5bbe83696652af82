"""Turns of processes to identify shards at Discord's gateway, by the clock of the store's server."""

from __future__ import annotations

from bot.store import keys
from bot.store.connection import Connection


class GatewayTurns:
    """A lease for each bucket of shards of a bot. It is not released but runs out, and so does that of a killed
    process.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def take(self, bot: int, bucket: int, lasts: float) -> float:
        """Lease a bucket for `lasts` seconds. Returns 0, or if it is leased already for how many seconds more.

        Raises `StoreError`. If the answer was lost, the caller waits for the end of a lease of its own.
        """
        name = keys.identify(bot, bucket)
        if await self._connection.ask("SET", name, 1, "NX", "PX", round(1000 * lasts)):
            return 0.0
        return max(1, await self._connection.ask("PTTL", name)) / 1000

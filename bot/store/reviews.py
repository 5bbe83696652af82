"""Reviews of finished games, stored with their tables, and the requests still to be made.

Values are bytes and mean nothing here. Methods may be repeated and raise, as those of `Store`.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence

from bot.store import keys, scripts
from bot.store.connection import Connection
from bot.store.logged import Logged
from bot.store.pages import member_pages

DAY = 24 * 3600
"""Seconds for which reviewed decisions count towards a member's daily limit."""


class Reviews:
    def __init__(self, connection: Connection) -> None:
        self._connection, self._tables = connection, Logged(connection)

    async def keep(self, channel: int, table: str, game: int, review: bytes) -> None:
        """Store the review of a game, replacing an older one; it expires with its table and is dropped if there is
        none.
        """
        if await self._connection.ask("EXISTS", keys.TABLES.record(channel, table)):
            await self._tables.put_of_games(channel, table, _review(game), review)

    async def kept(self, channel: int, table: str, games: Sequence[int]) -> list[bytes | None]:
        """The stored review of each of these games; None for missing ones."""
        return await self._tables.of_games(channel, table, list(map(_review, games)))

    async def ask(self, name: str, request: bytes) -> None:
        """Store a request under a unique name."""
        await self._connection.ask("HSET", keys.REVIEWS, name, request)

    async def drop(self, name: str) -> None:
        """Delete a request that is done or no longer wanted."""
        await self._connection.ask("HDEL", keys.REVIEWS, name)

    async def is_asked(self, name: str) -> bool:
        """Whether a request is stored."""
        return await self._connection.ask("HEXISTS", keys.REVIEWS, name) == 1

    async def pages(self) -> AsyncIterator[dict[str, bytes]]:
        """All open requests by name, some at a time, in no particular order; some may come twice."""
        async for page in member_pages(self._connection, "HSCAN", keys.REVIEWS):
            yield {name.decode(): request for name, request in page.items()}

    async def asked(self) -> dict[str, bytes]:
        """All open requests, by name."""
        return {name: request async for page in self.pages() for name, request in page.items()}

    async def cancel(self, names: Sequence[str]) -> None:
        """Mark requests as cancelled by the host; the bot that works on them is told."""
        if names:
            await self._connection.ask("SADD", keys.REVIEWS_CANCELLED, *names)

    async def cancelled(self) -> set[str]:
        """The cancelled requests that still have to be ended."""
        return {name.decode() for name in await self._connection.ask("SMEMBERS", keys.REVIEWS_CANCELLED)}

    async def heeded(self, names: Sequence[str]) -> None:
        """Cancelled requests have been ended."""
        if names:
            await self._connection.ask("SREM", keys.REVIEWS_CANCELLED, *names)

    # Daily limits

    async def spend(self, person: int, name: str, decisions: int, most: int, now: float) -> bool:
        """Count the decisions of a request if the member's daily limit allows it; repeated calls count once."""
        counted = name, repr(now), DAY, decisions, most
        return await self._connection.run(scripts.SPEND_REVIEW, [keys.reviewed(person)], *counted) == 1

    async def settle(self, person: int, name: str, decisions: int) -> None:
        """Correct the count: only this many decisions of a request were made."""
        await self._connection.run(scripts.SETTLE_REVIEW, [keys.reviewed(person)], name, decisions)

    async def spent(self, person: int, now: float) -> list[tuple[float, int]]:
        """The times of a member's requests within a day (seconds since 1970), and their decisions, the oldest first."""
        found: dict[bytes, bytes] = await self._connection.ask("HGETALL", keys.reviewed(person))
        pairs = [(float(at), int(decisions)) for at, decisions in map(bytes.split, found.values())]
        return sorted(pair for pair in pairs if pair[0] > now - DAY)


def _review(game: int) -> str:
    return f"{game}:review"

"""What the engine has found in finished games, each with its table; and what it is still asked for.

Values are bytes and mean nothing here. Methods as those of `Store`.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.store import keys, scripts
from bot.store.connection import Connection
from bot.store.games import kept_of_games

DAY = 24 * 3600
"""Seconds for which decisions count for whoever has had them reviewed."""


class Reviews:
    """The reviews of all games."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def keep(self, channel: int, table: str, game: int, review: bytes) -> None:
        """Keeps that of a game, in the place of an older one; it vanishes with its table, if there still is one."""
        if await self._connection.ask("EXISTS", keys.TABLES.record(channel, table)):
            await self._connection.ask("HSET", keys.TABLES.games(channel, table), _review(game), review)

    async def kept(self, channel: int, table: str, games: Sequence[int]) -> list[bytes | None]:
        """That of each of these games; None where there is none."""
        return await kept_of_games(self._connection, keys.TABLES.games(channel, table), list(map(_review, games)))

    async def ask(self, name: str, request: bytes) -> None:
        """Notes what is to be made, under a name of its own."""
        await self._connection.ask("HSET", keys.REVIEWS, name, request)

    async def drop(self, name: str) -> None:
        """It is made, or not wanted any more."""
        await self._connection.ask("HDEL", keys.REVIEWS, name)

    async def asked(self) -> dict[str, bytes]:
        """All that is still to be made, by name."""
        found: dict[bytes, bytes] = await self._connection.ask("HGETALL", keys.REVIEWS)
        return {name.decode(): request for name, request in found.items()}

    async def cancel(self, names: Sequence[str]) -> None:
        """Whoever hosts the bot wants these requests to end; the bot that has them is told."""
        if names:
            await self._connection.ask("SADD", keys.REVIEWS_CANCELLED, *names)

    async def cancelled(self) -> set[str]:
        """Those that are to end so."""
        return {name.decode() for name in await self._connection.ask("SMEMBERS", keys.REVIEWS_CANCELLED)}

    async def heeded(self, names: Sequence[str]) -> None:
        """They have ended."""
        if names:
            await self._connection.ask("SREM", keys.REVIEWS_CANCELLED, *names)

    # How much somebody has had reviewed

    async def spend(self, person: int, name: str, decisions: int, most: int, now: float) -> bool:
        """Counts the decisions of a request, if somebody's of a day are not too many with them; not twice."""
        counted = name, repr(now), DAY, decisions, most
        return await self._connection.run(scripts.SPEND_REVIEW, [keys.reviewed(person)], *counted) == 1

    async def settle(self, person: int, name: str, decisions: int) -> None:
        """Only so many decisions of a request were made."""
        await self._connection.run(scripts.SETTLE_REVIEW, [keys.reviewed(person)], name, decisions)

    async def spent(self, person: int, now: float) -> list[tuple[float, int]]:
        """The times of somebody's requests within a day (seconds since 1970), and their decisions, the oldest first."""
        found: dict[bytes, bytes] = await self._connection.ask("HGETALL", keys.reviewed(person))
        pairs = [(float(at), int(decisions)) for at, decisions in map(bytes.split, found.values())]
        return sorted(pair for pair in pairs if pair[0] > now - DAY)


def _review(game: int) -> str:
    return f"{game}:review"

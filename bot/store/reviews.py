"""What the engine has found in finished games, each with its table; and what it is still asked for.

Values are bytes and mean nothing here. Methods as those of `Store`.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.store import keys
from bot.store.connection import Connection
from bot.store.games import kept_of_games


class Reviews:
    """The reviews of all games."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def keep(self, channel: int, table: str, game: int, review: bytes) -> None:
        """Keeps that of a game, in the place of an older one; it vanishes with its table, if there still is one."""
        if await self._connection.ask("EXISTS", keys.record(channel, table)):
            await self._connection.ask("HSET", keys.games(channel, table), _review(game), review)

    async def kept(self, channel: int, table: str, games: Sequence[int]) -> list[bytes | None]:
        """That of each of these games; None where there is none."""
        return await kept_of_games(self._connection, keys.games(channel, table), list(map(_review, games)))

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


def _review(game: int) -> str:
    return f"{game}:review"

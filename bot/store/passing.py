"""Expiring data that names a member, such as a challenge that has come to nothing: an index by member, so that their
data can be deleted before it expires.
"""

from __future__ import annotations

from collections.abc import Mapping

from bot.store import keys, scripts
from bot.store.connection import Connection
from bot.store.pages import by_score


class Passing:
    """The index. A stale entry does no harm."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def note(self, person: int, lasts: Mapping[str, float]) -> None:
        """These name a member for at most this many seconds: tables as `place` writes them, and keys."""
        named = [part for what, seconds in lasts.items() for part in (what, repr(float(seconds)))]
        await self._connection.run(scripts.NOTE_PASSING, [keys.passing(person)], *named)

    async def of(self, person: int) -> list[str]:
        """What names a member and may not have expired yet, the first to expire first."""
        return [what.decode() for what in await by_score(self._connection, keys.passing(person))]

    async def tables(self, person: int) -> list[tuple[int, str]]:
        """Channel and id of each such table."""
        named = [what.partition(":") for what in await self.of(person) if not what.startswith("{")]
        return [(int(channel), table) for channel, _, table in named]

    async def over(self, person: int, what: str) -> None:
        """It no longer names the member."""
        await self._connection.ask("ZREM", keys.passing(person), what)


def place(channel: int, table: str) -> str:
    """The name of a table in lists of several kinds of things."""
    return f"{channel}:{table}"

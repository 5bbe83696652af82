"""What names somebody and lapses by itself, such as a challenge that has come to nothing: where it lies, so that people
can be taken out of it before that.
"""

from __future__ import annotations

from collections.abc import Mapping

from bot.store import keys, scripts
from bot.store.connection import Connection
from bot.store.pages import by_score


class Passing:
    """Of each person, what passes. What is noted here and is not there, or names nobody any more, does no harm."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def note(self, person: int, lasts: Mapping[str, float]) -> None:
        """These name somebody for so many seconds at most: tables as `place` has them, and keys."""
        named = [part for what, seconds in lasts.items() for part in (what, repr(float(seconds)))]
        await self._connection.run(scripts.NOTE_PASSING, [keys.passing(person)], *named)

    async def of(self, person: int) -> list[str]:
        """What names somebody and may not have lapsed yet, the first to lapse first."""
        return [what.decode() for what in await by_score(self._connection, keys.passing(person))]

    async def tables(self, person: int) -> list[tuple[int, str]]:
        """Channel and id of each table that does."""
        named = [what.partition(":") for what in await self.of(person) if not what.startswith("{")]
        return [(int(channel), table) for channel, _, table in named]

    async def over(self, person: int, what: str) -> None:
        """It does not name somebody any more."""
        await self._connection.ask("ZREM", keys.passing(person), what)


def place(channel: int, table: str) -> str:
    """What a table is called where several kinds of things are listed."""
    return f"{channel}:{table}"

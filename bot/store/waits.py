"""An index by person of the tables that wait for somebody. Methods as those of `Store`.

What a table waits for is noted in its record with every save; here is what was carried from there, which may be late.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bot.store import keys, scripts
from bot.store.connection import Connection

KEPT = 400 * 24 * 3600
"""Seconds without a word from any of their tables after which nothing is noted of somebody; a start notes it anew."""


class Carried(NamedTuple):
    """What a table, named as `place` has it, says to somebody at this version; empty: nothing any more."""

    table: str
    version: int
    says: bytes


class Waits:
    """Of each person, the tables that say something to them."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def note(self, person: int, carried: Sequence[Carried]) -> None:
        """Notes what tables say to somebody. Of each table what is of a later version stands."""
        said = [part for each in carried for part in each]
        await self._connection.run(scripts.NOTE_WAITS, [keys.waits(person)], KEPT, *said)

    async def of(self, person: int) -> list[Carried]:
        """What is noted of somebody."""
        found: dict[bytes, bytes] = await self._connection.ask("HGETALL", keys.waits(person))
        noted = [(table.decode(), *says.split(b" ", 1)) for table, says in found.items()]
        return [Carried(table, int(version), says) for table, version, says in noted]

    async def drop(self, person: int) -> None:
        """Nothing is noted of somebody any more."""
        await self._connection.ask("DEL", keys.waits(person))

"""What people have answered in lessons. Methods as those of `Store`."""

from __future__ import annotations

from bot.store import keys
from bot.store.connection import Connection
from bot.store.pages import scored


class LearnedSteps:
    """Of each person the names of the steps answered right, by time. Noting a step twice changes only its time."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def note(self, person: int, step: str, at: float) -> None:
        """A step has been answered at this time, in seconds since 1970."""
        await self._connection.ask("ZADD", keys.lessons(person), repr(float(at)), step)

    async def of(self, person: int) -> dict[str, float]:
        """The times of the steps answered, the earliest first."""
        found = await scored(self._connection, keys.lessons(person))
        return {name.decode(): at for name, at in sorted(found.items(), key=lambda each: each[1])}

    async def forget(self, person: int) -> None:
        await self._connection.ask("DEL", keys.lessons(person))

"""Since when the bot is not in a server, and until when it was not.

Methods may be repeated and raise, as those of `Store`. Times are Discord's milliseconds.
"""

from __future__ import annotations

from msgspec import Struct

from bot.store import keys, scripts
from bot.store.connection import Connection


class Absence(Struct, frozen=True):
    """`until`: when the bot came back; None while it is away. `closed`: tables that were closed meanwhile, as
    `channel:table`.
    """

    since: int | None = None
    until: int | None = None
    closed: tuple[str, ...] = ()


class Absences:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def find(self, guild: int) -> Absence | None:
        """What is noted of a server; None if the bot is there and nothing is left to do."""
        found: dict[bytes, bytes] = await self._connection.ask("HGETALL", keys.absence(guild))
        if not found:
            return None
        since, until = found.pop(b"since", None), found.pop(b"until", None)
        closed = tuple(sorted(name.decode() for name in found))
        return Absence(None if since is None else int(since), None if until is None else int(until), closed)

    async def rests(self, guild: int) -> bool:
        """Whether nothing is due in a server, because the bot is away."""
        return await self._connection.ask("HEXISTS", keys.absence(guild), "since") == 1

    async def begin(self, guild: int, at: int) -> None:
        """The bot is no longer in a server. If it has just come back and not everything goes on yet, it goes on being
        away.
        """
        await self._connection.ask("HSETNX", keys.absence(guild), "since", at)
        await self._connection.ask("HDEL", keys.absence(guild), "until")

    async def end(self, guild: int, at: int) -> None:
        """The bot is back; the first time that says so stands."""
        await self._connection.ask("HSETNX", keys.absence(guild), "until", at)

    async def note_closed(self, guild: int, table: str) -> None:
        """A table is closed, which nobody can be told there as long as the bot is away."""
        await self._connection.ask("HSET", keys.absence(guild), table, "")

    async def lapse(self, guild: int) -> None:
        """Everything is closed; which tables those are stays noted."""
        await self._connection.ask("HDEL", keys.absence(guild), "since", "until")

    async def over(self, guild: int, absence: Absence) -> bool:
        """Everything goes on after this absence, and nothing is left to do; False if the bot has gone again meanwhile,
        which stays noted.
        """
        since, until = ("" if at is None else at for at in (absence.since, absence.until))
        return await self._connection.run(scripts.FORGET_ABSENCE, [keys.absence(guild)], since, until) == 1

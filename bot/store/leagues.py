"""The leagues of servers, their summaries, and their members. Methods may be repeated and raise, as those of
`Store`.
"""

from __future__ import annotations

from bot.store import keys
from bot.store.connection import Connection
from bot.store.logged import Logged
from bot.store.pages import members


class Leagues(Logged):
    """The leagues of all servers; the server is the owner."""

    def __init__(self, connection: Connection) -> None:
        super().__init__(connection, keys.LEAGUES)

    async def listed(self, guild: int) -> dict[str, bytes]:
        """The leagues of a server, with the summary saved last."""
        found: dict[bytes, bytes] = await self._connection.ask("HGETALL", keys.LEAGUES.listed(guild))
        return {league.decode(): says for league, says in found.items()}

    async def note_member(self, person: int, guild: int, league: str) -> None:
        """Add a league to the list of a member who joins, or is about to."""
        await self._connection.ask("SADD", keys.leagues_of(person), f"{guild}:{league}")

    async def drop_member(self, person: int, guild: int, league: str) -> None:
        await self._connection.ask("SREM", keys.leagues_of(person), f"{guild}:{league}")

    async def of_member(self, person: int) -> list[tuple[int, str]]:
        """Server and id of the leagues in which a member is or has been, and perhaps of some more."""
        found = sorted(map(bytes.decode, await members(self._connection, keys.leagues_of(person))))
        return [(int(guild), league) for guild, _, league in (each.partition(":") for each in found)]

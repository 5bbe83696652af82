"""Positions of the day: those that wait in each server, and that of today with its votes.

Positions have names, by which none is shown twice. Values mean nothing here. Methods may be repeated and raise, as
those of `Store`.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from bot.store import keys, scripts
from bot.store.connection import Connection
from bot.store.pages import members

MOST = 300
"""The most waiting positions of a server."""

_VOTE = "vote:"


class Day(msgspec.Struct, frozen=True):
    """The latest position of the day of a server. `number`: how many there have been.

    `day`: on which it was begun, or on which none was found. `position`: what is shown, None once it is answered;
    `message`: the id of its message, 0 while unknown. `closed`: votes are no longer taken. `votes`: each voter's
    choice.
    """

    number: int = 0
    day: str = ""
    position: bytes | None = None
    message: int = 0
    closed: bool = False
    votes: dict[int, str] = {}


class Positions:
    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def note(self, guild: int, found: Mapping[str, str]) -> None:
        """Add positions that wait, by name, with their sources; those already shown are skipped."""
        subject = [keys.waiting_positions(guild), keys.shown_positions(guild)]
        await self._connection.run(
            scripts.NOTE_POSITIONS, subject, MOST, *(part for pair in found.items() for part in pair)
        )

    async def waiting(self, guild: int) -> dict[str, str]:
        """The source of each waiting position, by name."""
        found: dict[bytes, bytes] = await self._connection.ask("HGETALL", keys.waiting_positions(guild))
        return {name.decode(): place.decode() for name, place in found.items()}

    async def count(self, guild: int) -> int:
        return await self._connection.ask("HLEN", keys.waiting_positions(guild))

    async def drop(self, guild: int, name: str) -> None:
        """Drop a position that cannot be shown."""
        await self._connection.ask("HDEL", keys.waiting_positions(guild), name)

    async def day(self, guild: int) -> Day:
        """The latest position of the day."""
        found: dict[bytes, bytes] = await self._connection.ask("HGETALL", keys.day(guild))
        said = {name.decode(): value for name, value in found.items()}
        number = int(said.get("number", 0))
        # Fields noted too late belong to another position.
        about, _, message = said.get("message", b"0 0").partition(b" ")
        return Day(
            number=number,
            day=said.get("day", b"").decode(),
            position=said.get("position"),
            message=int(message) if int(about) == number else 0,
            closed=_closed(number) in said,
            votes={int(name.removeprefix(_VOTE)): v.decode() for name, v in said.items() if name.startswith(_VOTE)},
        )

    async def turn(self, guild: int, before: Day, day: str, position: bytes | None = None) -> bool:
        """Begin a position, or end the current one; False if another process has done so since `before` was read.

        Also False if it was done but the answer was lost: read it again.
        """
        fields: dict[str, str | bytes | int] = {"number": before.number, "day": day}
        if position is not None:
            fields |= {"number": before.number + 1, "position": position}
        read = before.number, before.position or b""
        stored = (part for field in fields.items() for part in field)
        return await self._connection.run(scripts.TURN_DAY, [keys.day(guild)], *read, *stored) == 1

    async def posted(self, guild: int, number: int, name: str, message: int) -> None:
        """The position of this number and name is shown by a message: it no longer waits, and never will again."""
        await self._connection.ask("SADD", keys.shown_positions(guild), name)
        await self._connection.ask("HDEL", keys.waiting_positions(guild), name)
        await self._connection.ask("HSET", keys.day(guild), "message", f"{number} {message}")

    async def close(self, guild: int, number: int) -> bool:
        """Stop taking votes on the position of this number; False if they were stopped before, or the answer was
        lost.
        """
        return await self._connection.ask("HSETNX", keys.day(guild), _closed(number), 1) == 1

    async def reopen(self, guild: int, number: int) -> None:
        """Take votes on the position of this number again."""
        await self._connection.ask("HDEL", keys.day(guild), _closed(number))

    async def vote(self, guild: int, number: int, person: int, choice: str) -> int:
        """Set a member's vote; returns the number of voters, 0 if votes are no longer taken."""
        await self._connection.ask("SADD", keys.votes_of(person), guild)
        return int(await self._connection.run(scripts.VOTE, [keys.day(guild)], number, f"{_VOTE}{person}", choice))

    async def voted_in(self, person: int) -> list[int]:
        """The servers in which a member may have a vote that counts."""
        return sorted(map(int, await members(self._connection, keys.votes_of(person))))

    async def take_back(self, guild: int, person: int) -> None:
        """Delete a member's vote in a server."""
        await self._connection.ask("HDEL", keys.day(guild), f"{_VOTE}{person}")
        await self._connection.ask("SREM", keys.votes_of(person), guild)

    async def clear(self, guild: int) -> None:
        """Delete all positions of a server."""
        for person in (await self.day(guild)).votes:
            await self.take_back(guild, person)
        await self._connection.ask("DEL", keys.day(guild), keys.waiting_positions(guild), keys.shown_positions(guild))


def _closed(number: int) -> str:
    return f"closed:{number}"

"""The positions of the day of servers: those that wait, and that of today with its votes.

Positions have names, by which none is shown twice. Values mean nothing here. Methods as those of `Store`.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from bot.store import keys, scripts
from bot.store.connection import Connection
from bot.store.pages import members

MOST = 300
"""Positions of a server that wait."""

_VOTE = "vote:"


class Day(msgspec.Struct, frozen=True):
    """The last position of the day of a server. `number`: how many there have been.

    `day`: on which it was begun, or it was found that there is none. `position`: what is shown, None once that is
    answered; by which `message`, 0 while that is not known. `closed`: votes are not taken any more. `votes`: who has
    voted for what.
    """

    number: int = 0
    day: str = ""
    position: bytes | None = None
    message: int = 0
    closed: bool = False
    votes: dict[int, str] = {}


class Positions:
    """The positions of all servers."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def note(self, guild: int, found: Mapping[str, str]) -> None:
        """Lets positions wait, by their names, with where they come from; not those that were shown already."""
        subject = [keys.waiting_positions(guild), keys.shown_positions(guild)]
        await self._connection.run(
            scripts.NOTE_POSITIONS, subject, MOST, *(part for pair in found.items() for part in pair)
        )

    async def waiting(self, guild: int) -> dict[str, str]:
        """Where each of the positions that wait comes from, by its name."""
        found: dict[bytes, bytes] = await self._connection.ask("HGETALL", keys.waiting_positions(guild))
        return {name.decode(): place.decode() for name, place in found.items()}

    async def count(self, guild: int) -> int:
        """How many wait."""
        return await self._connection.ask("HLEN", keys.waiting_positions(guild))

    async def drop(self, guild: int, name: str) -> None:
        """A position cannot be shown."""
        await self._connection.ask("HDEL", keys.waiting_positions(guild), name)

    async def day(self, guild: int) -> Day:
        """The last position of the day."""
        found: dict[bytes, bytes] = await self._connection.ask("HGETALL", keys.day(guild))
        said = {name.decode(): value for name, value in found.items()}
        number = int(said.get("number", 0))
        # What somebody who was too late has noted is about another one.
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
        """Begins a position, or ends the one there is; False if somebody else has done so since it was read.

        Also if it was done, but the answer was lost: what is there now is to be read again.
        """
        fields: dict[str, str | bytes | int] = {"number": before.number, "day": day}
        if position is not None:
            fields |= {"number": before.number + 1, "position": position}
        read = before.number, before.position or b""
        stored = (part for field in fields.items() for part in field)
        return await self._connection.run(scripts.TURN_DAY, [keys.day(guild)], *read, *stored) == 1

    async def posted(self, guild: int, number: int, name: str, message: int) -> None:
        """The position of this number and name is shown by a message: it does not wait, and never will again."""
        await self._connection.ask("SADD", keys.shown_positions(guild), name)
        await self._connection.ask("HDEL", keys.waiting_positions(guild), name)
        await self._connection.ask("HSET", keys.day(guild), "message", f"{number} {message}")

    async def close(self, guild: int, number: int) -> bool:
        """Votes on the position of this number are taken no more; False if they were not before, or so it seems."""
        return await self._connection.ask("HSETNX", keys.day(guild), _closed(number), 1) == 1

    async def reopen(self, guild: int, number: int) -> None:
        """Votes on the position of this number are taken again."""
        await self._connection.ask("HDEL", keys.day(guild), _closed(number))

    async def vote(self, guild: int, number: int, person: int, choice: str) -> int:
        """Somebody votes, in the place of what they said before: how many have; 0 if votes are not taken any more."""
        await self._connection.ask("SADD", keys.votes_of(person), guild)
        return int(await self._connection.run(scripts.VOTE, [keys.day(guild)], number, f"{_VOTE}{person}", choice))

    async def voted_in(self, person: int) -> list[int]:
        """The servers in which somebody may have a vote that counts."""
        return sorted(map(int, await members(self._connection, keys.votes_of(person))))

    async def take_back(self, guild: int, person: int) -> None:
        """Somebody has no vote in a server."""
        await self._connection.ask("HDEL", keys.day(guild), f"{_VOTE}{person}")
        await self._connection.ask("SREM", keys.votes_of(person), guild)

    async def clear(self, guild: int) -> None:
        """A server has no positions, and had none."""
        for person in (await self.day(guild)).votes:
            await self.take_back(guild, person)
        await self._connection.ask("DEL", keys.day(guild), keys.waiting_positions(guild), keys.shown_positions(guild))


def _closed(number: int) -> str:
    return f"closed:{number}"

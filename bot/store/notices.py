"""What people are to be told privately, each once. Methods as those of `Store`.

What was told stays, marked so, until it is too old: it may be entered again.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from bot.store import keys, scripts
from bot.store.connection import Connection

KEPT = 30 * 24 * 3600
"""Seconds after which nobody is told any more what has happened then."""


class Told(NamedTuple):
    """Something that somebody is or was to be told: its name, what it says, and whether they have been told."""

    name: str
    says: bytes
    told: bool


class TakenNotices(NamedTuple):
    """What somebody is told now by whoever has taken it as `by`: what each says, by name."""

    by: str
    says: Mapping[str, bytes]


class Notices:
    """Of each person what they are to be told."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def enter(self, person: int, name: str, says: bytes, at: float) -> None:
        """Somebody is to be told of what has happened at the time `at` (seconds since 1970); nothing changes if that is
        entered already.
        """
        value = b"%r 0 - %s" % (at + KEPT, says)
        await self._connection.run(scripts.ENTER_NOTICES, [keys.notices(person)], KEPT, name, value)

    async def any(self, person: int) -> bool:
        """Whether something of somebody is kept, perhaps told already."""
        return await self._connection.ask("EXISTS", keys.notices(person)) == 1

    async def take(self, person: int, now: float, lasts: float, only: str = "") -> TakenNotices:
        """What somebody has not been told and nobody else tells them, which nobody else does for `lasts` seconds from
        now on. `only`: the name of the one that is wanted, if it is not all.
        """
        by = secrets.token_hex(8)
        found: list[bytes] = await self._connection.run(
            scripts.TAKE_NOTICES, [keys.notices(person)], repr(now), repr(now + lasts), by, only
        )
        names, says = found[::2], found[1::2]
        return TakenNotices(by, {name.decode(): each for name, each in zip(names, says, strict=True)})

    async def settle(self, person: int, taken: TakenNotices, names: Sequence[str], *, told: bool) -> None:
        """These of what was taken have been told; if not `told`, they may be taken again."""
        if names:
            await self._connection.run(scripts.SETTLE_NOTICES, [keys.notices(person)], taken.by, int(told), *names)

    async def of(self, person: int, now: float) -> list[Told]:
        """All that is kept of somebody."""
        found: dict[bytes, bytes] = await self._connection.ask("HGETALL", keys.notices(person))
        kept = [(name.decode(), *value.split(b" ", 3)) for name, value in found.items()]
        return [Told(name, says, held == ends) for name, ends, held, _, says in kept if float(ends) > now]

    async def forget(self, person: int) -> None:
        """Forget all that somebody was to be told."""
        await self._connection.ask("DEL", keys.notices(person))

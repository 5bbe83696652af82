"""What somebody is to be told privately: that they were taken out of a lobby, or that a game was claimed from them.

It is noted in the table's record with the save, as what the table waits for is, and carried from there to the person.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterable, Sequence
from enum import Enum
from typing import NamedTuple

import msgspec
from msgspec import Struct

from bot.core.actions import Action, Claim
from bot.core.state import TableState
from bot.store import Store
from bot.store.notices import TakenNotices

_log = logging.getLogger(__name__)

#: Seconds for which nobody else tells what somebody is being told.
_TELLING = 300.0


class Event(Enum):
    """What has happened to somebody."""

    TAKEN_OUT = "taken_out"
    """The host or a moderator has taken them out of a lobby."""
    CLAIMED = "claimed"
    """Somebody has claimed a game because they had not acted."""


class Notice(Struct, frozen=True, forbid_unknown_fields=True):
    """In a table's record: what has happened to a user by the save of this `version`, `at` in seconds since 1970."""

    user: int
    event: Event
    at: float
    version: int = 0


class Noted(Struct, frozen=True, forbid_unknown_fields=True):
    """The same with the person, by table and version: what has happened in the server `guild`, and when."""

    event: Event
    guild: int
    at: float


class ToTell(NamedTuple):
    """What somebody is told; `name` by which it is kept, with the id of the `table`."""

    name: str
    table: str
    event: Event
    guild: int


class Taken(NamedTuple):
    """What somebody is told by whoever has taken it, the earliest first."""

    by: TakenNotices
    events: tuple[ToTell, ...] = ()


def name_of(table: str, version: int) -> str:
    """By which a notice is kept with its person, so that each is entered once."""
    return f"{table}:{version}"


def of_claims(
    users: Sequence[int], steps: Iterable[tuple[TableState, Action, TableState]], at: float
) -> tuple[Notice, ...]:
    """What follows from claims, by people and not by a clock: those who kept the table waiting are told. `users` by
    seat; only members' ids are above 0.
    """
    claims = ((state, action.by) for state, action, _ in steps if isinstance(action, Claim) and action.by is not None)
    from_whom = {users[seat]: None for state, by in claims for seat in state.claimed_from if seat != by}
    return tuple(Notice(user, Event.CLAIMED, at) for user in from_whom if user > 0)


class Notices:
    """What people are to be told. `now` returns seconds since 1970. Every method raises only `StoreError`."""

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self._store, self._now = store, now

    async def any(self, user: int) -> bool:
        """Whether there may be something that somebody has not been told."""
        return await self._store.notices.any(user)

    async def take(self, user: int, only: str = "") -> Taken | None:
        """What somebody has not been told, for the caller alone to tell; None if there is nothing. `only`: the name of
        what is wanted, if it is not all.
        """
        taken = await self._store.notices.take(user, self._now(), _TELLING, only)
        read: list[tuple[float, ToTell]] = []
        for name, says in taken.says.items():
            try:
                noted = msgspec.json.decode(says, type=Noted)
            except msgspec.MsgspecError as error:
                _log.warning("what a newer version has noted for somebody is not told: %s", error)
                continue
            read.append((noted.at, ToTell(name, name.partition(":")[0], noted.event, noted.guild)))
        return Taken(taken, tuple(each for _, each in sorted(read, key=lambda each: each[0]))) if read else None

    async def settle(self, user: int, taken: Taken, told: Collection[ToTell]) -> None:
        """These of what was taken have been told; the others may be taken again."""
        names = {each.name for each in told}
        await self._store.notices.settle(user, taken.by, sorted(names), told=True)
        await self._store.notices.settle(user, taken.by, sorted(taken.by.says.keys() - names), told=False)

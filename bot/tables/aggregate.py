"""What tables and leagues have in common: each is a log of entries with a record beside it, and is changed in one way.

A change is worked out from the thing as it stands and saved only if nobody was faster; else it is worked out again.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from enum import Enum
from typing import Any, Generic, TypeVar
from weakref import WeakValueDictionary

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.core.refusal import Illegal, Refused
from bot.store import Saved
from bot.store.logged import Logged
from bot.tables.faults import ChallengeFault

ATTEMPTS = 5
"""How often a change is worked out anew when others were faster."""


class Versioned(Struct, frozen=True, kw_only=True):
    """A thing as it stands after so many entries of its log."""

    version: int = 0


_It = TypeVar("_It", bound=Versioned)
_Made = TypeVar("_Made", bound="Change[Any]")


class Change(Struct, Generic[_It], frozen=True):
    """What a thing has come to; its version is seen to here."""

    after: _It


class Aggregates(ABC, Generic[_It, _Made]):
    """All things of one kind, as `kept` in the store, by owner and id. `busy`: that others are always faster."""

    def __init__(self, kept: Logged, busy: Enum) -> None:
        self._kept, self._busy = kept, busy
        # People of this process act one after the other; only other processes are met with a conflict.
        self._turns: WeakValueDictionary[tuple[int, str], asyncio.Lock] = WeakValueDictionary()

    @abstractmethod
    async def _find(self, owner: int, id: str) -> tuple[_It, bool]:
        """One as it stands, and whether it is only remembered: what it refuses is then looked at again as it is stored.

        Raises `Refused` if there is none.
        """

    @abstractmethod
    async def _save(self, before: _It, change: _Made, after: _It, receipt: str | None) -> Saved:
        """Save a change, `after` it with its new version."""

    async def _changed(
        self,
        owner: int,
        id: str,
        work: Callable[[_It], Awaitable[_Made | None]],
        receipt: str | None,
        foreseen: Callable[[_It], None] | None = None,
    ) -> tuple[_It, _It, bool]:
        """Change one: it afterwards and before, and whether that was saved before, so that nothing has changed now.

        `work` may be called several times, and refuses by raising; with None there is nothing to do.

        `receipt` names what asks for it, so that it is done once however often it is delivered. `foreseen` hears of
        the thing as it is going to be: the very one that is `after`, if that is what is saved. Raises `Illegal` if
        others are always faster, or if the owner holds another one.
        """
        async with self._turns.setdefault((owner, id), asyncio.Lock()):
            for _ in range(ATTEMPTS):
                before, remembered = await self._find(owner, id)
                try:
                    change = await work(before)
                except Refused:
                    if remembered:
                        continue
                    # It may be refused because this very call was accepted when it was delivered for the first time.
                    if receipt and await self._kept.seen(owner, receipt):
                        return before, before, True
                    raise
                if change is None:
                    return before, before, False
                after: _It = replace(change.after, version=before.version + 1)
                if foreseen:
                    foreseen(after)
                match await self._save(before, change, after, receipt):
                    case Saved.DONE:
                        return after, before, False
                    case Saved.REPEATED:
                        return before, before, True
                    case Saved.OCCUPIED:
                        raise Illegal(ChallengeFault.HELD)
                    case Saved.CONFLICT:
                        pass
            raise Illegal(self._busy)

    async def _put(self, owner: int, id: str, field: str, value: Any) -> None:
        """Keep something beside the log, without regard to what happens there."""
        await self._kept.put(owner, id, field, msgspec.json.encode(value))

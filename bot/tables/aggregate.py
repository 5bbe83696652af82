"""Aggregates: tables and leagues are logs of entries with a record beside them, and are changed in one way.

A change is computed from the current state and saved only if no other process has saved meanwhile (optimistic locking);
else it is computed again.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from enum import Enum
from typing import Any, Generic, TypeVar
from weakref import WeakValueDictionary

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.core.refusal import Illegal, Refused
from bot.store import Saved, StoreError
from bot.store.logged import Logged
from bot.tables.faults import ChallengeFault

ATTEMPTS = 5
"""How often a change is attempted when other processes save first."""


class Versioned(Struct, frozen=True, kw_only=True):
    """A value with its version, which grows with each save."""

    version: int = 0


_It = TypeVar("_It", bound=Versioned)
_Made = TypeVar("_Made", bound="Change[Any]")


class Change(Struct, Generic[_It], frozen=True):
    """The result of a change; its version is set on saving."""

    after: _It


class Aggregates(ABC, Generic[_It, _Made]):
    """The repository of one kind of aggregate, `kept` in the store, by owner and id. `busy`: the fault when other
    processes always save first.
    """

    def __init__(self, kept: Logged, busy: Enum) -> None:
        self._kept, self._busy = kept, busy
        # Members in this process act one after the other; conflicts come only from other processes.
        self._turns: WeakValueDictionary[tuple[int, str], asyncio.Lock] = WeakValueDictionary()
        self.unsure: Callable[[_It], None] = lambda value: None
        """Called with a value whose save failed: it may be stored, though nobody has been told of it."""

    @abstractmethod
    async def _find(self, owner: int, id: str) -> tuple[_It, bool]:
        """The current value, and whether it comes from the cache: a refusal is then checked against the store.

        Raises `Refused` if there is none.
        """

    def _following(self, before: _It, change: _Made) -> _It:
        """A thing as it is once a change is saved."""
        after: _It = replace(change.after, version=before.version + 1)
        return after

    @abstractmethod
    async def _save(self, before: _It, change: _Made, after: _It, receipt: str | None) -> Saved:
        """Save a change; `after` has the new version."""

    @contextmanager
    def _saving(self, value: _It) -> Iterator[None]:
        """A save of a value, after whose failure `unsure` is called."""
        try:
            yield
        except StoreError:
            self.unsure(value)
            raise

    async def _changed(
        self,
        owner: int,
        id: str,
        work: Callable[[_It], Awaitable[_Made | None]],
        receipt: str | None,
        foreseen: Callable[[_It], None] | None = None,
    ) -> tuple[_It, _It, bool]:
        """Change one: the value afterwards and before, and whether it was saved by an earlier delivery, so that nothing
        changed now.

        `work` may be called several times, and refuses by raising; None means no change.

        `receipt` is the idempotency key of the request, so that it takes effect once however often it is delivered.
        `foreseen` is called with the expected value before it is saved, the same object as `after` if that is what is
        saved. Raises `Illegal` if other processes always save first, or if the owner holds another one.
        """
        async with self._turns.setdefault((owner, id), asyncio.Lock()):
            for _ in range(ATTEMPTS):
                before, remembered = await self._find(owner, id)
                try:
                    change = await work(before)
                except Refused:
                    if remembered:
                        continue
                    # The refusal may be due to the first delivery of this very request, which was accepted.
                    if receipt and await self._kept.seen(owner, receipt):
                        return before, before, True
                    raise
                if change is None:
                    return before, before, False
                after = self._following(before, change)
                if foreseen:
                    foreseen(after)
                with self._saving(after):
                    saved = await self._save(before, change, after, receipt)
                match saved:
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
        """Store a field beside the log, regardless of the version."""
        await self._kept.put(owner, id, field, msgspec.json.encode(value))

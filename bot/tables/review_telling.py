"""Whoever has asked for a review is told how far it is and how it has ended. The reviews do not wait for that."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from bot.store import Store, StoreError
from bot.supervision import in_background
from bot.tables.review_requests import Progress, Request

_log = logging.getLogger(__name__)

Tell = Callable[[Request, Progress], Awaitable[None]]


class Telling:
    """Tells of requests by `tell`, one thing of each at a time, and drops those that have ended."""

    def __init__(self, store: Store) -> None:
        self.tell: Tell = _nobody
        self._store = store
        self._telling: dict[str, asyncio.Task[None]] = {}
        self._ending: dict[str, asyncio.Task[None]] = {}

    @property
    def tasks(self) -> list[asyncio.Task[None]]:
        """All that is being told."""
        return [*self._telling.values(), *self._ending.values()]

    @property
    def ending(self) -> set[str]:
        """The names of the requests that have ended and are not dropped yet."""
        return set(self._ending)

    def soon(self, request: Request, progress: Progress) -> None:
        """Tell how far it is, unless something is being told: of that there will be more to say soon."""
        if request.name not in self._telling:
            telling = self._telling[request.name] = in_background(
                self._told(request, progress), f"telling of review {request.name}"
            )
            telling.add_done_callback(lambda _: self._telling.pop(request.name))

    async def told(self, name: str) -> None:
        """Wait until what is being told of a request is."""
        if telling := self._telling.get(name):
            await asyncio.wait([telling])

    def end(self, request: Request, progress: Progress) -> None:
        """Tell what has become of a request, after all else that is told of it, and drop it."""
        ending = self._ending[request.name] = in_background(
            self._ended(request, progress), f"ending review {request.name}"
        )
        ending.add_done_callback(lambda _: self._ending.pop(request.name))

    async def _ended(self, request: Request, progress: Progress) -> None:
        await self.told(request.name)
        await self._told(request, progress)
        try:
            await self._store.reviews.drop(request.name)
        except StoreError as error:
            _log.warning("that a review is made is told again at the next start: %s", error)

    async def _told(self, request: Request, progress: Progress) -> None:
        try:
            await self.tell(request, progress)
        except Exception:  # noqa: BLE001  it is in the log, and the others are told all the same
            _log.exception("how far a review is was not told")


async def _nobody(request: Request, progress: Progress) -> None:
    del request, progress

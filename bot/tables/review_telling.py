"""Notifications about reviews: requesters are told of progress and of the end, without delaying the reviews."""

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
    """Notifies by `tell`, one notification per request at a time, and drops requests that have ended."""

    def __init__(self, store: Store) -> None:
        self.tell: Tell = _ignore
        self._store = store
        self._telling: dict[str, asyncio.Task[None]] = {}
        self._ending: dict[str, asyncio.Task[None]] = {}

    @property
    def tasks(self) -> list[asyncio.Task[None]]:
        return [*self._telling.values(), *self._ending.values()]

    @property
    def ending(self) -> set[str]:
        """The names of ended requests that are not dropped yet."""
        return set(self._ending)

    def soon(self, request: Request, progress: Progress) -> None:
        """Notify of progress, unless a notification is running: a newer one will follow."""
        if request.name not in self._telling:
            telling = self._telling[request.name] = in_background(
                self._told(request, progress), f"telling of review {request.name}"
            )
            telling.add_done_callback(lambda _: self._telling.pop(request.name))

    async def told(self, name: str) -> None:
        """Wait for the running notification of a request."""
        if telling := self._telling.get(name):
            await asyncio.wait([telling])

    def end(self, request: Request, progress: Progress) -> None:
        """Notify of the end of a request, after all other notifications, and drop it."""
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
        except Exception:  # noqa: BLE001  logged, and the others are notified all the same
            _log.exception("how far a review is was not told")


async def _ignore(request: Request, progress: Progress) -> None:
    del request, progress

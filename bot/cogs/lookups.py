"""Slow look-ups: turns by user and server, and the workers that run them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

import discord

from bot.backgammon import Illegal
from bot.screens.reference.faults import FactFault
from bot.worker_pool import WorkerFailed, WorkerPool

_log = logging.getLogger(__name__)

AT_ONCE = 2
"""Concurrent look-ups of one server. Others wait for their turn."""

PATIENCE = 300.0
"""Seconds to wait for a turn: Discord accepts no answer after 15 minutes."""


class Lookups:
    """The queue of look-ups: one per user, a few per server, first come, first served. So no server occupies the
    workers for longer than its few look-ups take.
    """

    def __init__(self, pool: WorkerPool) -> None:
        self._pool = pool
        self._people: set[int] = set()
        self._servers: WeakValueDictionary[int, asyncio.Semaphore] = WeakValueDictionary()

    @asynccontextmanager
    async def turn(self, interaction: discord.Interaction[discord.Client]) -> AsyncIterator[WorkerPool]:
        """A worker pool, once it is this user's turn. Raises `Illegal` if their last look-up is still running, their
        turn does not come, or the work fails.
        """
        user, server = interaction.user.id, interaction.guild_id or interaction.user.id
        if user in self._people:
            raise Illegal(FactFault.STILL_MADE)
        self._people.add(user)
        try:
            place = self._servers.setdefault(server, asyncio.Semaphore(AT_ONCE))
            try:
                async with asyncio.timeout(PATIENCE):
                    await place.acquire()
            except TimeoutError as error:
                raise Illegal(FactFault.TOO_MANY_WAIT) from error
            try:
                yield self._pool
            finally:
                place.release()
        except WorkerFailed as error:
            _log.warning("a look-up was not made: %s", error)
            raise Illegal(FactFault.NOT_MADE) from error
        finally:
            self._people.discard(user)

    async def close(self) -> None:
        await self._pool.close()

"""Look-ups that take long: who may have one made now, and what makes them."""

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
"""Look-ups of one server that are made at once. The others wait for their turn."""

PATIENCE = 300.0
"""Seconds after which somebody whose turn has not come is told so: Discord takes no answer after 15 minutes."""


class Lookups:
    """The line of those who look something up: one thing a person, a few a server, first come, first served. So no
    server keeps the workers from the others for longer than its few look-ups take.
    """

    def __init__(self, pool: WorkerPool) -> None:
        self._pool = pool
        self._people: set[int] = set()
        self._servers: WeakValueDictionary[int, asyncio.Semaphore] = WeakValueDictionary()

    @asynccontextmanager
    async def turn(self, interaction: discord.Interaction[discord.Client]) -> AsyncIterator[WorkerPool]:
        """What makes the look-up, once it is this person's turn. Raises `Illegal` if his last one is still being made,
        or his turn does not come, or what he asks for cannot be made.
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
        """End what is being made."""
        await self._pool.close()

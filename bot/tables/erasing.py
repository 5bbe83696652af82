"""Erasure in the background: deleted data leaves the store's files too, within the hour."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from bot.store import Store, StoreError
from bot.tables.personal_data import leave_lapsed
from bot.tables.repository import TableRepository

_log = logging.getLogger(__name__)

PERIOD = 600
"""Seconds between attempts, so that several fit into the hour."""


async def erase(store: Store, repository: TableRepository, now: Callable[[], float]) -> None:
    """Repeat `erase_once` forever."""
    while True:
        await asyncio.sleep(PERIOD)
        try:
            await erase_once(store, repository, now())
        except StoreError as error:
            _log.warning("what was deleted still stands in the store's append-only file: %s", error)


async def erase_once(store: Store, repository: TableRepository, now: float) -> None:
    """Remove members who have deleted their data from tables that have ended since, then erase the files.

    Raises `StoreError`.
    """
    await leave_lapsed(store, repository, now)
    if await store.erasing.finish(now):
        _log.info("what was deleted is out of the store's append-only file")

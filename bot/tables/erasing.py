"""Erasure for good, in the background: what people have deleted leaves the store's files too, within the hour."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from bot.store import Store, StoreError
from bot.tables.personal_data import leave_lapsed
from bot.tables.repository import TableRepository

_log = logging.getLogger(__name__)

PERIOD = 600
"""Seconds between two looks, so that several tries are left in the hour."""


async def erase(store: Store, repository: TableRepository, now: Callable[[], float]) -> None:
    """See to it, for ever."""
    while True:
        await asyncio.sleep(PERIOD)
        try:
            await erase_once(store, repository, now())
        except StoreError as error:
            _log.warning("what was deleted still stands in the store's append-only file: %s", error)


async def erase_once(store: Store, repository: TableRepository, now: float) -> None:
    """Take people out of what has come to nothing since they have deleted their data, then out of the files.

    Raises `StoreError`.
    """
    await leave_lapsed(store, repository, now)
    if await store.erasing.finish(now):
        _log.info("what was deleted is out of the store's append-only file")

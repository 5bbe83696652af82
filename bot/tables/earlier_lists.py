"""The lists of tables that are not over, as a store of schema 3 has them: all together, and by what is due. Its tables
that are over are not packed.
"""

from __future__ import annotations

import asyncio
import logging
import time

from bot.core.refusal import Refused
from bot.store import PACKING, Store, place
from bot.store.pages import batches
from bot.tables.repository import TableRepository
from bot.tables.schedule import TABLE

_log = logging.getLogger(__name__)

#: Seconds between the looks at two tables, and the number of looks that are noted together.
_APART, _TOGETHER = 0.2, 200


async def take_over(store: Store, repository: TableRepository) -> None:
    """List them with their channels and servers, unless that is done. After a `StoreError` it is to be repeated."""
    if await store.open_tables.taken_over():
        return
    pending = [due.partition(":") for due in await store.due.times(TABLE)]
    places = {*await store.open_tables.listed_before(), *((int(channel), table) for channel, _, table in pending)}
    for channel, table in sorted(places):
        try:
            summary = await repository.face(channel, table)
        except Refused as error:
            _log.warning("table %s is left alone: %s", table, error)
            continue
        if summary is not None:
            await store.open_tables.add(summary.about.guild, channel, table)
            await store.open_tables.list_with_channel(summary.about.guild, channel, table)
    await _pack_later(store, time.time())
    await store.open_tables.all_taken_over()


async def _pack_later(store: Store, now: float) -> None:
    """Every table is looked at, one after the other, and packed if it is over."""
    whole = enumerate(await store.all_tables())
    for some in batches(whole, _TOGETHER):
        looks = (store.due.set(PACKING, place(*each), now + number * _APART) for number, each in some)
        await asyncio.gather(*looks)

"""Opening the store: at the configured address, or the embedded one."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import AsyncIterator
from pathlib import Path

from bot.store import files
from bot.store.embedded import EmbeddedServer
from bot.store.errors import StoreError
from bot.store.inspection import evictions
from bot.store.store import Store

_log = logging.getLogger(__name__)


@contextlib.asynccontextmanager
async def kept_store(redis_url: str | None, data_dir: Path) -> AsyncIterator[Store]:
    """The store that `open_store` opens, for tools: a bot may be using it. Raises `StoreError` if there is none."""
    if redis_url is None:
        if not files.holds_data(data_dir):
            raise StoreError(f"There is no store in {data_dir.resolve()}. Set DATA_DIR or REDIS_URL as the bot has it.")
        if files.in_use(data_dir):
            redis_url = EmbeddedServer(data_dir).url
    store = await open_store(redis_url, data_dir)
    try:
        yield store
    finally:
        await store.close()


async def open_store(redis_url: str | None, data_dir: Path, limit: int = 0) -> Store:
    """The store at `redis_url`, or without one an embedded server in `data_dir`, which `close` then ends.

    `limit`: the memory limit in bytes of the embedded server, and the recommended one for a server without its own; 0:
    not configured. Must be called in the main thread. Raises `StoreError` if there is no store, or newer code wrote it.
    """
    if redis_url:
        store = await Store.connect(redis_url)
    else:
        server = EmbeddedServer(data_dir, limit)
        await server.start()
        try:
            store = await Store.connect(server.url, server.stop)
        except BaseException:
            await server.stop()
            raise
    if limit:
        store.room.limit = limit
    try:
        await store.check_version()
        for policy in await evictions(redis_url) if redis_url else ():
            _log.error(
                "The store throws data away when its memory is full, tables that are being played too "
                "(maxmemory-policy %s). Set maxmemory-policy noeviction on the server.",
                policy,
            )
    except BaseException:
        await store.close()
        raise
    return store

"""Which store the bot uses: the one it is told, or its own."""

from __future__ import annotations

from pathlib import Path

from bot.store.embedded import EmbeddedServer
from bot.store.store import Store


async def open_store(redis_url: str | None, data_dir: Path) -> Store:
    """The store at `redis_url`, or without one an embedded server in `data_dir`, which `close` then ends.

    Must be called in the main thread. Raises `StoreError` if there is no store to be had, or newer code wrote it.
    """
    if redis_url:
        store = await Store.connect(redis_url)
    else:
        server = EmbeddedServer(data_dir)
        await server.start()
        try:
            store = await Store.connect(server.url, server.stop)
        except BaseException:
            await server.stop()
            raise
    try:
        await store.check_version()
    except BaseException:
        await store.close()
        raise
    return store

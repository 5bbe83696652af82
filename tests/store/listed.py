"""Which tables a store lists as not over."""

from __future__ import annotations

from bot.store import Store


async def open_places(store: Store) -> list[tuple[int, str]]:
    """Channel and id of those that are listed with their servers."""
    return sorted((each.channel, each.table) for each in await store.open_tables.of_servers())

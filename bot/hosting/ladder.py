"""`python -m bot ladder rebuild SERVER` and `python -m bot ladder verify SERVER`."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from bot.settings import Settings
from bot.store import Store, StoreError, kept_store
from bot.tables.preferences import Preferences
from bot.tables.recounting import Rebuilt, Verified, rebuild, verify

_SHOWN = 20
"""Differences listed individually."""


def ladder(settings: Settings, what: str, guild: int) -> int:
    """Recount all finished games of a server, or verify what is shown against a recount; returns the exit code."""
    work = _rebuilt(settings, guild) if what == "rebuild" else _verified(settings, guild)
    try:
        return asyncio.run(work)
    except (StoreError, msgspec.MsgspecError) as error:
        print(f"The ladder was left as it is. {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("The ladder was left as it is. It was stopped.", file=sys.stderr)
        return 1


async def _rebuilt(settings: Settings, guild: int) -> int:
    done: Rebuilt = await _with_store(settings, lambda store: rebuild(store, Preferences(store), guild))
    print(f"Rebuilt: {done.entries} entries of the list of server {guild} are counted.")
    return 0


async def _verified(settings: Settings, guild: int) -> int:
    found: Verified = await _with_store(settings, lambda store: verify(store, Preferences(store), guild))
    if not found.differences:
        print(f"The ladder of server {guild} is what its list gives: {found.entries} entries.")
        return 0
    print(f"The ladder of server {guild} is not what its {found.entries} entries give. These differ:")
    for name in found.differences[:_SHOWN]:
        print(f"  {name}")
    if (more := len(found.differences) - _SHOWN) > 0:
        print(f"  … and {more} more")
    print(f"Count it anew with: python -m bot ladder rebuild {guild}")
    return 1


async def _with_store(settings: Settings, work: Callable[[Store], Awaitable[Any]]) -> Any:
    async with kept_store(settings.redis_url, settings.data_dir) as store:
        return await work(store)

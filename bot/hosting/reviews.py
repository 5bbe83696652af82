"""`python -m bot reviews` and `python -m bot reviews cancel ID…|--all`: requested reviews."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from datetime import UTC, datetime

import msgspec
from msgspec import Struct

from bot.settings import Settings
from bot.store import Store, StoreError, kept_store
from bot.tables.review_requests import Request


class Asked(Struct, frozen=True):
    """A request, how many of its games are reviewed, and whether it is cancelled without its requester having been
    told.
    """

    request: Request
    done: int
    cancelled: bool


def reviews(settings: Settings, names: Sequence[str] | None = None, *, everything: bool = False) -> int:
    """List all requests; or cancel those of these names, or `everything`. Returns the exit code.

    A running bot ends them within seconds and tells the requesters; otherwise the next start does.
    """
    try:
        if names is None and not everything:
            return asyncio.run(_show(settings))
        return asyncio.run(_cancel(settings, list(names or ()), everything=everything))
    except StoreError as error:
        print(f"The reviews were left as they are. {error}", file=sys.stderr)
        return 1


async def _show(settings: Settings) -> int:
    async with kept_store(settings.redis_url, settings.data_dir) as store:
        found = await _asked(store)
    for each in found:
        print(_line(each))
    print(f"{len(found)} asked for." if found else "Nothing is asked for.")
    return 0


async def _cancel(settings: Settings, names: list[str], *, everything: bool) -> int:
    async with kept_store(settings.redis_url, settings.data_dir) as store:
        there = {each.request.name for each in await _asked(store) if not each.cancelled}
        wanted = sorted(there) if everything else names
        await store.reviews.cancel([name for name in wanted if name in there])
    unknown = [name for name in wanted if name not in there]
    for name in unknown:
        print(f"Nothing is asked for under {name}.", file=sys.stderr)
    print(f"{len(wanted) - len(unknown)} cancelled. The bot ends them within seconds, or when it starts.")
    return 1 if unknown else 0


async def _asked(store: Store) -> list[Asked]:
    """All requests that this version can read, the oldest first."""
    cancelled = await store.reviews.cancelled()
    found: list[Asked] = []
    for data in (await store.reviews.asked()).values():
        try:
            request = msgspec.json.decode(data, type=Request)
        except msgspec.MsgspecError:  # written by a newer bot
            continue
        kept = await store.reviews.kept(request.channel, request.table, request.games)
        found.append(Asked(request, sum(each is not None for each in kept), request.name in cancelled))
    return sorted(found, key=lambda each: (each.request.at, each.request.name))


def _line(each: Asked) -> str:
    request = each.request
    decisions = f"{request.total} decisions" if request.decisions else "decisions not counted"
    since = datetime.fromtimestamp(request.at, UTC)
    words = (
        f"{request.name}  server {request.guild}, person {request.user}: table {request.table}, {each.done} of "
        f"{len(request.games)} games reviewed, {decisions}, since {since:%Y-%m-%d %H:%M} UTC"
    )
    return f"{words}, cancelled" if each.cancelled else words

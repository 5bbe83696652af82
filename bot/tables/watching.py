"""Whom the ratings of a season come from, worked out from a server's list: read here, folded in a worker process."""

from __future__ import annotations

from collections.abc import Sequence

from bot.ladder.facts import read_fact
from bot.ladder.watch import Gain, Watch
from bot.store import Entered, Store
from bot.tables.counting import CountingRules
from bot.worker_pool import WorkerPool


async def gains_of(store: Store, pool: WorkerPool, guild: int, way: CountingRules, season: str) -> tuple[Gain, ...]:
    """Who has gained much in a season, without the games that were struck, as `Watch.gains`.

    Raises `WorkerFailed`, or `msgspec.MsgspecError` for a list that a newer bot has written.
    """
    entries = [
        (entry.says, entry.who)
        async for page in store.ladder.pages(guild)
        for entry in page
        if isinstance(entry, Entered) and entry.number not in way.struck
    ]
    return await pool.run(watched, way, season, entries, key=("watch", guild, way.name, season, len(entries)))


def watched(way: CountingRules, season: str, entries: Sequence[tuple[bytes, tuple[int, ...]]]) -> tuple[Gain, ...]:
    """The same of games as they stand in the list, each with the numbers of those who played it."""
    watch = Watch(season)
    for says, who in entries:
        fact = read_fact(says)
        watch.enter(fact, who, way.season(fact.ended_at))
    return watch.gains()

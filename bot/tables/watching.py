"""Rating watch of a server's season: the list is read here, and folded in a worker process."""

from __future__ import annotations

from collections.abc import Sequence

from bot.ladder.facts import read_fact
from bot.ladder.watch import Gain, Watch
from bot.store import Entered, Store
from bot.tables.counting import CountingRules
from bot.worker_pool import WorkerPool


async def gains_of(store: Store, pool: WorkerPool, guild: int, rules: CountingRules, season: str) -> tuple[Gain, ...]:
    """Large gains in a season, without struck games, as `Watch.gains`.

    Raises `WorkerFailed`, or `msgspec.MsgspecError` for a list of a newer bot.
    """
    entries = [
        (entry.says, entry.who)
        async for page in store.ladder.pages(guild)
        for entry in page
        if isinstance(entry, Entered) and entry.number not in rules.struck
    ]
    return await pool.run(watched, rules, season, entries, key=("watch", guild, rules.name, season, len(entries)))


def watched(rules: CountingRules, season: str, entries: Sequence[tuple[bytes, tuple[int, ...]]]) -> tuple[Gain, ...]:
    """The same for entries of the list, each with the numbers of its players."""
    watch = Watch(season)
    for says, who in entries:
        fact = read_fact(says)
        if fact.counts:
            watch.enter(fact, who, rules.season(fact.ended_at))
    return watch.gains()

"""What a process that starts takes up of a store with many open tables, and what a server or channel that goes costs.

The embedded server holds open matches of many servers, and the process is one of four by shard. It takes up its tables,
of which nothing is owed, and catches up with whom they wait for; then the tables of one server and of one channel are
read, as after a removal and a deletion. Printed are the seconds, and how many tables were read; before the lists were
kept by server, a start, a removal and a deletion read them all. The bar: a start takes 10 s.
Run: `python -m tests.bench.start [TABLES [SERVERS]]`.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from bot.backgammon import Rules
from bot.store import Hold, Store, open_store
from bot.tables.table import Person, Screen, Table, to_fields
from tests.tables.lifecycle import Place, TablesLifecycle, lifecycle
from tests.tables.tables import Tables

TABLES, SERVERS, PROCESSES, BAR = 20_000, 4_000, 4, 10.0
_TOGETHER = 30
_FIRST = 10**17


def guild_of(number: int) -> int:
    """A server of the shard `number` modulo `PROCESSES`."""
    return (_FIRST + number) << 22


def mine(guild: int) -> bool:
    """Whether the first of the processes serves a server."""
    return (guild >> 22) % PROCESSES == _FIRST % PROCESSES


async def furnish(tables: Tables, count: int, servers: int) -> None:
    """Open matches, each in a channel of its own, that have been shown."""
    made = await tables.challenges.make(1, 1, Person(1, "Ann"), Person(2, "Bob"), Rules(length=5), tables.receipt())
    begun = (await tables.challenges.accept(1, made.id, Person(2, "Bob"), tables.receipt())).table
    log = await tables.store.log(1, made.id)

    async def one(number: int) -> None:
        guild, channel, id = guild_of(number % servers), 10**6 + number, f"t{number}"
        about = replace(begun.about, guild=guild, channel=channel, id=id)
        seats = tuple(Person(100 + 2 * number + each, f"Guest {each}") for each in (0, 1))
        screen = Screen(message=1, shown=1, base=0)
        table: Table = replace(begun, about=about, people=replace(begun.people, seats=seats), version=1, screen=screen)
        await tables.store.open_tables.add(guild, channel, id)
        fields = to_fields(table) | {"screen": msgspec.json.encode(screen)}
        await tables.store.save(channel, id, 0, fields, log, hold=Hold.TAKE, listed=b"%d" % guild)
        await tables.store.register(id, channel, [seat.user for seat in seats], about.made_at)

    for first in range(0, count, _TOGETHER):
        await asyncio.gather(*map(one, range(first, min(count, first + _TOGETHER))))
    await tables.repository.finished(1, 1, made.id)


class Shown(Place):
    """Where nothing is owed."""

    async def show(self, table: Table, answer: str | None = None, anew: bool = False) -> str | None:
        assert not table.unshown
        return None


class Reads:
    """Counts the tables that a store is asked for."""

    def __init__(self, store: Store) -> None:
        self.names, self._load = set[str](), store.load
        store.load = self._noted  # type: ignore[method-assign]

    async def _noted(self, owner: int, id: str, fields: Any = ()) -> Any:
        self.names.add(id)
        return await self._load(owner, id, fields)


async def started(tables: Tables, serve: TablesLifecycle) -> None:
    """A process takes up its tables, as the bot does when it is ready."""
    async for table in serve.unfinished(mine):
        await serve.take_up(table)


async def _timed(work: Callable[[], Any], reads: Reads, name: str, of: int) -> float:
    reads.names.clear()
    begun, used = time.perf_counter(), time.process_time()
    await work()
    took, used = time.perf_counter() - begun, time.process_time() - used
    print(f"  {name:28}{took:8.2f} s, {used:6.2f} s of it the process's; {len(reads.names)} of {of} tables read")
    return took


async def _measure(count: int, servers: int, folder: Path) -> float:
    store = await open_store(None, folder)
    try:
        tables = Tables(client=store._connection._client)  # type: ignore[arg-type]
        await furnish(tables, count, servers)
        print(f"{count} open tables of {servers} servers, one of {PROCESSES} processes starts")
        again = Tables(client=store._connection._client)  # type: ignore[arg-type]
        reads, serve = Reads(again.store), lifecycle(again, Shown(again))

        async def all_of(found: Any) -> list[Table]:
            return [table async for table in found]

        took = await _timed(lambda: started(again, serve), reads, "taking up its tables", count)
        carrier = again.repository.carrier
        took += await _timed(lambda: carrier.catch_up(mine), reads, "whom its tables wait for", count)
        await _timed(lambda: all_of(serve.in_server(guild_of(0))), reads, "a server that is left", count)
        await _timed(lambda: all_of(serve.in_channel(10**6)), reads, "a channel that is deleted", count)
        everything = await _timed(lambda: all_of(serve.unfinished()), reads, "all tables, as it was before", count)
        print(f"  before, a removal or a deletion took these {everything:.2f} s, and a start read as much")
        return took
    finally:
        await store.close()


def main(count: int = TABLES, servers: int = SERVERS) -> bool:
    """Whether a process starts in time."""
    with tempfile.TemporaryDirectory() as folder:
        took = asyncio.run(_measure(count, servers, Path(folder)))
    met = took <= BAR
    print(f"a start within {BAR:.0f} s: {took:.2f} s, {'met' if met else 'missed'}")
    return met


if __name__ == "__main__":
    numbers = [int(each) for each in sys.argv[1:]]
    sys.exit(not main(*numbers))

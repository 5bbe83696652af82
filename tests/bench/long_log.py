"""How long the event loop is held while a table with a very long log is read, folded, backed up, restored and packed.

A money session on an embedded server, one game of it over, then 200,000 entries. Beside each piece of work a task
ticks; the longest time between two of its ticks is what the loop was held, by the clock, and as processor time, which
is the same on a machine that has nothing else to do. A backup and a restore are a process of their own; there it is the
bot's loop that ticks, beside the same server.
Run: `python -m tests.bench.long_log [ENTRIES]`.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from unittest import mock

from bot.backgammon import log
from bot.store import EmbeddedServer, Store, open_store
from bot.tables.repository import TableRepository
from bot.tables.table import Person, Table
from bot.worker_pool import WorkerPool
from tests.long_tables import Room

ENTRIES, BAR = 200_000, 0.050
_TICK = 0.001


async def ticking(work: Callable[[], Awaitable[object]], name: str) -> float:
    """Do something; how long the loop worked at a time meanwhile. What was measured is printed."""
    held, worked = [0.0], [0.0]

    async def tick() -> None:
        while True:
            before, done = time.perf_counter(), time.thread_time()
            await asyncio.sleep(_TICK)
            held.append(time.perf_counter() - before - _TICK)
            worked.append(time.thread_time() - done)

    ticker = asyncio.create_task(tick())
    await asyncio.sleep(0)
    begun = time.perf_counter()
    await work()
    seconds = time.perf_counter() - begun
    await asyncio.sleep(2 * _TICK)
    ticker.cancel()
    print(f"{name:34}{seconds:7.2f} s, the loop held {1000 * max(held):5.1f} ms, working {1000 * max(worked):5.1f} ms")
    return max(worked)


async def command(*words: str, data: Path) -> None:
    """`python -m bot …`"""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", *words), env=os.environ | {"DATA_DIR": str(data), "DISCORD_TOKEN": ""}
    )
    assert await process.wait() == 0


async def refolded(store: Store, pool: WorkerPool, table: Table) -> None:
    """Load a table whose snapshot is of another schema."""
    with mock.patch.object(log, "SCHEMA", log.SCHEMA + 1):
        assert await TableRepository(store, fold=pool.run).load(table.channel, table.id) == table


async def measure(entries: int, folder: Path) -> float:
    """The longest time the loop was held."""
    data, fresh, file = folder / "data", folder / "fresh", folder / "file"
    store, workers = await open_store(None, data), WorkerPool(1)
    try:
        table = await Room(store, 1, 2, (Person(11, "Ann"), Person(12, "Bob"))).match(entries)
        whole = await store.log(table.channel, table.id)
        print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}; {len(whole)} entries in the log")
        held = [
            await ticking(lambda: asyncio.sleep(1), "nothing"),
            await ticking(lambda: store.log(table.channel, table.id), "the log is read"),
            await ticking(lambda: refolded(store, workers, table), "an older snapshot is folded anew"),
            await ticking(lambda: command("backup", str(file), data=data), "backup"),
        ]
        held.append(await ticking(lambda: command("restore", str(file), data=fresh), "restore"))
        async with EmbeddedServer(fresh) as server:
            other = await Store.connect(server.url)
            assert await other.log(table.channel, table.id) == whole, "the same bytes"
            await other.close()
        held += [
            await ticking(lambda: store.pack(table.channel, table.id, 0), "the table is packed"),
            await ticking(lambda: store.log(table.channel, table.id), "the packed log is read"),
            await ticking(lambda: store.unpack(table.channel, table.id), "the table is unpacked"),
        ]
        assert await store.log(table.channel, table.id) == whole, "the same bytes"
        return max(held[1:])
    finally:
        await workers.close()
        await store.close()


def main(entries: int = ENTRIES) -> None:
    """Print what was measured."""
    with tempfile.TemporaryDirectory() as folder:
        held = asyncio.run(measure(entries, Path(folder)))
    print(f"longest {1000 * held:.1f} ms of work, bar {1000 * BAR:.0f} ms: {'met' if held <= BAR else 'MISSED'}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))

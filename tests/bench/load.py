"""How many tables the bot can serve at once, over real sockets: two people at each, who press at every beat.

Discord and its people are a process beside the bot, and so is the store, which writes each save to the disk. At a table
somebody presses **Roll** or types `/move` every so many seconds, or when the last press has been answered if that is
later. Of each it is measured when it is acknowledged, and when the new board is there for all. Discord's limits for
each channel are on. Its global limit, fifty requests a second with the bot's token, is off, but for one run: there the
bot paces itself, and no table is to wait for the others.

Then the bot is one process, or two that share a store, each with a shard, as `load_processes` says: two on the same
processors are not to do less than one, nor to need more for it.
All this runs on one machine: what Discord takes of it is shown beside.
Run: `python -m tests.bench.load [SECONDS [TABLES…]]`; some eight minutes.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.bench import load_processes
from tests.bench.load_town import GLOBAL, HEAD, PERIOD, Stage, running_town, slowest

TABLES, SECONDS = (20, 50, 100, 200, 400), 15.0
#: Boards a second, and milliseconds to the acknowledgement of all but one in a hundred.
GOAL, PROMPT = 100, 500
#: The part of the requests with Discord's global limit that the bot is to reach.
REACHED = 0.9


async def stages(tables: Sequence[int], seconds: float, folder: Path, *, limited: bool = False) -> list[Stage]:
    """What one process comes to with each number of tables."""
    found: list[Stage] = []
    async with running_town(1, folder, limited=limited) as town:
        for each in tables:
            await town.begin(each)
            found.append(await town.measured(seconds))
            print(found[-1].line(), flush=True)
    return found


def verdict(one: Sequence[Stage], limited: Stage) -> None:
    """Print what it comes to."""
    best = max((stage for stage in one if slowest(stage.acknowledged) < PROMPT), default=None, key=_rate)
    rate = best.boards if best else 0.0
    goal = _met(rate >= GOAL)
    print(f"boards a second with p99 of acknowledgements under {PROMPT} ms: {rate:.0f}, goal {GOAL}: {goal}")
    if len(one) > 1:
        grown = (one[-1].memory - one[0].memory) / (one[-1].tables - one[0].tables)
        print(f"memory a table: {grown / 1000:.0f} kB")
    taken = limited.with_token / limited.took
    refused = limited.answers["token 429"]
    print(
        f"with the global limit: {taken:.1f} of {GLOBAL} requests a second, {refused} refused, "
        f"goal {REACHED * GLOBAL:.0f}: {_met(taken >= REACHED * GLOBAL)}"
    )
    print(f"boards a table meanwhile: {min(limited.each)} to {max(limited.each)}: {_met(min(limited.each) > 0)}")


def _rate(stage: Stage) -> float:
    return stage.boards


def _met(good: bool) -> str:
    return "met" if good else "MISSED"


async def run(seconds: float, tables: Sequence[int]) -> None:
    """Measure, and print."""
    print(f"{os.cpu_count()} cores, {seconds:.0f} s each, a press every {PERIOD} s at each table")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        print(f"\n{HEAD}")
        found = await stages(tables, seconds, folder)
        print(f"\nwith the global limit\n{HEAD}")
        [limited] = await stages([min(100, tables[-1])], seconds, folder, limited=True)
        print(f"\none process or two, {load_processes.AMONG} tables\n{load_processes.head()}")
        rounds = await load_processes.compared(
            load_processes.AMONG, load_processes.SECONDS, load_processes.ROUNDS, folder
        )
    print()
    verdict(found, limited)
    load_processes.judged(rounds, _met)


def main(seconds: float = SECONDS, *tables: int) -> None:
    """Of so many seconds with each number of tables."""
    asyncio.run(run(seconds, tables or TABLES))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))

"""What a question to a worker elsewhere takes longer than one to this machine: `python -m tests.bench.workers [TURNS]`.

A server for the store and `python -m bot worker` run on this machine. A computer's turns are chosen by turns in a
process of this one and by the worker: a play of a beginner, and a cube at a glance. Prints the median and the slowest
tenth of both in milliseconds, of the same questions; exit 1 if the median of what the worker adds is beyond `BAR`.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from bot.backgammon import Position
from bot.engine.engine import PATIENCE
from bot.engine.questions import CubeGlance, PlayList
from bot.engine.remote import RemoteWorkers
from bot.engine.sources import LocalSource, Source, available
from bot.engine.thoughts import Stakes
from bot.store.questions import Kind, Questions
from tests.bench.computers import told
from tests.store.servers import Server

TURNS, BAR = 200, 50.0
"""How many turns are asked for each, and milliseconds."""

_START, _STAKES = Position.start().packed, Stakes()


async def _turn(source: Source, number: int) -> float:
    """Milliseconds of a turn."""
    begun = time.perf_counter()
    await source.ask(CubeGlance(_START, _STAKES))
    await source.ask(PlayList(_START, (number % 6 + 1, number // 6 % 6 + 1), _STAKES, 1))
    return 1000 * (time.perf_counter() - begun)


async def _measure(url: str, turns: int) -> tuple[Sequence[float], Sequence[float]]:
    """Milliseconds of the same turns by this machine, and by a worker."""
    remote, local = RemoteWorkers(Questions.at(url)), LocalSource(1, patience=PATIENCE)
    try:
        async with asyncio.timeout(120):
            while not remote.processes:
                await remote.look()
                await asyncio.sleep(0.1)
        elsewhere = remote.source(Kind.LIVE, PATIENCE)
        for source in (local, elsewhere):
            await _turn(source, 0)  # loads the engine
        taken = [(await _turn(local, each), await _turn(elsewhere, each)) for each in range(turns)]
    finally:
        await local.close()
        await remote.close()
    return [here for here, _ in taken], [there for _, there in taken]


def main(turns: int = TURNS) -> bool:
    """Whether a worker elsewhere is quick enough."""
    if not available():
        print("no engine on this machine: too few turns")
        return True
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder) / "store") as server:
        environ = {**os.environ, "REDIS_URL": server.url, "LOG_LEVEL": "ERROR"}
        worker = subprocess.Popen((sys.executable, "-m", "bot", "worker", "--processes", "1"), env=environ)
        try:
            here, there = asyncio.run(_measure(server.url, turns))
        finally:
            worker.terminate()
            worker.wait()
    added = statistics.median(after - before for before, after in zip(here, there, strict=True))
    print(told("this machine's process", here))
    print(told("a worker elsewhere", there))
    met = added <= BAR
    print(f"it adds {added:.1f} ms to a turn of two questions, bar of {BAR:.0f} ms {'met' if met else 'MISSED'}")
    return met


if __name__ == "__main__":
    sys.exit(not main(*map(int, sys.argv[1:])))

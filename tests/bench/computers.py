"""What ten computers that think at once cost another table: `python -m tests.bench.computers [TURNS]`.

Turns at a table between two people, through a simulated Discord: first while nobody thinks, then while ten others are
thought about without a pause, by the engine itself. Prints the median and the slowest tenth of both in milliseconds,
and the memory of the workers and of all with the rest; exit 1 if the median turn is more than `BAR` slower, or memory
is beyond its bars.
"""

from __future__ import annotations

import asyncio
import os
import random
import statistics
import sys
import time
from contextlib import suppress
from pathlib import Path

from bot.backgammon import Phase, Position
from bot.engine.engine import Engine
from bot.engine.thoughts import Level, Stakes
from tests.play.bot import OneBot, one_bot

TURNS, THINKERS, BAR = 30, 10, 20.0
"""How many turns are timed, how many computers think meanwhile, and milliseconds."""

WORKER, ALL = 250, 700
"""Megabytes at most: of each worker, and with the process in which the bot runs."""


async def thinking(engine: Engine, seed: int) -> None:
    """A computer that is asked again and again."""
    rolls = random.Random(seed)
    while True:
        dice = rolls.randint(1, 6), rolls.randint(1, 6)
        await engine.choice(Position.start(), dice, Stakes(), Level.WORLD_CLASS, seed)


async def turns(bot: OneBot, number: int) -> list[float]:
    """Milliseconds that so many turns take."""
    taken: list[float] = []
    while len(taken) < number:
        if (await bot.match()).game.phase is Phase.OVER:
            await bot.slash("Ann", "next")
            await bot.slash("Bob", "next")
        begun = time.perf_counter()
        await bot.turn()
        taken.append((time.perf_counter() - begun) * 1000)
    return taken


def told(name: str, taken: list[float]) -> str:
    """A row."""
    return f"{name}: median {statistics.median(taken):.0f} ms, slowest tenth {sorted(taken)[-len(taken) // 10]:.0f} ms"


async def main(number: int) -> int:
    """1 if thinking is felt."""
    engine = Engine(2, patience=600.0)
    if not engine.available:
        print("no engine on this machine: too few computers think")
        return 0
    async with one_bot() as bot:
        await bot.play()
        await turns(bot, 5)
        alone = await turns(bot, number)
        await engine.choice(Position.start(), (3, 1), Stakes(), Level.WORLD_CLASS, 0)
        tasks = [asyncio.create_task(thinking(engine, seed)) for seed in range(THINKERS)]
        beside = await turns(bot, number)
        workers = [worker.pid for worker in engine._sources._local._pool._workers]
        memory, own = [_megabytes(pid) for pid in workers], _megabytes(os.getpid())
        for task in tasks:
            task.cancel()
        for task in tasks:
            with suppress(asyncio.CancelledError):
                await task
    await engine.close()
    slower = statistics.median(beside) - statistics.median(alone)
    print(told("nobody thinks", alone))
    print(told(f"{THINKERS} computers think", beside))
    fast, small = slower <= BAR, max(memory) <= WORKER and sum(memory) + own <= ALL
    print(f"{slower:+.0f} ms, bar of {BAR:.0f} ms {_verdict(fast)}")
    print(
        f"workers {', '.join(f'{each} MB' for each in memory)}, with the bot {sum(memory) + own} MB, "
        f"bars of {WORKER} MB and {ALL} MB {_verdict(small)}"
    )
    return int(not fast or not small)


def _verdict(met: bool) -> str:
    return "met" if met else "missed"


def _megabytes(pid: int) -> int:
    """The memory that a process has in use."""
    status = Path(f"/proc/{pid}/status").read_text()
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")) // 1024


if __name__ == "__main__":
    sys.exit(asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else TURNS)))

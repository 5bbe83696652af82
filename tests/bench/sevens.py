"""How long a match to 7 points takes to be analysed: `python -m tests.bench.sevens [FILE]`.

Through the queue and its workers, as for whoever has asked. Prints decisions, seconds and what the workers have had of
the processors; exit 1 if it takes longer than `BAR`.
"""

from __future__ import annotations

import asyncio
import resource
import sys
import time
from pathlib import Path

from tests.bench.analyses import MATCHES, ask, at_work
from tests.play.bot import OneBot, one_bot

BAR = 60.0
"""Seconds on two cores."""


async def decisions(bot: OneBot) -> int:
    """How many are reviewed in all, of the one match that is asked for."""
    reviewing, all_of_them = bot.services.reviewing, 0
    while reviewing.requests:
        all_of_them = max(all_of_them, reviewing.progress("1").all)
        await asyncio.sleep(0.05)
    return all_of_them


async def main(file: Path, *, real: bool = True) -> int:
    """1 if it takes too long."""
    async with one_bot() as bot, at_work(bot, real=real) as there:
        if not there:
            print("no engine on this machine: too few analyses")
            return 0
        begun = time.perf_counter()
        await ask(bot, 1, file)
        made = await decisions(bot)
        seconds = time.perf_counter() - begun
        await bot.services.reviewing.idle()
        left = await bot.services.store.reviews.asked()
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    met = seconds <= BAR and not left
    print(f"{file.name}: {made} questions to the engine, {used.ru_utime + used.ru_stime:.1f} s of processors")
    print(f"{seconds:.1f} s, bar of {BAR:.0f} s {'met' if met else 'MISSED'}")
    return int(not met)


if __name__ == "__main__":
    sys.exit(asyncio.run(main(Path(sys.argv[1]) if len(sys.argv) > 1 else MATCHES / "46.txt")))

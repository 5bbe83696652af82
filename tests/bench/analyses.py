"""What twenty analyses asked for at once cost another table: `python -m tests.bench.analyses [TURNS [ANALYSES]]`.

Turns at a table between two people, through a simulated Discord: while nothing is analysed, then while the engine works
off matches that others have asked for, then alone again, so that a machine that grows slower is not taken for it.
Prints the median and the slowest tenth of each in milliseconds; exit 1 if the median turn beside analyses is more than
`BAR` slower than alone, or the engine had nothing left to do.
"""

from __future__ import annotations

import asyncio
import secrets
import statistics
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.engine.reviewer import Reviewers
from bot.tables.heads_up.imports import keep, read_file
from bot.tables.kept_games import games_over
from bot.tables.review_requests import Request
from bot.worker_pool import WorkerPool
from tests.bench.computers import told, turns
from tests.play.bot import OneBot, one_bot

TURNS, ANALYSES, BAR = 30, 20, 20.0
"""How many turns are timed each time, how many people wait for an analysis meanwhile, and milliseconds."""

MATCHES = Path(__file__).parent.parent / "facts" / "match_files"


async def ask(bot: OneBot, user: int, file: Path) -> None:
    """Somebody wants a match of theirs analysed."""
    services = bot.services
    (match,) = read_file(file.read_bytes())[:1]
    (table,), _ = await keep(services.store, user, [match], secrets.token_bytes, time.time)
    assert table.state is not None
    games = tuple(range(1, games_over(table.state) + 1))
    request = Request(str(user), user, 1, table.channel, table.id, games, "en-US", 1, "x", 0, services.now())
    await services.reviewing.ask(request)


@asynccontextmanager
async def at_work(bot: OneBot, *, real: bool = True) -> AsyncIterator[bool]:
    """The engine itself looks back, in its workers, or one of the tests'; whether there is one."""
    reviewing, pool = bot.services.reviewing, WorkerPool(1)
    if real:
        reviewing.games.reviewer, reviewing.games.fold = Reviewers(), pool.run
    yield reviewing.games.reviewer.available
    await reviewing.rest()
    await pool.close()


async def worked(bot: OneBot) -> None:
    """Until the engine is loaded, and the first piece is done."""
    reviewing = bot.services.reviewing
    while (left := reviewing.requests) and not any(reviewing.progress(each.name).done for each in left):
        await asyncio.sleep(0.1)


async def main(number: int, analyses: int = ANALYSES, *, real: bool = True) -> int:
    """1 if analyses are felt."""
    async with one_bot() as bot:
        reviewing = bot.services.reviewing
        await bot.play()
        await turns(bot, 5)
        alone = await turns(bot, number)
        async with at_work(bot, real=real) as there:
            if not there:
                print("no engine on this machine: too few analyses")
                return 0
            for user in range(1, analyses + 1):
                await ask(bot, user, MATCHES / "04.txt")
            await worked(bot)
            beside = await turns(bot, number)
            left = len(reviewing.requests)
        again = await turns(bot, number)
    slower = statistics.median(beside) - statistics.median(alone + again)
    met = slower <= BAR and left > 0
    print(told("nothing is analysed", alone))
    print(told(f"{left} of {analyses} analyses are waited for", beside))
    print(told("nothing is analysed any more", again))
    print(f"{slower:+.0f} ms, bar of {BAR:.0f} ms {'met' if met else 'MISSED'}")
    return int(not met)


if __name__ == "__main__":
    sys.exit(asyncio.run(main(*map(int, sys.argv[1:] or [str(TURNS)]))))

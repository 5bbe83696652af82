"""How long it takes until all processes of a bot are ready that are started at once, each with a shard.

The simulated Discord lets one shard identify in five seconds, as Discord does with `max_concurrency` 1, and answers who
is early with an invalid session. The bots are processes of their own that share a store.
Run: `python -m tests.bench.identify [PROCESSES]`; a minute.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from pathlib import Path

from bot.identify import LIFE
from tests.discord_server import BotProcess, DiscordServer
from tests.process.bots import READY
from tests.store.servers import Server

PROCESSES = 8
#: Seconds until all are to be ready, seconds between two shards at Discord, and seconds that anything may take.
BAR, DISCORD = 50.0, 5.0
_LONG = 300.0


async def _ready(bot: BotProcess, begun: float) -> float:
    """Seconds until a process is ready."""
    await bot.start()
    await bot.says(READY, _LONG)
    return time.monotonic() - begun


async def measure(processes: int, folder: Path) -> tuple[list[float], int]:
    """Seconds until each is ready, in order, and the number of invalid sessions."""
    with Server(folder / "store") as server:
        async with DiscordServer(identify_seconds=DISCORD) as discord:
            env = {"REDIS_URL": server.url, "SHARD_COUNT": str(processes)}
            bots = [discord.bot_process(env | {"SHARD_IDS": str(each)}) for each in range(processes)]
            begun = time.monotonic()
            try:
                took = await asyncio.gather(*(_ready(bot, begun) for bot in bots))
            finally:
                await asyncio.gather(*(bot.terminate() for bot in bots if bot.running))
            return sorted(took), discord.gateway.too_early


async def main(processes: int = PROCESSES) -> bool:
    """Print what was measured, and whether it is good."""
    with tempfile.TemporaryDirectory() as folder:
        took, invalid = await measure(processes, Path(folder))
    print(f"ready after seconds: {', '.join(f'{each:.1f}' for each in took)}; a turn lasts {LIFE}")
    met = took[-1] <= BAR and not invalid
    print(f"the first started in {took[0]:.1f} s, the last was ready {took[-1] - took[0]:.1f} s later")
    print(f"all {processes} ready in {took[-1]:.1f} s, {invalid} invalid sessions, goal {BAR:.0f} s and 0: ", end="")
    print("met" if met else "missed")
    return met


if __name__ == "__main__":
    sys.exit(not asyncio.run(main(*map(int, sys.argv[1:]))))

"""What it costs a process that it hears of every message in its servers, which it does to see what lies below a board.

Our bot as a process of its own at a simulated Discord. People write, half of them below a board; the time of processors
that the bot takes for a message, beyond what it takes when nobody writes, says what fifty a second come to.
Run: `python -m tests.bench.messages [MESSAGES]`; half a minute.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from pathlib import Path

from tests.bench.load_town import Process
from tests.process.bots import READY, Bots, PlayedTable, running_bots

MESSAGES = 5000
#: Messages a second, and the part of a process that they may take.
A_SECOND, BAR = 50, 0.05
#: Seconds for which nobody writes.
QUIET = 5.0
_AT_ONCE = 50


async def _spent(bots: Bots, played: PlayedTable, messages: int, quiet: float) -> tuple[float, float]:
    """Seconds, and seconds of processors, until the bot has heard of so many messages: it answers who pressed then."""
    channels = played.channel, bots.guild.channel("talk")
    used, begun = Process(bots.process.pid), time.monotonic()
    before = used.seconds
    await asyncio.sleep(quiet)
    for number in range(messages):
        played.people[number % 2].say(channels[number // 2 % 2], f"message {number}")
        if number % _AT_ONCE == 0:
            await asyncio.sleep(0.01)
    done = await played.people[0].press(played.live, "More")
    assert not done.failed, done
    return time.monotonic() - begun, used.seconds - before


async def main(messages: int = MESSAGES, quiet: float = QUIET) -> bool:
    """Print what was measured, and whether it is little enough."""
    with tempfile.TemporaryDirectory() as folder:
        async with running_bots(Path(folder)) as bots:
            await bots.process.says(READY)
            played = bots.table()
            await played.begin(variant="hypergammon", cube=False)
            await _spent(bots, played, min(200, messages), 0.0)
            usual, idle = await _spent(bots, played, 0, quiet)
            took, busy = await _spent(bots, played, messages, 0.0)
    each = max(0.0, busy - idle * took / usual) / messages
    print(f"{messages} messages: {1000 * each:.3f} ms of a processor each, in {took:.1f} s")
    print(f"without: {100 * idle / usual:.2f} % of a process")
    part = each * A_SECOND
    print(f"{A_SECOND} messages a second: {100 * part:.2f} % of a process, goal under {100 * BAR:.0f} %: ", end="")
    print("met" if part < BAR else "missed")
    return part < BAR


if __name__ == "__main__":
    sys.exit(not asyncio.run(main(*map(int, sys.argv[1:]))))

"""How long from a press or command until its acknowledgement reaches Discord, whatever else is under way there.

Our bot as a process of its own at a simulated Discord, over real sockets. Each row is another trouble: answers of the
API 1.5 s late, the edit that takes the old board's buttons away hanging, failing or limited, three things done at one
instant. Run: `python -m tests.bench.acknowledge [TURNS]`.
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path

from tests.discord_server import DiscordServer, Interaction
from tests.process.bots import READY, Bots, PlayedTable, running_bots

TURNS = 10
BAR = 100
_LATE = 1.5
#: Without a picture, so it is none of a live board.
_OLD_BOARD = ("PATCH", r"/channels/\d+/messages/\d+$")

Trouble = Callable[[DiscordServer], AbstractContextManager[object]]


@contextmanager
def late(discord: DiscordServer) -> Iterator[None]:
    """Everything that the bot asks for takes long."""
    discord.latency = _LATE
    yield
    discord.latency = 0.0


@contextmanager
def failing(discord: DiscordServer, status: int) -> Iterator[None]:
    """No message can be edited by its channel."""
    fault = discord.fail_next(*_OLD_BOARD, status=status, times=1000, retry_after=5, files=False)
    yield
    fault.times = fault.hits


TROUBLES: dict[str, Trouble] = {
    "quiet": lambda discord: nullcontext(),
    "all answers 1.5 s late": late,
    "old board's edit hangs": lambda discord: discord.holding(*_OLD_BOARD, files=False),
    "old board's edit fails": lambda discord: failing(discord, 500),
    "old board's edit limited": lambda discord: failing(discord, 429),
}


async def turn(played: PlayedTable, at_once: bool) -> list[Interaction]:
    """Whoever is asked plays, by command; `at_once`, others look at the board at the same moment."""
    who, board, before = played.asked(), played.live, played.version
    doings = [who.slash(played.channel, "move", play=played.plays[0])]
    doings += [person.press(board, "More") for person in played.people] if at_once else []
    done = list(await asyncio.gather(*doings))
    await played.until(lambda: played.version > before and played.labels, 60)
    return done


def acknowledged(discord: DiscordServer, done: Interaction) -> float:
    """Milliseconds from the event to the first try of its answer, whenever that is looked at."""
    (first, *_) = discord.calls("POST", f"/interactions/{done.id}/")
    return (first.at - done.sent) * 1000


async def times(bots: Bots, trouble: Trouble, turns: int, *, at_once: bool = False) -> list[float]:
    """Of so many turns at one table."""
    found: list[float] = []
    played = bots.table()
    await played.begin(variant="hypergammon", cube=False)
    with trouble(bots.discord):
        while turns and played.labels == ["Move"]:
            found += [acknowledged(bots.discord, done) for done in await turn(played, at_once)]
            turns -= 1
    return found


async def main(turns: int = TURNS) -> None:
    """Print what was measured in so many turns of each kind."""
    rows: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as directory:
        async with running_bots(Path(directory)) as bots:
            await bots.process.says(READY)
            await times(bots, TROUBLES["quiet"], 2)  # pictures' first layers are made now
            for name, trouble in TROUBLES.items():
                rows[name] = await times(bots, trouble, turns)
            rows["three at once"] = await times(bots, TROUBLES["quiet"], turns, at_once=True)
            rows["three at once, 1.5 s late"] = await times(bots, late, max(1, turns // 3), at_once=True)
    print(f"{'':28}{'answers':>8}{'median ms':>12}{'slowest':>12}")
    for name, found in rows.items():
        print(f"{name:28}{len(found):8}{statistics.median(found):12.1f}{max(found):12.1f}")
    worst = max(max(found) for found in rows.values())
    print(f"acknowledged within {BAR} ms: {'met' if worst <= BAR else 'missed'}")


if __name__ == "__main__":
    asyncio.run(main(*map(int, sys.argv[1:])))

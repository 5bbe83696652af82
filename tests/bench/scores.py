"""How long `/scores` takes in the workers of the engine: `python -m tests.bench.scores [POSITIONS]`.

Tables of 49 scores and money for a race, a holding game, a blitz, a back game and the beginning, one after the other,
each for the first time. Prints the seconds of each and the longest pause between two reports of progress; exit 1 if one
takes longer than `BAR`.
"""

from __future__ import annotations

import asyncio
import sys
import time

from bot.backgammon.typed_position import parse_situation
from bot.engine.engine import Engine, available
from bot.engine.evaluator import Evaluator
from bot.tables.advice import decision_in
from bot.tables.cube_scores import ScoreTables, asked_of
from tests.play.thinking import FakeEngine

BAR = 20.0

POSITIONS = {
    "race": "XGID=---BBBBBA---a-A--bbbbb-a--:0:0:1:00:0:0:0:0:10",
    "holding game": "XGID=-a--BBCBB---dD---cbbb-----:0:0:1:00:0:0:0:0:10",
    "blitz": "XGID=bB-BBBB-B---eA---c-d----A-:0:0:1:00:0:0:0:0:10",
    "back game": "XGID=---BBBBA----cB---ccbb-BBa-:0:0:1:00:0:0:0:0:10",
    "beginning": "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10",
}


async def measured(thinker: Evaluator, name: str) -> bool:
    """Print what one position takes; whether it is within the bar."""
    begun = last = time.monotonic()
    longest = 0.0

    async def told(done: int, count: int) -> None:
        nonlocal last, longest
        longest, last = max(longest, time.monotonic() - last), time.monotonic()

    await ScoreTables().of(thinker, asked_of(decision_in(parse_situation(POSITIONS[name]).xgid)), told)
    took = time.monotonic() - begun
    verdict = "met" if took <= BAR else "missed"
    print(f"{name:<14}{took:>7.1f} s, at most {BAR:g}: {verdict}; longest without progress {longest:.1f} s")
    return took <= BAR


async def main(count: int = len(POSITIONS), *, real: bool = True) -> bool:
    """Print the figures; return whether all are within the bar."""
    if real and not available():
        print("there is no engine for this machine")
        return True
    engine = Engine() if real else FakeEngine()
    met = True
    for name in list(POSITIONS)[:count]:
        met &= await measured(engine, name)
    if isinstance(engine, Engine):
        await engine.close()
    return met


if __name__ == "__main__":
    sys.exit(not asyncio.run(main(*map(int, sys.argv[1:2]))))

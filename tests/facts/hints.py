"""Lists of hints against GNU Backgammon's at two plies: `python -m tests.facts.hints FILE [POSITIONS]`.

The file is that of `tests.facts.evaluations`; of it the first positions are taken in which GNU Backgammon has looked at
two plays or more. The engine is asked as for whoever asks for a hint, in its worker. Exit 1 if a list is of more than
one depth, or if what stands first loses too much on average.
"""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path

from bot.backgammon import Position, Side
from bot.engine.engine import Engine
from bot.tables.advice import Decision, hint
from tests.facts.evaluations import known, lost, stakes

POSITIONS, MEAN = 50, 0.002
"""How many lists there are, and what the first play of one may lose on average."""


async def main(path: Path, positions: int) -> int:
    """1 if hints are beyond a bar."""
    cases = [case for case in map(json.loads, path.read_text().splitlines()) if len(known(case)) > 1][:positions]
    engine, depths, losses = Engine(1), list[set[int]](), list[float]()
    for case in cases:
        position, dice = Position.from_id(case["id"]), (case["dice"][0], case["dice"][1])
        plays = (await hint(engine, Decision(position, Side.WHITE, stakes(case["match"]), dice))).plays
        depths.append({each.plies for each in plays})
        losses.append(lost(case, plays[0].packed))
    await engine.close()
    mixed, three = sum(len(each) > 1 for each in depths), sum(each == {3} for each in depths)
    mean = sum(losses) / len(losses)
    print(
        f"{len(cases)} lists: {mixed} of mixed depth, {three} of 3-ply; "
        f"the first loses {mean:.4f} on average, {max(losses):.3f} at most"
    )
    return int(mixed > 0 or mean > MEAN)


if __name__ == "__main__":
    sys.exit(asyncio.run(main(Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else POSITIONS)))

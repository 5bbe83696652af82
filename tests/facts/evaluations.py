"""The engine against GNU Backgammon's evaluations at two plies: `python -m tests.facts.evaluations FILE`.

A line of the file is a position with what it is played for, what GNU Backgammon makes of its cube (`ply2`) and, with
dice, of its plays (`best`). The last line printed says how many positions there were, what the plays chosen at world
class lose on average and at most, how many cube verdicts give away more than 0.01, and the most that one gives away.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from bot.backgammon import Position
from bot.engine import sage
from bot.engine.thoughts import Owner, Stakes

MEAN, WRONG, WORST = 0.0012, 0.01, 0.05
"""At most: mean loss of a play, share of wrong verdicts, loss of a play or verdict."""

TOLERATED = 0.01
_NO_VERDICT = ("Unknown", "dead cube")
_OWNERS = {None: Owner.NOBODY, "me": Owner.MOVER, "opp": Owner.OPPONENT}


class Verdict(NamedTuple):
    """What is lost by our play, and by our words about the cube; None where there are none."""

    play: float
    cube: float | None


def stakes(match: dict[str, Any]) -> Stakes:
    """What a position is played for."""
    length = match["length"]
    return Stakes(
        cube=match["cube"],
        owner=_OWNERS[match["owner"]],
        away=(length - match["score_me"], length - match["score_opp"]) if length else None,
        crawford=match["crawford"],
        jacoby=match["jacoby"] and not length,
        beavers=match["beavers"] and not length,
    )


def judged(case: dict[str, Any]) -> Verdict:
    """A line of the file."""
    position, game = Position.from_id(case["id"]), stakes(case["match"])
    return Verdict(play_loss(case, position, game), cube_loss(case, position, game))


def play_loss(case: dict[str, Any], position: Position, game: Stakes) -> float:
    """What the play chosen at world class gives away."""
    if len(known(case)) < 2:
        return 0.0
    return lost(case, sage.plays(position, (case["dice"][0], case["dice"][1]), game)[0].packed)


def known(case: dict[str, Any]) -> list[dict[str, Any]]:
    """The plays that GNU Backgammon has looked at with two plies, the best first."""
    return [entry for entry in case["best"] if entry["plies"] == 2]


def lost(case: dict[str, Any], packed: int) -> float:
    """What a play gives away among these; one that is none of them loses as much as the last."""
    entries = known(case)
    after = {entry["result"]: entry["equity"] for entry in entries}
    return entries[0]["equity"] - after.get(Position(packed).id, entries[-1]["equity"])


def cube_loss(case: dict[str, Any], position: Position, game: Stakes) -> float | None:
    """What the worse of our two verdicts, to double and to take, gives away."""
    ply2 = case["ply2"]
    if not ply2 or any(word in ply2["decision"] for word in _NO_VERDICT):
        return None
    stays, taken, dropped = ply2["no_double"], ply2["double_take"], ply2["double_pass"]
    thought = sage.cube(position, game)
    ours = min(taken, dropped) if thought.double else stays
    answer = taken if thought.take else dropped
    return max(max(stays, min(taken, dropped)) - ours, answer - min(taken, dropped))


def verdicts(lines: Iterator[str]) -> Iterator[Verdict]:
    """Of all lines."""
    return (judged(json.loads(line)) for line in lines)


def main(path: str) -> int:
    """1 if the engine is beyond a bar."""
    with Path(path).open() as lines:
        found = list(verdicts(lines))
    mean, worst_play = sum(each.play for each in found) / len(found), max(each.play for each in found)
    cubes = [each.cube for each in found if each.cube is not None]
    wrong, worst = sum(loss > TOLERATED for loss in cubes), max(cubes, default=0.0)
    print(
        f"{len(found)} positions: mean loss {mean:.4f}, worst {worst_play:.3f}; "
        f"cube verdicts wrong {wrong} of {len(cubes)}, worst {worst:.3f}"
    )
    return int(mean > MEAN or wrong > WRONG * len(cubes) or max(worst, worst_play) > WORST)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))

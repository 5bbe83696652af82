"""Wrong uses of the cube in positions of facts: `python -m tests.facts.cube_mistakes EVALUATIONS FILE`.

Of each position what is not best and loses from 0.02 to 1, of doubling and of answering a double, as a verdict with GNU
Backgammon's equities and chances, and with the market losers of the bot's engine; a line each.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from bot.analysis.verdicts import DOUBLE, ERROR, ROLL, Kind, Verdict
from bot.backgammon import Position, Reply, Side
from bot.engine.market import market_losers
from bot.engine.thoughts import Chances, CubeThought
from tests.facts.evaluations import stakes

FILE = Path(__file__).parent / "cube_mistakes.jsonl"
_MOST = 1.0
_NO_CUBE = ("Unknown", "dead cube")


def mistakes(case: dict[str, Any]) -> Iterator[Verdict]:
    """The wrong uses of the cube in a position of the file."""
    said = case["ply2"]
    if not said or any(word in said["decision"] for word in _NO_CUBE):
        return
    thought = CubeThought(said["no_double"], said["double_take"], said["double_pass"], Chances(*said["probs"]), 2)
    stays, taken, dropped = thought.stays, thought.taken, thought.dropped
    turned, take = min(taken, dropped), taken < dropped
    double = turned > stays
    outcomes = ((ROLL, stays), (Reply.TAKE.value, taken), (Reply.DROP.value, dropped))
    answers = (Reply.DROP.value, Reply.TAKE.value) if take else (Reply.TAKE.value, Reply.DROP.value)
    uses = (
        (Kind.CUBE, *((ROLL, DOUBLE) if double else (DOUBLE, ROLL)), abs(turned - stays)),
        (Kind.ANSWER, *answers, abs(taken - dropped)),
    )
    for kind, chosen, best, lost in uses:
        if ERROR <= lost < _MOST:
            game = stakes(case["match"])
            yield Verdict(
                seat=int(kind is Kind.ANSWER),
                side=Side.WHITE,
                turn=1,
                kind=kind,
                position=case["id"],
                stakes=game,
                chosen=chosen,
                best=best,
                after=thought.chances,
                after_best=thought.chances,
                error=round(lost, 6),
                counted=True,
                outcomes=outcomes,
                plies=2,
                market=market_losers(Position.from_id(case["id"]), game) if kind is Kind.CUBE else None,
            )


def read() -> list[Verdict]:
    return [msgspec.json.decode(line, type=Verdict) for line in FILE.read_bytes().splitlines()]


def main(evaluations: str, file: str) -> None:
    cases = map(json.loads, Path(evaluations).read_text().splitlines())
    found = [verdict for case in cases for verdict in mistakes(case)]
    Path(file).write_bytes(b"".join(msgspec.json.encode(each) + b"\n" for each in found))
    print(f"{len(found)} verdicts")


if __name__ == "__main__":
    main(*sys.argv[1:])

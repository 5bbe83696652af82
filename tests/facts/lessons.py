"""What the answers of lessons lose, by the engine at three plies: `python -m tests.facts.lessons [--check]`.

Writes `bot/lessons/losses.json`, or with `--check` compares it with what the engine says now and exits with 1 if they
differ. Every answer is looked at with three plies, also where a hint would not. Prints how many answers are right,
nearly right and wrong.
"""

from __future__ import annotations

import json
import sys
from collections import Counter

from bot.backgammon import Position
from bot.engine import exact, sage
from bot.engine.thoughts import Stakes
from bot.lessons.judging import answers, check_play, judge
from bot.lessons.lesson import BestPlay, CubeChoice, Step
from bot.lessons.reading import LOSSES, lessons

PLIES = 3
DECIMALS = 4


def lost(step: Step) -> dict[str, float]:
    """What each answer of a step loses."""
    equities = _plays(step) if isinstance(step.question, BestPlay) else _cube(step)
    best = max(equities.values())
    found = {answer: round(best - equity, DECIMALS) for answer, equity in equities.items()}
    return dict(sorted(found.items(), key=lambda each: each[1]))


def _plays(step: Step) -> dict[str, float]:
    root = sage._board(step.board)
    results = {answer: check_play(step, answer).result for answer in answers(step)}
    known = {each.packed: each.equity for each in exact.plays(list(results.values()), step.stakes) or ()}
    return {
        answer: known[result.packed] if known else _equity(result, root, step.stakes)
        for answer, result in results.items()
    }


def _equity(result: Position, root: list[int], stakes: Stakes) -> float:
    return sage._looked_at(result, root, stakes, PLIES).equity


def _cube(step: Step) -> dict[str, float]:
    """Double or roll; take or drop, where the position is seen by who doubles."""
    assert isinstance(step.question, CubeChoice)
    found = sage.cube(*step.asked, PLIES)
    if step.question.offered:
        return {"take": -found.taken, "drop": -found.dropped}
    return {"double": min(found.taken, found.dropped), "roll": found.stays}


def whole() -> dict[str, dict[str, float]]:
    """Of every step that the engine judges, what its answers lose."""
    return {
        lesson.named(place): lost(step)
        for lesson in lessons()
        for place, step in enumerate(lesson.steps)
        if isinstance(step.question, BestPlay | CubeChoice)
    }


def main(arguments: list[str]) -> int:
    """1 if the file is not what the engine says."""
    found = whole()
    marks = Counter(
        judge(step, answer, found[name]).mark.value
        for lesson in lessons()
        for place, step in enumerate(lesson.steps)
        if (name := lesson.named(place)) in found
        for answer in found[name]
    )
    print(f"{len(found)} questions, {sum(marks.values())} answers at {PLIES}-ply: {dict(marks)}")
    if arguments == ["--check"]:
        return int(json.loads(LOSSES.read_text()) != found)
    LOSSES.write_text(json.dumps(found, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

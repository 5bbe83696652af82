"""What is lost by which kind of error: `python -m tests.facts.errors [--analysed FOLDER] FILE …`, matches of people.

GNU Backgammon analyses each match at two plies, which is kept in the folder if one is given, and found there the next
time. A table of what is lost in each kind of position, and by which wrong use of the cube; beside it the same of the
levels of the computer, out of the games in `level_games`, as far as they have been judged. `--keep` writes
what the matches come to into `errors_of_people.json`, which was made so of 74 files of matches and money sessions.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from functools import reduce
from pathlib import Path
from typing import Any, NamedTuple

from bot.analysis.decisions import Decided, question
from bot.analysis.verdicts import DOUBLE, Kind, Verdict, judged
from bot.backgammon import Position, Reply
from bot.backgammon.mat import parse_matches
from bot.backgammon.record import Record, folded, kept_steps
from bot.engine.kinds import Kind as PositionKind
from bot.engine.kinds import kind
from bot.engine.reviews import Found
from bot.engine.thoughts import CubeThought
from bot.ladder.performance import SCALE
from bot.tables.heads_up.decisions import decisions
from tests.facts.files import FOLDER
from tests.facts.performance import asked_of_gnubg, told

EARLY, LATE, TAKE, DROP, RIGHT = "early double", "late double", "wrong take", "wrong drop", "right cube"
PLAYS = (
    PositionKind.OPENING,
    PositionKind.CONTACT,
    PositionKind.HOLDING,
    PositionKind.PRIME,
    PositionKind.BLITZ,
    PositionKind.RACE,
    PositionKind.BEAR_OFF,
)
SORTS = (*(each.value for each in PLAYS), EARLY, LATE, TAKE, DROP)
"""What is told apart: plays by the kind of position, wrong cubes by what was wrong."""

PEOPLE = FOLDER / "errors_of_people.json"
APART = 0.10
"""By so much the share of a level may differ from that of people."""


class Lost(NamedTuple):
    """So many decisions counted, and what they have cost: the sum, and that of the squares."""

    counted: int = 0
    lost: float = 0.0
    squares: float = 0.0

    def and_(self, other: Lost) -> Lost:
        """Both together."""
        return Lost(self.counted + other.counted, self.lost + other.lost, self.squares + other.squares)


Tally = dict[str, Lost]


def sort(verdict: Verdict, found: Found) -> str:
    """Of which sort a decision is. A double of somebody who is too good for one is late, as one that is not made."""
    if verdict.kind is Kind.PLAY:
        return kind(Position.from_id(verdict.position)).value
    if not verdict.error:
        return RIGHT
    if verdict.kind is Kind.ANSWER:
        return DROP if verdict.chosen == Reply.DROP.value else TAKE
    assert isinstance(found, CubeThought)
    return EARLY if verdict.chosen == DOUBLE and found.taken < found.dropped else LATE


def by_game(record: Record, analysed: list[list[dict[str, Any]]]) -> Iterator[dict[int, Tally]]:
    """For each game of a record, what both seats have lost, by what GNU Backgammon says."""
    start, actions, _ = folded(record)
    games = [list(decisions(steps)) for steps in kept_steps(start, actions).values()]
    for entries, game in zip(analysed, games, strict=True):
        yield of_game(told(entries, game))


def of_game(found: Iterable[tuple[Decided, Found]]) -> dict[int, Tally]:
    """What each seat has lost."""
    tallies: dict[int, Tally] = {0: {}, 1: {}}
    for decision, what in found:
        (verdict,) = judged([decision], {question(decision): what})
        if verdict.counted:
            tally, name = tallies[verdict.seat], sort(verdict, what)
            tally[name] = tally.get(name, Lost()).and_(Lost(1, verdict.error, verdict.error**2))
    return tallies


def added(tallies: Iterable[Tally]) -> Tally:
    """All together."""
    total: Tally = {}
    for tally in tallies:
        for name, lost in tally.items():
            total[name] = total.get(name, Lost()).and_(lost)
    return total


def shares(tally: Tally) -> dict[str, float]:
    """Of all that is lost, how much is lost by each sort."""
    lost = sum(each.lost for each in tally.values())
    return {name: tally.get(name, Lost()).lost / lost if lost else 0.0 for name in SORTS}


def rating(tally: Tally) -> tuple[float, float, int]:
    """The performance rating, its standard error, and of how many decisions it is."""
    total = reduce(Lost.and_, tally.values(), Lost())
    if total.counted < 2:
        return 0.0, 0.0, total.counted
    mean = total.lost / total.counted
    variance = max(0.0, total.squares / total.counted - mean * mean) / (total.counted - 1)
    return SCALE * mean, SCALE * variance**0.5, total.counted


def of_people() -> Tally:
    """What people have lost in the matches of which it is kept."""
    return {name: Lost(*lost) for name, lost in json.loads(PEOPLE.read_text())["sorts"].items()}


def table(columns: dict[str, Tally]) -> Iterator[str]:
    """The rows, as Markdown: shares in percent."""
    yield "| lost by | " + " | ".join(columns) + " |"
    yield "|---|" + "---:|" * len(columns)
    parts = {name: shares(tally) for name, tally in columns.items()}
    for name in SORTS:
        yield f"| {name} | " + " | ".join(f"{100 * part[name]:.1f} %" for part in parts.values()) + " |"
    yield "| PR | " + " | ".join("{:.1f} ± {:.1f}".format(*rating(tally)) for tally in columns.values()) + " |"


def match(file: Path, analysed: Path | None) -> Tally:
    """What both have lost in a match."""
    record = parse_matches(file.read_bytes())[0]
    kept = analysed / f"{file.stem}.json" if analysed else None
    if kept and kept.exists():
        entries = json.loads(kept.read_text())
    else:
        entries = asked_of_gnubg(record)
        if kept:
            kept.write_text(json.dumps(entries))
    return added(tally for seats in by_game(record, entries) for tally in seats.values())


def main(words: list[str]) -> int:
    """Print the table."""
    from tests.facts import levels

    parser = argparse.ArgumentParser(prog="python -m tests.facts.errors")
    parser.add_argument("--analysed", type=Path)
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("--levels", type=Path, default=levels.KEPT)
    parser.add_argument("files", nargs="*", type=Path)
    options = parser.parse_args(words)
    found = added(match(file, options.analysed) for file in options.files) if options.files else of_people()
    if options.keep:
        kept = {"matches": len(options.files), "judge": "GNU Backgammon 1.07, 2 plies", "sorts": found}
        PEOPLE.write_text(json.dumps(kept, indent=1) + "\n")
    judged_levels = {level.name.lower().replace("_", " "): tally for level, tally in levels.judged(options.levels)}
    print("\n".join(table({"people": found, **judged_levels})))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Performance ratings against GNU Backgammon's: `python -m tests.facts.performance [--told FOLDER] FILE …`, matches of
any program.

GNU Backgammon analyses each match at two plies, and what it says each play and cube has cost is counted by our rules.
A line for every player: both ratings, how far they are apart, and how many of the five worst errors are the same. Needs
GNU Backgammon (Debian package gnubg), or what `asked_of_gnubg` has told before: `FOLDER/01.json` of `01.txt`.

What ten matches came to is kept in `performance.jsonl`: for each player the rating, and of how many plays and cubes, as
our engine, GNU Backgammon and gammonview 3.1.0 (its preset deep, on what `/export` writes) have it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

from bot.analysis.decisions import Decided, Played, Replied, question, questions
from bot.analysis.report import Placed, Sums, sums, worst
from bot.analysis.second_look import second_look
from bot.analysis.verdicts import Verdict, judged
from bot.backgammon import Seat
from bot.backgammon.mat import format_mat, parse_matches
from bot.backgammon.record import Record, folded, kept_steps
from bot.engine import sage_review
from bot.engine.cubeless import match_chance
from bot.engine.reviews import Asked, Found, PlayFound
from bot.engine.thoughts import Chances, CubeThought, Judged, Stakes
from bot.tables.heads_up.decisions import decisions
from tests.backgammon.gnubg import GNUBG

APART, FAR = 1.0, 1.5
"""Ratings may be so far apart: all but one in 24, and all."""

COMMON = 80 / 90
"""This share of the worst errors has to be the same."""

_UNKNOWN = Chances(0.0, 0.0, 0.0, 0.0, 0.0)
_SCRIPT = """
import gnubg, json
for command in ("set lang C", "set confirm new off", "set threads 1", "set analysis luck off",
                "set analysis chequerplay evaluation plies 2", "set analysis cubedecision evaluation plies 2",
                'import mat "{file}"', "analyse match"):
    gnubg.command(command)
with open("{out}", "w") as told:
    json.dump(gnubg.match(1, 1, 0)["games"], told)
"""


def asked_of_gnubg(record: Record) -> list[list[dict[str, Any]]]:
    """The entries of every game as GNU Backgammon has analysed them."""
    assert GNUBG
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        file, script, out = folder / "match.mat", folder / "ask.py", folder / "told.json"
        file.write_text(format_mat(record))
        script.write_text(_SCRIPT.format(file=file, out=out))
        env = {**os.environ, "HOME": name}
        subprocess.run([GNUBG, "-t", "-q", "-p", script], stdin=subprocess.DEVNULL, capture_output=True, env=env)
        return [game["game"] for game in json.loads(out.read_text())]


def told(entries: list[dict[str, Any]], made: list[Decided]) -> Iterator[tuple[Decided, Found]]:
    """What GNU Backgammon says of each of our decisions."""
    left = iter(made)
    cube = CubeThought(0.0, 0.0, 0.0, _UNKNOWN)
    for entry in entries:
        analysis = entry.get("analysis", {})
        equities = (analysis["nd-cubeful-eq"], analysis["dt-cubeful-eq"]) if "nd-cubeful-eq" in analysis else None
        match entry["action"]:
            case "move" | "double" | "take" | "drop":
                decision = next(left)
            case _:
                continue
        if not isinstance(decision.what, Played | Replied):
            cube = _cube(decision.stakes, equities)
            yield decision, cube
            if entry["action"] == "double":
                continue
            decision = next(left)
        yield decision, _play(decision, analysis) if isinstance(decision.what, Played) else cube


def _cube(stakes: Stakes, equities: tuple[float, float] | None) -> CubeThought:
    if equities is None:
        return CubeThought(0.0, 0.0, 0.0, _UNKNOWN)
    if stakes.away is None:
        return CubeThought(*equities, 1.0, _UNKNOWN)
    won, lost = (match_chance(stakes, points) for points in (stakes.cube, -stakes.cube))
    middle, half = (won + lost) / 2, (won - lost) / 2
    return CubeThought(*((each - middle) / half for each in equities), 1.0, _UNKNOWN)


def _play(decision: Decided, analysis: dict[str, Any]) -> PlayFound:
    assert isinstance(decision.what, Played)
    packed, moves = decision.what.result, analysis.get("moves", [])
    if not moves:
        return PlayFound(*[Judged(packed, 0.0, _UNKNOWN, 2)] * 2, True, 0.0)
    scores = [each["score"] for each in moves]
    best, made = scores[0], scores[analysis.get("imove", 0)]
    forced = max(scores[:10]) - min(scores[:10]) < 0.0001
    return PlayFound(Judged(packed, best, _UNKNOWN, 2), Judged(packed, made, _UNKNOWN, 2), forced, 0.0)


def ours(decisions: list[Decided]) -> dict[Asked, Found]:
    """What our engine says of the same, at both looks."""
    found: dict[Asked, Found] = {asked: sage_review.found(asked) for asked in questions(decisions)}
    return found | {again.asked: sage_review.found(again) for again in second_look(decisions, found)}


class Compared(NamedTuple):
    """A player by our engine and by GNU Backgammon, and the worst errors by both: their places in the match."""

    name: str
    own: Sums
    theirs: Sums
    own_worst: set[int]
    their_worst: set[int]

    @property
    def apart(self) -> float:
        """By how much the ratings differ."""
        return abs((self.own.rating or 0.0) - (self.theirs.rating or 0.0))

    @property
    def common(self) -> tuple[int, int]:
        """How many of the worst errors are the same, and how many could be."""
        return len(self.own_worst & self.their_worst), min(len(self.own_worst), len(self.their_worst))


def compared(file: Path, folder: Path | None = None) -> Iterator[Compared]:
    """Each player of a match. `folder`: where stands what GNU Backgammon has told of it."""
    record = parse_matches(file.read_bytes())[0]
    start, actions, _ = folded(record)
    games = [list(decisions(steps)) for steps in kept_steps(start, actions).values()]
    with ThreadPoolExecutor(1) as beside:
        if folder is None:
            analysed = beside.submit(asked_of_gnubg, record)
        else:
            analysed = beside.submit(json.loads, (folder / file.with_suffix(".json").name).read_text())
        own: list[Verdict] = [verdict for game in games for verdict in judged(game, ours(game))]
        theirs: list[Verdict] = []
        for entries, game in zip(analysed.result(), games, strict=True):
            for decision, found in told(entries, game):
                theirs += judged([decision], {question(decision): found})
    by_us, by_gnubg = sums(own), sums(theirs)
    for seat, name in enumerate(record.names):
        worst_by_both = _worst_places(own, seat), _worst_places(theirs, seat)
        yield Compared(name, by_us.get(seat, Sums()), by_gnubg.get(seat, Sums()), *worst_by_both)


def _worst_places(verdicts: list[Verdict], seat: Seat) -> set[int]:
    return {each.game for each in worst([Placed(place, each) for place, each in enumerate(verdicts)], seat=seat)}


def main(files: list[str], folder: Path | None = None) -> int:
    """1 if somebody's ratings are too far apart, or too few of the worst errors are the same."""
    players: list[Compared] = []
    for file in map(Path, files):
        for each in compared(file, folder):
            players.append(each)
            common, possible = each.common
            print(
                f"{file.name} {each.name}: {each.own.rating or 0:.2f} of {each.own.decisions}, "
                f"GNU Backgammon {each.theirs.rating or 0:.2f} of {each.theirs.decisions}, apart {each.apart:.2f}, "
                f"{common} of {possible} worst in common",
                flush=True,
            )
    far = sum(each.apart > APART for each in players)
    farthest = max(each.apart for each in players)
    common, possible = (sum(each.common[place] for each in players) for place in range(2))
    print(
        f"{far} of {len(players)} ratings more than {APART} apart, the farthest {farthest:.2f}; "
        f"{common} of {possible} worst errors in common"
    )
    return int(far > len(players) / 24 or farthest > FAR or common < COMMON * possible)


if __name__ == "__main__":
    told_before = Path(sys.argv[2]) if sys.argv[1] == "--told" else None
    sys.exit(main(sys.argv[3 if told_before else 1 :], told_before))

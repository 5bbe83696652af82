"""How far the levels of the computer are apart: `python -m tests.facts.levels [play|judge|table …]`, all of it if
nothing is said.

`play`: neighbouring levels play money games against each other, by the rules that the bot takes for granted and by the
very functions that a worker calls. Every two games have the same dice, the sides changed. `judge`: GNU Backgammon looks
at the first games of each pair with two plies, and what it says each decision has cost is counted by our rules. `table`
prints what there is, as `docs/engine.md` has it; exit 1 if a bar is missed.

All is kept in a folder, a line for each game that is over, so what a stop has interrupted goes on where it was. What
was played by other settings of a pair is not mixed with it: that is an error, and its files have to go first.
"""

from __future__ import annotations

import argparse
import json
import sys
import tarfile
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace

from bot.backgammon.mat import format_mat, parse_mat
from bot.backgammon.record import GameRecord, Record, record_of
from bot.engine import choices, levels
from bot.engine.thoughts import Level
from tests.facts.errors import Lost, Tally, added, by_game, rating
from tests.facts.files import FOLDER
from tests.facts.performance import asked_of_gnubg
from tests.facts.self_play import played

KEPT = FOLDER / "level_games"
PACKED = FOLDER / "level_games.tar.xz"
"""What has been played and judged, without the moves: it is unpacked where the script is run for the first time."""

GAMES, STRONG_GAMES, JUDGED = 2000, 400, 60
"""How many games a pair plays, a pair with expert in it, and how many of each are judged."""

AT_A_TIME = 10
"""So many games are one file that GNU Backgammon is asked about."""

LEAST, EVEN = 0.55, 0.50
"""Which share of the games the better one has to win, and what the lower end of its interval has to be above."""

WITHIN = {
    Level.FIRST_STEPS: (30.0, 35.0),
    Level.BEGINNER: (20.0, 25.0),
    Level.INTERMEDIATE: (13.0, 16.0),
    Level.ADVANCED: (8.0, 10.0),
    Level.EXPERT: (4.0, 6.0),
    Level.WORLD_CLASS: (0.0, 1.5),
}
"""Between which performance ratings a level has to play."""

PAIRS = tuple((better, worse) for worse, better in pairwise(Level))
_ROUNDS = 40
_SURE = 1.96
"""Standard errors on either side of an interval of 95 %."""

_JUDGED = "judged"

Pair = tuple[Level, Level]


class Share(NamedTuple):
    """Of so many games, which share the better one has won; the interval, and points a game."""

    games: int
    won: float
    low: float
    high: float
    points: float


def name(level: Level) -> str:
    """In words."""
    return level.name.lower().replace("_", " ")


def tag(pair: Pair) -> str:
    """What a pair is called in the folder."""
    return "-".join(level.name.lower() for level in pair)


# Lines that stay


def settings(*levels_of: Level) -> dict[str, str]:
    """What these levels play by: games by other settings are other games."""
    manners = {each.name.lower(): repr(levels.MANNERS.get(each)) for each in levels_of}
    kinds = {each.value: factor for each, factor in levels.NOISE_OF_KIND.items()}
    windows = {each.value: width for each, width in levels.NARROWER.items()}
    others = levels.WINDOW, windows, levels.HASTE, choices.ALIKE, choices.CLEAR
    return manners | {"kinds": repr(kinds), "others": repr(others)}


def lines(folder: Path, pair: Pair, what: str = "games") -> list[dict[str, Any]]:
    """What there is of a pair, but for the first line and one that was not written to its end."""
    file, made_by = _file(folder, pair, what), settings(*pair)
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(made_by) + "\n")
    text = file.read_text()
    first, *rest = (json.loads(line) for line in text[: text.rfind("\n") + 1].splitlines())
    if first != made_by:
        raise SystemExit(f"{file} was made by other settings of the levels")
    return rest


def mend(folder: Path, pair: Pair, what: str = "games") -> None:
    """Take away the line that was not written to its end. Only whoever adds lines may do so."""
    file = _file(folder, pair, what)
    if file.exists() and not (text := file.read_text()).endswith("\n"):
        file.write_text(text[: text.rfind("\n") + 1])


def _file(folder: Path, pair: Pair, what: str) -> Path:
    return folder / f"{tag(pair)}.{what}.jsonl"


def append(folder: Path, pair: Pair, line: dict[str, Any], what: str = "games") -> None:
    """One more line."""
    with _file(folder, pair, what).open("a") as opened:
        opened.write(json.dumps(line) + "\n")


# Playing


def play(folder: Path, wanted: dict[Pair, int], judged_games: int) -> None:
    """Play what is missing, some of each pair in turn."""
    for pair in wanted:
        mend(folder, pair)
    done = {pair: len(lines(folder, pair)) for pair in wanted}
    for part in range(1, _ROUNDS + 1):
        for pair, games in wanted.items():
            for number in range(done[pair], games * part // _ROUNDS):
                append(folder, pair, one(pair, number, keep=number < judged_games))
                done[pair] = number + 1
        print(f"part {part} of {_ROUNDS}: {sum(done.values())} of {sum(wanted.values())} games", flush=True)


def one(pair: Pair, number: int, *, keep: bool) -> dict[str, Any]:
    """The game of this number: what the better one has won, and where it sat."""
    seat = number % 2
    sides = (pair[0], pair[1]) if seat == 0 else (pair[1], pair[0])
    dice = f"{tag(pair)}, dice {number // 2}"
    game = played(*sides, dice_seed=dice, secret=f"{tag(pair)}, game {number}")
    line: dict[str, Any] = {"game": number, "seat": seat, "points": game.points * (1 - 2 * seat)}
    if keep:
        line["record"] = format_mat(record_of(game.rules, game.actions, ("White", "Black")))
    return line


def share(games: Iterable[int]) -> Share:
    """What the better one has won, of its points in each game, those of the same dice side by side.

    Two games of the same dice are no two independent games: the error is that of the mean of the pairs.
    """
    points = list(games)
    pairs = [sum(each > 0 for each in points[place : place + 2]) / 2 for place in range(0, len(points) - 1, 2)]
    if len(pairs) < 2:
        return Share(len(points), 0.0, 0.0, 1.0, 0.0)
    mean = sum(pairs) / len(pairs)
    error = (sum((each - mean) ** 2 for each in pairs) / (len(pairs) - 1) / len(pairs)) ** 0.5
    even = 2 * len(pairs)
    return Share(even, mean, mean - _SURE * error, mean + _SURE * error, sum(points[:even]) / even)


def shares(folder: Path) -> dict[Pair, Share]:
    """As far as has been played."""
    return {pair: share(line["points"] for line in lines(folder, pair)) for pair in PAIRS}


# Judging


def judge(folder: Path, games: int, pairs: Iterable[Pair] = PAIRS) -> None:
    """Let GNU Backgammon look at what it has not yet seen of the games that were kept for it."""
    for pair in pairs:
        mend(folder, pair, _JUDGED)
        known = {line["game"] for line in lines(folder, pair, _JUDGED)}
        kept = [line for line in lines(folder, pair) if "record" in line][:games]
        new = [line for line in kept if line["game"] not in known]
        for some in (new[place : place + AT_A_TIME] for place in range(0, len(new), AT_A_TIME)):
            record = together([parse_mat(line["record"]) for line in some])
            for line, seats in zip(some, by_game(record, asked_of_gnubg(record)), strict=True):
                lost = {pair[seat ^ line["seat"]].name.lower(): tally for seat, tally in seats.items()}
                append(folder, pair, {"game": line["game"], "lost": lost}, _JUDGED)
            print(f"judged {tag(pair)} to game {some[-1]['game'] + 1}", flush=True)


def together(records: list[Record]) -> Record:
    """One session of several games."""
    games: list[GameRecord] = []
    balance = 0
    for record in records:
        (game,) = record.games
        games.append(replace(game, score=(balance, -balance)))
        assert game.result is not None
        balance += abs(game.result.points) * (1 if game.result.winner == 0 else -1)
    return replace(records[0], games=tuple(games))


def judged(folder: Path) -> Iterator[tuple[Level, Tally]]:
    """What each level has lost, as far as it has been judged."""
    kept = [line["lost"] for pair in PAIRS for line in lines(folder, pair, _JUDGED)]
    for level in Level:
        mine = [lost[level.name.lower()] for lost in kept if level.name.lower() in lost]
        if mine:
            yield level, added({name: Lost(*lost) for name, lost in tally.items()} for tally in mine)


# Telling


def table(folder: Path) -> tuple[list[str], bool]:
    """What there is, as Markdown, and whether every bar is met."""
    found, met = shares(folder), True
    rows = ["| better | worse | games | won by the better | points a game |", "|---|---|---:|---:|---:|"]
    for pair in PAIRS:
        one = found.get(pair, share(()))
        met = met and one.won >= LEAST and one.low > EVEN
        percent = f"{100 * one.won:.1f} % ({100 * one.low:.1f}–{100 * one.high:.1f})"
        rows.append(f"| {name(pair[0])} | {name(pair[1])} | {one.games} | {percent} | {one.points:+.2f} |")
    rows += ["", "| level | PR | decisions |", "|---|---:|---:|"]
    lost = dict(judged(folder))
    for level in Level:
        mean, error, decisions = rating(lost.get(level, {}))
        low, high = WITHIN[level]
        met = met and decisions > 0 and low <= mean <= high
        rows.append(f"| {name(level)} | {mean:.1f} ± {error:.1f} | {decisions} |")
    return rows, met


def main(words: list[str]) -> int:
    """1 if a bar is missed."""
    parser = argparse.ArgumentParser(prog="python -m tests.facts.levels")
    parser.add_argument("what", nargs="*", choices=["play", "judge", "table", []])
    parser.add_argument("--pair", action="append", choices=[tag(pair) for pair in PAIRS], help="only these")
    parser.add_argument("--folder", type=Path, default=KEPT)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--strong-games", type=int, default=STRONG_GAMES)
    parser.add_argument("--judged", type=int, default=JUDGED)
    options = parser.parse_args(words)
    if options.folder == KEPT and not KEPT.exists():
        with tarfile.open(PACKED) as packed:
            packed.extractall(FOLDER, filter="data")
    what = options.what or ["play", "judge", "table"]
    pairs = [pair for pair in PAIRS if options.pair is None or tag(pair) in options.pair]
    if "play" in what:
        wanted = {pair: options.strong_games if Level.EXPERT in pair else options.games for pair in pairs}
        play(options.folder, wanted, options.judged)
    if "judge" in what:
        judge(options.folder, options.judged, pairs)
    if "table" not in what:
        return 0
    rows, met = table(options.folder)
    print("\n".join(rows))
    return int(not met)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

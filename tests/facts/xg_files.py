"""`python -m tests.facts.xg_files FOLDER [NUMBER]`: .xg files made of the match files of a folder, whole and mutilated.

200 of them, with comments, are read to the same plays. NUMBER (5,000) mutilated ones are read to the same plays, read
with a note, or refused; each in a worker of the bot, within 2 seconds and 300 MB.
"""

from __future__ import annotations

import asyncio
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from bgsage import xg_file as xg
from msgspec.structs import replace

from bot.backgammon.mat import parse_matches
from bot.backgammon.record import GameRecord, Record
from bot.engine.xg import parse_xg
from bot.worker_pool import WorkerPool
from tests.engine.xg_files import Outcome, archive, read, saved, write_xg

WHOLE, MUTILATED = 200, 5000
SECONDS, MEMORY = 2.0, 300_000_000


class Made(NamedTuple):
    """A file, with the games that it is of and what was done to it."""

    games: tuple[GameRecord, ...]
    data: bytes
    how: str


def played(games: tuple[GameRecord, ...]) -> list[Any]:
    """What has to be the same: scores, plays, cubes and points."""
    return [(game.score, game.entries, game.result and game.result.points) for game in games]


def records(folder: Path) -> list[Record]:
    return [record for file in sorted(folder.glob("*.txt")) for record in parse_matches(file.read_bytes())]


def parts(found: list[Record], number: int) -> Iterator[Record]:
    """So many records: the matches, then their single games."""
    games = (
        replace(record, games=(game,))
        for record in found
        for game in record.games
        if not (record.rules.length and record.rules.crawford and max(game.score) >= record.rules.length - 1)
    )
    yield from [*found, *games][:number]


def mutilated(whole: bytes, games: tuple[GameRecord, ...], rng: random.Random) -> Made:
    """A file with some of it changed: of the archive, or of what is in it, with every checksum right."""
    how = rng.choice(("byte", "cut", "trailer", "record", "records", "bomb", "comments", "number"))
    data = bytearray(whole)
    match how:
        case "byte":
            for _ in range(rng.randint(1, 9)):
                data[rng.randrange(len(data))] = rng.randrange(256)
        case "cut":
            del data[rng.randrange(len(data)) :]
        case "trailer":
            at = len(data) - rng.randint(1, xg.ARCHIVE_TRAILER_SIZE)
            data[at] = rng.randrange(256)
        case _:
            data = bytearray(_inside(whole, how, rng))
    return Made(games, bytes(data), how)


def _inside(whole: bytes, how: str, rng: random.Random) -> bytes:
    made = opened(whole)
    inner = bytearray(made.get("temp.xg") or b"")
    size = xg.TSAVEREC_SIZE
    number = len(inner) // size
    match how:
        case "record":
            for _ in range(rng.randint(1, 40)):
                inner[rng.randrange(number) * size + rng.randrange(140)] = rng.randrange(256)
        case "number":
            at = rng.randrange(number) * size + rng.choice((8, 12, 16, 20, 24, 28, 64, 92, 96, 100, 104, 2524))
            inner[at : at + 4] = rng.choice((b"\xff\xff\xff\x7f", b"\0\0\0\x80", b"\xff" * 4, b"\0" * 4))
        case "records":
            first, second = sorted(rng.randrange(number) for _ in range(2))
            inner[first * size : second * size] = rng.choice((b"", bytes(inner[first * size : second * size]) * 2))
        case "bomb":
            inner += bytes(rng.choice((1, 1, 30, 90)) * 1_000_000)
        case _:
            rich = b"{\\rtf1" + bytes(rng.randrange(256) for _ in range(rng.randrange(4000)))
            return archive(bytes(inner), rich)
    made.set("temp.xg", bytes(inner))
    return saved(made)


def opened(whole: bytes) -> xg.XgArchive:
    with tempfile.NamedTemporaryFile(suffix=".xg") as file:
        file.write(whole)
        file.flush()
        return xg.XgArchive.load(file.name)


def judged(made: Made, found: Outcome) -> str:
    if found.games is None:
        return "refused"
    if played(found.games) == played(made.games):
        return "same plays"
    return "noted" if found.noted else "other plays"


async def fuzzed(found: list[Record], number: int, seed: int) -> tuple[Counter[str], list[Outcome], list[str]]:
    """So many mutilated files: what became of them, and how those were made that were taken for others."""
    rng, pool = random.Random(seed), WorkerPool(1, patience=100)
    wholes = [(write_xg(record), record.games) for record in found]
    outcomes, strange, counted = list[Outcome](), list[str](), Counter[str]()
    try:
        for _ in range(number):
            made = mutilated(*rng.choice(wholes), rng)
            outcomes.append(outcome := await pool.run(read, made.data))
            counted[what := judged(made, outcome)] += 1
            if what == "other plays":
                strange.append(made.how)
    finally:
        await pool.close()
    return counted, outcomes, strange


def main() -> None:
    folder, number = Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else MUTILATED
    found = list(parts(records(folder), WHOLE))
    same = sum(played(parse_xg(write_xg(record)).games) == played(record.games) for record in found)
    print(f"{len(found)} files, {same} read to the same plays")
    counted, outcomes, strange = asyncio.run(fuzzed(found, number, 1))
    slowest, most = max(each.seconds for each in outcomes), max(each.memory for each in outcomes)
    print(f"{number} mutilated: {dict(counted)}; slowest {slowest:.2f} s, most memory {most / 1e6:.0f} MB")
    if strange:
        print(f"other plays: {dict(Counter(strange))}")
    if same < len(found) or strange or slowest > SECONDS or most > MEMORY:
        sys.exit(1)


if __name__ == "__main__":
    main()

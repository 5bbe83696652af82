"""Files of matches: `=` is a whole file by its name, `>` what stands in it instead of some of its lines.

`> 4-5 ["…"]` puts these lines in the place of the fourth and the fifth. Below: the matches that are read, with notes
and results, or why the file is refused.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from zlib import crc32

from bot.backgammon.mat import format_mat, parse_mat, parse_matches
from bot.backgammon.record import InvalidRecord, Moved, Record, written_rules
from bot.backgammon.sgf import format_sgf, parse_sgf

FOLDER = Path(__file__).parent


class Files:
    """Reads one file after the other, with what has been changed in it."""

    def __init__(self) -> None:
        self.name = ""
        self.lines: list[str] = []

    def __call__(self, line: str) -> Iterator[str]:
        if line.startswith("="):
            self.name = line[1:].strip()
            self.lines = (FOLDER.parent / self.name).read_text().splitlines()
            return self.read(self.lines)
        places, _, instead = line[1:].strip().partition(" ")
        first, last = map(int, places.split("-"))
        return self.read([*self.lines[: first - 1], *json.loads(instead), *self.lines[last:]])

    def read(self, lines: list[str]) -> Iterator[str]:
        """What such a file says."""
        text = "\n".join(lines)
        try:
            records = (parse_sgf(text),) if self.name.endswith(".sgf") else parse_matches(text)
        except InvalidRecord as refusal:
            yield f"refused: {refusal}"
            records = tuple(self.first(text))
        for record in records:
            yield from _record(record)

    def first(self, text: str) -> Iterator[Record]:
        """The first match of a text, if that can be read though what follows cannot."""
        with suppress(InvalidRecord):
            yield parse_mat(text)


def _record(record: Record) -> Iterator[str]:
    yield f"{record.names[0]} – {record.names[1]}: {written_rules(record.rules)}"
    yield from map(str, record.notes)
    for game in record.games:
        cubes = " ".join(_brief(entry) for entry in game.entries if not isinstance(entry, Moved))
        result = game.result and f"{game.result.points} {game.result.ending.value}"
        more = f"{' Crawford' if game.crawford else ''}{f' {game.automatics} automatic' if game.automatics else ''}"
        yield f"{game.score}{more}: {len(game.entries)} entries, {cubes or 'no cubes'}, {result}"
    # All plays and dice, in a word.
    yield f"{crc32(format_mat(record).encode()):08x} {crc32(format_sgf(record).encode()):08x}"


def _brief(entry: object) -> str:
    return str(entry).replace("Side.", "")

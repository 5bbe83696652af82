"""`python -m tests.dictionary`: the dictionary by which finished tables are packed, made of tables that are over.

It is written to `bot/store/dictionaries` under the number that `bot.store.packing` writes with; one that a released
version has packed with must stay as it is. What most tables say stands at its end, where deflate finds it cheapest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec.structs import replace

import bot.store
from bot.store.packing import DICTIONARY, Unpacked, as_said
from tests.bench import finished_tables

FILE = Path(bot.store.__file__).parent / "dictionaries" / f"{DICTIONARY}.bin"
#: Deflate looks back no further.
MOST = 32_768
#: Seeds of tables of each kind; those of the bench are others.
_SEEDS = range(10_000, 10_060)
#: Every so many tables gives its record; bytes for entries.
_APART, _LINES = 20, 16_000


def whole(table: finished_tables.Finished) -> Unpacked:
    """A table as the store reads it at length."""
    games: dict[str, bytes] = {}
    for mark in table.games:
        name, after, value = mark.stored()
        games[name] = value if after == "" else b"%d " % (int(after) + 1) + value
    return Unpacked(table.table.version, table.fields, games, table.entries, table.times)


def common(tables: Iterable[Unpacked]) -> Iterator[bytes]:
    """What is said in most tables, the most common last: whole records of a few, then single entries."""
    known, lines = list(tables), Counter[bytes]()
    for each in known:
        lines.update({*each.entries[1:]})
    often = [line for line, number in lines.most_common() if number > 1]
    yield from (as_said(replace(each, entries=each.entries[:1], times=[])) for each in known[::_APART])
    yield from reversed(often)


def main() -> None:
    """Write the dictionary and say how large it is."""
    made = [make(seed) for seed in _SEEDS for make in finished_tables.KINDS]
    records, lines = list[bytes](), list[bytes]()
    for part in common(map(whole, made)):
        (records if part.startswith(b"[") else lines).append(part)
    text = b"\n".join(lines)[-_LINES:]
    FILE.write_bytes((b"\n".join(records) + b"\n" + text)[-MOST:])
    print(f"{FILE.name}: {FILE.stat().st_size} bytes, {len(lines)} entries that come again")


if __name__ == "__main__":
    main()

"""The two-sided bear-off base against GNU Backgammon's: `python -m tests.facts.bear_off [POSITIONS] [SEED]`.

GNU Backgammon's is made by its own `makebearoff` (Debian package gnubg), half a minute. A line for each of the four
numbers of a position says how far they are apart at most, and on average; exit 1 if one of them is farther apart than
both are rounded. GNU Backgammon rounds at each step what it goes on with, by 1/32,768: that adds up.
"""

from __future__ import annotations

import random
import struct
import subprocess
import sys
import tempfile
from math import comb
from pathlib import Path

from bot.backgammon.bear_off import Home, checkers
from bot.engine.bear_off_base import CHECKERS, HOMES, MOST, Worth, worth_of
from tests.backgammon.gnubg import GNUBG

POSITIONS = 10_000
APART = 5 / 32_768
"""So far apart numbers may be that are the same."""

_HEAD = 40
_FOUR = struct.Struct("<4H")


def made_by_gnubg() -> bytes:
    """Its file: after a head, for each position of who is on roll and of the opponent the equity without a cube, then
    with one, if who is on roll has it, nobody, the opponent.
    """
    assert GNUBG
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "two_sided.bd"
        make = str(Path(GNUBG).with_name("makebearoff"))
        subprocess.run([make, "-t", f"6x{CHECKERS}", "-f", str(file)], check=True, capture_output=True)
        data = file.read_bytes()
    assert data.startswith(b"gnubg-TS-06-06-1") and len(data) == _HEAD + len(HOMES) ** 2 * _FOUR.size
    return data


def place(home: Home) -> int:
    """Where it has a home: all are in the order of the number of checkers from the ace point up, the two point up, …"""
    return sum(comb(checkers(home >> 4 * below) + 5 - below, 6 - below) for below in range(6))


def read(data: bytes, own: Home, opponent: Home) -> Worth:
    """What it says of a position."""
    at = _HEAD + (place(own) * len(HOMES) + place(opponent)) * _FOUR.size
    cubeless, owned, centred, against = (2 * each / MOST - 1 for each in _FOUR.unpack_from(data, at))
    return Worth((cubeless + 1) / 2, owned, centred, against)


def main(positions: int, seed: int) -> int:
    """1 if a number is not the same."""
    theirs, chosen = made_by_gnubg(), random.Random(seed)
    pairs = [(chosen.choice(HOMES[1:]), chosen.choice(HOMES[1:])) for _ in range(positions)]
    apart = [
        tuple(abs(own - other) for own, other in zip(worth_of(*pair), read(theirs, *pair), strict=True))
        for pair in pairs
    ]
    for name, found in zip(
        ("chance", "cube owned", "cube centred", "cube against"), zip(*apart, strict=True), strict=True
    ):
        print(
            f"{name}: {positions:,} positions, apart {max(found):.6f} at most, {sum(found) / positions:.6f} on average"
        )
    return int(max(map(max, apart)) > APART)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else POSITIONS, int(sys.argv[2]) if len(sys.argv) > 2 else 0))

"""Script that makes the two-sided bear-off base: `python -m bot.engine.make_base [FILE]`, some seconds, reproducible.

A position's worth follows from its successors, all of which have fewer pips: it proceeds from the fewest up, all
positions with the same pips at once. Needs numpy, which comes with the engine.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import numpy as np

from bot.backgammon.bear_off import ROLLS, Home, after
from bot.engine.bear_off_base import FILE, HEADER, HOMES, MOST


def base() -> bytes:
    """The whole file."""
    count, pips = len(HOMES), np.array([_pips(home) for home in HOMES])
    rolls = [(ways, _following(dice)) for ways, dice in ROLLS]
    # By side on roll and opponent, as in `Worth`; a side whose opponent is off has lost.
    worth = np.full((4, count, count), -1.0)
    worth[0] = 0.0
    worth[:, 0, 1:] = 1.0
    # The same for the opponent, who has moved: the side on roll may double, unless the cube is the opponent's.
    moved = np.full((4, count, count), 1.0)
    both = pips[:, None] + pips
    both[0], both[:, 0] = 0, 0
    for number in range(2, both.max() + 1):
        mine, theirs = np.nonzero(both == number)
        found = np.zeros((4, len(mine)))
        for ways, following in rolls:
            # Each number has its own best play.
            found += ways * np.max([moved[:, theirs, left] for left in following[:, mine]], axis=0)
        win, owned, centred, against = found = found / 36
        worth[:, mine, theirs] = found
        doubled = np.minimum(2 * against, 1)
        moved[:, mine, theirs] = 1 - win, -against, -np.maximum(centred, doubled), -np.maximum(owned, doubled)
    worth[1:] = (worth[1:] + 1) / 2
    return HEADER + np.rint(np.moveaxis(worth, 0, -1) * MOST).astype("<u2").tobytes()


def _following(dice: tuple[int, ...]) -> np.ndarray:
    """Indices of the homes that dice may leave, by the index of the home before; with repetitions."""
    places = {home: place for place, home in enumerate(HOMES)}
    left = [[places[each] for each in after(home, dice)] if home else [0] for home in HOMES]
    most = max(map(len, left))
    return np.array([each + each[:1] * (most - len(each)) for each in left]).T


def _pips(home: Home) -> int:
    return sum(point * (home >> 4 * (point - 1) & 15) for point in range(1, 7))


def main(file: Path) -> None:
    """Write the file, and print the time taken."""
    begun = time.perf_counter()
    made = base()
    file.write_bytes(made)
    print(f"{file}: {len(made):,} bytes in {time.perf_counter() - begun:.1f} s")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FILE)

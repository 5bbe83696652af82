"""The two-sided bear-off base: winning chance and money equity, for each owner of the cube, of each position of at most
six checkers a side, all home.

The file beside this module is made by `bot.engine.make_base` and mapped into memory, not read: pages never looked up
take none. It begins with `HEADER`; then come, for each pair of homes in the order of `HOMES`, that of the side on roll
first, four numbers of 16 bits, little-endian: the winning chance and three equities (`Worth`), scaled from 0 and -1 to
1.
"""

from __future__ import annotations

import mmap
import struct
from functools import cache
from itertools import combinations_with_replacement
from pathlib import Path
from typing import NamedTuple

from bot.backgammon import Position
from bot.backgammon.bear_off import Home, home_of
from bot.backgammon.position import OFF

FILE = Path(__file__).with_name("bear_off_base.bin")
CHECKERS = 6
"""Most checkers of a side."""

HOMES: tuple[Home, ...] = tuple(
    sorted(
        sum(1 << 4 * (point - 1) for point in points if point)
        for points in combinations_with_replacement(range(7), CHECKERS)
    )
)
"""Every home of a side, including the empty one, in the order of the file."""

HEADER = f"two-sided bear-off base, {CHECKERS} checkers a side, version 1\n".encode().ljust(64, b"\0")
MOST = (1 << 16) - 1
"""The number that stands for a chance, or an equity, of 1."""

ENTRY = struct.Struct("<4H")
_SIZE = len(HEADER) + len(HOMES) ** 2 * ENTRY.size
_PLACES = {home: place for place, home in enumerate(HOMES)}


class Worth(NamedTuple):
    """A bear-off's worth to the side on roll, which does not double now.

    `win`: the winning chance when both play for that alone. `owned`, `centred`, `against`: the money equity, in units
    of the cube, if the cube belongs to the side on roll, to nobody or to the opponent, with best play.
    """

    win: float
    owned: float
    centred: float
    against: float


def holds(position: Position) -> bool:
    """Whether the base holds a position, by its checkers; one of the sides may have none left."""
    return all(side[OFF] >= 15 - CHECKERS and sum(side[:7]) == 15 for side in (position.own, position.opponent))


def worth(position: Position) -> Worth:
    """The entry of a position that the base holds."""
    return worth_of(home_of(position.own), home_of(position.opponent))


def worth_of(own: Home, opponent: Home) -> Worth:
    """The same, by the homes of the side on roll and of the opponent."""
    place = _PLACES[own] * len(HOMES) + _PLACES[opponent]
    win, *equities = ENTRY.unpack_from(_mapped(), len(HEADER) + place * ENTRY.size)
    return Worth(win / MOST, *(2 * each / MOST - 1 for each in equities))


@cache
def _mapped() -> mmap.mmap:
    with FILE.open("rb") as file:
        mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    if mapped[: len(HEADER)] != HEADER or len(mapped) != _SIZE:
        raise ValueError(f"{FILE} is no bear-off base of this version")
    return mapped

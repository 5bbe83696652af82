"""The two-sided bear-off base: how likely each position of at most six checkers a side, all home, is won, and what it
is worth for money, whoever has the cube.

The file beside this module is made by `bot.engine.make_base` and mapped into memory, not read: what is not looked up
takes none. It begins with `HEADER`; then come, for each pair of homes in the order of `HOMES`, that of the side on roll
first, four numbers of 16 bits, the low byte first: the chance to win and three equities (`Worth`), from 0 and -1 to 1.
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
"""A side has at most."""

HOMES: tuple[Home, ...] = tuple(
    sorted(
        sum(1 << 4 * (point - 1) for point in points if point)
        for points in combinations_with_replacement(range(7), CHECKERS)
    )
)
"""All that a side may have, none at all among them, in the order of the file."""

HEADER = f"two-sided bear-off base, {CHECKERS} checkers a side, version 1\n".encode().ljust(64, b"\0")
MOST = (1 << 16) - 1
"""The number that stands for a chance, or an equity, of 1."""

ENTRY = struct.Struct("<4H")
_SIZE = len(HEADER) + len(HOMES) ** 2 * ENTRY.size
_PLACES = {home: place for place, home in enumerate(HOMES)}


class Worth(NamedTuple):
    """What a bear-off is worth to who is on roll and does not double now.

    `win`: how likely it is won where both play for that alone. `owned`, `centred`, `against`: the equity for money, in
    units of the cube, if who is on roll has it, nobody or the opponent, and all that follows is right.
    """

    win: float
    owned: float
    centred: float
    against: float


def holds(position: Position) -> bool:
    """Whether the base knows a position, by its checkers; one of the sides may have none left."""
    return all(side[OFF] >= 15 - CHECKERS and sum(side[:7]) == 15 for side in (position.own, position.opponent))


def worth(position: Position) -> Worth:
    """What the base says of a position that it holds."""
    return worth_of(home_of(position.own), home_of(position.opponent))


def worth_of(own: Home, opponent: Home) -> Worth:
    """The same, by the homes of who is on roll and of the opponent."""
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

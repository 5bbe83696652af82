"""One board as a value: where the checkers of both sides stand, seen by the side on roll.

Here live the three starting set-ups, GNU Backgammon's Position ID (a pair: `Position.from_id` and `Position.id`), pip
counts and the kind of a finished game. Which plays a position allows is in `plays`.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterable, Sequence
from enum import Enum, IntEnum

BAR = 25
OFF = 0

#: Bits of one side: 26 counts of 4 bits, the count of point p at bit 4 * p.
SIDE_BITS = 104
SIDE_MASK = (1 << SIDE_BITS) - 1


class InvalidPosition(ValueError):
    """A position, or a text for one, that is impossible. The message says why."""


class Variant(Enum):
    """A starting position; otherwise the three games are the same."""

    BACKGAMMON = "backgammon"
    NACKGAMMON = "nackgammon"
    HYPERGAMMON = "hypergammon"

    @property
    def checkers(self) -> int:
        """The number of checkers a side."""
        return sum(_STARTS[self].values())


_STARTS: dict[Variant, dict[int, int]] = {
    Variant.BACKGAMMON: {24: 2, 13: 5, 8: 3, 6: 5},
    Variant.NACKGAMMON: {24: 2, 23: 2, 13: 4, 8: 3, 6: 4},
    Variant.HYPERGAMMON: {24: 1, 23: 1, 22: 1},
}


class Kind(IntEnum):
    """How a game was won; the number is what it multiplies the cube by."""

    SINGLE = 1
    GAMMON = 2
    BACKGAMMON = 3


class Side(IntEnum):
    """The two sides of a board: white is at the bottom in pictures and XGIDs, and GNU Backgammon's player 0."""

    WHITE = 0
    BLACK = 1

    @property
    def other(self) -> Side:
        return Side(1 - self)


class Position:
    """Checkers of both sides, each numbered from its own side: 24 farthest … 1, 25 the bar, 0 borne off.

    `packed` holds 26 four-bit counts of the side on roll (the count of point p at bit 4 * p) and, 104 bits higher, the
    same for the opponent in the opponent's own numbering. The opponent's point q is the own point 25 − q. An immutable
    value, comparable and hashable.
    """

    __slots__ = ("packed",)

    def __init__(self, packed: int) -> None:
        """From the packed form; unchecked, use `of` or `from_id` for anything that comes from outside."""
        self.packed = packed

    @classmethod
    def of(cls, own: Sequence[int], opponent: Sequence[int]) -> Position:
        """From 26 counts a side (index 0 borne off, 1–24 points, 25 bar), each side numbered from itself.

        Raises `InvalidPosition` for counts that are negative or over 15, sides of different size, or a point held by
        both.
        """
        for side in (own, opponent):
            if len(side) != 26:
                raise InvalidPosition(f"a side has 26 counts, not {len(side)}")
            if min(side) < 0 or max(side) > 15:
                raise InvalidPosition("a count is between 0 and 15")
        if sum(own) != sum(opponent):
            raise InvalidPosition(f"{sum(own)} checkers against {sum(opponent)}")
        if sum(own) > 15:
            raise InvalidPosition(f"{sum(own)} checkers a side are more than 15")
        for point in range(1, 25):
            if own[point] and opponent[25 - point]:
                raise InvalidPosition(f"both sides stand on point {point}")
        return cls(_pack(own) | _pack(opponent) << SIDE_BITS)

    @classmethod
    def start(cls, variant: Variant = Variant.BACKGAMMON) -> Position:
        """The set-up at the beginning of a game; the same for both sides."""
        counts = [_STARTS[variant].get(point, 0) for point in range(26)]
        return cls.of(counts, counts)

    @classmethod
    def from_id(cls, text: str, checkers: int = 15) -> Position:
        """Read GNU Backgammon's Position ID: 14 characters, the side on roll second. Inverse of `id`.

        What the id does not show of `checkers` a side has been borne off. Raises `InvalidPosition`.
        """
        if len(text) != 14:
            raise InvalidPosition(f"{text!r} is not a Position ID: it needs 14 characters")
        try:
            bits = int.from_bytes(base64.b64decode(text + "==", validate=True), "little")
        except (binascii.Error, ValueError):
            raise InvalidPosition(f"{text!r} is not a Position ID: it has letters that do not belong there") from None
        sides: list[list[int]] = []
        for _ in range(2):
            counts = [0] * 26
            for point in range(1, 26):
                while bits & 1:
                    counts[point] += 1
                    bits >>= 1
                bits >>= 1
            on_board = sum(counts)
            if on_board > checkers:
                raise InvalidPosition(f"{text!r} shows {on_board} checkers on one side, more than {checkers}")
            counts[OFF] = checkers - on_board
            sides.append(counts)
        position = cls.of(sides[1], sides[0])
        if position.id != text:
            raise InvalidPosition(f"{text!r} is not a Position ID: it goes on after the last point")
        return position

    @property
    def id(self) -> str:
        """GNU Backgammon's Position ID. Borne-off checkers are not in it: reading it back needs `checkers`."""
        bits = "".join([_ONES[count] for count in (*self.opponent[1:], *self.own[1:])])
        return base64.b64encode(int(bits[::-1], 2).to_bytes(10, "little")).decode()[:14]

    @property
    def own(self) -> tuple[int, ...]:
        """26 counts of the side on roll: index 0 borne off, 1–24 its points, 25 the bar."""
        return _unpack(self.packed & SIDE_MASK)

    @property
    def opponent(self) -> tuple[int, ...]:
        """26 counts of the other side, in its own numbering."""
        return _unpack(self.packed >> SIDE_BITS)

    @property
    def checkers(self) -> int:
        """Checkers a side, those borne off included."""
        return sum(self.own)

    @property
    def pips(self) -> tuple[int, int]:
        """Pip counts: (side on roll, opponent)."""
        return _pips(self.own), _pips(self.opponent)

    @property
    def is_race(self) -> bool:
        """Whether contact is over, so that no checker can be hit any more."""
        return _rearmost(self.own) + _rearmost(self.opponent) < 25

    @property
    def victory(self) -> Kind | None:
        """How the side on roll has won, if it has borne off all its checkers; None while the game goes on.

        Gammon: the loser has borne off none. Backgammon: moreover the loser has a checker on the bar or in the winner's
        home.
        """
        return None if self.own[OFF] < self.checkers else self.kind_lost

    @property
    def kind_lost(self) -> Kind:
        """How the side that is not on roll loses if it can do nothing any more."""
        loser = self.opponent
        if loser[OFF]:
            return Kind.SINGLE
        return Kind.BACKGAMMON if any(loser[19:]) else Kind.GAMMON

    def mirrored(self) -> Position:
        """The same board seen by the opponent."""
        return Position(self.packed >> SIDE_BITS | (self.packed & SIDE_MASK) << SIDE_BITS)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.packed == other.packed

    def __hash__(self) -> int:
        return hash(self.packed)

    def __repr__(self) -> str:
        return f"Position.from_id({self.id!r}, checkers={self.checkers})"


#: The value of each hexadecimal digit, for `bytes.translate`.
_VALUES = bytes.maketrans(b"0123456789abcdef", bytes(range(16)))
#: A point in the bits of a Position ID: a one per checker, then a zero.
_ONES = tuple("1" * count + "0" for count in range(16))


def _pack(counts: Iterable[int]) -> int:
    return sum(count << 4 * point for point, count in enumerate(counts))


def _unpack(side: int) -> tuple[int, ...]:
    return tuple(format(side, "026x").encode().translate(_VALUES)[::-1])


def _pips(counts: Sequence[int]) -> int:
    return sum(point * count for point, count in enumerate(counts))


def _rearmost(counts: Sequence[int]) -> int:
    return max((point for point, count in enumerate(counts) if count), default=0)

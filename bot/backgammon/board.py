"""The checkers of a game: position, side on turn and roll. No cube, no score."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from .bear_off import equal_play, is_bear_off
from .notation import offered_plays, parse_play
from .plays import Dice, Play, legal_plays
from .position import Kind, Position, Side, Variant

#: One action asks for the plays of the current board, and parses one, several times.
_plays = lru_cache(64)(legal_plays)
_read = lru_cache(64)(parse_play)


class Board(Struct, frozen=True, forbid_unknown_fields=True):
    """A position with its turn: `position` is seen by the side `turn`, before the opening roll by either.

    `dice` are what `turn` has rolled and not yet played.
    """

    position: Position
    turn: Side | None = None
    dice: Dice | None = None

    @classmethod
    def start(cls, variant: Variant) -> Board:
        """The board before the opening roll."""
        return cls(Position.start(variant))

    def opened(self, white: int, black: int) -> Board:
        """The board after an opening roll of two different numbers: the higher side plays both."""
        higher = Side.WHITE if white > black else Side.BLACK
        return Board(self.position, higher, (max(white, black), min(white, black)))

    def rolled(self, dice: Dice) -> Board:
        """After a roll of the side on turn."""
        return Board(self.position, self.turn, dice)

    def read(self, text: str, max_on_point: int | None) -> Play:
        """Parse a play of the roll on the board. Raises as `parse_play`; there must be dice."""
        assert self.dice is not None
        return _read(text, self.position, self.dice, max_on_point)

    def offered(self, typed: str, max_on_point: int | None) -> tuple[Play, ...]:
        """Plays to suggest for partly typed text, as `offered_plays`; there must be dice."""
        assert self.dice is not None
        return offered_plays(typed, self.position, self.dice, max_on_point)

    def plays(self, max_on_point: int | None) -> tuple[Play, ...]:
        """The legal plays of the roll on the board; none without a roll."""
        return () if self.dice is None else _plays(self.position, self.dice, max_on_point)

    def equal_play(self, max_on_point: int | None) -> Play | None:
        """A play of a bear-off in which all are equal, as `bear_off.equal_play`."""
        plays = self.plays(max_on_point)
        return equal_play(self.position, plays) if plays and max_on_point is None else None

    @property
    def is_bear_off(self) -> bool:
        """Whether the side on turn only bears off, without contact."""
        return is_bear_off(self.position)

    def played(self, play: Play) -> Board:
        """After a play: the other side is on turn."""
        assert self.turn is not None
        return Board(play.result.mirrored(), self.turn.other)

    @property
    def seen_by_white(self) -> Position:
        """The position as white sees it, whichever side is on turn."""
        return self.position.mirrored() if self.turn is Side.BLACK else self.position

    @property
    def won_by(self) -> tuple[Side, Kind] | None:
        """The side that has borne off its last checker, and the kind of win; None while the game goes on."""
        kind = self.position.mirrored().victory
        return (self.turn.other, kind) if self.turn is not None and kind else None

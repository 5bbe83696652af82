"""Market losers: the sequences of two rolls after which a double would no longer be taken. For use in a worker."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from bot.backgammon import Dice, Position
from bot.engine import sage
from bot.engine.thoughts import Owner, Stakes

_ACROSS = {Owner.NOBODY: Owner.NOBODY, Owner.MOVER: Owner.OPPONENT, Owner.OPPONENT: Owner.MOVER}
_ROLLS: tuple[tuple[Dice, int], ...] = tuple(
    ((high, low), 1 if high == low else 2) for high in range(1, 7) for low in range(1, high + 1)
)

_CLEAR = 0.4
"""By one ply, a difference in equity between take and drop that leaves nothing open."""


def market_losers(position: Position, stakes: Stakes) -> float | None:
    """The share of all sequences of a roll of each side, without a double, after which the side on roll would double
    and the other one should drop; a game won at once counts as well. None without a cube to turn.

    Both play as one ply sees it; whether the double is a take is judged with two where one leaves it open. Raises
    `Unsupported`.
    """
    if not stakes.cube_in_play or stakes.crawford or stakes.owner is Owner.OPPONENT:
        return None
    away = stakes.away
    theirs = replace(stakes, owner=_ACROSS[stakes.owner], away=away and (away[1], away[0]))
    lost: dict[Position, bool] = {}
    total = 0
    for first, ways in _played(position, stakes):
        if first.victory:
            total += 36 * ways
            continue
        for second, ways_2 in _played(first.mirrored(), theirs):
            if not second.victory:
                following = second.mirrored()
                if following not in lost:
                    lost[following] = _is_lost(following, stakes)
                total += ways * ways_2 * lost[following]
    return total / 36**2


def _is_lost(position: Position, stakes: Stakes) -> bool:
    thought = sage.glance(position, stakes)
    if abs(thought.taken - thought.dropped) < _CLEAR:
        thought = sage.glance(position, stakes, 2)
    return thought.dropped < thought.taken


def _played(position: Position, stakes: Stakes) -> Iterator[tuple[Position, int]]:
    """The positions after the best play of each roll, with its number of ways."""
    for dice, ways in _ROLLS:
        yield Position(sage.plays(position, dice, stakes, 1)[0].packed), ways

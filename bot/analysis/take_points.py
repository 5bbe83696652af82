"""Take points and the worth of gammons at a score, from the chances of a position and the match equity table. Pure."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from bot.engine.cubeless import match_chance
from bot.engine.thoughts import Chances, Owner, Stakes

_TURNS = 6
"""A cube for money is followed over so many further turns; the rest makes no difference."""

_Value = Callable[[int], float]
_Shares = tuple[float, float, float]


class TakePoints(Struct, frozen=True):
    """The least chance to win with which a double can be taken, given how often each side's wins are gammons.

    `dead`: if the cube is not turned again. `live`: if it is turned again at the best moment, as in the usual model of
    a live cube; the same where a recube is of no use.
    """

    dead: float
    live: float


def take_points(chances: Chances, stakes: Stakes) -> TakePoints:
    """The take points of the side that is offered a double; `chances` and `stakes` are the doubler's, before it."""
    wins = _shares(chances.win, chances.gammon, chances.backgammon)
    losses = _shares(1 - chances.win, chances.lose_gammon, chances.lose_backgammon)
    value = _value(stakes)
    own, opponent = stakes.away or (None, None)
    dead = _dead(value, stakes.cube, wins, losses)
    return TakePoints(dead, _live(value, stakes.cube, wins, losses, (own, opponent), _TURNS))


def gammon_worth(stakes: Stakes) -> tuple[float, float]:
    """What a gammon adds to a win, and what one takes from a loss, in equity (a single game won is 1, one lost −1)."""
    if stakes.jacoby and stakes.owner is Owner.NOBODY and stakes.cube_in_play:
        return 0.0, 0.0
    value, cube = _value(stakes), stakes.cube
    half = (value(cube) - value(-cube)) / 2
    return (value(2 * cube) - value(cube)) / half, (value(-cube) - value(-2 * cube)) / half


def _value(stakes: Stakes) -> _Value:
    """The mover's worth of this many points won (below 0: lost)."""
    return float if stakes.away is None else lambda points: match_chance(stakes, points)


def _shares(all_: float, gammons: float, backgammons: float) -> _Shares:
    """The shares of single games, gammons and backgammons among the games that a side wins."""
    if all_ <= 0:
        return 1.0, 0.0, 0.0
    return (all_ - gammons) / all_, (gammons - backgammons) / all_, backgammons / all_


def _mean(value: _Value, points: int, shares: _Shares) -> float:
    return sum(share * value(points * kind) for kind, share in enumerate(shares, 1))


def _dead(value: _Value, cube: int, wins: _Shares, losses: _Shares) -> float:
    """The chance at which playing for twice the cube is worth as much as losing it now."""
    lost, won = _mean(value, 2 * cube, wins), _mean(value, -2 * cube, losses)
    return _between(lost - value(cube), lost - won)


def _live(
    value: _Value, cube: int, wins: _Shares, losses: _Shares, away: tuple[int | None, int | None], turns: int
) -> float:
    """The same if the taker turns the cube again at the doubler's take point, who is then indifferent: the taker's
    worth rises evenly from losing to a single game won.
    """
    own, opponent = away
    if not turns or (opponent is not None and 2 * cube >= opponent):
        return _dead(value, cube, wins, losses)
    again = _live(lambda points: -value(-points), 2 * cube, losses, wins, (opponent, own), turns - 1)
    lost = _mean(value, 2 * cube, wins)
    return (1 - again) * _between(lost - value(cube), lost - value(-2 * cube))


def _between(part: float, whole: float) -> float:
    return min(1.0, max(0.0, part / whole)) if whole > 0 else 0.0

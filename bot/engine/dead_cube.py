"""Dead-cube equity: nobody can turn the cube, so every win counts the points of the board."""

from __future__ import annotations

from bot.backgammon.match_equity import equity_without_cube
from bot.engine.thoughts import Chances, Stakes

_LONG = Stakes(away=(25, 25), crawford=True)
"""Stakes of a game without a cube in which a gammon is worth an extra half, as for money and at most scores."""

_FOUR = 4
"""From this many points away, against one, the engine's table values gammons as without a cube."""


def weighed(stakes: Stakes) -> Stakes:
    """The stakes by which the engine, which knows only a live cube or a Crawford game, chooses plays as without a
    cube.
    """
    if stakes.away is None:
        return Stakes(away=(1, 1)) if stakes.jacoby else _LONG
    if 1 not in stakes.away:
        return _LONG
    mover, opponent = (away if away < 3 else _FOUR for away in stakes.away)
    return Stakes(away=(mover, opponent), crawford=(mover, opponent) != (1, 1))


def worth(chances: Chances, stakes: Stakes) -> float:
    """The equity of the mover. In a match it is normalised: a single game won is worth 1, one lost -1."""
    if stakes.away is None:
        single = 2 * chances.win - 1
        more = chances.gammon + chances.backgammon - chances.lose_gammon - chances.lose_backgammon
        return single if stakes.jacoby else single + more
    mover, opponent = stakes.away
    wins = _points(chances.win, chances.gammon, chances.backgammon)
    losses = _points(1 - chances.win, chances.lose_gammon, chances.lose_backgammon)
    match = sum(share * equity_without_cube(mover - points, opponent) for points, share in enumerate(wins, 1)) + sum(
        share * equity_without_cube(mover, opponent - points) for points, share in enumerate(losses, 1)
    )
    won, lost = equity_without_cube(mover - 1, opponent), equity_without_cube(mover, opponent - 1)
    return (2 * match - won - lost) / (won - lost)


def _points(games: float, gammons: float, backgammons: float) -> tuple[float, float, float]:
    """The probabilities of winning exactly one, two and three points."""
    return games - gammons, gammons - backgammons, backgammons

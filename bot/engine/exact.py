"""Exact evaluation by the two-sided bear-off base, for which the engine need not search.

For money the cube is included. In a match the base gives only winning chances; that suffices where there is no cube, or
where nobody gains by turning it.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.backgammon import Position
from bot.engine import bear_off_base
from bot.engine.thoughts import EXACT, Chances, CubeThought, Judged, Owner, Stakes


def plays(results: Sequence[Position], stakes: Stakes) -> list[Judged] | None:
    """Evaluated plays by the positions they lead to; None if one of these is not in the base, so that all are compared
    alike.
    """
    dead = _dead(stakes)
    if not (dead or stakes.away is None) or not all(map(bear_off_base.holds, results)):
        return None
    return [_play(result, stakes.owner, dead) for result in results]


def cube(position: Position, stakes: Stakes) -> CubeThought | None:
    """A cube for money, or a game without one; None if not known.

    As in the engine, a correct beaver is made: the double is then worth twice as much.
    """
    if (stakes.cube_in_play and stakes.away is not None) or not bear_off_base.holds(position):
        return None
    worth = bear_off_base.worth(position)
    if not stakes.cube_in_play:
        game = 2 * worth.win - 1
        return CubeThought(game, game, game, _single(worth.win), EXACT)
    stays = {Owner.NOBODY: worth.centred, Owner.MOVER: worth.owned, Owner.OPPONENT: worth.against}[stakes.owner]
    taken = 2 * worth.against
    if stakes.beavers and taken < 0:
        taken *= 2
    return CubeThought(stays, taken, 1.0, _single(worth.win), EXACT)


def chances(position: Position) -> Chances | None:
    """The winning chances of the side on roll; None if not known. There are no gammons: both have borne off."""
    return _single(bear_off_base.worth(position).win) if bear_off_base.holds(position) else None


def chances_after(result: Position) -> Chances | None:
    """The same after a play, for the side that has made it."""
    theirs = chances(result.mirrored())
    return theirs and _single(1 - theirs.win)


def _play(result: Position, owner: Owner, dead: bool) -> Judged:
    """A play's evaluation; the opponent rolls next and may double if the cube is centred or theirs."""
    worth = bear_off_base.worth(result.mirrored())
    if dead:
        theirs = 2 * worth.win - 1
    elif owner is Owner.MOVER:
        theirs = worth.against
    else:
        stays = worth.owned if owner is Owner.OPPONENT else worth.centred
        theirs = max(stays, min(2 * worth.against, 1.0))
    return Judged(result.packed, -theirs, _single(1 - worth.win), EXACT)


def _dead(stakes: Stakes) -> bool:
    """Whether nobody can turn the cube, or gains by turning it."""
    if stakes.away is None or not stakes.cube_in_play:
        return not stakes.cube_in_play
    mover, opponent = (away <= stakes.cube for away in stakes.away)
    alone = {Owner.NOBODY: mover and opponent, Owner.MOVER: mover, Owner.OPPONENT: opponent}
    return stakes.crawford or alone[stakes.owner]


def _single(win: float) -> Chances:
    return Chances(win, 0.0, 0.0, 0.0, 0.0)

"""Adapter of bgsage, for use in a worker. Nothing else imports it; its input is validated by `thoughts.check`.

What bgsage calls 3-ply is 2-ply to GNU Backgammon. Boards are 26 counts seen by the mover, whose own checkers are
positive; the opponent's bar at 0 is positive as well.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import Any

import bgbot_cpp
import bgsage

from bot.backgammon import Dice, Position, legal_plays
from bot.engine import exact
from bot.engine.cubeless import cubeless
from bot.engine.dead_cube import weighed, worth
from bot.engine.thoughts import Chances, CubeThought, Judged, Owner, Stakes, check

SCREEN, TEN = 0.20, 10
"""Plays this close to the best by one ply, and the best ten in any case, are examined with two: one ply alone imagines
gammons.
"""

NEAR, FEWEST, MOST = 0.08, 5, 8
"""Plays this close to the best by two plies are examined with three: at least and at most this many."""

SECONDS, COMPARED = 2.0, 3
"""After this many seconds no further play is examined with three plies; if fewer than the second number are done, none
counts, because plays are compared with equal plies.
"""

_TIE = 6
"""Equities equal to this many decimals are equal, as where the opponent cashes in any case."""

_REMEMBERED = 16
"""How many cubes are cached: after a cube is asked for, the roll that follows is."""

_OWNERS = {Owner.NOBODY: "centered", Owner.MOVER: "player", Owner.OPPONENT: "opponent"}
_ACROSS = {Owner.NOBODY: Owner.NOBODY, Owner.MOVER: Owner.OPPONENT, Owner.OPPONENT: Owner.MOVER}


def plays(position: Position, dice: Dice, stakes: Stakes, plies: int = 3) -> tuple[Judged, ...]:
    """All legal plays, the best first; those examined with most plies come before the others.

    `plies`: 1, 2 or 3, if time allows; positions in the bear-off base are not searched. Raises `Unsupported`.
    """
    check(position, stakes, dice)
    results = [play.result for play in legal_plays(position, dice)]
    if known := exact.plays(results, stakes):
        return ranked(known, stakes)
    one = ranked(_one_ply(position, dice, stakes, results), stakes)
    if plies == 1:
        return one
    root = _board(position)
    judged = {each.packed: each for each in one}
    two = ranked((_looked_at(Position(each.packed), root, stakes, 2) for each in screened(one)), stakes)
    judged |= {each.packed: each for each in two}
    if plies == 3 and len(two) > 1:
        judged |= {each.packed: each for each in _with_three(two, root, stakes)}
    return ranked(judged.values(), stakes)


def screened(one: Sequence[Judged]) -> list[Judged]:
    """Of plays ranked by one ply, those to examine further."""
    return [each for place, each in enumerate(one) if place < TEN or one[0].equity - each.equity <= SCREEN]


def _with_three(two: Sequence[Judged], root: list[int], stakes: Stakes) -> list[Judged]:
    """The best of these with three plies, as many as time allows; none if those are too few to compare."""
    near = [each for place, each in enumerate(two) if place < FEWEST or two[0].equity - each.equity <= NEAR][:MOST]
    end, found = time.monotonic() + SECONDS, list[Judged]()
    for each in near:
        if time.monotonic() >= end:
            break
        found.append(_looked_at(Position(each.packed), root, stakes, 3))
    return found if len(found) >= min(COMPARED, len(near)) else []


def cube(position: Position, stakes: Stakes, plies: int = 3) -> CubeThought:
    """The cube equities of doubling now; `plies`: 3 or 4. Raises `Unsupported`."""
    check(position, stakes)
    if known := exact.cube(position, stakes):
        return known
    found = _before_the_roll(position.packed, stakes, plies)
    chances = exact.chances(position) or _chances(found.probs.to_list())
    if not stakes.cube_in_play:
        equity = worth(chances, stakes)
        return CubeThought(equity, equity, equity, chances, plies)
    return CubeThought(found.equity_nd, found.equity_dt, found.equity_dp, chances, plies)


def glance(position: Position, stakes: Stakes, plies: int = 1) -> CubeThought:
    """An estimate of the cube equities from the chances of few plies: with one, without any roll, at a thousandth of
    the price of `cube`. There has to be a cube. Raises `Unsupported`.
    """
    check(position, stakes)
    analyzer, board = _analyzer("1ply"), _board(position)
    told = {**_told(stakes), "owner": bgbot_cpp.CubeOwner(stakes.owner)}
    del told["cube_owner"]
    probs = bgbot_cpp.cubeful_probs_and_equity_nply(
        board, strategy=analyzer._analyzer._inner._strategy_1ply, n_plies=plies, bearoff_db=analyzer._bearoff_db, **told
    )["probs"]
    del told["beaver"]
    efficiency = bgbot_cpp.cube_efficiency(probs, bgbot_cpp.is_race(board), *bgbot_cpp.pip_counts(board))
    found = bgbot_cpp.cube_decision_1ply(probs, cube_x=efficiency, **told)
    return CubeThought(found.equity_nd, found.equity_dt, found.equity_dp, _chances(probs))


@lru_cache(_REMEMBERED)
def _before_the_roll(packed: int, stakes: Stakes, plies: int) -> Any:
    """bgsage's result for the cube, and for each roll without a double, computed on the way. It reloads its nets each
    time.
    """
    board = _board(Position(packed))
    return _analyzer(f"{plies}ply").cube_action(board, **_told(stakes), incl_2ply_details=True)


def _one_ply(position: Position, dice: Dice, stakes: Stakes, results: Sequence[Position]) -> list[Judged]:
    root = _board(position)
    found = _analyzer("1ply").checker_play(root, *dice, **_told(stakes))
    by_board = {tuple(move.board): move for move in found.moves}
    judged: list[Judged] = []
    for result in results:
        move = by_board[tuple(_board(result))]
        chances = exact.chances_after(result) or _chances(move.probs.to_list())
        judged.append(Judged(result.packed, _equity(move.equity, chances, stakes), chances, 1))
    return judged


def _looked_at(result: Position, root: list[int], stakes: Stakes, plies: int) -> Judged:
    """The evaluation of a play by the position it leads to, by the search that knows the cube."""
    analyzer, told = _analyzer("3ply"), stakes if stakes.cube_in_play else weighed(stakes)
    away = told.away or (0, 0)
    found = bgbot_cpp.cubeful_probs_and_equity_nply(
        bgbot_cpp.flip_board(_board(result)),
        bgbot_cpp.CubeOwner(_ACROSS[told.owner]),
        analyzer._analyzer._inner._strategy_1ply,
        plies,
        n_threads=1,
        cube_value=told.cube,
        away1=away[1],
        away2=away[0],
        is_crawford=told.crawford,
        jacoby=told.jacoby,
        beaver=told.beavers,
        bearoff_db=analyzer._bearoff_db,
        root_board=root,
    )
    win, gammon, backgammon, lose_gammon, lose_backgammon = found["probs"]
    seen = Chances(1 - win, lose_gammon, lose_backgammon, gammon, backgammon)
    chances = exact.chances_after(result) or seen
    return Judged(result.packed, _equity(-found["equity"], chances, stakes), chances, plies)


def _equity(found: float, chances: Chances, stakes: Stakes) -> float:
    """The engine's equity; without a cube in play, the equity of its chances."""
    return found if stakes.cube_in_play else worth(chances, stakes)


def ranked(judged: Iterable[Judged], stakes: Stakes) -> tuple[Judged, ...]:
    """The best first of those examined with most plies, then the others. Ties by cubeless wins: a player who could cash
    may play on.
    """

    def order(each: Judged) -> tuple[int, float, float, int]:
        return -each.plies, -round(each.equity, _TIE), -cubeless(each.chances, stakes), each.packed

    return tuple(sorted(judged, key=order))


@cache
def _analyzer(level: str) -> Any:
    """Loaded on demand, because each takes memory."""
    return bgsage.BgBotAnalyzer(eval_level=level, parallel_threads=1)


def _board(position: Position) -> list[int]:
    own, opponent = position.own, position.opponent
    return [opponent[25], *(own[point] - opponent[25 - point] for point in range(1, 25)), own[25]]


def _told(stakes: Stakes) -> dict[str, Any]:
    """The stakes as arguments of bgsage, which assumes beavers and the Jacoby rule by default."""
    stakes = stakes if stakes.cube_in_play else weighed(stakes)
    away = stakes.away or (0, 0)
    return {
        "cube_value": stakes.cube,
        "cube_owner": _OWNERS[stakes.owner],
        "away1": away[0],
        "away2": away[1],
        "is_crawford": stakes.crawford,
        "jacoby": stakes.jacoby,
        "beaver": stakes.beavers,
    }


def _chances(probs: Sequence[float]) -> Chances:
    return Chances(*probs)

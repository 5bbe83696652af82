"""The history of a session: its finished games, folded from its log in one replay.

Figures about the players are in `statistics`.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from bot.backgammon import Phase, Seat
from bot.backgammon.cube_turns import CubeTurn, cube_turn
from bot.core.actions import BetIndex
from bot.core.timeline import took_back

from .actions import AnyAction
from .ending import Row, points, rows
from .line import Line
from .options import Options
from .round import Round
from .session import apply, start
from .state import Session
from .units import rounded


class Finished(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A finished game: `number` counts from 1, `game` is its final state, `line` the order for the next one.

    `points` and `rows` (the ledger) are empty if it was voided. `cubes`: those offered, in the order in which the
    answers counted. `out`: the members whose bet with the box was decided before the last roll or play.
    """

    number: int
    game: Round
    line: Line
    points: dict[Seat, int]
    rows: tuple[Row, ...]
    cubes: tuple[CubeTurn, ...]
    out: tuple[Seat, ...]


class Course(Struct, frozen=True, forbid_unknown_fields=True):
    """What a game's final state does not keep: the cubes offered, and the bets that were open when the board last
    changed. `back`: the course in the state an undo returns to.
    """

    cubes: tuple[CubeTurn, ...] = ()
    open_then: tuple[BetIndex, ...] = ()
    back: Course | None = None


def history(options: Options, players: int, actions: Iterable[AnyAction], host: Seat = 0) -> tuple[Finished, ...]:
    """The finished games of a log, in order: without results that were taken back, with voided games.

    Raises as `replay`.
    """
    return history_from(start(options, players, host), actions)


def history_from(session: Session, actions: Iterable[AnyAction]) -> tuple[Finished, ...]:
    """The games that these actions finish, from the state in which a game is set up."""
    past: dict[int, Finished] = {}
    course = Course()
    for action in actions:
        after = apply(session, action)
        course = followed(course, session, action, after)
        if found := finished(after, course):
            past[after.number] = found
        else:
            past.pop(after.number, None)
        session = after
    return tuple(past.values())


def followed(course: Course, session: Session, action: AnyAction, after: Session) -> Course:
    """The course after an action that has led from one state to the next."""
    if after.number != session.number:
        return Course()
    was, so_far, back = session.game, course, course.back
    if session.before is not None and took_back(session, action, after):
        was, so_far = session.before.game, course.back or Course()
    if after.before is not None and after.before is not session.before:
        back = replace(course, back=None)  # what can be undone is always the latest action
    now = _continued(so_far, was, after.game, after.rolls)
    return now if now.back is back else replace(now, back=back)


def finished(session: Session, course: Course) -> Finished | None:
    """The game that has just finished, with its course; None while one is running."""
    game = session.game
    if game.phase is not Phase.OVER:
        return None
    return Finished(
        number=session.number,
        game=game,
        line=session.line,
        points=points(game),
        rows=rows(game, session.number),
        cubes=course.cubes,
        out=() if game.void else tuple(seat for bet, seat in enumerate(game.team) if bet not in course.open_then),
    )


def _continued(course: Course, was: Round, now: Round, rolls: int) -> Course:
    if was.line != now.line:
        return Course()
    bets = [bet if bet.result is None else replace(bet, result=rounded(bet.result, now.unit)) for bet in now.bets]
    turns = (cube_turn(index, was.bets[index], bets[index], now.board.turn, rolls) for index in was.open_bets)
    cubes = [turn for turn in turns if turn]
    if cubes:
        course = replace(course, cubes=(*course.cubes, *cubes))
    return course if now.board == was.board else replace(course, open_then=was.open_bets)

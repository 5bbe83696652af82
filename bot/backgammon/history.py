"""The finished games of a match or money session: what is kept of each."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from bot.core.actions import BetIndex
from bot.core.timeline import took_back

from .actions import AnyAction
from .cube_turns import CubeTurn, cube_turn
from .game import Game, Phase
from .match import apply
from .match_state import Match


class Course(Struct, frozen=True, forbid_unknown_fields=True):
    """What a game's states do not say of its past: the cubes offered. `back`: the same in the state that an undo goes
    back to.
    """

    cubes: tuple[CubeTurn, ...] = ()
    back: Course | None = None


class Finished(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A finished game: `number` counts from 1, `game` is how it ended, `score` (white, black) what it has led to.

    A voided game has no result and leaves the score as it was. `cubes`: those offered, in their order; not known of
    games before this was kept.
    """

    number: int
    game: Game
    score: tuple[int, int]
    cubes: tuple[CubeTurn, ...] | UnsetType = UNSET


def followed(course: Course, match: Match, action: AnyAction, after: Match) -> Course:
    """The course of the running game after an action that has led from one state to the next."""
    if after.number > match.number:
        return Course(back=course.back)  # until the opening roll, the result may still be taken back
    was, cubes, back = match, course.cubes, course.back
    if match.before is not None and took_back(match, action, after):
        was, cubes = match.before, back.cubes if back else ()
    if after.before is not None and after.before is not match.before:
        back = replace(course, back=None)  # what can be undone is always the latest action
    side = after.game.board.turn
    if not was.game.bet.result and (turn := cube_turn(BetIndex(0), was.game.bet, after.game.bet, side, after.rolls)):
        cubes = (*cubes, turn)
    return course if cubes is course.cubes and back is course.back else Course(cubes, back)


def finished(match: Match, course: Course | None) -> Finished | None:
    """The last game, the course of which was this; None while it is running."""
    if match.game.phase is not Phase.OVER:
        return None
    cubes = UNSET if course is None else course.cubes
    return Finished(number=match.number, game=match.game, score=match.score, cubes=cubes)


def history_from(match: Match, actions: Iterable[AnyAction]) -> tuple[Finished, ...]:
    """The games that these actions finish, in their order. A result that was taken back is not there, a voided game is.

    Raises as `replay`.
    """
    past: dict[int, Finished] = {}
    course = Course()
    for action in actions:
        after = apply(match, action)
        course = followed(course, match, action, after)
        if found := finished(after, course):
            past[after.number] = found
        else:
            past.pop(after.number, None)
        match = after
    return tuple(past.values())

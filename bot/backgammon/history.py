"""The finished games of a match or money session: what is kept of each."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from bot.core.actions import BetIndex
from bot.core.timeline import took_back

from .actions import AnyAction, Move
from .cube_turns import CubeTurn, cube_turn
from .game import Game, Phase
from .match import apply
from .match_state import Match


class Course(Struct, frozen=True, forbid_unknown_fields=True):
    """What a game's states do not say of its past: the cubes offered. `back`: the same in the state that an undo goes
    back to.

    `plays`: how often checkers were moved, by anyone, since the match began, or the game for money; UNSET if it is
    not known of some of it.
    """

    cubes: tuple[CubeTurn, ...] = ()
    back: Course | None = None
    plays: int | UnsetType = UNSET


class Finished(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A finished game: `number` counts from 1, `game` is how it ended, `score` (white, black) what it has led to.

    A voided game has no result and leaves the score as it was. `cubes`: those offered, in their order; `plays` as in
    `Course`. Neither is known without the course.
    """

    number: int
    game: Game
    score: tuple[int, int]
    cubes: tuple[CubeTurn, ...] | UnsetType = UNSET
    plays: int | UnsetType = UNSET


def course_of(match: Match) -> Course:
    """The course of a game that has just been set up. Of a later game of a match it is not known what was before."""
    return Course(plays=0 if match.number == 1 or not match.rules.length else UNSET)


def followed(course: Course, match: Match, action: AnyAction, after: Match) -> Course:
    """The course of the running game after an action that has led from one state to the next."""
    if after.number > match.number:
        # Until the opening roll, the result may still be taken back.
        return Course(back=course.back, plays=course.plays if match.rules.length else 0)
    was, cubes, back, plays = match, course.cubes, course.back, course.plays
    if match.before is not None and took_back(match, action, after):
        then = back or Course()
        was, cubes, plays = match.before, then.cubes, then.plays
    elif isinstance(action, Move) and plays is not UNSET:
        plays += after.game.board.position.mirrored() != match.game.board.position  # it is the same after a dance
    if after.before is not None and after.before is not match.before:
        back = replace(course, back=None)  # what can be undone is always the latest action
    side = after.game.board.turn
    if not was.game.bet.result and (turn := cube_turn(BetIndex(0), was.game.bet, after.game.bet, side, after.rolls)):
        cubes = (*cubes, turn)
    same = cubes is course.cubes and back is course.back and plays == course.plays
    return course if same else Course(cubes, back, plays)


def finished(match: Match, course: Course | None) -> Finished | None:
    """The last game, the course of which was this; None while it is running."""
    if match.game.phase is not Phase.OVER:
        return None
    cubes, plays = (UNSET, UNSET) if course is None else (course.cubes, course.plays)
    return Finished(number=match.number, game=match.game, score=match.score, cubes=cubes, plays=plays)


def history_from(match: Match, actions: Iterable[AnyAction]) -> tuple[Finished, ...]:
    """The games that these actions finish, in their order. A result that was taken back is not there, a voided game is.

    Raises as `replay`.
    """
    past: dict[int, Finished] = {}
    course = course_of(match)
    for action in actions:
        after = apply(match, action)
        course = followed(course, match, action, after)
        if found := finished(after, course):
            past[after.number] = found
        else:
            past.pop(after.number, None)
        match = after
    return tuple(past.values())

"""The finished games of a match or money session, as they are stored."""

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
    """What a game's final state does not keep: the cubes offered. `back`: the course in the state an undo returns to.

    `plays`: moves of checkers by either side since the match, or for money the game, began; UNSET if unknown for a part
    of it.
    """

    cubes: tuple[CubeTurn, ...] = ()
    back: Course | None = None
    plays: int | UnsetType = UNSET


class Finished(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A finished game: `number` counts from 1, `game` is its final state, `score` (white, black) the score after it.

    A voided game has no result and leaves the score as it was. `cubes`: those offered, in order; `plays` as in
    `Course`. Neither is known without the course.
    """

    number: int
    game: Game
    score: tuple[int, int]
    cubes: tuple[CubeTurn, ...] | UnsetType = UNSET
    plays: int | UnsetType = UNSET


def course_of(match: Match) -> Course:
    """The course of a game that has just been set up; for a later game of a match, plays before it are not known."""
    return Course(plays=0 if match.number == 1 or not match.rules.length else UNSET)


def followed(course: Course, match: Match, action: AnyAction, after: Match) -> Course:
    """The course after an action that has led from one state to the next."""
    if after.number > match.number:
        # Until the opening roll, the result can still be taken back.
        return Course(back=course.back, plays=course.plays if match.rules.length else 0)
    was, cubes, back, plays = match, course.cubes, course.back, course.plays
    if match.before is not None and took_back(match, action, after):
        then = back or Course()
        was, cubes, plays = match.before, then.cubes, then.plays
    elif isinstance(action, Move) and plays is not UNSET:
        plays += (
            after.game.board.position.mirrored() != match.game.board.position
        )  # the position is unchanged after a dance
    if after.before is not None and after.before is not match.before:
        back = replace(course, back=None)  # what can be undone is always the latest action
    side = after.game.board.turn
    if not was.game.bet.result and (turn := cube_turn(BetIndex(0), was.game.bet, after.game.bet, side, after.rolls)):
        cubes = (*cubes, turn)
    same = cubes is course.cubes and back is course.back and plays == course.plays
    return course if same else Course(cubes, back, plays)


def finished(match: Match, course: Course | None) -> Finished | None:
    """The game that has just finished, with its course; None while one is running."""
    if match.game.phase is not Phase.OVER:
        return None
    cubes, plays = (UNSET, UNSET) if course is None else (course.cubes, course.plays)
    return Finished(number=match.number, game=match.game, score=match.score, cubes=cubes, plays=plays)


def history_from(match: Match, actions: Iterable[AnyAction]) -> tuple[Finished, ...]:
    """The games that these actions finish, in order: without results that were taken back, with voided games.

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

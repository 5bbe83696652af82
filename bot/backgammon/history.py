"""The finished games of a match or money session: what is kept of each."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from .actions import AnyAction
from .game import Game, Phase
from .match import apply
from .match_state import Match


class Finished(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A finished game: `number` counts from 1, `game` is how it ended, `score` (white, black) what it has led to.

    A voided game has no result and leaves the score as it was.
    """

    number: int
    game: Game
    score: tuple[int, int]


def finished(match: Match) -> Finished | None:
    """The last game; None while it is running."""
    if match.game.phase is not Phase.OVER:
        return None
    return Finished(number=match.number, game=match.game, score=match.score)


def history_from(match: Match, actions: Iterable[AnyAction]) -> tuple[Finished, ...]:
    """The games that these actions finish, in their order. A result that was taken back is not there, a voided game is.

    Raises as `replay`.
    """
    past: dict[int, Finished] = {}
    for action in actions:
        match = apply(match, action)
        if found := finished(match):
            past[match.number] = found
        else:
            past.pop(match.number, None)
    return tuple(past.values())

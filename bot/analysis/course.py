"""The course of a game, from its verdicts: the chances to win after each roll, and the rolls that changed them most."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from bot.analysis.report import Placed
from bot.analysis.verdicts import Kind, Verdict
from bot.backgammon import OfferStage, Seat, Side

TURNING = 5
"""How many turning points are named."""

_FELT = 0.005
"""A smaller change of the chances is no turning point: it would be shown as none."""


class Swing(Struct, frozen=True):
    """A turning point: its `place` among the points of the course, the chances before and after it, and the play."""

    place: int
    before: float
    after: float
    play: Verdict


class GameCourse(Struct, frozen=True):
    """The course of one game as `side` sees it.

    `points`: for each roll of which it is known, the chance of that side to win after its play. `plays`: the plays, by
    the number of their rolls, and `cubes` all decisions about cubes.
    """

    side: Side
    points: tuple[tuple[int, float], ...]
    plays: tuple[Verdict, ...]
    cubes: tuple[Verdict, ...]

    def chance(self, turn: int) -> float:
        """The chance after a roll that is among the points."""
        return dict(self.points)[turn]

    @property
    def swings(self) -> tuple[Swing, ...]:
        """The largest changes of the chances by a roll and its play, in the order of the game."""
        by_turn = {each.turn: each for each in self.plays}
        found = [
            Swing(place, self.points[place - 1][1], chance, by_turn[turn])
            for place, (turn, chance) in enumerate(self.points)
            if place and turn in by_turn and abs(chance - self.points[place - 1][1]) >= _FELT
        ]
        largest = sorted(found, key=lambda swing: (-abs(swing.after - swing.before), swing.place))[:TURNING]
        return tuple(sorted(largest, key=lambda swing: swing.place))


def decider_side(verdict: Verdict) -> Side:
    """The side that decided: the one answering a double is not on roll."""
    answers = verdict.kind is Kind.ANSWER and verdict.stage is not OfferStage.BEAVER
    return verdict.side.other if answers else verdict.side


def sides(verdicts: Sequence[Verdict]) -> dict[Seat, Side]:
    """The sides of all who decided something in a game."""
    return {each.seat: decider_side(each) for each in verdicts}


def course_of(verdicts: Sequence[Verdict], own: Seat | None = None) -> GameCourse | None:
    """The course of a game, by the verdicts on it, as the side of `own` sees it; for others as White does. None where
    nothing was decided.

    Where nobody had a choice about a roll, the cube before the next one tells the chances.
    """
    side = sides(verdicts).get(own, Side.WHITE) if own is not None else Side.WHITE
    points: dict[int, float] = {}
    for each in verdicts:
        if each.kind is not Kind.PLAY and each.turn > 1:
            points[each.turn - 1] = _chance(each, side)
    plays = {each.turn: each for each in verdicts if each.kind is Kind.PLAY}
    points |= {turn: _chance(each, side) for turn, each in plays.items()}
    if not points:
        return None
    return GameCourse(
        side=side,
        points=tuple(sorted(points.items())),
        plays=tuple(plays[turn] for turn in sorted(plays)),
        cubes=tuple(each for each in verdicts if each.kind is not Kind.PLAY),
    )


def _chance(verdict: Verdict, side: Side) -> float:
    win = min(1.0, max(0.0, verdict.after.win))
    return win if verdict.side is side else 1 - win


def told_game(verdicts: Sequence[Placed], errors: Sequence[Placed]) -> int | None:
    """The game whose course is shown first: that of the first of these errors, else the last. None without any."""
    if errors:
        return errors[0].game
    return verdicts[-1].game if verdicts else None

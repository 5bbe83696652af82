"""Games whose points other programs count differently, because the file format cannot say how they came about.

`.mat` and `.sgf` name the end of a game by what happened, and GNU Backgammon derives the points from that: a drop is
worth the cube, a resignation one, two or three cubes. In `.mat` the cube of every game starts at 1.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from .bet import Ending
from .position import Kind
from .record import Answered, GameRecord, Record, Turned, first_cube


class Unwritten(Enum):
    """What a format cannot express."""

    AUTOMATIC = "automatic double"
    SETTLED = "settlement"
    MATCH = "resigned match"


class CountedOtherwise(NamedTuple):
    """A game of a file: its number from 1, its points, the points another program counts, and why."""

    game: int
    points: int
    elsewhere: int
    why: Unwritten


def counted_otherwise(record: Record, kind: str) -> list[CountedOtherwise]:
    """The games that GNU Backgammon counts differently in a file of this kind, `mat` or `sgf`; none for other kinds,
    which store the points.
    """
    found: list[CountedOtherwise] = []
    for number, game in enumerate(record.games, 1):
        if game.result and kind in ("mat", "sgf"):
            points = abs(game.result.points)
            elsewhere = _elsewhere(game, kind, first_cube(record, number - 1))
            if points != elsewhere:
                found.append(CountedOtherwise(number, points, elsewhere, _why(game)))
    return found


def comments(record: Record, kind: str) -> dict[int, str]:
    """The same as comments inside the file, by game number."""
    return {
        each.game: f"Game {each.game} counts {each.points}; "
        f"programs that know no {each.why.value} count {each.elsewhere}"
        for each in counted_otherwise(record, kind)
    }


def _elsewhere(game: GameRecord, kind: str, cube: int) -> int:
    """The points of a finished game, begun with the cube at a value, as another program counts them."""
    assert game.result is not None
    points, unwritten = abs(game.result.points), game.automatics if kind == "mat" else 0
    if game.result.ending in (Ending.PLAYED, Ending.DROPPED):
        return points >> unwritten
    if not points and kind == "sgf":
        return 0
    cube = cube >> unwritten << _turned(game)
    # For a resignation between two kinds one format rounds up, the other one down.
    cubes = -(-points // cube) if kind == "mat" else points // cube
    return cube * max(Kind.SINGLE, min(Kind.BACKGAMMON, cubes))


def _turned(game: GameRecord) -> int:
    turned = waiting = 0
    for entry in game.entries:
        if isinstance(entry, Turned):
            waiting += 1
        elif isinstance(entry, Answered):
            turned, waiting = turned + waiting * entry.taken, 0
    return turned


def _why(game: GameRecord) -> Unwritten:
    assert game.result is not None
    if game.result.ending is Ending.SETTLED:
        return Unwritten.SETTLED
    return Unwritten.AUTOMATIC if game.automatics else Unwritten.MATCH

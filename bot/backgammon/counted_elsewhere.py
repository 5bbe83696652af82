"""What other programs count a finished game at, where the format of a file has no word for how it came to its points.

Both formats name the end of a game by what happened, and GNU Backgammon makes the points of that: a drop is worth the
cube, a resignation one, two or three cubes. In `.mat` the cube of every game begins at 1.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from .bet import Ending
from .position import Kind
from .record import Answered, GameRecord, Record, Turned


class Unwritten(Enum):
    """What a format has no word for."""

    AUTOMATIC = "automatic double"
    SETTLED = "settlement"
    MATCH = "resigned match"


class CountedOtherwise(NamedTuple):
    """A game of a file, from 1 on, its points as they are and as another program counts them, and why."""

    game: int
    points: int
    elsewhere: int
    why: Unwritten


def counted_otherwise(record: Record, kind: str) -> list[CountedOtherwise]:
    """The games that GNU Backgammon counts otherwise in a file of this kind, `mat` or `sgf`; none in others, which tell
    the points themselves.
    """
    found: list[CountedOtherwise] = []
    for number, game in enumerate(record.games, 1):
        if game.result and kind in ("mat", "sgf"):
            points, elsewhere = abs(game.result.points), _elsewhere(game, kind)
            if points != elsewhere:
                found.append(CountedOtherwise(number, points, elsewhere, _why(game)))
    return found


def comments(record: Record, kind: str) -> dict[int, str]:
    """The same for who reads the file itself, by the number of the game in it."""
    return {
        each.game: f"Game {each.game} counts {each.points}; "
        f"programs that know no {each.why.value} count {each.elsewhere}"
        for each in counted_otherwise(record, kind)
    }


def _elsewhere(game: GameRecord, kind: str) -> int:
    """The points of a finished game in another program."""
    assert game.result is not None
    points, unwritten = abs(game.result.points), game.automatics if kind == "mat" else 0
    if game.result.ending in (Ending.PLAYED, Ending.DROPPED):
        return points >> unwritten
    if not points and kind == "sgf":
        return 0
    cube = 1 << game.automatics - unwritten + _turned(game)
    # Of a resignation between two kinds the one format says the higher kind, the other one the lower.
    cubes = -(-points // cube) if kind == "mat" else points // cube
    return cube * max(Kind.SINGLE, min(Kind.BACKGAMMON, cubes))


def _turned(game: GameRecord) -> int:
    """How often the cube has been turned and taken."""
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

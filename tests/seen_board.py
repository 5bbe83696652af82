"""A board as somebody reads it who hears the live message's description instead of seeing its picture."""

from __future__ import annotations

import re

from msgspec import Struct

from bot.backgammon import BAR, OFF, Dice, Position, legal_plays

_SIDE = re.compile(r"(?:^|\. )(?P<name>[^()]+) \((?P<facts>[^()]+), \d+ pips?(?:, [^()]+)?\) — (?P<points>[^.]+)(?=\.)")
_CUBE = re.compile(r"Cube (?:offered to (?P<to>.+?) at|at|in the middle at) (?P<at>\d+)(?: with (?P<owner>.+?))?\.")
_PLACES = {"bar": BAR, "off": OFF}


class SeenBoard(Struct, frozen=True):
    """What is told, in English, of a board of two.

    `position` is seen by the bottom; `turn`: 0 the bottom, 1 the top, whoever has rolled, else who has to act. `cube`
    is its value before an offer.
    """

    position: Position
    turn: int | None
    dice: Dice | None
    cube: int
    owner: int | None
    score: tuple[int, int]
    length: int
    crawford: bool

    @property
    def plays(self) -> list[str]:
        """The legal plays of whoever has rolled."""
        assert self.dice is not None
        seen = self.position.mirrored() if self.turn else self.position
        return [str(play) for play in legal_plays(seen, self.dice)]


def seen_board(described: str | None) -> SeenBoard:
    """What an alternative text tells. Raises `AssertionError` if it tells no board of two."""
    assert described
    sides = list(_SIDE.finditer(described))
    assert len(sides) == 2, described
    names = [side["name"] for side in sides]
    bottom, top = (_checkers(side["points"]) for side in sides)
    points = [side["facts"].rpartition(", ")[2].replace("−", "-").split(" / ") for side in sides]
    turn, dice = _turn(described, names)
    cube = _CUBE.search(described)
    return SeenBoard(
        position=Position.of(bottom, top),
        turn=turn,
        dice=dice,
        cube=1 if cube is None else int(cube["at"]) // (2 if cube["to"] else 1),
        owner=names.index(cube["owner"]) if cube and cube["owner"] else None,
        score=(int(points[0][0]), int(points[1][0])),
        length=int(points[0][1]) if len(points[0]) > 1 else 0,
        crawford=re.search(r"Rules: [^.]*Crawford", described) is not None,
    )


def _turn(described: str, names: list[str]) -> tuple[int | None, Dice | None]:
    for seat, name in enumerate(map(re.escape, names)):
        if rolled := re.search(rf"(?:{name} to play |Dice, {name}: )(\d)-(\d)\.", described):
            return seat, (int(rolled[1]), int(rolled[2]))
    asked = (seat for seat, name in enumerate(names) if f". {name} to act." in described)
    return next(asked, None), None


def _checkers(points: str) -> tuple[int, ...]:
    """The checkers of one side by its own points."""
    told = dict(each.split(": ") for each in points.split(", "))
    found = {_PLACES[place] if place in _PLACES else int(place): int(count) for place, count in told.items()}
    return tuple(found.get(point, 0) for point in range(BAR + 1))

"""Scenes: what a picture shows, as plain data, with validation.

Nothing here draws, and nothing here knows more of the rules than pictures need: the number of checkers, the opponent's
numbering, the values of cubes and dice.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from .theme import THEMES

BAR_POINT = 25
MAX_CHECKERS = 15
MAX_MEMBERS = 9


@dataclass(frozen=True)
class Die:
    """One die; a used one is drawn faded."""

    value: int
    used: bool = False


@dataclass(frozen=True)
class Cube:
    """The doubling cube: value, and owner or side it is offered to.

    `owner` is None for a centred cube, 0 for the bottom player, 1 for the top player. `offered_to` is the side that
    must answer; the cube is then drawn above the middle of the board, in the material of the offering side, with the
    offered `value`. A `dead` one, which can never be turned again, is faded.
    """

    value: int
    owner: int | None = None
    offered_to: int | None = None
    dead: bool = False


@dataclass(frozen=True)
class Step:
    """One checker moved once, numbered from the mover's side: 25 is the bar, 0 is off."""

    start: int
    end: int
    hit: bool = False


@dataclass(frozen=True)
class LastPlay:
    """The last play and its side; the board shown is the one after it."""

    side: int
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class Way:
    """A possible play of the side by which points are numbered; the board shown is the one before it.

    With a `loss`, in equity, it is one of several candidates, the best first.
    """

    steps: tuple[Step, ...]
    best: bool = False
    loss: float | None = None


class Tone(Enum):
    """The tone of a word about a player, which decides its colour."""

    PLAIN = "plain"
    ASKED = "asked"
    GOOD = "good"
    BAD = "bad"


@dataclass(frozen=True)
class Member:
    """A member of a chouette's team, as a cell of the panel.

    Of their `cube` and the small ones of their `extras`, owner 0 is the member, 1 the box. `state` is a word about the
    bet, `tone` its tone. Members who `act` are outlined, those `out` faded. The `captain` has a crown in place of the
    `role`; a member who has `answered` secretly has a seal.
    """

    name: str
    score: str = ""
    role: str = ""
    cube: Cube | None = None
    state: str = ""
    tone: Tone = Tone.PLAIN
    acts: bool = False
    out: bool = False
    captain: bool = False
    answered: bool = False
    extras: tuple[Cube, ...] = ()


@dataclass(frozen=True)
class TimeLeft:
    """The time a player has left, as the strip says it; `urgent`: bold, after a stop watch."""

    words: str
    urgent: bool = False


@dataclass(frozen=True)
class Landing:
    """A landing of the chosen checker, in the mover's numbering (0 is off); `direct` if one die suffices."""

    point: int
    direct: bool = True


@dataclass(frozen=True)
class End:
    """The result card of a game or match.

    `winner` is a side, None if nobody won. `words` are below the name (or in its place), the `score`, a pair (bottom,
    top), large in the middle, and the `sum` at the bottom: words and cubes in a row, such as ("Gammon ×", Cube(2), "= 4
    points"). A whole match is `crowned`.
    """

    winner: int | None
    words: str
    score: tuple[str, str] = ("", "")
    sum: tuple[str | Cube, ...] = ()
    crowned: bool = True


@dataclass(frozen=True)
class Scene:
    """Everything one picture of a board shows.

    `bottom` and `top` are 26 counts each, in the player's own numbering: [0] off, [1..24] points, [25] bar. The top
    player's point q is the bottom player's point 25 - q. Pairs such as `names` are (bottom, top); sides are 0 for the
    bottom and 1 for the top player, also when the picture is `flipped`. `roles` are what the two are in a chouette,
    whose team is the bottom player; its `members`, captain first, make the picture higher by the panel below the board.
    `light` is the side that has the light checkers and dice. `asked` is the question in the strip of the `turn`, or the
    part of a roll already played. In a draft of the side by which points are numbered, `movable` are the points of
    movable checkers; one may be `chosen`, with its `landings`. `ways` are plays to compare: the one played, and the
    `best`, or candidates. The `end` is a card over everything, in place of dice and banner. `times` are what is left on
    the clocks, None for a player whose clock has nothing to show.
    """

    bottom: tuple[int, ...]
    top: tuple[int, ...]
    names: tuple[str, str]
    scores: tuple[str, str] = ("", "")
    tags: tuple[str, ...] = ()
    turn: int | None = None
    numbers_from: int = 0
    dice: tuple[Die, ...] = ()
    cube: Cube | None = None
    last: LastPlay | None = None
    banner: str = ""
    banner_side: int | None = None
    roles: tuple[str, str] = ("", "")
    members: tuple[Member, ...] = ()
    pips_label: str = "pips"
    theme: str = "wood"
    flipped: bool = False
    light: int = 0
    asked: str = ""
    movable: tuple[int, ...] = ()
    chosen: int | None = None
    landings: tuple[Landing, ...] = ()
    ways: tuple[Way, ...] = ()
    end: End | None = None
    times: tuple[TimeLeft | None, TimeLeft | None] = (None, None)

    def look(self, side: int) -> int:
        """The material of a side's checkers and dice: 0 light, 1 dark."""
        return side ^ self.light

    def checkers(self, side: int) -> tuple[int, ...]:
        return self.top if side else self.bottom

    def seat(self, side: int) -> int:
        """The seat of a side in the picture: 0 at the bottom, 1 at the top."""
        return side ^ self.flipped

    def pips(self, side: int) -> int:
        """The pip count of a side, the bar counting 25."""
        return sum(point * count for point, count in enumerate(self.checkers(side)))


def check(scene: Scene) -> None:
    """Raise `ValueError`, saying what is wrong, for an impossible board."""
    if scene.theme not in THEMES:
        raise ValueError(f"unknown theme {scene.theme!r}: there are {', '.join(THEMES)}")
    _check_checkers(scene)
    pairs = {"names": scene.names, "scores": scene.scores, "roles": scene.roles, "times": scene.times}
    for name, pair in pairs.items():
        if len(pair) != 2:
            raise ValueError(f"{name} are a pair (bottom, top), not {len(pair)}")
    _check_side("numbers_from", scene.numbers_from)
    _check_side("light", scene.light)
    for name, side in (("turn", scene.turn), ("banner_side", scene.banner_side)):
        if side is not None:
            _check_side(name, side)
    if len(scene.dice) > 4:
        raise ValueError(f"at most four dice lie on the board, not {len(scene.dice)}")
    for die in scene.dice:
        if not 1 <= die.value <= 6:
            raise ValueError(f"a die shows 1 to 6, not {die.value}")
    if scene.cube:
        _check_cube(scene.cube)
    if len(scene.members) > MAX_MEMBERS:
        raise ValueError(f"at most {MAX_MEMBERS} members play against a box, not {len(scene.members)}")
    for member in scene.members:
        for cube in filter(None, (member.cube, *member.extras)):
            _check_cube(cube)
    _check_draft(scene)
    if scene.end:
        _check_end(scene.end)
    if scene.last:
        _check_side("last.side", scene.last.side)
        _check_steps(scene.last.steps)
    if any((way.loss is None) != (scene.ways[0].loss is None) for way in scene.ways):
        raise ValueError("either all plays are candidates with a loss, or none is")
    for way in scene.ways:
        if way.loss is not None and not way.loss >= 0:
            raise ValueError(f"a candidate loses nothing or something, not {way.loss}")
        _check_steps(way.steps)
        held = list(scene.checkers(scene.numbers_from))
        for step in way.steps:
            held[step.start], held[step.end] = held[step.start] - 1, held[step.end] + 1
            if held[step.start] < 0:
                raise ValueError(f"no checker can move from {step.start}")


def _check_steps(steps: tuple[Step, ...]) -> None:
    for step in steps:
        if not 0 <= step.end < step.start <= BAR_POINT:
            raise ValueError(f"no checker moves from {step.start} to {step.end}")


def _check_draft(scene: Scene) -> None:
    held = scene.checkers(scene.numbers_from)
    for point in (*scene.movable, *(() if scene.chosen is None else (scene.chosen,))):
        if not 1 <= point <= BAR_POINT or not held[point]:
            raise ValueError(f"no checker can move from {point}")
    for landing in scene.landings:
        if not 0 <= landing.point < BAR_POINT:
            raise ValueError(f"no checker lands on {landing.point}")


def _check_end(end: End) -> None:
    if end.winner is not None:
        _check_side("end.winner", end.winner)
    if len(end.score) != 2:
        raise ValueError(f"end.score is a pair (bottom, top), not {len(end.score)}")
    for part in end.sum:
        if isinstance(part, Cube):
            _check_cube(part)


def _check_side(name: str, side: int) -> None:
    if side not in (0, 1):
        raise ValueError(f"{name} is 0 (bottom) or 1 (top), not {side}")


def _check_checkers(scene: Scene) -> None:
    for name, counts in (("bottom", scene.bottom), ("top", scene.top)):
        if len(counts) != 26:
            raise ValueError(f"{name} needs 26 counts (off, 24 points, bar), not {len(counts)}")
        if min(counts) < 0:
            raise ValueError(f"{name} has a negative count: {counts}")
        if sum(counts) > MAX_CHECKERS:
            raise ValueError(f"{name} has {sum(counts)} checkers, more than {MAX_CHECKERS}")
    for point in range(1, 25):
        if scene.bottom[point] and scene.top[25 - point]:
            raise ValueError(f"both players stand on point {point} of the bottom player")


def _check_cube(cube: Cube) -> None:
    if cube.value < 1 or cube.value & (cube.value - 1):
        raise ValueError(f"a cube shows a power of two, not {cube.value}")
    for name, side in (("cube.owner", cube.owner), ("cube.offered_to", cube.offered_to)):
        if side is not None:
            _check_side(name, side)

"""Report of an analysis: performance rating, luck and the worst errors of each player."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum

from msgspec import Struct

from bot.analysis.verdicts import BLUNDER, ERROR, Kind, Verdict
from bot.analysis.worth import worth
from bot.backgammon import Seat
from bot.ladder.performance import MILLION, Performance, Share, performance_rating

FEW = 30
"""With fewer decisions a rating is mostly chance."""

WORST = 5
"""How many of the worst errors are shown."""


class Grade(Enum):
    """The grade of a performance rating, in the usual words of the field."""

    WORLD_CLASS = "world class"
    EXPERT = "expert"
    ADVANCED = "advanced"
    INTERMEDIATE = "intermediate"
    CASUAL = "casual"
    BEGINNER = "beginner"


_BELOW = (
    (5.0, Grade.WORLD_CLASS),
    (7.5, Grade.EXPERT),
    (12.5, Grade.ADVANCED),
    (17.5, Grade.INTERMEDIATE),
    (22.5, Grade.CASUAL),
)


class Sums(Struct, frozen=True):
    """A player's counted decisions; `lost` is the sum of all errors.

    Luck is that of all rolls, each with the cube or cubes as they stood (`worth`): for money in `points`, in matches in
    `chances` of winning the match. None without such a roll.
    """

    plays: int = 0
    cubes: int = 0
    lost: float = 0.0
    errors: int = 0
    blunders: int = 0
    points: float | None = None
    chances: float | None = None

    @property
    def decisions(self) -> int:
        return self.plays + self.cubes

    @property
    def rating(self) -> float | None:
        """The performance rating; None without decisions."""
        return performance_rating(self.lost, self.decisions) if self.decisions else None

    @property
    def grade(self) -> Grade | None:
        """The grade; None with too few decisions."""
        rating = self.rating
        if rating is None or self.decisions < FEW:
            return None
        return next((grade for bound, grade in _BELOW if rating < bound), Grade.BEGINNER)

    def __add__(self, other: Sums) -> Sums:
        return Sums(
            self.plays + other.plays,
            self.cubes + other.cubes,
            self.lost + other.lost,
            self.errors + other.errors,
            self.blunders + other.blunders,
            _plus(self.points, other.points),
            _plus(self.chances, other.chances),
        )

    def share(self, seat: Seat) -> Share:
        """The share stored in a server's list, which holds no luck."""
        return Share(seat, self.plays, self.cubes, round(self.lost * MILLION))


def _plus(one: float | None, other: float | None) -> float | None:
    return other if one is None else one if other is None else one + other


def sums(verdicts: Iterable[Verdict]) -> dict[Seat, Sums]:
    """Each seat's sums."""
    found: dict[Seat, Sums] = {}
    for each in verdicts:
        found[each.seat] = found.get(each.seat, Sums()) + _sum(each)
    return dict(sorted(found.items()))


def _sum(verdict: Verdict) -> Sums:
    money, counted = verdict.stakes.away is None, verdict.counted
    luck = _luck(verdict) if verdict.kind is Kind.PLAY else None
    return Sums(
        plays=int(counted and verdict.kind is Kind.PLAY),
        cubes=int(counted and verdict.kind is not Kind.PLAY),
        lost=verdict.error if counted else 0.0,
        errors=int(counted and ERROR <= verdict.error < BLUNDER),
        blunders=int(counted and verdict.error >= BLUNDER),
        points=luck if money else None,
        chances=None if money else luck,
    )


def _luck(verdict: Verdict) -> float:
    """Luck in points for money, with all cubes that the roll was about; in a match as a chance of winning it."""
    return verdict.luck * verdict.staked if verdict.staked else worth(verdict.stakes, verdict.luck)


class Placed(Struct, frozen=True):
    """A verdict and the number of its game."""

    game: int
    verdict: Verdict


def standard_errors(verdicts: Iterable[Placed]) -> dict[Seat, float]:
    """The standard error of each player's performance rating, computed as over many games (`Performance.error`).

    The sampling unit is the turn: decisions in one turn are correlated, such as a double, the roll after it, and
    several cubes at once. Seats with decisions in a single turn have none.
    """
    turns: dict[tuple[Seat, int, int], Sums] = {}
    for each in verdicts:
        key = each.verdict.seat, each.game, each.verdict.turn
        turns[key] = turns.get(key, Sums()) + _sum(each.verdict)
    found: dict[Seat, Performance] = {}
    for (seat, _, _), turn in turns.items():
        found.setdefault(seat, Performance()).count(turn.share(seat))
    return {seat: error for seat, each in found.items() if (error := each.error) is not None}


class Evening(Struct, frozen=True):
    """Highlights of several games of a table: the luckiest player, the costliest cube, the play hardest to see. `luck`,
    and what the cube has `cost`, are in points for `money`, else in chances of winning the match (`worth`).
    """

    luckiest: Seat
    luck: float
    cube: Placed | None
    cost: float
    play: Placed | None
    money: bool


def worst(verdicts: Sequence[Placed], most: int = WORST, seat: Seat | None = None) -> list[Placed]:
    """The worst errors, the worst first; of one player, or of all. Smaller ones than `ERROR` are left out."""
    errors = [each for each in verdicts if each.verdict.error >= ERROR and seat in (None, each.verdict.seat)]
    return sorted(errors, key=lambda each: (-each.verdict.error, each.game, each.verdict.turn))[:most]


def worst_for(verdicts: Sequence[Placed], seat: Seat | None) -> list[Placed]:
    """The worst errors in the order for one player: their own, then those of the others; None: for a spectator."""
    if seat is None:
        return worst(verdicts)
    others = [each for each in verdicts if each.verdict.seat != seat]
    return worst(verdicts, seat=seat) + worst(others)


def evening(verdicts: Sequence[Placed]) -> Evening | None:
    """The highlights of these games; None without decisions."""
    if not verdicts:
        return None
    money = all(each.verdict.stakes.away is None for each in verdicts)

    luck: dict[Seat, float] = {}
    for verdict in (each.verdict for each in verdicts):
        luck[verdict.seat] = luck.get(verdict.seat, 0.0) + _luck(verdict)
    cubes = [each for each in verdicts if each.verdict.kind is not Kind.PLAY and each.verdict.error >= ERROR]
    plays = [each for each in verdicts if each.verdict.unseen > 0]
    luckiest = max(sorted(luck), key=lambda seat: luck[seat])
    cube = max(cubes, key=lambda each: worth(each.verdict.stakes, each.verdict.error), default=None)
    return Evening(
        luckiest=luckiest,
        luck=luck[luckiest],
        cube=cube,
        cost=worth(cube.verdict.stakes, cube.verdict.error) if cube else 0.0,
        play=max(plays, key=lambda each: each.verdict.unseen, default=None),
        money=money,
    )

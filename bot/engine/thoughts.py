"""Data types of questions to the engine and its answers. All of it is seen by the side on roll."""

from __future__ import annotations

from enum import IntEnum

from msgspec import Struct

from bot.backgammon import Dice, Position

MOST_POINTS_AWAY = 25
LARGEST_CUBE = 4096
EXACT = 100
"""The `plies` of an exact result, from the two-sided bear-off base."""


class Level(IntEnum):
    """The strength of a computer, the weakest first; the number is stored. 1 to 10 were used before and are not
    reused.
    """

    FIRST_STEPS = 11
    BEGINNER = 12
    INTERMEDIATE = 13
    ADVANCED = 14
    EXPERT = 15
    WORLD_CLASS = 16


TAGS = {
    Level.FIRST_STEPS: "first_steps",
    Level.BEGINNER: "beginner2",
    Level.INTERMEDIATE: "intermediate",
    Level.ADVANCED: "advanced",
    Level.EXPERT: "expert2",
    Level.WORLD_CLASS: "world_class",
}
"""The tag of each level in the stored list of finished games."""

LEVELS_BY_TAG = {tag: level for level, tag in TAGS.items()}


class Owner(IntEnum):
    """The owner of the cube."""

    NOBODY = 0
    MOVER = 1
    OPPONENT = 2


class Stakes(Struct, frozen=True):
    """The stakes of a game.

    `away`: points that the mover and the opponent need to win the match; None for money. `jacoby` and `beavers` are of
    money games. `cube_in_play`: False where nobody can turn a cube any more, or there is none; a Crawford game has
    `crawford` instead.
    """

    cube: int = 1
    owner: Owner = Owner.NOBODY
    away: tuple[int, int] | None = None
    crawford: bool = False
    jacoby: bool = False
    beavers: bool = False
    cube_in_play: bool = True


class Chances(Struct, frozen=True):
    """Probabilities of the mover's wins and losses; gammons include backgammons, wins include gammons."""

    win: float
    gammon: float
    backgammon: float
    lose_gammon: float
    lose_backgammon: float


class Judged(Struct, frozen=True):
    """An evaluated play, by the position it leads to (packed, seen by the mover).

    `equity` is in units of the cube, in a match normalised; `plies` is the search depth, `EXACT` for exact results.
    """

    packed: int
    equity: float
    chances: Chances
    plies: int


class CubeThought(Struct, frozen=True):
    """The equities of a cube before the roll, in units of the cube: no double, double and take, double and drop.

    Without a cube in play all three are the equity of the game. `plies` is the search depth, as in `Judged`. `market`:
    the share of sequences that lose the market (`bot.engine.market`); None if not counted.
    """

    stays: float
    taken: float
    dropped: float
    chances: Chances
    plies: int = 3
    market: float | None = None

    @property
    def double(self) -> bool:
        """Whether to double; also where that makes no difference, as it costs nothing and may be dropped."""
        return min(self.taken, self.dropped) >= self.stays

    @property
    def take(self) -> bool:
        return self.taken <= self.dropped


class Unsupported(ValueError):
    """A question that is impossible or beyond the engine. The message says what."""


def check(position: Position, stakes: Stakes, dice: Dice | None = None) -> None:
    """Raise `Unsupported` for input to which the engine would give meaningless answers."""
    own, opponent = position.own, position.opponent
    if sum(own) != 15 or sum(opponent) != 15:
        raise Unsupported(f"{sum(own)} checkers against {sum(opponent)}: only games of 15 a side are known")
    Position.of(own, opponent)
    if own[0] == 15 or opponent[0] == 15:
        raise Unsupported("the game is over")
    if dice is not None and not all(1 <= number <= 6 for number in dice):
        raise Unsupported(f"{dice} is no roll")
    if stakes.cube < 1 or stakes.cube > LARGEST_CUBE or stakes.cube & (stakes.cube - 1):
        raise Unsupported(f"a cube does not show {stakes.cube}")
    if stakes.away is not None:
        if not all(1 <= away <= MOST_POINTS_AWAY for away in stakes.away):
            raise Unsupported(f"nobody is {stakes.away} points away")
        if stakes.crawford and 1 not in stakes.away:
            raise Unsupported("a Crawford game is one in which somebody needs one point")
        if stakes.jacoby or stakes.beavers:
            raise Unsupported("a match has neither Jacoby's rule nor beavers")
    elif stakes.crawford:
        raise Unsupported("only a match has a Crawford game")

"""What the engine is asked and what it answers. All of it is seen by the side on roll."""

from __future__ import annotations

from enum import IntEnum

from msgspec import Struct

from bot.backgammon import Dice, Position

MOST_POINTS_AWAY = 25
LARGEST_CUBE = 4096
EXACT = 100
"""As `plies`: farther than the engine looks, to the end. So it is known by the two-sided bear-off base."""


class Level(IntEnum):
    """How well a computer plays, the weakest first; the number is what is stored. 1 to 10 were given once and are not
    given again.
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
"""What stands for a level in the stored list of finished games."""

LEVELS_BY_TAG = {tag: level for level, tag in TAGS.items()}


class Owner(IntEnum):
    """Whose the cube is."""

    NOBODY = 0
    MOVER = 1
    OPPONENT = 2


class Stakes(Struct, frozen=True):
    """What a game is played for.

    `away`: how many points the mover and the opponent need to win the match; None for money. `jacoby` and `beavers` are
    of money games. `cube_in_play`: not where nobody can turn a cube any more, or there is none; a Crawford
    game is told by `crawford`.
    """

    cube: int = 1
    owner: Owner = Owner.NOBODY
    away: tuple[int, int] | None = None
    crawford: bool = False
    jacoby: bool = False
    beavers: bool = False
    cube_in_play: bool = True


class Chances(Struct, frozen=True):
    """How likely the mover wins or loses, and by how much; a gammon may be a backgammon, a win a gammon."""

    win: float
    gammon: float
    backgammon: float
    lose_gammon: float
    lose_backgammon: float


class Judged(Struct, frozen=True):
    """A play, by the position it leads to (packed, seen by the mover), and what the engine thinks of it.

    `equity` is in units of the cube, or what corresponds to that in a match; `plies` says how far it has looked, and is
    `EXACT` for what is known for certain.
    """

    packed: int
    equity: float
    chances: Chances
    plies: int


class CubeThought(Struct, frozen=True):
    """What comes of a cube before the roll, in units of the cube: if it stays, if it is taken, if it is dropped.

    Where none is in play all three are what the game is worth. `plies` says how far the engine has looked, as in
    `Judged`.
    """

    stays: float
    taken: float
    dropped: float
    chances: Chances
    plies: int = 3

    @property
    def double(self) -> bool:
        """Whether to double; so it is where that makes no difference, as it costs nothing and may be dropped."""
        return min(self.taken, self.dropped) >= self.stays

    @property
    def take(self) -> bool:
        """Whether the other one is to take."""
        return self.taken <= self.dropped


class Unsupported(ValueError):
    """The engine is asked what cannot be, or what it does not know. The message says what."""


def check(position: Position, stakes: Stakes, dice: Dice | None = None) -> None:
    """Raises `Unsupported` for what the engine would answer all the same, by numbers that mean nothing."""
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

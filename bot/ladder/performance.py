"""How well somebody has played in the games that an engine has looked at: the performance rating and how sure it is.

All sums are whole numbers, so that a game can be taken out again, and what remains is as if it had never been counted.
"""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from typing import TypeVar

from msgspec import Struct

from bot.core.actions import Seat

_Lost = TypeVar("_Lost", Fraction, float)

SCALE = 500
"""What an average error is multiplied by."""

MILLION = 1_000_000

ENOUGH = 300
"""So many decisions are needed to be listed."""

FLAWLESS, OF_A_GAME = 2, 20
"""A game is flawless that was played below this rating, with so many decisions."""


def performance_rating(lost: _Lost, decisions: int) -> _Lost:
    """The performance rating of so many decisions, not none, that have `lost` so much equity; the lower, the better."""
    return SCALE * lost / decisions


class Share(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody's part in a game that was analysed: their decisions that count, and what all errors cost together, in
    millionths of the cube.
    """

    seat: Seat
    plays: int
    cubes: int
    lost: int

    @property
    def decisions(self) -> int:
        """All that count."""
        return self.plays + self.cubes

    @property
    def flawless(self) -> bool:
        """Whether hardly anything was given away, and there was something to decide."""
        return (
            self.decisions >= OF_A_GAME and performance_rating(Fraction(self.lost, MILLION), self.decisions) < FLAWLESS
        )


class Performance(Struct):
    """Somebody's decisions in so many `games`; `lost` in millionths.

    The others are sums over the games, by which it is known how much these differ: of the square of what was lost, in
    thousandths; of that times the number of decisions; and of the square of this number.
    """

    games: int = 0
    plays: int = 0
    cubes: int = 0
    lost: int = 0
    lost_lost: int = 0
    lost_decided: int = 0
    decided_decided: int = 0

    @property
    def decisions(self) -> int:
        """All that count."""
        return self.plays + self.cubes

    @property
    def rating(self) -> Fraction | None:
        """The performance rating, the lower the better; None where nothing was decided."""
        return performance_rating(Fraction(self.lost, MILLION), self.decisions) if self.decisions else None

    @property
    def error(self) -> float | None:
        """The standard error of the rating; None as long as there is but one game to know it by.

        Games are what differs by chance, not decisions: what somebody loses in a difficult game, or on several cubes at
        once, hangs together. So it is that of a ratio whose sample are games: with n decisions and a loss of l in each,
        and L lost by N in all, the root of G / (G − 1) · Σ (l − n · L / N)², divided by N. The report of an analysis
        reckons so by turns in the place of games.
        """
        if self.games < 2:
            return None
        mean = Fraction(self.lost, self.decisions * 1000)
        squares = self.lost_lost - 2 * mean * self.lost_decided + mean * mean * self.decided_decided
        spread = max(Fraction(0), squares) * self.games / (self.games - 1)
        return SCALE * sqrt(spread) / (1000 * self.decisions)

    def count(self, share: Share, times: int = 1) -> None:
        """Count a game; with `times` −1 take one out again. Where nothing was decided there is nothing to count."""
        if not share.decisions:
            return
        lost = (share.lost + 500) // 1000
        self.games += times
        self.plays += times * share.plays
        self.cubes += times * share.cubes
        self.lost += times * share.lost
        self.lost_lost += times * lost * lost
        self.lost_decided += times * lost * share.decisions
        self.decided_decided += times * share.decisions**2

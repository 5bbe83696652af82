"""Performance ratings: how well a member played in analysed games, with a standard error.

All sums are integers, so that a game can be subtracted again exactly.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import sqrt
from typing import TypeVar

from msgspec import Struct

from bot.core.actions import Seat

_Lost = TypeVar("_Lost", Fraction, float)

SCALE = 500
"""The factor from average error to rating."""

MILLION = 1_000_000

ENOUGH = 300
"""Decisions required to be listed, and those of a point of a member's course."""

FLAWLESS, OF_A_GAME = 2, 20
"""A game is flawless below this rating, with at least this many decisions."""


def performance_rating(lost: _Lost, decisions: int) -> _Lost:
    """The performance rating of this many decisions, at least one, that have `lost` this much equity; lower is
    better.
    """
    return SCALE * lost / decisions


class Share(Struct, frozen=True, forbid_unknown_fields=True):
    """A player's part in an analysed game: their decisions that count, and the cost of all errors, in millionths of the
    cube.
    """

    seat: Seat
    plays: int
    cubes: int
    lost: int

    @property
    def decisions(self) -> int:
        return self.plays + self.cubes

    @property
    def flawless(self) -> bool:
        """Whether almost nothing was lost, in a game with enough decisions."""
        return (
            self.decisions >= OF_A_GAME and performance_rating(Fraction(self.lost, MILLION), self.decisions) < FLAWLESS
        )


class Performance(Struct):
    """A member's decisions in this many `games`; `lost` in millionths.

    The other fields are sums over the games for their variance: of the squared loss, in thousandths; of loss times
    decisions; and of squared decisions.
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
        return self.plays + self.cubes

    @property
    def rating(self) -> Fraction | None:
        """The performance rating, lower is better; None without decisions."""
        return performance_rating(Fraction(self.lost, MILLION), self.decisions) if self.decisions else None

    @property
    def error(self) -> float | None:
        """The standard error of the rating; None with a single game.

        The sampling unit is the game, not the decision: errors in one difficult game, or on several cubes at once, are
        correlated. So it is the error of a ratio over a sample of games: with n decisions and a loss of l in each, and
        L lost by N in all, the root of G / (G − 1) · Σ (l − n · L / N)², divided by N. The report of an analysis does
        the same with turns in place of games.
        """
        if self.games < 2:
            return None
        mean = Fraction(self.lost, self.decisions * 1000)
        squares = self.lost_lost - 2 * mean * self.lost_decided + mean * mean * self.decided_decided
        spread = max(Fraction(0), squares) * self.games / (self.games - 1)
        return SCALE * sqrt(spread) / (1000 * self.decisions)

    def count(self, share: Share, times: int = 1) -> None:
        """Add a game, or with `times` −1 subtract it. A game without decisions does not count."""
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


class JudgedGame(Struct, frozen=True, order=True):
    """A member's share of an analysed game that ended `at`, in seconds since 1970; `lost` in millionths."""

    at: float
    decisions: int
    lost: int


class CoursePoint(Struct, frozen=True):
    """The performance rating over the last `decisions` at a time, in seconds since 1970."""

    at: float
    rating: float
    decisions: int

    @property
    def full(self) -> bool:
        """Whether it is over as many decisions as a point of the course should be."""
        return self.decisions >= ENOUGH


def course(games: Iterable[JudgedGame], least: int) -> tuple[CoursePoint, ...]:
    """The sliding performance rating after each of these games, from `least` decisions on: over the fewest of the last
    games that have `ENOUGH` decisions together, or over all so far. Games that ended at the same time give one point.
    """
    found = {each.at: each for each in _sliding(games) if each.decisions >= least}
    return tuple(found.values())


def _sliding(games: Iterable[JudgedGame]) -> Iterator[CoursePoint]:
    window, decisions, lost = deque[JudgedGame](), 0, 0
    for game in sorted(each for each in games if each.decisions):
        window.append(game)
        decisions, lost = decisions + game.decisions, lost + game.lost
        while decisions - window[0].decisions >= ENOUGH:
            gone = window.popleft()
            decisions, lost = decisions - gone.decisions, lost - gone.lost
        yield CoursePoint(game.at, float(performance_rating(Fraction(lost, MILLION), decisions)), decisions)

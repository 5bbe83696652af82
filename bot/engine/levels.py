"""How the levels of the computer are apart: how far each looks, how it errs, how it is disposed in a game."""

from __future__ import annotations

import random

from msgspec import Struct

from bot.engine.kinds import Kind
from bot.engine.thoughts import Level

PERFORMANCE = {
    Level.FIRST_STEPS: 32,
    Level.BEGINNER: 22,
    Level.INTERMEDIATE: 15,
    Level.ADVANCED: 9,
    Level.EXPERT: 5,
    Level.WORLD_CLASS: 1,
}
"""The performance rating at which each level plays, about: what people are shown where they choose."""

WINDOW = 0.25
"""No play is made that is so much behind the best one, or more, in units of the cube."""

NARROWER = {Kind.CONTACT: 0.20}
"""Where the window is narrower: who has one checker left to bring home, or a game at the ace point, has no plan to
misunderstand.
"""

NOISE_OF_KIND = {
    Kind.OPENING: 0.12,
    Kind.CONTACT: 0.18,
    Kind.HOLDING: 0.30,
    Kind.PRIME: 0.85,
    Kind.BLITZ: 0.45,
    Kind.RACE: 0.15,
    Kind.BEAR_OFF: 0.3,
}
"""How much of its noise a level has in each kind of position: openings are learnt by heart, and in a race people see
what to do.
"""

HASTE = 0.15
"""Equity that a double may cost, at most, of somebody who hurries, in units of the cube."""


class Manner(Struct, frozen=True, repr_omit_defaults=True):
    """How a level errs.

    `plies`: how far it looks at plays. `noise`: by how much it is wrong about each, as a standard deviation, where 1 is
    as much as the other plays it considers are behind the best on average. `late`: how it waits to double, on
    average, and `sure`, see `Temper`. `hasty`: in which share of the games it doubles early instead. `bold`: mean and
    standard deviation of how it takes. `calmer`: how much of its noise it has in kinds of positions where that is not
    `NOISE_OF_KIND`.
    """

    plies: int
    noise: float
    late: float
    hasty: float
    bold: tuple[float, float]
    sure: float
    calmer: dict[Kind, float] = {}

    def noise_in(self, kind: Kind) -> float:
        """Its noise in positions of this kind."""
        return self.noise * self.calmer.get(kind, NOISE_OF_KIND[kind])


MANNERS = {
    Level.FIRST_STEPS: Manner(1, 13.0, 6.5, 0.20, (0.85, 0.35), sure=0.90),
    Level.BEGINNER: Manner(1, 5.1, 3.0, 0.23, (0.35, 0.28), sure=0.48),
    Level.INTERMEDIATE: Manner(1, 2.95, 0.75, 0.26, (0.10, 0.18), sure=0.18),
    Level.ADVANCED: Manner(1, 2.1, 0.55, 0.30, (0.08, 0.14), sure=0.16, calmer={Kind.BLITZ: 0.22, Kind.PRIME: 0.55}),
    Level.EXPERT: Manner(2, 1.3, 0.3, 0.30, (0.01, 0.05), sure=0.12, calmer={Kind.PRIME: 0.6}),
}
"""Of the levels that err. World class does not: it plays the best it knows."""


class Temper(Struct, frozen=True):
    """How somebody is disposed in a game.

    `late`: what one is afraid to lose by a double, as a share of what a take of it would have to cost more for one to
    be sure: that is `sure` beyond the point where it is dropped, in units of the cube. Less than 0: equity that one
    gives away for an early double. `bold`: how much more than a point a double may cost, in units of the cube, and
    still be taken; less than 0: how much less.
    """

    late: float = 0.0
    bold: float = 0.0
    sure: float = 0.0


def temper(level: Level, seed: int) -> Temper:
    """How a level is disposed in the game of this seed."""
    manner = MANNERS.get(level)
    if manner is None:
        return Temper()
    drawn = random.Random(seed)
    hasty, much = drawn.random() < manner.hasty, drawn.random()
    mean, deviation = manner.bold
    bold = max(mean - 2 * deviation, min(mean + 2 * deviation, drawn.gauss(mean, deviation)))
    return Temper(-HASTE * much if hasty else manner.late * (0.5 + much), bold, manner.sure)

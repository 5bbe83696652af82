"""Levels of the computer: search depth, error model and cube temper of each."""

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
"""The approximate performance rating of each level, shown where players choose one."""

WINDOW = 0.25
"""Plays that are this far behind the best, or farther, are never made, in units of the cube."""

NARROWER = {Kind.CONTACT: 0.20}
"""Kinds with a narrower window: with one checker left to bring home, or an ace-point game, there is no plan to
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
"""The share of its noise that a level has in each kind of position: openings are learnt by heart, and races are
easy.
"""

HASTE = 0.15
"""The most equity that a hasty double may cost, in units of the cube."""


class Manner(Struct, frozen=True, repr_omit_defaults=True):
    """The error model of a level.

    `plies`: search depth for plays. `noise`: standard deviation of its error about each play, in units of how far the
    other plays considered are behind the best on average. `late`: its average delay of doubles, and `sure`, see
    `Temper`. `hasty`: the share of games in which it doubles early instead. `bold`: mean and standard deviation of its
    takes. `calmer`: exceptions from `NOISE_OF_KIND`.
    """

    plies: int
    noise: float
    late: float
    hasty: float
    bold: tuple[float, float]
    sure: float
    calmer: dict[Kind, float] = {}

    def noise_in(self, kind: Kind) -> float:
        return self.noise * self.calmer.get(kind, NOISE_OF_KIND[kind])


MANNERS = {
    Level.FIRST_STEPS: Manner(
        1, 27.0, 4.5, 0.20, (0.50, 0.30), sure=0.90, calmer={Kind.OPENING: 0.09, Kind.CONTACT: 0.09}
    ),
    Level.BEGINNER: Manner(1, 6.1, 2.2, 0.23, (0.18, 0.24), sure=0.46),
    Level.INTERMEDIATE: Manner(1, 3.15, 0.5, 0.26, (0.0, 0.12), sure=0.17, calmer={Kind.BLITZ: 0.34}),
    Level.ADVANCED: Manner(1, 2.45, 0.65, 0.30, (0.03, 0.12), sure=0.16, calmer={Kind.BLITZ: 0.20, Kind.PRIME: 0.44}),
    Level.EXPERT: Manner(2, 1.35, 0.25, 0.30, (0.0, 0.05), sure=0.12, calmer={Kind.PRIME: 0.55, Kind.BLITZ: 0.36}),
}
"""The error models of the levels that err. World class does not: it makes the best play it finds."""


class Temper(Struct, frozen=True):
    """The cube temper of a game.

    `late`: the feared loss by doubling, as a share of how much more a take would have to cost for certainty: that is
    `sure` beyond the drop point, in units of the cube. Below 0: equity given away by an early double. `bold`: how much
    more than a point a double may cost, in units of the cube, and still be taken; below 0: how much less.
    """

    late: float = 0.0
    bold: float = 0.0
    sure: float = 0.0


def temper(level: Level, seed: int) -> Temper:
    """The temper of a level in the game of this seed."""
    manner = MANNERS.get(level)
    if manner is None:
        return Temper()
    drawn = random.Random(seed)
    hasty, much = drawn.random() < manner.hasty, drawn.random()
    mean, deviation = manner.bold
    bold = max(mean - 2 * deviation, min(mean + 2 * deviation, drawn.gauss(mean, deviation)))
    return Temper(-HASTE * much if hasty else manner.late * (0.5 + much), bold, manner.sure)

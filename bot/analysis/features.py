"""Facts as the numbers that a fit has weighed, grouped by theme. Pure.

Each is larger where the mover stands better, but for `SHAPE`.

The weights are equity per unit of a number, made by `python -m tests.facts.mistakes` and kept in `weights.json`, one
list for each game plan.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from functools import cache
from pathlib import Path

import msgspec

from bot.analysis.facts import DEEP, Facts
from bot.backgammon import Position
from bot.engine.kinds import Kind, kind

WEIGHTS = Path(__file__).with_name("weights.json")

OWN_POINTS = (*range(1, 12), 13)
ANCHOR_POINTS = range(18, 25)
SLOTS = (5, 4, 7)

_LONG = 2
"""A row of so many points is no prime yet."""


class Theme(Enum):
    """What a play is better or worse at than another.

    `SHAPE` is what blots and spare checkers are worth by their points; it is weighed, so that the others are not
    credited with it, but has no sentence.
    """

    SHOTS = "shots"
    HIT = "hit"
    POINTS = "points"
    ANCHOR = "anchor"
    PRIME = "prime"
    TRAPPED = "trapped"
    ESCAPES = "escapes"
    RETURN = "return"
    MAKES = "makes"
    THEIR_ANCHOR = "their anchor"
    THEIR_POINTS = "their points"
    BURIED = "buried"
    STACKED = "stacked"
    RACE = "race"
    BACK = "back"
    HOME_BLOTS = "home blots"
    REAR_BLOTS = "rear blots"
    SLOT = "slot"
    BUILDERS = "builders"
    ATTACK = "attack"
    OFF = "off"
    WASTE = "waste"
    CROSSOVERS = "crossovers"
    SHAPE = "shape"


class Plan(Enum):
    """The game plan of a position before the play; every plan has weights of its own."""

    RACE = "race"
    OPENING = "opening"
    BLITZ = "blitz"
    PRIME = "prime"
    HOLDING = "holding"
    CONTACT = "contact"


def plan(position: Position) -> Plan:
    """The game plan of both sides, by the kind of position (`bot.engine.kinds`)."""
    if position.is_race:
        return Plan.RACE
    found = kind(position)
    return Plan.CONTACT if found is Kind.BEAR_OFF else Plan(found.value)


def features(found: Facts) -> dict[Theme, tuple[float, ...]]:
    """The numbers of each theme."""
    mover, other, contact = found.mover, found.other, not found.race
    shots = other.rolls.hits / 36
    danced = (36 - other.rolls.enters) / 36
    ahead, behind = max(0, found.lead) / 50, max(0, -found.lead) / 50
    return {
        Theme.SHOTS: (-shots, -shots * other.home_points / 6, -other.rolls.takes / 36 / 25),
        Theme.HIT: (other.bar, other.pips / 25, danced, danced * mover.home_points / 6),
        Theme.POINTS: (
            *(float(point in mover.held) for point in OWN_POINTS),
            mover.home_points / 6 * bool(other.bar),
            mover.home_points / 6 * bool(other.back),
        ),
        Theme.ANCHOR: (
            *(float(point in mover.held) for point in ANCHOR_POINTS),
            float(mover.anchored) * other.home_points / 6,
        ),
        Theme.PRIME: (_prime(mover.prime[0]), _prime(mover.prime[0]) * min(other.back, 2)),
        Theme.TRAPPED: (-other.rolls.leaves / 36, -other.rolls.leaves / 36 * min(other.back, 3)),
        Theme.ESCAPES: (mover.rolls.leaves / 36, mover.rolls.leaves / 36 * min(mover.back, 3)),
        Theme.RETURN: (mover.rolls.hits / 36, mover.rolls.hits / 36 * mover.home_points / 6),
        Theme.MAKES: (mover.rolls.makes / 36,),
        Theme.THEIR_ANCHOR: (-other.rolls.anchors / 36, -other.rolls.anchors / 36 * mover.home_points / 6),
        Theme.THEIR_POINTS: (-other.rolls.makes / 36,),
        Theme.BURIED: (-mover.deep * float(contact),),
        Theme.STACKED: (-mover.idle * float(contact),),
        Theme.RACE: (found.race * ahead, -found.race * behind),
        Theme.BACK: (-mover.back * float(contact), -mover.back * ahead * contact, -mover.back * other.home_points / 6),
        Theme.HOME_BLOTS: (-mover.blots[0] * float(contact), -mover.blots[0] * shots),
        Theme.REAR_BLOTS: (-mover.blots[3], -mover.blots[3] * other.zone / 10),
        Theme.SLOT: tuple(float(mover.counts[point] == 1) for point in SLOTS),
        Theme.BUILDERS: (float(mover.builders),),
        Theme.ATTACK: (mover.zone / 10 * found.attacks,),
        Theme.OFF: (float(mover.off),),
        Theme.WASTE: (-mover.waste * float(found.race),),
        Theme.CROSSOVERS: (-mover.crossovers * float(found.race), -mover.outside * float(found.race)),
        Theme.SHAPE: (
            *(float(count == 1 and contact) for count in mover.counts[DEEP + 1 : 25]),
            *(float(max(0, count - 2) * contact) for count in mover.counts[DEEP + 1 : 25]),
        ),
    }


def _prime(length: int) -> float:
    return max(0, length - _LONG) ** 2 / 16


@cache
def weights() -> Mapping[Plan, Mapping[Theme, Sequence[float]]]:
    """The weights of every plan, by theme, in the order of `features`."""
    kept = msgspec.json.decode(WEIGHTS.read_bytes())["weights"]
    return {each: {theme: tuple(kept[each.value][theme.value]) for theme in Theme} for each in Plan}


def contributions(played: Facts, best: Facts, by: Plan) -> dict[Theme, float]:
    """What each theme contributes to the loss of a play against the best one, in equity; below 0 what the play is
    better at.
    """
    made, right, weighed = features(played), features(best), weights()[by]
    return {
        theme: sum(
            weight * (better - worse)
            for weight, better, worse in zip(weighed[theme], right[theme], made[theme], strict=True)
        )
        for theme in Theme
    }

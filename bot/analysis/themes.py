"""Themes: why a play was wrong, as a sentence's name and its numbers. Pure.

A theme is chosen by its contribution to the loss (`features`), but said only if its own condition is true of the facts
of both plays; the numbers are those facts. Nothing is said where no theme explains enough. Cubes are in `cube_themes`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec import Struct

from bot.analysis.facts import Facts, facts
from bot.analysis.features import ANCHOR_POINTS, SLOTS, Theme, contributions, plan
from bot.backgammon import Position

ENOUGH = 1 / 3
"""The least share of the loss that the first theme explains."""

TOGETHER = 0.5
"""The least share of the loss that all themes together explain."""

SECOND = 1 / 2
"""The least share of the first theme that the second one contributes."""

AGAINST = 1.4
"""A theme is chosen only if it contributes so many times what any other theme says to the contrary."""

_DEAR = (5, 4, 7, 6, 3, 8, 9, 13, 10, 11, 2, 1)
"""Points in the order in which they are named, if a play makes several of them less."""

_LONG = 3
"""The least row of points that is named."""


class Reason(Struct, frozen=True):
    """A sentence by its name, with its numbers in the order they are said; `worth`: its share of the loss in equity."""

    name: str
    numbers: tuple[int, ...]
    worth: float = 0.0


def play_reasons(position: Position, played: Position, best: Position, lost: float) -> tuple[Reason, ...]:
    """At most two reasons why a play that led to `played` lost so much equity to one that led to `best`; all are seen
    by the mover. The first explains a third of the loss; empty if none does.
    """
    made, right = facts(played), facts(best)
    found = contributions(made, right, plan(position))
    against = -min(found.values())
    told: list[Reason] = []
    for theme, tell in SENTENCES.items():
        said = tell(position, made, right) if found[theme] > 0 else None
        if said is not None:
            told.append(Reason(*said, worth=found[theme]))
    told.sort(key=lambda each: -each.worth)
    if sum(found.values()) < TOGETHER * lost or not told or told[0].worth < max(ENOUGH * lost, AGAINST * against):
        return ()
    return (told[0], *(each for each in told[1:2] if each.worth >= max(SECOND * told[0].worth, against)))


# Each tells a sentence's name and its numbers, if what it says is true of a play that was made and of the right one.

_Sentence = tuple[str, tuple[int, ...]] | None


def _more(name: str, made: int, right: int) -> _Sentence:
    return (name, (made, right)) if made > right else None


def _fewer(name: str, made: int, right: int) -> _Sentence:
    return (name, (made, right)) if made < right else None


def _shots(position: Position, made: Facts, right: Facts) -> _Sentence:
    shots = _more("shots", made.other.rolls.hits, right.other.rolls.hits)
    return shots or _more("risk", *(round(each.other.rolls.takes / 36) for each in (made, right)))


def _hit(position: Position, made: Facts, right: Facts) -> _Sentence:
    before = position.opponent[25]
    hit, hits = made.other.bar - before, right.other.bar - before
    if hit < hits:
        return ("hits fewer", (hit, hits)) if hit else ("no hit", (right.other.pips - made.other.pips,))
    if hit == hits and made.other.bar:
        return _more("enters", made.other.rolls.enters, right.other.rolls.enters)
    return None


def _points(position: Position, made: Facts, right: Facts) -> _Sentence:
    return _held("point", position, _DEAR, made, right)


def _anchor(position: Position, made: Facts, right: Facts) -> _Sentence:
    said = _held("anchor", position, ANCHOR_POINTS, made, right)
    return said and (said[0], (25 - said[1][0],))


def _held(name: str, position: Position, points: Iterable[int], made: Facts, right: Facts) -> _Sentence:
    """The first point that is held after the right play only: given up if it was held before, else not made."""
    own = position.own
    missing = [point for point in points if point in right.mover.held - made.mover.held]
    given_up = [point for point in missing if own[point] >= 2]
    if given_up:
        return f"{name} given up", (given_up[0],)
    return (f"{name} not made", (missing[0],)) if missing else None


def _prime(position: Position, made: Facts, right: Facts) -> _Sentence:
    length = right.mover.prime[0]
    return _fewer("prime", made.mover.prime[0], length) if length >= _LONG else None


def _trapped(position: Position, made: Facts, right: Facts) -> _Sentence:
    return _more("they escape", made.other.rolls.leaves, right.other.rolls.leaves)


def _escapes(position: Position, made: Facts, right: Facts) -> _Sentence:
    return _fewer("escapes", made.mover.rolls.leaves, right.mover.rolls.leaves) if made.mover.back else None


def _return(position: Position, made: Facts, right: Facts) -> _Sentence:
    return _fewer("aims", made.mover.rolls.hits, right.mover.rolls.hits)


def _makes(position: Position, made: Facts, right: Facts) -> _Sentence:
    return _fewer("prepares", made.mover.rolls.makes, right.mover.rolls.makes)


def _their_anchor(position: Position, made: Facts, right: Facts) -> _Sentence:
    return _more("they anchor", made.other.rolls.anchors, right.other.rolls.anchors)


def _their_points(position: Position, made: Facts, right: Facts) -> _Sentence:
    return _more("they make a point", made.other.rolls.makes, right.other.rolls.makes)


def _buried(position: Position, made: Facts, right: Facts) -> _Sentence:
    return _more("buried", made.mover.deep, right.mover.deep)


def _stacked(position: Position, made: Facts, right: Facts) -> _Sentence:
    return _more("stacked", made.mover.tallest, right.mover.tallest)


def _race(position: Position, made: Facts, right: Facts) -> _Sentence:
    if made.race and not right.race and made.lead < 0:
        return "races behind", (-made.lead,)
    if right.race and not made.race and right.lead > 0:
        return "stays in contact", (right.lead,)
    return None


def _back(position: Position, made: Facts, right: Facts) -> _Sentence:
    return _more("back", made.mover.back, right.mover.back)


def _home_blots(position: Position, made: Facts, right: Facts) -> _Sentence:
    return _more("home blots", made.mover.blots[0], right.mover.blots[0])


def _rear_blots(position: Position, made: Facts, right: Facts) -> _Sentence:
    return _more("rear blots", made.mover.blots[3], right.mover.blots[3])


def _slot(position: Position, made: Facts, right: Facts) -> _Sentence:
    slotted = [point for point in SLOTS if right.mover.counts[point] == 1 and not made.mover.counts[point]]
    return ("no slot", (slotted[0],)) if slotted else None


def _builders(position: Position, made: Facts, right: Facts) -> _Sentence:
    return _fewer("builders", made.mover.builders, right.mover.builders)


def _attack(position: Position, made: Facts, right: Facts) -> _Sentence:
    return _fewer("attackers", made.mover.zone, right.mover.zone) if made.attacks and right.attacks else None


def _off(position: Position, made: Facts, right: Facts) -> _Sentence:
    return _fewer("off", made.mover.off, right.mover.off)


def _waste(position: Position, made: Facts, right: Facts) -> _Sentence:
    return _more("waste", made.mover.waste, right.mover.waste) if made.race and right.race else None


def _crossovers(position: Position, made: Facts, right: Facts) -> _Sentence:
    if not (made.race and right.race):
        return None
    outside = _more("outside", made.mover.outside, right.mover.outside)
    return outside or _more("crossovers", made.mover.crossovers, right.mover.crossovers)


SENTENCES: dict[Theme, Callable[[Position, Facts, Facts], _Sentence]] = {
    Theme.SHOTS: _shots,
    Theme.HIT: _hit,
    Theme.POINTS: _points,
    Theme.ANCHOR: _anchor,
    Theme.PRIME: _prime,
    Theme.TRAPPED: _trapped,
    Theme.ESCAPES: _escapes,
    Theme.RETURN: _return,
    Theme.MAKES: _makes,
    Theme.THEIR_ANCHOR: _their_anchor,
    Theme.THEIR_POINTS: _their_points,
    Theme.BURIED: _buried,
    Theme.STACKED: _stacked,
    Theme.RACE: _race,
    Theme.BACK: _back,
    Theme.HOME_BLOTS: _home_blots,
    Theme.REAR_BLOTS: _rear_blots,
    Theme.SLOT: _slot,
    Theme.BUILDERS: _builders,
    Theme.ATTACK: _attack,
    Theme.OFF: _off,
    Theme.WASTE: _waste,
    Theme.CROSSOVERS: _crossovers,
}

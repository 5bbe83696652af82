"""bgsage looking back at what was played, as a worker does it. No clock is read: the same gives the same, always."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import structs

from bot.backgammon import Position, legal_plays
from bot.engine import exact, sage
from bot.engine.reviews import Asked, CubeAsked, Found, PlayAsked, PlayFound
from bot.engine.thoughts import EXACT, Judged, Owner, check

NEAR = 0.08
"""Plays so much behind the best one, or less, are looked at with one ply more."""

DOUBTFUL = 0.02
"""If two plies see a play so much behind the best one, all that are near are looked at with three; else the best."""

APART = 0.04
"""If two plies and three are so far apart on what a play has cost, four plies settle it."""

_TWO, _FEW, _MANY = 2, 4, 8
"""So many plays at most are looked at with three plies, in doubt, or with two, beside the one that was made."""

_TEN = 10
_ALIKE = 0.0001
"""If the best ten plays are not so far apart, there was nothing to choose; XG counts so."""


def found(asked: Asked) -> Found:
    """What the engine makes of one decision. Raises `CannotThink`."""
    if isinstance(asked, CubeAsked):
        return sage.cube(Position(asked.position), asked.stakes)
    return _play(asked)


def _play(asked: PlayAsked) -> PlayFound:
    position, stakes = Position(asked.position), asked.stakes
    check(position, stakes, asked.dice)
    results = [play.result for play in legal_plays(position, asked.dice)]
    luck = _luck(asked)
    screened = sage.plays(position, asked.dice, stakes, 1)
    made = next(each for each in screened if each.packed == asked.played)
    ten = screened[:_TEN]
    if len(results) == 1 or ten[0].equity - ten[-1].equity < _ALIKE:
        # Whatever was played, nothing was lost by it.
        return PlayFound(made, made, True, luck)
    if screened[0].plies == EXACT:
        return PlayFound(screened[0], made, False, luck, screened[:_FEW])
    root = sage._board(position)

    def looked_at(few: Sequence[Judged], plies: int) -> tuple[Judged, ...]:
        """These and the one that was made, with so many plies, the best first."""
        packed = dict.fromkeys([*(each.packed for each in few), asked.played])
        return sage._ranked(sage._looked_at(Position(each), root, stakes, plies) for each in packed)

    two = ranked = looked_at(_near(screened, _MANY), 2)
    if len(two) >= min(len(results), _MANY) and two[0].equity - two[-1].equity < _ALIKE:
        # Where all is won or lost, one ply alone still sees differences.
        return PlayFound(_of(two, asked.played), _of(two, asked.played), True, luck)
    near = _near(two, _FEW if two[0].equity - _of(two, asked.played).equity > DOUBTFUL else _TWO)
    if len(near) > 1 or two[0].packed != asked.played:
        ranked = looked_at(near, 3)
        rival = next((each for each in (ranked[0], two[0]) if each.packed != asked.played), None)
        if rival and abs(_lead(ranked, rival, asked.played) - _lead(two, rival, asked.played)) > APART:
            ranked = _settled(ranked, looked_at([rival], 4))
    best, played = ranked[0], _of(ranked, asked.played)
    hidden = best == played and screened[0].packed != played.packed
    unseen = best.equity - ranked[1].equity if hidden and len(ranked) > 1 else 0.0
    return PlayFound(best, played, False, luck, ranked[:_FEW], unseen)


def _of(ranked: Iterable[Judged], packed: int) -> Judged:
    return next(each for each in ranked if each.packed == packed)


def _lead(ranked: Iterable[Judged], rival: Judged, played: int) -> float:
    """By how much one play is better than the one that was made."""
    return _of(ranked, rival.packed).equity - _of(ranked, played).equity


def _settled(three: Sequence[Judged], four: Sequence[Judged]) -> tuple[Judged, ...]:
    """What four plies say of two plays; all others stay as far behind the better of them as three plies see them."""
    best, settled = four[0], {each.packed for each in four}
    moved = best.equity - _of(three, best.packed).equity
    others = [
        structs.replace(each, equity=min(each.equity + moved, best.equity))
        for each in three
        if each.packed not in settled
    ]
    return (*four, *others)


def _near(ranked: Sequence[Judged], most: int) -> list[Judged]:
    return [each for each in ranked[:most] if ranked[0].equity - each.equity <= NEAR]


def _luck(asked: PlayAsked) -> float:
    """By how much the roll was better than the mean, the best play of each roll being made.

    Where the cube could have been turned before it that has been worked out with three plies.
    """
    position, stakes = Position(asked.position), asked.stakes
    if not asked.opening and (known := exact.cube(position, stakes)):
        return sage.plays(position, asked.dice, stakes, 1)[0].equity - known.stays
    no_double = asked.opening or stakes.crawford or stakes.owner is Owner.OPPONENT or not stakes.cube_in_play
    plies = 2 if no_double else 3
    details = sage._before_the_roll(asked.position, stakes, plies).details

    def after(roll: dict[str, Any]) -> float:
        return sage._equity(roll["cubeful_equity"], sage._chances(roll["probs"]), stakes)

    rolls = {
        tuple(sorted((each["die1"], each["die2"]))): after(each)
        for each in (details or {})["nd"]
        if not (asked.opening and each["die1"] == each["die2"])
    }
    weights = {roll: 1 if roll[0] == roll[1] else 2 for roll in rolls}
    mean = sum(weights[roll] * equity for roll, equity in rolls.items()) / sum(weights.values())
    low, high = sorted(asked.dice)
    return rolls[low, high] - mean

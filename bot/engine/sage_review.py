"""bgsage looking back at what was played, as a worker does it. No clock is read: the same gives the same, always."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import structs

from bot.backgammon import Position
from bot.engine import exact, sage
from bot.engine.reviews import AGAIN, Again, Asked, CubeAsked, Found, PlayAsked, PlayFound
from bot.engine.thoughts import EXACT, Judged, Owner, check

NEAR, FEW = 0.08, 3
"""If two plies see a play so much behind the best one, or less, it is looked at with three: so many at most."""

SURE = 0.02
"""If they see the one that was made no more behind, it and the best two are enough."""

APART = 0.04
"""If two plies and three are so far apart on what a play has cost, that is not sure."""

_ALIKE = 0.0001
"""If the best ten plays are not so far apart, there was nothing to choose; XG counts so."""


def found(asked: Asked | Again) -> Found:
    """What the engine makes of one decision. Raises `Unsupported`."""
    match asked:
        case Again(asked=PlayAsked() as play, found=PlayFound() as before):
            return _play_again(play, before)
        case Again(asked=play):
            return sage.cube(Position(play.position), play.stakes, AGAIN)
        case CubeAsked(position, stakes):
            return sage.cube(Position(position), stakes)
        case PlayAsked():
            return _play(asked)


def _play(asked: PlayAsked) -> PlayFound:
    position, stakes = Position(asked.position), asked.stakes
    check(position, stakes, asked.dice)
    luck = _luck(asked)
    one = sage.plays(position, asked.dice, stakes, 1)
    made = _of(one, asked.played)
    if len(one) == 1 or _alike(one, made):
        # Whatever was played, nothing was lost by it.
        return PlayFound(made, made, True, luck)
    if made.plies == EXACT:
        return PlayFound(one[0], made, False, luck, one[:FEW])
    two = _looked_at(asked, sage.screened(one), 2)
    made = _of(two, asked.played)
    if _alike(two, made):
        # Where all is won or lost, one ply alone still sees differences.
        return PlayFound(made, made, True, luck)
    seemed = two[0].equity - made.equity
    near = two[:2] + tuple(each for each in two[2:FEW] if seemed > SURE and two[0].equity - each.equity <= NEAR)
    three = _looked_at(asked, near, 3)
    hidden = three[0].packed == asked.played != one[0].packed
    unseen = three[0].equity - three[1].equity if hidden else 0.0
    played = _of(three, asked.played)
    unsure = abs(three[0].equity - played.equity - seemed) > APART
    return PlayFound(three[0], played, False, luck, three[:FEW], unseen, unsure)


def _play_again(asked: PlayAsked, before: PlayFound) -> PlayFound:
    near = [each for each in before.near if before.best.equity - each.equity <= NEAR]
    found = _looked_at(asked, near, AGAIN)
    return structs.replace(before, best=found[0], played=_of(found, asked.played), near=found[:FEW])


def _looked_at(asked: PlayAsked, few: Iterable[Judged], plies: int) -> tuple[Judged, ...]:
    """These plays and the one that was made, with so many plies, the best first."""
    root = sage._board(Position(asked.position))
    packed = dict.fromkeys([*(each.packed for each in few), asked.played])
    return sage.ranked((sage._looked_at(Position(each), root, asked.stakes, plies) for each in packed), asked.stakes)


def _alike(ranked: Sequence[Judged], made: Judged) -> bool:
    """Whether the best ten plays come to the same, and so does the one that was made."""
    return all(ranked[0].equity - each.equity < _ALIKE for each in (*ranked[: sage.TEN], made))


def _of(ranked: Iterable[Judged], packed: int) -> Judged:
    return next(each for each in ranked if each.packed == packed)


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

"""Reviews by bgsage, in a worker. No clock is read: the result is deterministic."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import structs

from bot.backgammon import Position
from bot.engine import exact, sage
from bot.engine.market import market_losers
from bot.engine.reviews import AGAIN, Again, Asked, CubeAsked, Found, PlayAsked, PlayFound
from bot.engine.thoughts import EXACT, Judged, Owner, check

NEAR, FEW = 0.08, 3
"""Plays this close to the best by two plies are examined with three, at most this many."""

SURE = 0.02
"""If the play made is this close, it and the best two suffice."""

APART = 0.04
"""A difference between two plies and three about a play's cost from which it is uncertain."""

_ALIKE = 0.0001
"""If the best ten plays are this close, there was no choice, as in XG."""


def found(asked: Asked | Again) -> Found:
    """The evaluation of one decision. Raises `Unsupported`."""
    match asked:
        case Again(asked=PlayAsked() as play, found=PlayFound() as before):
            return _play_again(play, before)
        case Again(asked=cube):
            thought = sage.cube(Position(cube.position), cube.stakes, AGAIN)
            return structs.replace(thought, market=market_losers(Position(cube.position), cube.stakes))
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
        # No play lost anything.
        return PlayFound(made, made, True, luck)
    if made.plies == EXACT:
        return PlayFound(one[0], made, False, luck, one[:FEW])
    two = _looked_at(asked, sage.screened(one), 2)
    made = _of(two, asked.played)
    if _alike(two, made):
        # In a decided position one ply alone still sees differences.
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
    """These plays and the one that was made, with this many plies, the best first."""
    root = sage._board(Position(asked.position))
    packed = dict.fromkeys([*(each.packed for each in few), asked.played])
    return sage.ranked((sage._looked_at(Position(each), root, asked.stakes, plies) for each in packed), asked.stakes)


def _alike(ranked: Sequence[Judged], made: Judged) -> bool:
    """Whether the best ten plays, and the one that was made, are equal."""
    return all(ranked[0].equity - each.equity < _ALIKE for each in (*ranked[: sage.TEN], made))


def _of(ranked: Iterable[Judged], packed: int) -> Judged:
    return next(each for each in ranked if each.packed == packed)


def _luck(asked: PlayAsked) -> float:
    """The roll's worth above the mean, with the best play of each roll.

    Where the cube could have been turned before, each roll has been computed with three plies.
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

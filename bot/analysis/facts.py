"""Facts of a position after a play: what can be counted on the board and over the 36 rolls, for both sides. Pure.

Nothing here is an opinion or an estimate. What the facts are worth is in `themes`.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from bot.backgammon import Dice, Position, legal_plays
from bot.backgammon.position import BAR, OFF, SIDE_BITS

HOME, OUTFIELD = 6, 12
BACK = 19
"""From this point on a checker stands in the other side's home board, or on the bar."""

KEY_POINTS = (3, 4, 5, 6, 7)
ANCHORS = (18, 20, 21, 22)
"""The good anchors: the other side's bar point, five point, four point and three point."""

DEEP = 2
"""A checker on this point or below takes no part in the fight any more."""

HEAVY = 3
"""Checkers on one point beyond these are idle."""

_ROLLS: tuple[tuple[Dice, int], ...] = tuple(
    ((high, low), 1 if high == low else 2) for high in range(1, 7) for low in range(1, high + 1)
)


class Chosen(Struct, frozen=True):
    """In how many of the 36 rolls a side, if on roll, has a play that …

    `hits`: hits a blot; `takes`: the pips that the costliest of these hits take, over all 36 rolls. `enters`: brings a
    checker in from the bar, 36 without one there. `leaves`: takes a checker out of the other side's home board.
    `makes`: makes a point of `KEY_POINTS`. `anchors`: makes a point of `ANCHORS`.
    """

    hits: int = 0
    takes: int = 0
    enters: int = 36
    leaves: int = 0
    makes: int = 0
    anchors: int = 0


class SideFacts(Struct, frozen=True):
    """Facts of one side; points are numbered from this side.

    `back`: checkers in the other side's home board or on the bar. `prime`: the number of points in a row in front
    of a checker of the other side, and the lowest of them. `blots`: in the own home board, own outfield, the other
    outfield and the other home board. `zone`: checkers in the own half of the board. `builders`: single and spare
    checkers on the five points before the home board. `deep`: checkers on the lowest two points. `tallest`: most
    checkers on a point; `idle`: those beyond `HEAVY` on each point. `outside`: checkers not home yet; `crossovers`:
    quarters that these have to cross; `waste`: pips that Keith's count adds.
    """

    counts: tuple[int, ...]
    pips: int
    off: int
    bar: int
    back: int
    held: frozenset[int]
    prime: tuple[int, int]
    blots: tuple[int, int, int, int]
    zone: int
    builders: int
    deep: int
    tallest: int
    idle: int
    outside: int
    crossovers: int
    waste: int
    rolls: Chosen

    @property
    def home_points(self) -> int:
        return sum(point <= HOME for point in self.held)

    @property
    def anchored(self) -> bool:
        """Whether the side holds a point of `ANCHORS`."""
        return not self.held.isdisjoint(ANCHORS)


class Facts(Struct, frozen=True):
    """Facts of a position after a play, for the side that has played and for the other one, which is on roll.

    `race`: no checker can be hit any more. The rolls of `mover` are those of its next turn if the other side moved
    nothing.
    """

    mover: SideFacts
    other: SideFacts
    race: bool

    @property
    def attacks(self) -> bool:
        """Whether checkers of the other side stand in the mover's home board, or on the bar, without an anchor."""
        return self.other.back > 0 and not self.other.anchored

    @property
    def lead(self) -> int:
        """Pips by which the mover is ahead."""
        return self.other.pips - self.mover.pips


def facts(result: Position) -> Facts:
    """The facts of a position after a play, seen by the side that has played."""
    mirrored = result.mirrored()
    own, opponent = result.own, result.opponent
    race = result.is_race
    mine, theirs = (Chosen(), Chosen()) if race else (_chosen(result, own), _chosen(mirrored, opponent))
    return Facts(_side(own, opponent, mine), _side(opponent, own, theirs), race)


def _side(counts: tuple[int, ...], other: Sequence[int], rolls: Chosen) -> SideFacts:
    pips = sum(point * count for point, count in enumerate(counts))
    on_points = counts[1:BAR]
    return SideFacts(
        counts=counts,
        pips=pips,
        off=counts[OFF],
        bar=counts[BAR],
        back=sum(counts[BACK:]),
        held=frozenset(point for point, count in enumerate(on_points, 1) if count >= 2),
        prime=_prime(counts, other),
        blots=(
            on_points[:6].count(1),
            on_points[6:12].count(1),
            on_points[12:18].count(1),
            on_points[18:].count(1),
        ),
        zone=sum(counts[1 : OUTFIELD + 1]),
        builders=sum(count if count < 2 else count - 2 for count in counts[HOME + 1 : HOME + 6]),
        deep=sum(counts[1 : DEEP + 1]),
        tallest=max(on_points),
        idle=sum(max(0, count - HEAVY) for count in on_points),
        outside=sum(counts[HOME + 1 :]),
        crossovers=sum(count * ((point - 1) // HOME) for point, count in enumerate(counts) if point),
        waste=_waste(counts),
        rolls=rolls,
    )


def _prime(counts: Sequence[int], other: Sequence[int]) -> tuple[int, int]:
    """The longest row of held points in front of a checker of the other side, and its lowest point; (0, 0) without."""
    rear = 25 - max((point for point in range(1, 26) if other[point]), default=0)
    best, length = (0, 0), 0
    for point in range(rear + 1, 25):
        length = length + 1 if counts[point] >= 2 else 0
        if length > best[0]:
            best = length, point - length + 1
    return best


def _waste(counts: Sequence[int]) -> int:
    """Tom Keith's additions to the pip count: 2 for each checker beyond one on the ace point, 1 for each beyond one on
    the two point, 1 for each beyond three on the three point, 1 for each empty point from 4 to 6.
    """
    stacked = 2 * max(0, counts[1] - 1) + max(0, counts[2] - 1) + max(0, counts[3] - 3)
    return stacked + counts[4:7].count(0)


def _chosen(position: Position, own: Sequence[int]) -> Chosen:
    """What the side on roll can do with the 36 rolls."""
    packed = position.packed
    bar, back, anchor = own[BAR], any(own[BACK:]), sum(own[18:]) >= 2
    on_their_bar = packed >> SIDE_BITS + 4 * BAR & 15
    missing = [4 * point for point in KEY_POINTS if own[point] < 2]
    no_anchor = [4 * point for point in ANCHORS if own[point] < 2] if anchor else []
    hits = takes = enters = leaves = makes = anchors = 0
    for dice, ways in _ROLLS:
        plays = legal_plays(position, dice)
        results = [play.packed for play in plays]
        if any((each >> SIDE_BITS + 4 * BAR & 15) > on_their_bar for each in results):
            hits += ways
            takes += ways * max(sum(step.end for step in play.steps if step.hit) for play in plays)
        if bar and any((each >> 4 * BAR & 15) < bar for each in results):
            enters += ways
        if back and any(step.start >= BACK > step.end for play in plays for step in play.steps):
            leaves += ways
        if _any_held(results, missing):
            makes += ways
        if no_anchor and _any_held(results, no_anchor):
            anchors += ways
    return Chosen(hits, takes, enters if bar else 36, leaves, makes, anchors)


def _any_held(results: Sequence[int], shifts: Sequence[int]) -> bool:
    """Whether any of these results has two checkers or more at one of these places of the packed form."""
    return any(each >> shift & 14 for each in results for shift in shifts)

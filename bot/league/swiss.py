"""A Swiss: whom each round pairs, and what the table counts.

A round is one matching of least cost. What is wanted of it, in order, are digits of one number, so large that no sum of
a lesser one reaches the next.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from bot.core.actions import Seat
from bot.league.entries import Paired
from bot.league.matching import cheapest
from bot.league.state import League

S = TypeVar("S")

_Wanted = tuple[int, int, int, int, int, int]
"""What one pair, or the bye, costs: meeting again, a bye had before, wins of who has the bye, the squared difference of
wins, how early who has the bye joined, the lot.
"""


def swiss_round(
    joined: Sequence[S],
    wins: Mapping[S, int],
    met: Mapping[frozenset[S], int],
    byes: Mapping[S, int],
    lot: Callable[[S, S], int],
) -> tuple[tuple[tuple[S, S], ...], S | None]:
    """The pairs of a round, and who has the bye; None if nobody has.

    `joined`: those who play, in the order in which they joined. `wins` so far; how often two have `met`; `byes` had;
    the `lot` of two, the earlier one first.

    In this order: everybody but at most one is paired; as few rematches as can be, each as often as the two have met;
    the bye to who has had fewest; to the fewest wins; the least sum of squared differences of wins; the bye to who
    joined last; the least sum of lots.
    """
    count = len(joined)
    nobody = count if count % 2 else None
    costs: dict[tuple[int, int], _Wanted] = {}
    for at, one in enumerate(joined):
        for to in range(at + 1, count):
            other = joined[to]
            again, apart = met.get(frozenset((one, other)), 0), wins.get(one, 0) - wins.get(other, 0)
            costs[at, to] = (again, 0, 0, apart * apart, 0, lot(one, other))
        if nobody is not None:
            costs[at, nobody] = (0, byes.get(one, 0), wins.get(one, 0), 0, count - 1 - at, 0)
    found = cheapest(_as_numbers(costs, -(-count // 2)))
    pairs = tuple((joined[one], joined[other]) for one, other in found if other != nobody)
    return pairs, next((joined[one] for one, other in found if other == nobody), None)


def _as_numbers(costs: Mapping[tuple[int, int], _Wanted], pairs: int) -> dict[tuple[int, int], int]:
    """Costs as numbers whose sums of so many compare as the sums of what is wanted, one after the other."""
    if not costs:
        return {}
    least = [min(column) for column in zip(*costs.values(), strict=True)]
    found = dict.fromkeys(costs, 0)
    unit = 1
    for at in reversed(range(len(least))):
        found = {pair: found[pair] + unit * (wanted[at] - least[at]) for pair, wanted in costs.items()}
        unit *= pairs * max(wanted[at] - least[at] for wanted in costs.values()) + 1
    return found


def paired(league: League, at: float) -> Paired:
    """The next round of a Swiss that is due: it follows from the log alone."""
    there = [seat for seat in joined_order(league) if seat in league.present]
    wins, byes = swiss_wins(league), Counter(league.byes)
    met = Counter(frozenset(each.seats) for each in league.pairings)

    def lot(one: Seat, other: Seat) -> int:
        words = f"{league.draw}:{league.rounds + 1}:{min(one, other)}:{max(one, other)}"
        return int.from_bytes(hashlib.sha256(words.encode()).digest()[:4])

    pairs, resting = swiss_round(there, wins, met, byes, lot)
    return Paired(at, pairs, () if resting is None else (resting,))


def joined_order(league: League) -> tuple[Seat, ...]:
    """Its seats as they stood at the start, then those who have joined later."""
    (first,) = league.divisions or ((),)
    return (*first, *(seat for seat in range(len(league.lots)) if seat not in first))


def swiss_wins(league: League) -> Counter[Seat]:
    """Wins by seat; a bye is one."""
    won = Counter(each.result.winner for each in league.pairings if each.result and each.result.winner is not None)
    return won + Counter(league.byes)


def doubled_buchholz(league: League, seat: Seat, wins: Mapping[Seat, int]) -> int:
    """Twice the wins of the opponents whom somebody really met; a bye or a walkover counts as half of the rounds."""
    mine = [each for each in league.pairings if seat in each.seats and each.result]
    met = sum(2 * wins.get(each.against(seat), 0) for each in mine if each.is_played)
    given = sum(not each.is_played for each in mine) + league.byes.count(seat)
    return met + given * league.rounds


def missed(league: League, seat: Seat) -> int:
    """How many rounds were drawn before somebody joined: they are lost."""
    paired = [each.group for each in league.pairings if seat in each.seats]
    rested = [number for number, resting in enumerate(league.rests) if seat in resting]
    return min((*paired, *rested), default=league.rounds)

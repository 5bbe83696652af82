"""Settling up: the fewest payments that bring all balances to zero."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from .actions import Seat

#: Up to this many players the minimum is exact; the work doubles with each further one.
EXACT = 12


class Transfer(Struct, frozen=True, forbid_unknown_fields=True):
    """`payer` gives `payee` this many points."""

    payer: Seat
    payee: Seat
    points: int


def fewest_transfers(balances: Mapping[Seat, int]) -> tuple[Transfer, ...]:
    """Payments after which everyone is at 0.

    Every group whose balances sum to zero and that settles within itself saves one payment, so players are split into
    as many such groups as possible. Above `EXACT` players only pairs are looked for. Raises `ValueError` if the
    balances do not sum to zero.
    """
    if sum(balances.values()):
        raise ValueError("balances sum to zero")
    owing = {seat: points for seat, points in balances.items() if points}
    pairs: list[list[Seat]] = []
    if len(owing) > EXACT:
        for seat in list(owing):
            other = next((each for each in owing if each != seat and owing[each] == -owing.get(seat, 0)), None)
            if seat in owing and other is not None:
                pairs.append([seat, other])
                del owing[seat], owing[other]
    groups = [*pairs, *(_groups(owing) if len(owing) <= EXACT else [list(owing)])]
    return tuple(transfer for group in groups for transfer in _within(group, balances))


def _groups(owing: Mapping[Seat, int]) -> list[list[Seat]]:
    """As many groups with a zero sum as possible."""
    seats = list(owing)
    sums = [0] * (1 << len(seats))
    best = [0] * (1 << len(seats))
    without = [0] * (1 << len(seats))
    for chosen in range(1, 1 << len(seats)):
        low = (chosen & -chosen).bit_length() - 1
        sums[chosen] = sums[chosen & (chosen - 1)] + owing[seats[low]]
        # Dynamic programming over subsets: how many prefixes of the best order sum to zero.
        without[chosen] = max(
            (chosen & ~(1 << index) for index in range(len(seats)) if chosen >> index & 1), key=best.__getitem__
        )
        best[chosen] = best[without[chosen]] + (sums[chosen] == 0)
    groups: list[list[Seat]] = []
    chosen = (1 << len(seats)) - 1
    while chosen:
        if sums[chosen] == 0:
            groups.append([])
        left = without[chosen]
        groups[-1].append(seats[(chosen ^ left).bit_length() - 1])
        chosen = left
    return [sorted(group, key=seats.index) for group in groups]


def _within(group: list[Seat], balances: Mapping[Seat, int]) -> list[Transfer]:
    """Settle one group with one payment fewer than it has members: the largest debt to the largest credit."""
    left = {seat: balances[seat] for seat in group}
    transfers: list[Transfer] = []
    while any(left.values()):
        payer = min(left, key=left.__getitem__)
        payee = max(left, key=left.__getitem__)
        points = min(-left[payer], left[payee])
        left[payer] += points
        left[payee] -= points
        transfers.append(Transfer(payer, payee, points))
    return transfers

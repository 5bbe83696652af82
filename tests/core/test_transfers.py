"""Payments at the end."""

import random
from itertools import combinations

import pytest

from bot.core.transfers import Transfer, fewest_transfers


def settled(balances: dict[int, int], transfers: tuple[Transfer, ...]) -> bool:
    left = dict(balances)
    for transfer in transfers:
        assert transfer.points > 0 and transfer.payer != transfer.payee
        left[transfer.payer] += transfer.points
        left[transfer.payee] -= transfer.points
    return not any(left.values())


def most_groups(balances: list[int]) -> int:
    """By trying all: into how many groups that sum to zero people can be split."""
    if not balances:
        return 0
    first, rest = balances[0], balances[1:]
    best = 0
    for size in range(len(rest) + 1):
        for others in combinations(range(len(rest)), size):
            if first + sum(rest[index] for index in others) == 0:
                left = [points for index, points in enumerate(rest) if index not in others]
                best = max(best, 1 + most_groups(left))
    return best


@pytest.mark.parametrize(
    ("balances", "number"),
    [
        ((7, -4, -6, 5, -2), 4),
        ((6, -6, 3, -2, -1), 3),
        ((3, -3), 1),
        ((0, 0, 0), 0),
        ((2, -1, -1, 0), 2),
        ((5, -5, 5, -5), 2),
    ],
)
def test_examples(balances: tuple[int, ...], number: int) -> None:
    named = dict(enumerate(balances))
    transfers = fewest_transfers(named)
    assert len(transfers) == number
    assert settled(named, transfers)


def test_as_few_as_trying_all_finds() -> None:
    rng = random.Random(1)
    for _ in range(150):
        points = [rng.randint(-6, 6) for _ in range(rng.randint(2, 6))]
        points.append(-sum(points))
        balances = dict(enumerate(points))
        transfers = fewest_transfers(balances)
        owing = [each for each in points if each]
        assert settled(balances, transfers)
        assert len(transfers) == len(owing) - most_groups(owing)


def test_many_people_are_settled_too() -> None:
    points = [*range(1, 11), *range(-10, 0)]
    balances = dict(enumerate(points))
    transfers = fewest_transfers(balances)
    assert settled(balances, transfers)
    assert len(transfers) == 10


def test_balances_that_do_not_sum_to_zero() -> None:
    with pytest.raises(ValueError, match="zero"):
        fewest_transfers({0: 1})

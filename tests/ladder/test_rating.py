"""Ratings, against numbers worked out by hand and against the formula written down again."""

from __future__ import annotations

import random

import pytest

from bot.ladder import Standing, rated

#: Winner, loser and length before; both ratings after. By hand from http://www.fibs.com/ratings.html.
BY_HAND = [
    # Two newcomers to 7: 4 x (5 - 0.07) x sqrt(7) x 1/2.
    (Standing(), Standing(), 7, 1526.0872, 1473.9128),
    # Two who are settled, one point: 4 x 1 x 1 x 1/2.
    (Standing(1500, 400), Standing(1500, 400), 1, 1502.0, 1498.0),
    # The better one wins to 9, 200 ahead: 12 x 1 / (10^0.3 + 1).
    (Standing(1700, 1000), Standing(1500, 1000), 9, 1704.0063, 1495.9937),
    # The same, but the other one wins: 12 x (1 - 1 / (10^0.3 + 1)).
    (Standing(1500, 1000), Standing(1700, 1000), 9, 1507.9937, 1692.0063),
    # A newcomer beats one who is settled, to 1: 4 x 4.99 x 1/2 for the one, 4 x 1 x 1/2 for the other.
    (Standing(), Standing(1500, 399), 1, 1509.98, 1498.0),
    # At experience 200 each match of 5 counts 5 - 2.05 times.
    (Standing(1600, 200), Standing(1600, 200), 5, 1613.1928, 1586.8072),
]


@pytest.mark.parametrize(("winner", "loser", "length", "gained", "left"), BY_HAND)
def test_worked_out_by_hand(winner: Standing, loser: Standing, length: int, gained: float, left: float) -> None:
    after = rated(winner, loser, length)
    assert [each.rating for each in after] == pytest.approx([gained, left], abs=1e-4)
    assert [each.experience for each in after] == [winner.experience + length, loser.experience + length]


def again(ratings: dict[int, list[float]], winner: int, loser: int, n: int) -> None:
    """The formula as the design page has it, written a second time."""
    (r1, e1), (r2, e2) = ratings[winner], ratings[loser]
    u = 1 / (10 ** (abs(r1 - r2) * n**0.5 / 2000) + 1)
    p = u if r1 >= r2 else 1 - u
    ratings[winner] = [r1 + 4 * max(1, 5 - (e1 + n) / 100) * n**0.5 * p, e1 + n]
    ratings[loser] = [r2 - 4 * max(1, 5 - (e2 + n) / 100) * n**0.5 * p, e2 + n]


def test_a_long_league_comes_out_as_the_formula_says() -> None:
    dice = random.Random(1)
    ours = {each: Standing() for each in range(20)}
    theirs: dict[int, list[float]] = {each: [1500.0, 0] for each in range(20)}
    for _ in range(20_000):
        winner, loser = dice.sample(range(20), 2)
        length = dice.randint(1, 25)
        ours[winner], ours[loser] = rated(ours[winner], ours[loser], length)
        again(theirs, winner, loser, length)
    for each, (rating, experience) in theirs.items():
        assert (ours[each].rating, ours[each].experience) == (pytest.approx(rating, abs=1e-8), experience)


def test_what_is_no_match_is_not_rated() -> None:
    with pytest.raises(ValueError, match="length 0"):
        rated(Standing(), Standing(), 0)
    assert Standing().provisional and not Standing(1500, 50).provisional

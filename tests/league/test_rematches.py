"""Rounds of a knock-out: whom chance may not pair again, and who rests."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import pytest

from bot.league import Knockout, League, Paired, apply
from bot.league.draw import next_round

from .seasons import Season


def drawn(form: Knockout, people: int, chance: int) -> Iterator[tuple[League, Paired]]:
    """Each round of a knock-out by chance, with the league before it."""
    season = Season(form, people, chance)
    season.start()
    while season.league.open_pairings:
        season.win(number := next(iter(season.league.open_pairings)), season.random.choice(
            season.league.pairings[number].seats), draws=False)  # fmt: skip
        before = season.league
        season.draw()
        if season.league is not before:
            last = season.log[-1]
            assert isinstance(last, Paired)
            yield before, last


def least(group: list[int], met: Counter[frozenset[int]], may_rest: set[int]) -> int:
    """The fewest rematches of all pairings of a group, by trying all."""
    if len(group) % 2:
        return min(least([seat for seat in group if seat != rest], met, set()) for rest in may_rest)
    if not group:
        return 0
    first, *others = group
    return min(
        met[frozenset((first, other))] + least([seat for seat in others if seat != other], met, set())
        for other in others
    )


@pytest.mark.parametrize("losses", [2, 3])
@pytest.mark.parametrize("people", [4, 5, 7, 8, 11])
def test_nobody_meets_again_where_another_pairing_exists(people: int, losses: int) -> None:
    again = 0
    for chance in range(12):
        for league, round_ in drawn(Knockout(losses=losses), people, chance):
            met = Counter(frozenset(each.seats) for each in league.pairings)
            lost, had = league.losses(), Counter(league.byes)
            groups = [[seat for seat in league.alive if lost[seat] == value] for value in range(losses)]
            if all(len(group) <= 1 for group in groups):
                groups = [list(league.alive)]
            fewest = 0
            for group in filter(None, groups):
                able = {seat for seat in group if had[seat] == min(had[other] for other in group)}
                fewest += least(group, met, able)
            made = sum(met[frozenset(pair)] for pair in round_.pairs)
            assert made == fewest
            again += made
    assert again, "there have been rematches that nothing could spare"


def test_the_highest_rated_of_those_with_the_fewest_byes_rests_if_the_league_wants_it() -> None:
    season = Season(Knockout(losses=2, byes_by_rating=True), 7)
    season.add_start_only()
    ratings = {seat: 1500.0 + seat for seat in range(7)}
    first = next_round(season.league, season.league.alive, 0.0, ratings)
    assert first.byes == (6,)
    season.add(first)
    for number in list(season.league.open_pairings):
        season.win(number, season.league.pairings[number].one, draws=False)
    second = next_round(season.league, season.league.alive, 0.0, ratings)
    lost = season.league.losses()
    for resting in second.byes:
        group = [seat for seat in season.league.alive if lost[seat] == lost[resting] and seat != 6]
        assert resting == max(group)
    assert apply(season.league, second).rounds == 2


@pytest.mark.parametrize("people", [3, 6, 7])
def test_every_pair_and_every_bye_can_be_drawn(people: int) -> None:
    pairs, byes = set[frozenset[int]](), set[int]()
    for chance in range(200):
        season = Season(Knockout(), people, chance)
        season.start()
        pairs |= {frozenset(each.seats) for each in season.league.pairings}
        byes |= set(season.league.byes)
    assert pairs == {frozenset(pair) for pair in combinations(range(people), 2)}
    assert byes == (set(range(people)) if people % 2 else set())

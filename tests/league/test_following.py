"""Divisions of a league that follows another one, over sizes, moves, leavers and newcomers."""

import random
from itertools import chain, product

import pytest

from bot.league.draw import divided, following, promoted
from bot.league.entries import LARGEST, SMALLEST

Divisions = list[list[str]]


def former(sizes: tuple[int, ...]) -> Divisions:
    return [[f"{division}-{place}" for place in range(size)] for division, size in enumerate(sizes)]


def places(divisions: tuple[tuple[str, ...], ...] | Divisions) -> dict[str, int]:
    return {who: at for at, division in enumerate(divisions) for who in division}


def promoted_to(tables: Divisions, moved: int) -> dict[str, int]:
    """Where each starts by the tables alone, sizes as in them."""
    line, found = promoted(tables, moved), dict[str, int]()
    for at, table in enumerate(tables):
        found |= dict.fromkeys(line[: len(table)], at)
        line = line[len(table) :]
    return found


def check(sizes: tuple[int, ...], moved: int, left: set[str], absent: set[str], new: int, size: int) -> None:
    """`left`: the former league; `absent`: those who do not go on."""
    tables = [[who for who in table if who not in left] for table in former(sizes)]
    again = {who for who in chain.from_iterable(tables) if who not in absent}
    newcomers = [f"new {each}" for each in range(new)]
    if not again and not new:
        return
    case = (sizes, moved, left, absent, new, size)
    made = following(tables, sizes, moved, again, newcomers, size)
    assert sorted(chain.from_iterable(made)) == sorted([*again, *newcomers]), case
    assert all(len(each) <= LARGEST for each in made), case
    assert len(made) == 1 or all(len(each) >= SMALLEST for each in made), case
    before, meant, now = places(tables), promoted_to(tables, moved), places(made)
    for who in again:
        if meant[who] < before[who]:
            assert now[who] <= meant[who], (who, case)
    # Filled from the line: only the last two divisions, of the former ones or of the new ones, may be cut anew.
    untouched = min(len(made), len(sizes)) - 2
    for at in range(untouched):
        assert len(made[at]) == sizes[at], case
    for who in again:
        if now[who] < untouched and meant[who] >= before[who]:
            assert now[who] <= meant[who], ("nobody goes down but by relegation", who, case)
    order = [who for who in promoted(tables, moved) if who in again] + newcomers
    if len(made) > 1 and len(made[-2]) + len(made[-1]) <= LARGEST:
        assert list(chain.from_iterable(made)) == order, case


@pytest.mark.parametrize("moved", [1, 2])
@pytest.mark.parametrize("count", range(SMALLEST, 41))
def test_nobody_who_was_promoted_starts_lower_whatever_sizes_moves_and_leavers(count: int, moved: int) -> None:
    dice = random.Random(count * 2 + moved)
    for size, gone in product(range(SMALLEST, LARGEST + 1), range(0, count, max(1, count // 8))):
        sizes = tuple(len(each) for each in divided(range(count), size))
        everybody = list(chain.from_iterable(former(sizes)))
        for new in (0, 1, 5, 12):
            away = dice.sample(everybody, gone)
            cut = dice.randint(0, gone)
            check(sizes, moved, set(away[:cut]), set(away[cut:]), new, dice.randint(SMALLEST, LARGEST))


def test_it_holds_for_uneven_divisions_too() -> None:
    dice = random.Random(7)
    for _ in range(4000):
        sizes = tuple(dice.randint(SMALLEST, LARGEST) for _ in range(dice.randint(1, 6)))
        everybody = list(chain.from_iterable(former(sizes)))
        away = dice.sample(everybody, dice.randint(0, len(everybody)))
        cut = dice.randint(0, len(away))
        check(sizes, dice.randint(1, 2), set(away[:cut]), set(away[cut:]), dice.choice((0, 0, 1, 3, 9, 20)), 8)


def test_a_gap_is_filled_by_the_next_below_and_newcomers_come_behind() -> None:
    tables = former((4, 4))
    again = {who for table in tables for who in table} - {"0-1"}
    made = following(tables, (4, 4), 1, again, ["new"], 4)
    assert made == (("0-0", "0-2", "1-0", "0-3"), ("1-1", "1-2", "1-3", "new"))


def test_what_is_too_large_at_the_end_is_cut_and_what_is_too_small_joins_the_one_above() -> None:
    tables = former((6, 6))
    everybody = {who for table in tables for who in table}
    grown = following(tables, (6, 6), 1, everybody, [f"new {each}" for each in range(7)], 6)
    assert [len(each) for each in grown] == [6, 7, 6]
    shrunk = following(tables, (6, 6), 1, {*tables[0], "1-0", "1-5"}, [], 6)
    assert shrunk == ((*tables[0][:5], "1-0", "0-5", "1-5"),)


def test_of_halves_the_upper_one_keeps_whoever_was_promoted_into_it() -> None:
    tables = former((9, 4))
    again = {who for table in tables for who in table} - {"1-3"}
    upper, lower = following(tables, (9, 4), 2, again, [], 8)
    assert upper == ("0-0", "0-1", "0-2", "0-3", "1-0", "1-1")
    assert lower == ("0-4", "0-5", "0-6", "0-7", "0-8", "1-2")


@pytest.mark.parametrize("people", [1, 3, 10, 40])
def test_where_nobody_goes_on_newcomers_begin_anew(people: int) -> None:
    new = [f"new {each}" for each in range(people)]
    made = following(former((8,)), (8,), 1, set(), new, 8)
    assert made == divided(new, 8)

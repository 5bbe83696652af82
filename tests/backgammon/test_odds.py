"""The tables of an encyclopaedia's description of the game, cell by cell and as printed there: see `docs/rules.md`."""

import json
from fractions import Fraction

import pytest

from bot.backgammon import Illegal, Position
from bot.backgammon.asked_odds import parse_results, parse_way
from bot.backgammon.match_equity import janowski, match_equity
from bot.backgammon.odds import Thorp, entering_chance, equity, hit_chance, thorp, total_chance
from tests.facts.files import FOLDER

from .positions import board

BY_DISTANCE = """
1 | 30,6 % | 100,0 %
2 | 33,3 % | 100,0 %
3 | 38,9 % | 100,0 %
4 | 41,7 % | 94,4 %
5 | 41,7 % | 86,1 %
6 | 47,2 % | 75,0 %
7 | 16,7 % | 63,9 %
8 | 16,7 % | 47,2 %
9 | 13,9 % | 33,3 %
10 | 8,3 % | 22,2 %
11 | 5,6 % | 16,7 %
12 | 8,3 % | 11,1 %
15 | 2,8 % | 8,3 %
16 | 2,8 % | 8,3 %
18 | 2,8 % | 5,6 %
20 | 2,8 % | 5,6 %
24 | 2,8 % | 2,8 %
"""

BY_CLOSED_POINTS = """
0 | 100,0 % | 100,0 % | 16,7 %
1 | 97,2 % | 69,4 % | 13,9 %
2 | 88,9 % | 44,4 % | 11,1 %
3 | 75,0 % | 25,0 % | 8,3 %
4 | 55,6 % | 11,1 % | 5,6 %
5 | 30,6 % | 2,8 % | 2,8 %
6 | 0,0 % | 0,0 % | 0,0 %
"""


def cells(table: str) -> list[list[str]]:
    return [[cell.strip() for cell in row.split("|")] for row in table.strip().splitlines()]


def percent(chance: Fraction) -> str:
    return f"{float(100 * chance):.1f} %".replace(".", ",")


@pytest.mark.parametrize("row", cells(BY_DISTANCE))
def test_hits_and_totals_by_distance(row: list[str]) -> None:
    distance = int(row[0])
    assert [percent(hit_chance(distance)), percent(total_chance(distance))] == row[1:]


@pytest.mark.parametrize("row", cells(BY_CLOSED_POINTS))
def test_entering_by_closed_points(row: list[str]) -> None:
    closed = int(row[0])
    assert [percent(entering_chance(checkers, closed)) for checkers in (1, 2, 3)] == row[1:]
    assert entering_chance(4, closed) == entering_chance(3, closed) == Fraction(6 - closed, 36)
    assert entering_chance(2, closed) == Fraction(6 - closed, 6) ** 2


def test_the_ways_to_hit() -> None:
    distances = [*range(1, 13), 15, 16, 18, 20, 24]
    ways = [11, 12, 14, 15, 15, 17, 6, 6, 5, 3, 2, 3, 1, 1, 1, 1, 1]
    assert [hit_chance(distance) * 36 for distance in distances] == ways
    assert hit_chance(13) == hit_chance(25) == 0


def test_closed_points_in_between_take_ways_away() -> None:
    assert hit_chance(6, closed=(1, 2, 3, 4, 5)) == Fraction(11, 36)
    assert hit_chance(7, closed=(1,)) == Fraction(6, 36)
    assert hit_chance(7, closed=(1, 6)) == Fraction(4, 36)
    assert hit_chance(8, closed=(4,)) == Fraction(4, 36)


@pytest.mark.parametrize(("checkers", "closed"), [(0, 3), (5, 3), (1, 7), (1, -1)])
def test_entering_takes_possible_numbers(checkers: int, closed: int) -> None:
    with pytest.raises(ValueError, match="checkers"):
        entering_chance(checkers, closed)


def test_equity_of_a_distribution() -> None:
    assert equity({1: 0.1, -1: 0.9}) == pytest.approx(-0.8)
    assert equity({3: 1.0}) == 3
    with pytest.raises(ValueError, match="sum to 1"):
        equity({1: 0.5})
    with pytest.raises(ValueError, match="sum to 1"):
        equity({1: 1.5, -1: -0.5})


def test_thorp() -> None:
    """Ten checkers: 3 on the ace point and 2 on 2, 3 on 4, 2 on 6: 31 pips + 20 + 3 − 4 = 50, and a tenth more."""
    count = thorp(board({1: 3, 2: 2, 4: 3, 6: 2}, {1: 1, 5: 5, 6: 4}))
    assert count.roller == pytest.approx(55.0)
    assert count.opponent == 1 + 25 + 24 + 20 + 1 - 3
    assert count.double
    assert count.redouble
    assert not count.take


@pytest.mark.parametrize(
    ("opponent", "double", "redouble", "take"),
    [
        ({6: 2}, True, True, False),
        ({5: 1, 4: 1}, True, True, True),
        ({4: 1, 3: 1}, True, False, True),
        ({2: 2}, False, False, True),
    ],
)
def test_thorp_decides(opponent: dict[int, int], double: bool, redouble: bool, take: bool) -> None:
    """The roller has 5 + 4 pips, 2 checkers, 2 occupied points: 11."""
    count = thorp(board({5: 1, 4: 1}, opponent))
    assert count.roller == 11
    assert (count.double, count.redouble, count.take) == (double, redouble, take)


@pytest.mark.parametrize(
    ("roller", "opponent", "double", "redouble", "take"),
    [
        (11, 8, False, False, True),
        (11, 9, True, False, True),
        (11, 10, True, True, True),
        (11, 13, True, True, True),
        (11, 14, True, True, False),
        (12, 9, False, False, True),
        (12, 10, True, False, True),
        (12, 11, True, True, True),
        (12, 14, True, True, True),
        (12, 15, True, True, False),
    ],
)
def test_thorp_decides_by_two_and_by_one(roller: int, opponent: int, double: bool, redouble: bool, take: bool) -> None:
    count = Thorp(roller, opponent)
    assert (count.double, count.redouble, count.take) == (double, redouble, take)


def test_a_result_may_have_no_chance() -> None:
    assert equity({1: 1.0, 2: 0.0}) == 1
    assert equity({2: 0.25, -1: 0.75}) == -0.25


@pytest.mark.parametrize(("own", "roller"), [({6: 1, 4: 4}, 30), ({6: 4}, 34.1)])
def test_thorp_adds_a_tenth_above_30_only(own: dict[int, int], roller: float) -> None:
    assert thorp(board(own, {1: 1})).roller == pytest.approx(roller)


def test_a_way_is_drawn_with_signs_that_all_say_something() -> None:
    assert parse_way("..x..o") == (6, {3})
    for way in ("a..o", "..ao", "..oo", "..x"):
        with pytest.raises(Illegal):
            parse_way(way)


def test_only_points_before_a_blot_are_closed() -> None:
    assert parse_way("8: 1 7") == (8, {1, 7})
    for way in ("8: 0", "8: 8", "8: 9"):
        with pytest.raises(Illegal):
            parse_way(way)


def test_thorp_is_exact_where_the_sums_are_even() -> None:
    """Roller 50, a tenth more 55; opponent 54: a redouble is just right."""
    count = thorp(Position.from_id("t7kAANB5AwAAAA"))
    assert (count.roller, count.opponent) == (55, 54)
    assert count.redouble


def test_thorp_is_for_races() -> None:
    with pytest.raises(Illegal, match="pure races"):
        thorp(Position.start())
    with pytest.raises(Illegal, match="over"):
        thorp(board({}, {6: 3}))


def test_janowski_gives_the_example_of_the_text() -> None:
    assert round(janowski(difference=2, trailer_away=5), 2) == 0.65
    assert match_equity(3, 5) == pytest.approx(0.65, abs=0.005)


def test_the_match_equity_table_cell_by_cell() -> None:
    table, trailing, _ = json.loads((FOLDER / "match_equity_kazaross_xg2.json").read_text())
    for away in range(1, 26):
        for opponent_away in range(1, 26):
            expected = table[away - 1][opponent_away - 1]
            assert match_equity(away, opponent_away) == pytest.approx(expected, abs=6e-6)
        assert match_equity(away, 1, post_crawford=True) == pytest.approx(trailing[away - 1], abs=6e-6)
        assert match_equity(1, away, post_crawford=True) == pytest.approx(1 - trailing[away - 1], abs=6e-6)


@pytest.mark.parametrize(("away", "opponent_away", "post_crawford"), [(0, 3, False), (3, 26, False), (2, 3, True)])
def test_the_table_says_where_it_ends(away: int, opponent_away: int, post_crawford: bool) -> None:
    with pytest.raises(ValueError, match=r"point"):
        match_equity(away, opponent_away, post_crawford)


def test_results_may_be_told_in_percent() -> None:
    assert parse_results("1: 0.75, -1: 0.25") == {1: 0.75, -1: 0.25}
    assert parse_results("1: 75 %, -1: 25 %") == parse_results("1: 75; -1: 25") == {1: 0.75, -1: 0.25}


@pytest.mark.parametrize(("text", "total"), [("1: 1, -1: 0.4", "140"), ("1: 1, -1: 1", "2"), ("1: 99", "99")])
def test_chances_that_sum_to_more_than_one_and_a_half_are_percent(text: str, total: str) -> None:
    with pytest.raises(Illegal, match=f"sum to {total} %"):
        parse_results(text)

"""Every cell of the tables of “Стоимость отдельной игры”, and its worked examples. Three of its numbers are misprints,
which the sums prove; they are named where they stand.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest

from bot.preferans.conventions import HOUSE
from bot.preferans.hands import AllPass, Game, Hand, Misere, Role
from bot.preferans.lines import Column, Correction, totals
from bot.preferans.records import balances, record
from bot.preferans.tables import Kind, play_or_pass, table, whist_or_pass

WHIST, PASS, OWN, CHECK = Role.WHIST, Role.PASS, Role.OWN, Role.CHECK

#: As many tricks as were bid: declarer by talon 0 to 3, a whister by tricks, who passed, dealer by talon.
MADE = """
6 | 7 5 3 1 | -5 -3 -1 1 3 | -5 | -5 -3 -1 1
7 | 18 14 10 6 | -10 -6 -2 2 | -10 | -10 -6 -2 2
8 | 33 27 21 15 | -15 -9 -3 | -15 | -15 -9 -3 3
9 | 52 44 36 28 | -20 -12 | -20 | -20 -12 -4 4
10 | 75 65 55 45 | -25 | -25 | -25 -15 -5 5
"""

#: So many tricks short: declarer by talon, one of two whisters by tricks, a whister or another beside one, dealer.
#: At 9 three short with talon 1 the source has 0292.
SHORT = """
6 -1 | -31 -33 -35 -37 | 7 9 11 13 15 17 | 12 | 7 9 11 13
6 -2 | -54 -56 -58 -60 | 14 16 18 20 22 24 26 | 20 | 14 16 18 20
6 -3 | -77 -79 -81 -83 | 21 23 25 27 29 31 33 35 | 28 | 21 23 25 27
7 -1 | -58 -62 -66 -70 | 14 18 22 26 30 | 22 | 14 18 22 26
7 -2 | -104 -108 -112 -116 | 28 32 36 40 44 48 | 38 | 28 32 36 40
7 -3 | -150 -154 -158 -162 | 42 46 50 54 58 62 66 | 54 | 42 46 50 54
8 -1 | -81 -87 -93 -99 | 21 27 33 39 | 30 | 21 27 33 39
8 -2 | -150 -156 -162 -168 | 42 48 54 60 66 | 54 | 42 48 54 60
8 -3 | -219 -225 -231 -237 | 63 69 75 81 87 93 | 78 | 63 69 75 81
9 -1 | -100 -108 -116 -124 | 28 36 44 | 36 | 28 36 44 52
9 -2 | -192 -200 -208 -216 | 56 64 72 80 | 68 | 56 64 72 80
9 -3 | -284 -292 -300 -308 | 84 92 100 108 116 | 100 | 84 92 100 108
10 -1 | -115 -125 -135 -145 | | 40 | 35 45 55 65
10 -2 | -230 -240 -250 -260 | | 80 | 70 80 90 100
10 -3 | -345 -355 -365 -375 | | 120 | 105 115 125 135
"""

#: More tricks than were bid, one whists and one passes: declarer by talon, whister, who passed, dealer by talon.
OVER = """
6 1 | 11.5 9.5 7.5 5.5 | -6.5 | -2.5 | -2.5 -0.5 1.5 3.5
6 2 | 16 14 12 10 | -16 | 0 | 0 2 4 6
6 3 | 20.5 18.5 16.5 14.5 | -25.5 | 2.5 | 2.5 4.5 6.5 8.5
6 4 | 25 23 21 19 | -35 | 5 | 5 7 9 11
7 1 | 22 18 14 10 | -2 | -10 | -10 -6 -2 2
7 2 | 31 27 23 19 | -21 | -5 | -5 -1 3 7
7 3 | 40 36 32 28 | -40 | 0 | 0 4 8 12
8 1 | 39 33 27 21 | -9 | -15 | -15 -9 -3 3
8 2 | 52.5 46.5 40.5 34.5 | -37.5 | -7.5 | -7.5 -1.5 4.5 10.5
9 1 | 70 62 54 46 | -50 | -10 | -10 -2 6 14
"""

#: More tricks than were bid, both whist: the first by tricks from none up, the second by what is left for him.
BOTH = """
6 1 | -12.5 -10.5 1.5 3.5 | 3.5 1.5 -10.5 -12.5
6 2 | -20 -8 4 | 4 -8 -20
6 3 | -17.5 -5.5 | -5.5 -17.5
6 4 | -15 | -15
7 1 | -10 -6 -2 | -2 -6 -10
7 2 | -25 -1 | -1 -25
7 3 | -20 | -20
8 1 | -15 -9 | -9 -15
8 2 | -7.5 | -37.5
9 1 | -10 | -50
"""

#: A defender takes half of what is needed: declarer by talon, that defender, the other one, dealer by talon.
FOR_OWN = """
6 | 11 9 7 5 | -1 | -5 | -5 -3 -1 1
7 | 26 22 18 14 | -6 | -10 | -10 -6 -2 2
"""

#: Two passes: declarer by talon, each who passed, dealer by talon.
NO_WHIST = """
8 | 45 39 33 27 | -15 | -15 -9 -3 3
9 | 60 52 44 36 | -20 | -20 -12 -4 4
"""

#: All pass: tricks taken, how many took none, what that comes to.
ALL_PASS = """
10 3 -82.5, 9 2 -70, 8 1 -57.5, 8 2 -60, 7 0 -45, 7 1 -47.5, 7 2 -50, 6 0 -35, 6 1 -37.5, 6 2 -40, 5 0 -25, 5 1 -27.5,
5 2 -30, 4 0 -15, 4 1 -17.5, 4 2 -20, 3 0 -5, 3 1 -7.5, 3 2 -10, 2 0 5, 2 1 2.5, 2 2 0, 1 0 15, 1 1 12.5, 1 2 10,
0 1 32.5, 0 2 30, 0 3 27.5
"""


def rows(table: str) -> Iterator[tuple[int, int, list[list[Fraction]]]]:
    """Game, tricks beyond it, and groups of numbers."""
    for line in table.strip().splitlines():
        head, *groups = line.split("|")
        game, *more = map(int, head.split())
        yield game, more[0] if more else 0, [[Fraction(each) for each in group.split()] for group in groups]


def worth(hand: Hand) -> tuple[Fraction, ...]:
    found = balances(record(hand, HOUSE), HOUSE)
    assert sum(found) == 0
    return found


def alone(game: int, tricks: int, talon: int = 0) -> tuple[Fraction, ...]:
    """One whists, the other passes."""
    return worth(Game(game, tricks, ((WHIST, 10 - tricks), (PASS, 0)), talon))


def both(game: int, tricks: int, first: int) -> tuple[Fraction, ...]:
    """Both whist, the first takes so many."""
    return worth(Game(game, tricks, ((WHIST, first), (WHIST, 10 - tricks - first))))


def checked(tricks: int, talon: int = 0) -> tuple[Fraction, ...]:
    return worth(Game(10, tricks, ((CHECK, 10 - tricks), (CHECK, 0)), talon))


@pytest.mark.parametrize(("game", "over", "cells"), list(rows(MADE)))
def test_made(game: int, over: int, cells: list[list[Fraction]]) -> None:
    declarer, whister, passed, dealer = cells
    if game == 10:
        found = [checked(10, talon) for talon in range(4)]
        assert [found[0][1]] == whister and [found[0][2]] == passed
    else:
        found = [alone(game, game, talon) for talon in range(4)]
        assert [both(game, game, taken)[1] for taken in range(len(whister))] == whister
        assert [each[2] for each in found] == 4 * passed
    assert [each[0] for each in found] == declarer and [each[3] for each in found] == dealer


@pytest.mark.parametrize(("game", "over", "cells"), list(rows(SHORT)))
def test_short(game: int, over: int, cells: list[list[Fraction]]) -> None:
    declarer, whister, beside, dealer = cells
    tricks = game + over
    found = [checked(tricks, talon) if game == 10 else alone(game, tricks, talon) for talon in range(4)]
    assert [each[0] for each in found] == declarer and [each[3] for each in found] == dealer
    assert {each[seat] for each in found for seat in (1, 2)} == set(beside)
    assert [both(game, tricks, taken)[1] for taken in range(len(whister))] == whister
    assert [both(game, tricks, 10 - tricks - taken)[2] for taken in range(len(whister))] == whister


@pytest.mark.parametrize(("game", "over", "cells"), list(rows(OVER)))
def test_over(game: int, over: int, cells: list[list[Fraction]]) -> None:
    declarer, whister, passed, dealer = cells
    found = [alone(game, game + over, talon) for talon in range(4)]
    assert [each[0] for each in found] == declarer and [each[3] for each in found] == dealer
    assert {each[1] for each in found} == set(whister) and {each[2] for each in found} == set(passed)


@pytest.mark.parametrize(("game", "over", "cells"), list(rows(BOTH)))
def test_both_whist(game: int, over: int, cells: list[list[Fraction]]) -> None:
    found = [both(game, game + over, taken) for taken in range(10 - game - over + 1)]
    assert [[each[seat] for each in found] for seat in (1, 2)] == cells


@pytest.mark.parametrize(("game", "over", "cells"), list(rows(FOR_OWN)))
def test_for_own(game: int, over: int, cells: list[list[Fraction]]) -> None:
    found = [worth(Game(game, game, ((OWN, None), (PASS, None)), talon)) for talon in range(4)]
    declarer, own, passed, dealer = cells
    assert [each[0] for each in found] == declarer and [each[3] for each in found] == dealer
    assert {each[1] for each in found} == set(own) and {each[2] for each in found} == set(passed)


@pytest.mark.parametrize(("game", "over", "cells"), list(rows(NO_WHIST)))
def test_two_passes(game: int, over: int, cells: list[list[Fraction]]) -> None:
    found = [worth(Game(game, game, ((PASS, None), (PASS, None)), talon)) for talon in range(4)]
    declarer, passed, dealer = cells
    assert [each[0] for each in found] == declarer and [each[3] for each in found] == dealer
    assert {each[seat] for each in found for seat in (1, 2)} == set(passed)


def test_misere() -> None:
    assert worth(Misere(0)) == (75, -25, -25, -25)
    for tricks in (1, 2, 3):
        assert worth(Misere(tricks)) == (-75 * tricks, 25 * tricks, 25 * tricks, 25 * tricks)


@pytest.mark.parametrize("cell", ALL_PASS.replace("\n", " ").split(","))
def test_all_pass(cell: str) -> None:
    taken, without, value = (Fraction(each) for each in cell.split())
    others = 3 - int(without) + (taken == 0)
    rest = 10 - int(taken)
    shared = [rest - max(others - 1, 0), *[1] * (others - 1)] if others else []
    hands = (int(taken), *shared, *[0] * (3 - len(shared)))
    assert hands.count(0) == without
    assert worth(AllPass(hands))[0] == value


def test_the_example_of_an_all_pass() -> None:
    """The third hand wins 2.5; the source says that it lost."""
    assert worth(AllPass((3, 5, 2, 0))) == (Fraction("-7.5"), Fraction("-27.5"), Fraction("2.5"), Fraction("32.5"))


def test_the_games_that_were_recorded() -> None:
    """In the second the declarer won 40.5; the source has 30.5."""
    assert worth(Game(7, 8, ((WHIST, 1), (WHIST, 1)))) == (22, -6, -6, -10)
    second = worth(Game(8, 10, ((WHIST, 0), (PASS, 0)), 2))
    assert second == (Fraction("40.5"), Fraction("-37.5"), Fraction("-7.5"), Fraction("4.5"))
    assert worth(Game(6, 4, ((WHIST, 3), (WHIST, 3)))) == (-54, 20, 20, 14)


def test_the_recorded_game_that_has_no_column() -> None:
    """The fourth: the dealer gave back a six that is one short, so all whists are theirs. It is written by hand."""
    lines = (Correction(Column.MOUNTAIN, 0, 2), Correction(Column.WHISTS, 3, 16, 0))
    assert totals(lines, HOUSE, 20, True).balances == (-31, 5, 5, 21)


def test_the_two_decisions_that_are_weighed() -> None:
    """Play or pass with five tricks for a six and at most two of an all-pass; seven hearts or whist against seven."""
    six, seven = ({each.what: dict(each.worth) for each in play_or_pass(game, HOUSE)} for game in (6, 7))
    assert [*six["play"]] == [*range(3, 11)] and [*seven["play"]] == [*range(4, 11)], "as short as the tables go"
    assert (six["play"][6], six["play"][5]) == (7, -31) and (six["all_pass"][2], six["all_pass"][1]) == (5, 15)
    assert (seven["play"][7], seven["play"][6]) == (18, -58)
    against = {each.what: dict(each.worth) for each in whist_or_pass(7, HOUSE)}
    assert (against["whist"][4], against["whist"][3]) == (22, 2)


def test_the_examples_in_words() -> None:
    """Six two short, whisters with two and four; six one over with a marriage in the talon; seven, two against one."""
    assert worth(Game(6, 4, ((WHIST, 2), (WHIST, 4)))) == (-54, 18, 22, 14)
    over = worth(Game(6, 7, ((WHIST, 2), (WHIST, 1)), 1))
    assert over == (Fraction("9.5"), Fraction("1.5"), Fraction("-10.5"), Fraction("-0.5"))
    assert worth(Game(7, 7, ((WHIST, 2), (WHIST, 1))))[1:3] == (-2, -6)


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (Kind.MADE, MADE),
        (Kind.SHORT, SHORT),
        (Kind.OVER, OVER),
        (Kind.OWN, FOR_OWN),
        (Kind.PASSED, NO_WHIST),
    ],
)
def test_the_pictures_show_the_tables_of_the_source(kind: Kind, text: str) -> None:
    """Declarer and dealer by talon, the defenders between them, row by row, as the source has them."""
    shown, source = table(kind, HOUSE), list(rows(text))
    assert len(shown.rows) == len(source)
    for (game, off, figures), (contract, more, (declarer, *defence, dealer)) in zip(shown.rows, source, strict=True):
        assert (game, off) == (contract, more)
        assert list(figures[:4]) == declarer and list(figures[-4:]) == dealer
        between, widths = list(figures[4:-4]), [len(each.by) for each in shown.columns]
        assert len(figures) == sum(widths)
        if kind is Kind.MADE:
            assert between == [*defence[0], *[None] * (widths[1] - len(defence[0]))]
        elif kind is Kind.SHORT:
            assert between == defence[-1], "of one whister or two"
        else:
            assert between == [each for (each,) in defence]


@pytest.mark.parametrize(("kind", "text", "group"), [(Kind.SHORT_WHIST, SHORT, 1), (Kind.OVER_BOTH, BOTH, 0)])
def test_the_pictures_show_what_whisters_get_by_their_tricks(kind: Kind, text: str, group: int) -> None:
    shown, source = table(kind, HOUSE), [each for each in rows(text) if each[2][group]]
    assert [each[:2] for each in shown.rows] == [each[:2] for each in source]
    (columns,) = shown.columns
    for (*_, figures), (*_, cells) in zip(shown.rows, source, strict=True):
        assert list(figures) == [*cells[group], *[None] * (len(columns.by) - len(cells[group]))]


def test_the_pictures_show_every_misere_and_all_pass_of_the_source() -> None:
    assert table(Kind.MISERE, HOUSE).rows == (
        (0, 0, (75, -25)), (0, 1, (-75, 25)), (0, 2, (-150, 50)), (0, 3, (-225, 75))
    )  # fmt: skip
    cells = [[Fraction(each) for each in cell.split()] for cell in ALL_PASS.replace("\n", " ").split(",")]
    shown = {
        (off, none): figure
        for _, off, figures in table(Kind.ALL_PASS, HOUSE).rows
        for none, figure in enumerate(figures)
        if figure is not None
    }
    assert shown == {(taken, without): value for taken, without, value in cells}

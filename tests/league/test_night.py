"""Nights at the level of their log: tables of a draw, who goes on, late comers and leavers, standings."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from bot.core.refusal import Illegal, Refused, Stale
from bot.league import table_sizes
from bot.league.night import apply, check_change, folded, opened
from bot.league.night_draw import in_next_draw, no_further_draw, places_at, rolled, seated
from bot.league.night_entries import (
    Closed,
    Ended,
    Form,
    Joined,
    Left,
    Moved,
    Opened,
    Plan,
    SatOut,
    Scored,
    Seated,
    Struck,
    read_entry,
)
from bot.league.night_standings import highlights, payments, standing
from bot.league.night_state import Evening, NightFault
from tests.facts.evenings import failures


def sizes_by_hand(n: int, size: int) -> list[int]:
    """Another reading of the division: tables are laid one after the other, and people dealt to them in turn."""
    if n <= 6:
        return [n]
    tables = 2
    while tables * size < n:
        tables += 1
    while tables * 3 > n:
        tables -= 1
    dealt = [0] * tables
    for person in range(n):
        dealt[person % tables] += 1
    return dealt


def test_tables_are_as_equal_as_can_be_with_three_to_six_people_at_each() -> None:
    for size in range(3, 7):
        for n in range(3, 37):
            found = table_sizes(n, size)
            assert list(found) == sizes_by_hand(n, size)
            assert sum(found) == n and all(3 <= each <= 6 for each in found)
            assert all(0 <= one - other <= 1 for one, other in pairwise(found))
    assert table_sizes(7) == (4, 3) and table_sizes(8) == (4, 4) and table_sizes(9) == (3, 3, 3)
    assert table_sizes(10) == (4, 3, 3) and table_sizes(13) == (4, 3, 3, 3)
    wrong: list[Any] = [(2, 4), (37, 4), (9, 2), (9, 7), (9.0, 4), (4, 4.5), (9, "4"), (None, 4), (9, True)]
    for n, size in wrong:
        with pytest.raises(ValueError, match="for"):
            table_sizes(n, size)


def night(people: int, plan: Plan = Plan.FINAL, **form: int) -> Evening:
    """A night that so many have joined; the first one's lot is the best."""
    first = Opened(at=0.0, name="Any", form=Form(plan=plan, **form), channel=1, setup=msgspec.Raw(b"{}"), commitment="")
    evening = opened(first)
    for seat in range(people):
        evening = apply(evening, Joined(1.0, seat, seat))
    return evening


def drawn(evening: Evening, seed: int = 1) -> Evening:
    """The next round, by dice."""
    chance = random.Random(seed)
    people = in_next_draw(evening)
    rolls = rolled(people, 1, lambda number: (chance.randint(1, 6), chance.randint(1, 6)))
    return apply(evening, Seated(2.0, evening.rounds + 1, rolls, seated(people, evening.form.size, rolls)))


def played(evening: Evening) -> Evening:
    """All tables of the round are over; at each the lower seat has won."""
    for table in evening.playing:
        order = sorted(evening.there(table.at))
        points = [(seat, len(order) - 1 - 2 * place) for place, seat in enumerate(order)]
        evening = apply(evening, Scored(3.0, table.at, 1, tuple(points), order[0]))
        evening = apply(evening, Closed(4.0, table.at, tuple((seat,) for seat in order)))
    return evening


@pytest.mark.parametrize(
    ("people", "rounds"),
    [(3, [[3]]), (6, [[6]]), (8, [[4, 4], [4]]), (12, [[4, 4, 4], [3]]), (36, [[4] * 9, [3, 3, 3], [3]])],
)
def test_the_best_of_each_table_go_on_until_a_round_has_one_table(people: int, rounds: list[list[int]]) -> None:
    evening, found = night(people), list[list[int]]()
    while not no_further_draw(evening):
        evening = drawn(evening, len(found))
        found.append([len(table.drawn) for table in evening.current])
        number = 2 if len(evening.current) == 2 else 1
        best = sorted(seat for table in evening.current for seat in sorted(table.drawn)[:number])
        evening = played(evening)
        if len(evening.current) > 1:
            assert list(in_next_draw(evening)) == best
    assert found == rounds
    first, *_ = standing(evening)
    assert (first.seat, first.place, first.round) == (0, 1, len(rounds))


def test_where_fewer_than_three_would_go_on_the_next_best_of_the_round_do() -> None:
    evening = drawn(night(8))
    evening = played(evening)
    inside = in_next_draw(evening)
    assert len(inside) == 4
    for seat in inside[:3]:
        evening = apply(evening, Left(5.0, seat))
    again = in_next_draw(evening)
    assert len(again) == 4 and inside[3] in again and not {*inside[:3]} & {*again}
    for seat in again[:3]:
        evening = apply(evening, Left(6.0, seat))
    assert len(in_next_draw(evening)) == 2 and no_further_draw(evening)


def test_who_leaves_is_behind_and_keeps_the_points_and_who_sits_out_is_not_drawn() -> None:
    evening = night(7, Plan.ROUNDS)
    evening = apply(evening, SatOut(1.0, 6, True))
    evening = drawn(evening)
    assert [len(table.drawn) for table in evening.current] == [6]
    with pytest.raises(Illegal, match="That is so already"):
        apply(evening, SatOut(1.0, 6, True))
    evening = apply(played(evening), Left(5.0, 0))
    lines = standing(evening)
    assert lines[-1].seat == 0 and lines[-1].left and lines[-1].points == evening.points[0] == 5
    assert [line.place for line in lines] == [1, 2, 3, 4, 5, 6]
    evening = apply(evening, SatOut(6.0, 6, False))
    assert in_next_draw(evening) == (1, 2, 3, 4, 5, 6)
    evening = played(drawn(evening))
    assert no_further_draw(evening)
    with pytest.raises(Illegal, match="no further round"):
        apply(evening, Seated(9.0, 3, (), ()))


def test_a_bank_goes_along_and_who_has_nothing_left_is_out() -> None:
    evening = drawn(night(4, Plan.ROUNDS, bank=10, rounds=5))
    won = ((0, 10), (1, -10), (2, 0), (3, 0))
    evening = apply(evening, Scored(3.0, (1, 1), 1, won, 0))
    balances = ((0, 20), (1, 0), (2, 10), (3, 10))
    evening = apply(evening, Closed(4.0, (1, 1), ((0,), (2, 3), (1,)), balances))
    assert in_next_draw(evening) == (0, 2, 3)
    assert [(line.seat, line.place, line.figure) for line in standing(evening)] == [
        (0, 1, 20),
        (2, 2, 10),
        (3, 2, 10),
        (1, 4, 0),
    ]
    assert not payments(evening)
    evening = apply(evening, Left(5.0, 2))
    assert no_further_draw(evening)


def test_a_balance_follows_the_games_of_a_table_that_is_open_or_lost() -> None:
    evening = drawn(night(6, Plan.ROUNDS, bank=10, rounds=3, size=3))
    at = (1, 1)
    there = evening.there(at)
    one, two = there[:2]
    evening = apply(evening, Scored(3.0, at, 1, ((one, 4), (two, -4)), one))
    assert (evening.balance(one), evening.balance(two), evening.balance(one, before=1)) == (14, 6, 10)
    assert places_at(evening, evening.current[0]) == ((one,), tuple(there[2:]), (two,))
    assert apply(evening, Struck(4.0, at, 1)).balance(one) == 14  # out of the score: banks stay
    lost = apply(evening, Closed(5.0, at, ()))
    assert (lost.balance(one), lost.balance(two), lost.brings(one)) == (14, 6, 14)
    assert places_at(lost, lost.current[0])[0] == (one,)
    with pytest.raises(Illegal):
        apply(evening, Closed(5.0, at, (), ((9, 10),)))
    with pytest.raises(Illegal):
        apply(evening, Closed(5.0, at, (), ((one, 10), (one, 14))))


def test_where_the_best_go_on_each_round_begins_with_a_full_bank() -> None:
    evening = drawn(night(8, Plan.FINAL, bank=10))
    for table in evening.current:
        first, *_, last = table.drawn
        evening = apply(evening, Scored(3.0, table.at, 1, ((first, 10), (last, -10)), first))
        rest = tuple(seat for seat in table.drawn if seat not in (first, last))
        balances = tuple((seat, {first: 20, last: 0}.get(seat, 10)) for seat in table.drawn)
        evening = apply(evening, Closed(4.0, table.at, ((first,), rest, (last,)), balances))
    assert {evening.balance(table.drawn[0]) for table in evening.current} == {20}
    second = drawn(evening)
    assert {(second.balance(seat), second.brings(seat)) for seat in second.current[0].drawn} == {(10, 10)}
    assert {table.drawn[0] for table in evening.current} <= {*second.current[0].drawn}


def test_late_comers_find_a_place_as_the_plan_says() -> None:
    stays = drawn(night(8, Plan.TABLES))
    stays = apply(stays, Joined(3.0, 8, 8))
    assert stays.smallest() == stays.current[0]
    stays = apply(stays, Moved(3.0, 8, (1, 1)))
    smallest = stays.smallest()
    assert smallest is not None and smallest.at == (1, 2) and len(stays.there((1, 1))) == 5
    rounds = apply(drawn(night(8, Plan.ROUNDS)), Joined(3.0, 8, 8))
    assert 8 in in_next_draw(played(rounds)) and 8 not in {seat for table in rounds.tables for seat in table.sat}
    with pytest.raises(Illegal, match="nobody moves"):
        apply(rounds, Moved(3.0, 8, (1, 1)))
    final = apply(drawn(night(8)), Joined(3.0, 8, 8))
    final = apply(final, Moved(3.0, 8, (1, 1)))
    with pytest.raises(Illegal, match="nobody moves"):
        apply(final, Moved(3.0, 8, (1, 2)))
    second = drawn(played(final))
    with pytest.raises(Illegal, match="too late"):
        apply(second, Joined(9.0, 9, 9))
    full = drawn(night(12, Plan.TABLES, size=6))
    with pytest.raises(Illegal, match="All tables of this night are full: 6"):
        apply(full, Joined(3.0, 12, 12))
    with pytest.raises(Illegal, match="is full: 36"):
        apply(night(36), Joined(3.0, 36, 36))


def test_people_change_tables_only_where_three_stay_and_six_are_there() -> None:
    evening = drawn(night(9, Plan.TABLES))
    first, other = evening.current[0].drawn[0], evening.current[1].drawn[0]
    with pytest.raises(Illegal, match="At least 3 people must stay"):
        check_change(evening, first, (1, 2))
    evening = apply(evening, Joined(3.0, 9, 9))
    evening = apply(evening, Moved(3.0, 9, (1, 1)))
    check_change(evening, first, (1, 2))
    with pytest.raises(Illegal, match="You sit at that table"):
        check_change(evening, first, (1, 1))
    moved = apply(evening, Moved(4.0, first, (1, 2)))
    assert first in moved.there((1, 2)) and first not in moved.there((1, 1))
    with pytest.raises(Illegal, match="no such table"):
        check_change(evening, first, (1, 4))
    with pytest.raises(Illegal, match="nobody moves"):
        check_change(drawn(night(8)), 0, (1, 2))
    back = apply(apply(moved, Left(5.0, other)), Joined(6.0, other, 0))
    assert back.at(other) is None


def test_a_draw_that_the_dice_do_not_make_is_refused() -> None:
    evening = night(7)
    good = drawn(evening)
    rolls = (((1, 2),) * 3, ((6, 6),) * 50, ())
    for some in rolls:
        with pytest.raises(Illegal, match="other tables"):
            apply(evening, Seated(2.0, 1, some, tuple(table.drawn for table in good.current)))
    two = night(2)
    with pytest.raises(Illegal, match="needs at least 3 people; 2 are in"):
        apply(two, Seated(2.0, 1, (), ((0, 1),)))
    with pytest.raises(Illegal, match="still playing"):
        apply(good, Seated(2.0, 2, (), ()))


def test_a_chouette_that_is_split_is_a_night_from_its_tables_on() -> None:
    first = night(0, Plan.TABLES).opened
    split = opened(replace(first, split=((5, 0, 1, 3), (6, 7, 4)), seats=8))
    assert split.present == (0, 1, 3, 4, 5, 6, 7) and split.left == {2} and split.rounds == 1
    assert [split.there(table.at) for table in split.playing] == [(5, 0, 1, 3), (6, 7, 4)]
    before = apply(split, Scored(3.0, (1, 1), 1, ((2, 4), (4, -2), (0, -2)), 2))
    assert before.points == (-2, 0, 4, 0, -2, 0, 0, 0) and before.there((1, 1)) == (5, 0, 1, 3)
    assert [line.seat for line in standing(before)][-1] == 2


def test_scores_count_once_and_struck_games_not_at_all() -> None:
    evening = drawn(night(3, Plan.TABLES))
    scored = Scored(3.0, (1, 1), 1, ((0, 4), (1, -2), (2, -2)), 0)
    evening = apply(evening, scored)
    with pytest.raises(Stale):
        apply(evening, scored)
    evening = apply(evening, Scored(4.0, (1, 1), 2, ((0, 1), (1, -1)), 0))
    evening = apply(evening, Scored(5.0, (1, 1), 3, ((2, 6), (0, -6)), 2))
    assert evening.points == (-1, -3, 4)
    told = highlights(evening)
    assert (told.people, told.games, told.longest_box, told.largest_swing) == (3, 3, (0, 2), (2, 6))
    struck = apply(evening, Struck(6.0, (1, 1), 3))
    assert struck.points == (5, -3, -2) and highlights(struck).games == 2
    with pytest.raises(Stale):
        apply(struck, Struck(6.0, (1, 1), 3))
    assert apply(struck, Struck(7.0, (1, 1), 3, back=True)).points == evening.points
    for wrong in (
        Scored(5.0, (1, 1), 4, ((0, 1), (1, 1)), 0),
        Scored(5.0, (1, 1), 4, ((0, 1), (7, -1)), 0),
        Scored(5.0, (2, 1), 4, ((0, 1), (1, -1)), 0),
        Struck(5.0, (1, 1), 9),
    ):
        with pytest.raises(Illegal):
            apply(evening, wrong)
    over = apply(evening, Ended(8.0))
    assert sum(each.points for each in payments(over)) == 4
    assert over.no_room() == (NightFault.OVER, 0)
    for late in (Joined(9.0, 3, 3), Left(9.0, 0), Ended(9.0)):
        with pytest.raises(Refused):
            apply(over, late)
    assert apply(over, Struck(9.0, (1, 1), 3)).points == (5, -3, -2)  # after the end too


def test_random_evenings_end_and_add_up_as_their_logs_say() -> None:
    assert not failures(120, first=10_000)


def test_entries_of_a_newer_bot_are_not_read() -> None:
    with pytest.raises(msgspec.MsgspecError):
        read_entry(b'{"type":"left","at":1.0,"seat":0,"why":"tired"}')
    assert folded([night(0).opened]) == night(0)

import pytest
from hypothesis import given, settings

from bot.backgammon import BAR, EGYPTIAN, Dice, Position, legal_plays, parse_play
from tests.bench.legal_plays import plain_search
from tests.facts.files import lines

from .positions import board, dice, positions

FACTS = [
    (Position.from_id(fact["id"], 3 if fact["variant"].startswith("hyper") else 15), tuple(fact["dice"]), fact)
    for fact in lines("legal_plays.jsonl")
]


def test_every_position_of_the_fact_file_gives_exactly_the_listed_results() -> None:
    wrong = [
        fact["id"]
        for position, rolled, fact in FACTS
        if sorted(play.result.id for play in legal_plays(position, rolled)) != sorted(fact["results"])
    ]
    assert not wrong
    assert len(FACTS) == 1800


@pytest.mark.long
def test_every_notation_of_the_fact_file_is_read() -> None:
    wrong = [
        (fact["id"], text)
        for position, rolled, fact in FACTS
        for result, text in fact["moves"].items()
        if parse_play(text, position, rolled).result.id != result
    ]
    assert not wrong


@given(positions(), dice)
def test_a_plain_search_finds_the_same_results(position: Position, rolled: Dice) -> None:
    plays = legal_plays(position, rolled)
    results = [(play.result.own, play.result.opponent) for play in plays]
    assert len(set(results)) == len(results)
    assert set(results) == plain_search(list(position.own), list(position.opponent), rolled)


@pytest.mark.parametrize("waiting", [4, 5, 6])
def test_of_many_on_the_bar_four_enter_with_a_double(waiting: int) -> None:
    (play,) = legal_plays(board({BAR: waiting, 6: 15 - waiting}, {24: 15}), (3, 3))
    assert str(play) == "bar/22(4)"


@pytest.mark.long
@given(positions(), dice)
def test_the_order_of_the_dice_makes_no_difference(position: Position, rolled: Dice) -> None:
    there, back = legal_plays(position, rolled), legal_plays(position, rolled[::-1])
    assert {play.result for play in there} == {play.result for play in back}


@pytest.mark.long
@given(positions(), dice)
def test_checkers_are_conserved(position: Position, rolled: Dice) -> None:
    for play in legal_plays(position, rolled):
        assert sum(play.result.own) == sum(position.own)
        assert sum(play.result.opponent) == sum(position.opponent)
        assert Position.of(play.result.own, play.result.opponent) == play.result


@pytest.mark.long
@given(positions(), dice)
def test_the_steps_lead_to_the_result(position: Position, rolled: Dice) -> None:
    for play in legal_plays(position, rolled):
        own, opponent = list(position.own), list(position.opponent)
        for step in play.steps:
            own[step.start] -= 1
            own[step.end] += 1
            assert min(own) >= 0
            if step.hit:
                assert opponent[25 - step.end] == 1
                opponent[25 - step.end] = 0
                opponent[BAR] += 1
            elif step.end:
                assert opponent[25 - step.end] == 0
        assert (tuple(own), tuple(opponent)) == (play.result.own, play.result.opponent)


@pytest.mark.long
@given(positions(), dice)
def test_without_a_bound_the_egyptian_rule_changes_nothing(position: Position, rolled: Dice) -> None:
    bounded = {play.result for play in legal_plays(position, rolled, max_on_point=15)}
    assert bounded == {play.result for play in legal_plays(position, rolled)}


@pytest.mark.long
@settings(max_examples=200)
@given(positions(), dice)
def test_under_the_egyptian_rule_no_step_lands_on_a_full_point(position: Position, rolled: Dice) -> None:
    for play in legal_plays(position, rolled, max_on_point=EGYPTIAN):
        own = list(position.own)
        for step in play.steps:
            own[step.start] -= 1
            own[step.end] += 1
            assert step.end == 0 or own[step.end] <= 5


def test_the_egyptian_rule_bars_a_sixth_checker() -> None:
    start = Position.start()
    assert "24/23 8/6" in {str(play) for play in legal_plays(start, (2, 1))}
    assert "24/23 8/6" not in {str(play) for play in legal_plays(start, (2, 1), max_on_point=EGYPTIAN)}


def stack(closed: int, high: int = 5) -> Position:
    """Some checkers off, so many on the sixth point and one on the eighth; the opponent holds one point."""
    own, opponent = [0] * 26, [0] * 26
    own[0], own[8], own[6] = 14 - high, 1, high
    opponent[25 - closed], opponent[0] = 2, 13
    return Position.of(own, opponent)


def test_the_egyptian_rule_can_leave_nothing_to_play() -> None:
    assert [str(play) for play in legal_plays(stack(closed=4), (2, 2))] == ["8/6"]
    for high in (5, 6):  # six, as in a position that somebody brings along
        assert [str(play) for play in legal_plays(stack(closed=4, high=high), (2, 2), max_on_point=EGYPTIAN)] == [""]


def test_under_the_egyptian_rule_a_step_may_make_room_for_another() -> None:
    """8/5 by way of the full sixth point, the seventh being closed: first 6/5, then 8/6."""
    (play,) = [play for play in legal_plays(stack(closed=7), (2, 1), max_on_point=EGYPTIAN) if str(play) == "8/5"]
    assert [step.start for step in play.steps] == [6, 8]


@pytest.mark.parametrize("max_on_point", [None, EGYPTIAN])
def test_of_two_numbers_only_the_higher_is_played_if_not_both_can_be(max_on_point: int | None) -> None:
    position = board({24: 1}, {12: 2, 8: 13})
    assert [str(play) for play in legal_plays(position, (6, 5), max_on_point)] == ["24/18"]


def test_the_egyptian_rule_does_not_hold_for_checkers_that_are_off() -> None:
    position = board({2: 1, 1: 1}, {6: 9})
    assert [str(play) for play in legal_plays(position, (2, 1), EGYPTIAN)] == ["2/off 1/off", "2/off"]


@pytest.mark.parametrize("own", [{9: 1, 8: 1, 24: 2}, {11: 2, 10: 1, 9: 1, 24: 1}, {12: 2, 7: 2, 5: 1}])
def test_nobody_bears_off_with_one_number_what_comes_home_with_the_other(own: dict[int, int]) -> None:
    """With others still outside; for all rolls, beside a plain search."""
    position = board(own, {23: 2})
    for high in range(2, 7):
        for low in range(1, high):
            found = {(play.result.own, play.result.opponent) for play in legal_plays(position, (high, low))}
            assert found == plain_search(list(position.own), list(position.opponent), (high, low))


def test_both_numbers_must_be_played_if_they_can() -> None:
    position = Position.from_id("DAZjBzYAAEAAAA")
    assert [str(play) for play in legal_plays(position, (2, 1))] == ["23/20"]


def test_a_dance_is_one_play_without_steps() -> None:
    own, opponent = [0] * 26, [0] * 26
    own[BAR], own[6] = 1, 14
    for point in range(1, 7):
        opponent[point] = 2
    opponent[12] = 3
    position = Position.of(own, opponent)
    (play,) = legal_plays(position, (6, 5))
    assert play.steps == ()
    assert play.result == position
    assert str(play) == ""


@pytest.mark.parametrize("rolled", [(0, 1), (1, 7), (-1, 3)])
def test_dice_that_no_die_shows_are_refused(rolled: Dice) -> None:
    with pytest.raises(ValueError, match="dice show 1 to 6"):
        legal_plays(Position.start(), rolled)

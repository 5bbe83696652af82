"""A play put together checker by checker: every way that is offered leads to a legal play, and every legal play can be
reached."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from bot.backgammon import BAR, Dice, Draft, Pick, Position, Way, legal_plays, numbers
from bot.backgammon.plays import moved

from .positions import board, dice, positions
from .test_plays import FACTS


def results(position: Position, rolled: Dice, max_on_point: int | None = None) -> set[int]:
    """Where the offered picks lead; a state that is reached twice is followed once."""
    leaves: set[int] = set()
    seen: set[tuple[int, tuple[int, ...]]] = set()
    waiting = [Draft(position, rolled, max_on_point=max_on_point)]
    while waiting:
        draft = waiting.pop()
        if draft.play is not None:
            assert not draft.options
            leaves.add(draft.play.packed)
            continue
        assert draft.options, "a way that leads nowhere was offered"
        for pick, step in draft.options:
            left = list(draft.left)
            left.remove(pick.die)
            key = moved(draft.position.packed, [(step.start, step.end)]), tuple(left)
            if key not in seen:
                seen.add(key)
                waiting.append(draft.after(pick))
    return leaves


@pytest.mark.long
def test_on_every_position_of_the_facts_the_options_lead_to_the_legal_results_and_to_all_of_them() -> None:
    wrong = [
        fact["id"]
        for position, rolled, fact in FACTS
        if sorted(Position(packed).id for packed in results(position, rolled)) != sorted(fact["results"])
    ]
    assert not wrong
    assert len(FACTS) == 1800


@pytest.mark.long
@settings(max_examples=60)
@given(positions(), dice)
def test_under_the_egyptian_rule_too(position: Position, rolled: Dice) -> None:
    assert results(position, rolled, 5) == {play.packed for play in legal_plays(position, rolled, 5)}


@settings(max_examples=60)
@given(positions(), dice)
def test_picks_steps_and_numbers_left_belong_together(position: Position, rolled: Dice) -> None:
    draft = Draft(position, rolled)
    while draft.options:
        pick, step = draft.options[-1]
        assert pick.start == step.start and pick.die in draft.left
        after = draft.after(pick)
        assert after.steps == (*draft.steps, step)
        assert sorted((*after.left, pick.die)) == sorted(draft.left)
        draft = after
    assert draft.play is not None and draft.play.result == draft.position
    assert sorted((*draft.left, *(pick.die for pick in draft.picks))) == sorted(numbers(rolled))


def test_only_what_can_still_be_finished_is_offered() -> None:
    """A six from 20 and a one from 13 are legal by themselves, but each of them would leave the other unplayed."""
    position = board({13: 1, 8: 1}, {25 - 7: 2, 25 - 2: 2, 25 - 6: 2})
    # 13/7, 8/2: closed for the six; 13/12, 8/7: the one. Only 13/12/6 … is closed too, so the one alone is played.
    assert {(pick.start, pick.die) for pick, _ in Draft(position, (6, 1)).options} == {(13, 1)}
    position = board({20: 1, 9: 1}, {25 - 14: 2, 25 - 3: 2, 25 - 19: 2})
    # The six is open only after the one with the same checker: 9/8/2.
    assert {(pick.start, pick.die) for pick, _ in Draft(position, (6, 1)).options} == {(9, 1)}


def test_the_higher_number_must_be_played_if_only_one_can() -> None:
    position = board({20: 1}, {25 - 11: 2, 25 - 12: 0, 25 - 14: 0})
    # 20/15 or 20/16: afterwards the other number would land on 11, which is closed.
    options = Draft(position, (5, 4)).options
    assert [pick for pick, _ in options] == [Pick(20, 5)]


def test_who_is_on_the_bar_enters_first() -> None:
    position = board({BAR: 1, 6: 5}, {1: 2})
    assert {pick.start for pick, _ in Draft(position, (4, 2)).options} == {BAR}
    entered = Draft(position, (4, 2), [Pick(BAR, 4)])
    assert BAR not in {pick.start for pick, _ in entered.options}


def test_bearing_off_names_the_die_that_is_used_not_the_distance() -> None:
    position = board({3: 2}, {1: 2})
    draft = Draft(position, (6, 5), [Pick(3, 6), Pick(3, 5)])
    assert str(draft.play) == "3/off(2)"


def test_a_dance_is_complete_at_once() -> None:
    position = board({BAR: 1}, dict.fromkeys(range(1, 7), 2))
    draft = Draft(position, (6, 5))
    assert draft.play is not None and draft.play.steps == () and draft.options == ()


@pytest.mark.parametrize(
    "picks", [[Pick(24, 5), Pick(13, 5)], [Pick(12, 3)], [Pick(24, 2)], [Pick(13, 3), Pick(13, 5), Pick(13, 3)]]
)
def test_picks_that_begin_no_legal_play_are_refused(picks: list[Pick]) -> None:
    """A closed point, an empty one, a number that was not rolled, one pick too many."""
    with pytest.raises(ValueError, match="no legal play goes on with"):
        Draft(Position.start(), (5, 3), picks)


def taken(draft: Draft, way: Way) -> Draft:
    for pick in way.picks:
        draft = draft.after(pick)
    return draft


def by_ways(position: Position, rolled: Dice) -> set[int]:
    """Where the ways lead; each is spelt like no other, and its steps are its picks'."""
    leaves: set[int] = set()
    seen: set[tuple[int, tuple[int, ...]]] = set()
    waiting = [Draft(position, rolled)]
    while waiting:
        draft = waiting.pop()
        if draft.play is not None:
            leaves.add(draft.play.packed)
        ways = draft.ways()
        assert bool(ways) is (draft.play is None)
        assert len({str(way) for way in ways}) == len(ways)
        for way in ways:
            after = taken(draft, way)
            assert after.steps == (*draft.steps, *way.steps)
            key = after.position.packed, after.left
            if key not in seen:
                seen.add(key)
                waiting.append(after)
    return leaves


@pytest.mark.long
def test_every_legal_play_can_be_put_together_by_the_ways_that_are_offered() -> None:
    for position, rolled, _ in FACTS:
        assert by_ways(position, rolled) == {play.packed for play in legal_plays(position, rolled)}


@settings(max_examples=60)
@given(positions(), dice)
def test_what_can_still_come_of_a_draft_is_what_its_steps_lead_to(position: Position, rolled: Dice) -> None:
    draft = Draft(position, rolled)
    assert draft.completions == legal_plays(position, rolled)
    while draft.play is None:
        left = set(draft.completions)
        assert left == {play for pick, _ in draft.options for play in draft.after(pick).completions}
        draft = draft.after(draft.options[-1][0])
    assert draft.completions == (draft.play,)


def test_the_larger_number_comes_first_and_what_hits_says_so() -> None:
    position = board({24: 2, 13: 5, 8: 3, 6: 5}, {20: 1, 21: 1, 13: 5, 8: 3, 6: 5})
    first, *_ = ways = [str(way) for way in Draft(position, (1, 3)).ways()]
    assert first == "24/21" and "8/5*" in ways and "6/5*" in ways
    assert ways.index("6/3") < ways.index("24/23")


def test_of_a_double_two_checkers_move_at_once_or_one_twice() -> None:
    ways = [str(way) for way in Draft(board({13: 2, 6: 1}, {1: 1}), (4, 4)).ways()]
    assert ways == ["13/9", "6/2", "13/9(2)", "13/5"]
    odd = Draft(board({13: 2, 6: 1}, {1: 1}), (4, 4)).after(Pick(13, 4)).after(Pick(13, 4)).after(Pick(9, 4))
    assert [str(way) for way in odd.ways()] == ["9/5", "6/2", "5/1"], "one number left"


def test_a_checker_that_either_number_bears_off_is_offered_once() -> None:
    assert [str(way) for way in Draft(board({3: 2, 2: 1}, {1: 1}), (6, 5)).ways()] == ["3/off"]


def test_what_leaves_no_choice_is_completed() -> None:
    draft = Draft(board({13: 1, 6: 1}, {1: 2}), (4, 1))
    assert draft.completed() is draft
    one = draft.after(Pick(13, 4)).completed()
    assert one.play is None, "the one is free"
    off = Draft(board({2: 2}, {1: 1}), (6, 5))
    assert [len(off.completions), str(off.completed().play)] == [1, "2/off(2)"]
    dance = Draft(board({BAR: 1, 6: 2}, dict.fromkeys(range(1, 7), 2)), (6, 5))
    assert dance.completed().play is not None and not dance.ways()

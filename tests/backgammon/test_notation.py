from string import Formatter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.backgammon import (
    AmbiguousPlay,
    Dice,
    IllegalPlay,
    PlayFault,
    Position,
    RefusedPlay,
    UnreadablePlay,
    Variant,
    legal_plays,
    parse_play,
)
from bot.backgammon.refused_plays import is_thinkable

from .positions import board, dice, positions

START = Position.start()


@pytest.mark.long
@given(positions(), dice)
def test_what_is_printed_is_read_back_as_the_same_play(position: Position, rolled: Dice) -> None:
    for play in legal_plays(position, rolled):
        assert parse_play(str(play), position, rolled) == play


@given(positions(), dice)
def test_every_play_has_its_own_text(position: Position, rolled: Dice) -> None:
    plays = legal_plays(position, rolled)
    assert len({str(play) for play in plays}) == len(plays)


BLOTS = board({24: 2, 13: 5, 8: 3, 6: 5}, {20: 1, 14: 1, 6: 5, 8: 3, 13: 5})


@pytest.mark.parametrize(
    ("position", "rolled", "text"),
    [
        (START, (3, 1), "8/5 6/5"),
        (START, (6, 6), "24/18(2) 13/7(2)"),
        (START, (6, 5), "24/13"),
        (BLOTS, (2, 1), "13/11*/10"),
        (BLOTS, (3, 3), "8/5*(2) 6/3(2)"),
        (BLOTS, (3, 3), "8/5*/2(2)"),
        (BLOTS, (3, 3), "8/5* 8/2 6/3"),
        (board({25: 1, 24: 1, 6: 13}, {6: 5, 8: 3, 13: 5, 24: 2}), (2, 3), "bar/22 24/22"),
        (board({4: 2, 3: 1}, {24: 2}), (4, 3), "4/off 3/off"),
        (board({2: 3}, {24: 2}), (6, 5), "2/off(2)"),
    ],
)
def test_the_canonical_form(position: Position, rolled: Dice, text: str) -> None:
    assert text in [str(play) for play in legal_plays(position, rolled)]


@pytest.mark.parametrize(
    ("position", "rolled", "typed", "play"),
    [
        (START, (3, 1), "6/5 8/5", "8/5 6/5"),
        (START, (3, 1), "31: 8/5 6/5", "8/5 6/5"),
        (START, (3, 1), "1-3: 8/5, 6/5", "8/5 6/5"),
        (START, (3, 1), "13 8-5 6-5", "8/5 6/5"),
        (START, (3, 1), "  8 / 5 ,6/5 ", "8/5 6/5"),
        (START, (2, 1), "24 / 22 6/5", "24/22 6/5"),
        (START, (1, 3), "13 / 10 6/5", "13/10 6/5"),
        (START, (3, 1), "3-1 8/5 6/5", "8/5 6/5"),
        (START, (2, 1), "24-23 13-11", "24/23 13/11"),
        (START, (6, 3), "3-6 24/15", "24/15"),
        (board({4: 2, 3: 1}, {24: 2}), (4, 3), "4/off* 3/off", "4/off 3/off"),
        (START, (3, 1), "8/5 6/5.", "8/5 6/5"),
        (START, (3, 1), "8→5 ６／５", "8/5 6/5"),
        (START, (3, 1), "8/5 and 6/5", "8/5 6/5"),
        (START, (3, 3), "8/5(2)6/3(2)", "8/5(2) 6/3(2)"),
        (START, (3, 3), "8/5x2 6/3×2", "8/5(2) 6/3(2)"),
        (board({25: 1, 6: 14}, {6: 5, 8: 3, 13: 5, 24: 2}), (2, 3), "b/22 6/4", "bar/22 6/4"),
        (START, (3, 1), "8/7 7/4", "8/4"),
        (START, (3, 1), "8/7/4", "8/4"),
        (START, (6, 6), "24/18 24/18 13/7 13/7", "24/18(2) 13/7(2)"),
        (START, (6, 6), "13/7(2) 24/18 (2)", "24/18(2) 13/7(2)"),
        (BLOTS, (3, 1), "8/5 6/5", "8/5* 6/5"),
        (board({25: 1, 6: 14}, {6: 5, 8: 3, 13: 5, 24: 2}), (2, 3), "25/23 6/3", "bar/23 6/3"),
        (board({25: 1, 6: 14}, {6: 5, 8: 3, 13: 5, 24: 2}), (2, 3), "BAR/23, 6/3", "bar/23 6/3"),
        (board({4: 2, 3: 1}, {24: 2}), (4, 3), "4/0 3/ven", "4/off 3/off"),
        (board({4: 2, 3: 1}, {24: 2}), (4, 3), "4/OUT 3/off", "4/off 3/off"),
    ],
)
def test_tolerant_input(position: Position, rolled: Dice, typed: str, play: str) -> None:
    assert str(parse_play(typed, position, rolled)) == play


@pytest.mark.parametrize(
    ("position", "rolled", "typed", "fault", "sentence"),
    [
        (START, (6, 5), "8/2 6/1", PlayFault.CLOSED, "6/1: point 1 is closed."),
        (START, (3, 1), "13/12 6/3", PlayFault.CLOSED, "13/12: point 12 is closed."),
        (START, (3, 1), "8/5", PlayFault.BOTH_NUMBERS, "Both numbers can be played, and so they must be."),
        (START, (2, 2), "13/11(2)", PlayFault.ALL_STEPS, "All four steps can be played, and so they must be."),
        (START, (3, 1), "8/4 6/5", PlayFault.TOO_MANY, "“8/4 6/5” is more than 3-1 allows."),
        (START, (5, 1), "8/7 6/5", PlayFault.ONLY_ONE, "You have only one 1 to play."),
        (START, (4, 2), "24/22/20", PlayFault.ONLY_ONE, "You have only one 2 to play."),
        (START, (4, 2), "24/21/18", PlayFault.NOT_ROLLED, "24/21: 4-2 does not make that distance."),
        (START, (3, 3), "24/21(3)", PlayFault.TOO_FEW, "24/21: you do not have 3 checkers there."),
        (START, (3, 3), "8/5(4)", PlayFault.TOO_FEW, "8/5: you do not have 4 checkers there."),
        (START, (3, 1), "pass", PlayFault.MUST_PLAY, "You can move with 3-1, and so you must."),
        (
            board({6: 2, 5: 2, 4: 2, 3: 1}, {24: 2}),
            (6, 5),
            "6/off",
            PlayFault.BOTH_NUMBERS,
            "Both numbers can be played, and so they must be.",
        ),
        (
            board({6: 4, 3: 7}, {4: 7, 9: 3, 23: 5}),
            (4, 3),
            "3/off 6/3",
            PlayFault.ONE_NUMBER,
            "Only one of the two numbers can be played.",
        ),
        (
            board({5: 2, 2: 1}, {24: 2}),
            (6, 1),
            "2/off 5/4",
            PlayFault.HIGHER_STANDS,
            "2/off: a checker on a higher point must be moved first.",
        ),
        (
            board({6: 2, 4: 2}, {24: 2}),
            (6, 2),
            "4/off",
            PlayFault.HIGHER_STANDS,
            "4/off: a checker on a higher point must be moved first.",
        ),
        (
            board({25: 2, 6: 5}, {1: 2}),
            (5, 3),
            "bar/17",
            PlayFault.BAR_FIRST,
            "20/17: you must enter from the bar first.",
        ),
        (
            board({9: 2, 14: 2}, {24: 2}),
            (2, 2),
            "9/7/5 7/5",
            PlayFault.NO_CHECKER,
            "7/5: you have no checker on 7.",
        ),
        (
            board({5: 1, 6: 1}, {23: 2}),
            (3, 2),
            "5/2/off",
            PlayFault.CLOSED,
            "5/2: point 2 is closed.",
        ),
        (
            board({8: 1, 6: 1, 1: 2}, {18: 2}),
            (1, 1),
            "1/off 8/7/6",
            PlayFault.CLOSED,
            "8/7: point 7 is closed.",
        ),
        (START, (3, 1), "8-5* 6-5", PlayFault.NO_BLOT, "There is nothing to hit on point 5."),
        (START, (3, 1), "13/12/9", PlayFault.CLOSED, "13/12: point 12 is closed."),
        (START, (6, 5), "8 2 6 1", PlayFault.CLOSED, "6/1: point 1 is closed."),
        (START, (6, 5), "6 1 8 2", PlayFault.CLOSED, "6/1: point 1 is closed."),
        (
            board({8: 1, 6: 1, 20: 2}, {21: 2}),
            (2, 2),
            "8/6 6/4(2)",
            PlayFault.CLOSED,
            "6/4: point 4 is closed.",
        ),
        (START, (3, 1), "8/5* 24/23*", PlayFault.NO_BLOT, "There is nothing to hit on point 23."),
        (START, (3, 1), "24/23* 8/5*", PlayFault.NO_BLOT, "There is nothing to hit on point 23."),
        (START, (3, 1), "8/3 6/5", PlayFault.NOT_ROLLED, "8/3: 3-1 does not make that distance."),
        (START, (3, 1), "7/4 6/5", PlayFault.NO_CHECKER, "7/4: you have no checker on 7."),
        (START, (3, 1), "bar/22 6/5", PlayFault.NOBODY_ON_BAR, "bar/22: you have no checker on the bar."),
        (START, (3, 1), "5/8 6/5", PlayFault.BACKWARDS, "5/8: checkers move to lower numbers."),
        (START, (3, 1), "65: 8/5 6/5", PlayFault.OTHER_DICE, "You rolled 3-1, not 6-5."),
        (
            START,
            (6, 5),
            "6/off 6/1",
            PlayFault.NOT_HOME,
            "6/off: all your checkers must be home before one is borne off.",
        ),
        (START, (3, 1), "8/5² 6/5", PlayFault.TOO_MANY, "“8/5² 6/5” is more than 3-1 allows."),
        (START, (3, 1), "2-1 8/5 6/5", PlayFault.OTHER_DICE, "You rolled 3-1, not 2-1."),
        (START, (3, 1), "17/20 19/20", PlayFault.BACKWARDS, "17/20: checkers move to lower numbers."),
        (START, (5, 5), "13/1", PlayFault.NOT_ROLLED, "13/1: 5-5 does not make that distance."),
        (
            board({13: 1, 3: 1}, {24: 2}),
            (4, 4),
            "13/9",
            PlayFault.MORE_STEPS,
            "Of the four steps of a double, 2 can be played, and so they must be.",
        ),
        (START, (3, 1), "8/5* 6/5", PlayFault.NO_BLOT, "There is nothing to hit on point 5."),
        (
            board({25: 1, 6: 14}, {6: 5, 8: 3, 13: 5, 24: 2}),
            (2, 1),
            "6/4 6/5",
            PlayFault.BAR_FIRST,
            "6/4: you must enter from the bar first.",
        ),
        (
            board({6: 1, 5: 1, 2: 1}, {24: 1}),
            (4, 3),
            "2/off 6/2",
            PlayFault.HIGHER_STANDS,
            "2/off: a checker on a higher point must be moved first.",
        ),
        (
            board({25: 2, 6: 13}, {1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2}),
            (6, 5),
            "bar/20",
            PlayFault.NOTHING_TO_PLAY,
            "Nothing can be moved with 6-5: the turn passes.",
        ),
    ],
)
def test_refusals_say_what_is_wrong(
    position: Position, rolled: Dice, typed: str, fault: PlayFault, sentence: str
) -> None:
    with pytest.raises(IllegalPlay) as refusal:
        parse_play(typed, position, rolled)
    assert refusal.value.reason is fault
    assert str(refusal.value) == sentence
    assert set(refusal.value.nearest) <= set(legal_plays(position, rolled))


def test_the_higher_number_must_be_played_if_only_one_can() -> None:
    position = board({24: 1}, {12: 2, 8: 13})
    assert [str(play) for play in legal_plays(position, (6, 5))] == ["24/18"]
    with pytest.raises(IllegalPlay) as refusal:
        parse_play("24/19", position, (6, 5))
    assert refusal.value.reason is PlayFault.HIGHER_NUMBER
    assert str(refusal.value) == "Only one number can be played, and it must be the 6."


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("zz", "“zz” is not a play."),
        ("²", "“²” is not a play."),
        ("8/", "I cannot make out “/”."),
        ("/5", "I cannot make out “/”."),
        ("8/5(0)", "“0” alone is no step"),
        ("8/5(2", "“2” alone is no step"),
        ("1e1/5", "“1e1/5” is not a play."),
        ("٣d1", "“٣d1” is not a play."),
        ("8/5 6/5 instead", "I cannot make out “instead”."),
        ("8/5 6", "“6” alone is no step"),
        ("off/5 6/5", "“off” alone is no step"),
        ("8/5(2)(2)", "I cannot make out “(2)”."),
        ("8/5(2)(3)", "I cannot make out “(3)”."),
        ("8/5 twice twice", "I cannot make out “twice”."),
        ("2x", "“2x” is not a play."),
        ("3x", "“3x” is not a play."),
        ("(1)8/5 6/5(2)", "“(1)8/5 6/5(2)” is not a play."),
        ("8/5 bearx 6/5", "I cannot make out “bearx”."),
        ("8 - from / 5 6/5", "I cannot make out “5”."),
        ("13010", "There is no point 13010"),
        ("8/5 bar", "“bar” alone is no step"),
        ("8/5 182", "There is no point 182"),
        ("26/25 8/5", "There is no point 26"),
    ],
)
def test_unreadable_text_is_answered_with_what_was_wrong_with_it(typed: str, sentence: str) -> None:
    with pytest.raises(UnreadablePlay) as refusal:
        parse_play(typed, START, (3, 1))
    assert str(refusal.value).startswith(sentence)
    assert refusal.value.nearest
    if typed.startswith("8/5 "):
        assert any("8/5" in str(play) for play in refusal.value.nearest)


@pytest.mark.parametrize("typed", ["", "  ", "31:"])
def test_an_empty_text_is_answered_with_the_notation(typed: str) -> None:
    with pytest.raises(UnreadablePlay, match="Write a play like 8/5 6/5"):
        parse_play(typed, START, (3, 1))


@pytest.mark.parametrize("typed", ["8/4", "8-4", "8 / 4", "8/4,", "31: 8/4", "31 8/4"])
def test_the_canonical_text_of_a_play_names_it_however_it_is_spelled(typed: str) -> None:
    """8/7*/4 would hit on the way; 8/4 is what the play without the hit is called."""
    position = board({8: 2, 6: 5}, {18: 1, 1: 2})
    assert {"8/4", "8/7*/4"} <= {str(play) for play in legal_plays(position, (3, 1))}
    assert str(parse_play(typed, position, (3, 1))) == "8/4"


def test_several_plays_for_one_text_are_all_named() -> None:
    position = board({8: 1, 1: 14}, {20: 1, 18: 1, 6: 13})
    assert {"8/5*/4", "8/7*/4"} <= {str(play) for play in legal_plays(position, (3, 1))}
    with pytest.raises(AmbiguousPlay) as refusal:
        parse_play("8/4", position, (3, 1))
    assert {str(play) for play in refusal.value.nearest} == {"8/5*/4", "8/7*/4"}
    assert str(parse_play("8/5/4", position, (3, 1))) == "8/5*/4"


def test_the_nearest_plays_are_like_what_was_typed() -> None:
    with pytest.raises(IllegalPlay) as refusal:
        parse_play("8/5", START, (3, 1))
    assert all("8/5" in str(play) for play in refusal.value.nearest)
    assert len(refusal.value.nearest) == 3


@pytest.mark.parametrize(
    ("rolled", "typed", "nearest"),
    [
        ((1, 1), "8/7/6 8/7/6 6/4", ["8/7(2) 8/6", "8/7(2) 6/4", "8/6(2)"]),
        ((2, 2), "8/6/4 6/4", ["8/4 6/4(2)", "24/22 8/4 6/4", "13/11 8/4 6/4"]),
    ],
)
def test_of_the_nearest_plays_moves_count_most_then_steps(rolled: Dice, typed: str, nearest: list[str]) -> None:
    with pytest.raises(IllegalPlay) as refusal:
        parse_play(typed, START, rolled)
    assert [str(play) for play in refusal.value.nearest] == nearest


def test_the_dance_is_named_by_no_steps() -> None:
    position = board({25: 2, 6: 13}, {1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2})
    for typed in ("", "-", "dance", "65:", "65", "65 pass", "6-5: no move"):
        assert parse_play(typed, position, (6, 5)).steps == ()


def test_a_long_text_is_quoted_short() -> None:
    with pytest.raises(UnreadablePlay) as refusal:
        parse_play("x" * 100_000, START, (3, 1))
    assert len(str(refusal.value)) < 150


anything = st.one_of(
    st.text(max_size=40),
    st.text(alphabet="0123456789/*()- ,barofven", max_size=30),
    st.lists(st.tuples(st.integers(-1, 30), st.integers(-1, 30)), max_size=5).map(
        lambda steps: " ".join(f"{start}/{end}" for start, end in steps)
    ),
)


@pytest.mark.long
@given(positions(), dice, anything, st.sampled_from([None, 5]))
def test_whatever_is_typed_is_a_legal_play_or_refused_with_a_sentence(
    position: Position, rolled: Dice, text: str, most: int | None
) -> None:
    plays = legal_plays(position, rolled, most)
    try:
        assert parse_play(text, position, rolled, most) in plays
    except RefusedPlay as refusal:
        places = {name for _, name, _, _ in Formatter().parse(refusal.reason.value) if name}
        assert places <= refusal.details.keys()
        assert str(refusal) == refusal.reason.value.format(**refusal.details)
        assert set(refusal.nearest) <= set(plays)


def test_hypergammon_bears_off_from_a_full_board() -> None:
    start = Position.start(Variant.HYPERGAMMON)
    assert str(parse_play("24/20 22/17", start, (5, 4))) == "24/20 22/17"


@pytest.mark.parametrize(
    ("rolled", "paths", "thinkable"),
    [
        ((3, 1), [], False),
        ((3, 1), [(8, 5)], True),
        ((3, 1), [(8, 4)], True),
        ((3, 1), [(8, 5), (6, 5)], True),
        ((3, 1), [(8, 5), (6, 5), (24, 23)], False),
        ((3, 1), [(8, 4), (6, 5)], False),
        ((3, 1), [(9, 6)], False),
        ((1, 1), [(8, 7), (8, 7), (6, 5)], True),
    ],
)
def test_what_somebody_may_mean_is_no_more_than_the_dice_and_checkers_allow(
    rolled: Dice, paths: list[tuple[int, ...]], thinkable: bool
) -> None:
    assert is_thinkable(paths, START.own, rolled) is thinkable


def test_steps_are_looked_for_in_the_first_words_of_what_cannot_be_read() -> None:
    def nearest(text: str) -> tuple[str, ...]:
        with pytest.raises(UnreadablePlay) as refused:
            parse_play(text, START, (3, 1))
        return tuple(map(str, refused.value.nearest))

    assert nearest("instead 13/10") != nearest("instead")
    assert nearest("instead " * 11 + "13/10") == nearest("instead 13/10")
    assert nearest("instead " * 12 + "13/10") == nearest("instead")

"""Plays in every way in which people write them: read as the play that was meant, or refused with it among others."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from bot.backgammon import AmbiguousPlay, Dice, Play, Position, RefusedPlay, legal_plays, parse_play
from bot.backgammon.notation import offered_plays
from tests.facts import files

from .positions import board
from .typed_plays import LENGTHS, single_styles, styled, written

START = Position.start()
#: Repeats that may belong to the group before or behind them.
_EITHER_SIDE = (8, 10, 11)


def plays(number: int) -> list[tuple[Position, Dice, Play]]:
    """Legal plays of the fact file, the same every day."""
    draw = random.Random(14)
    found: list[tuple[Position, Dice, Play]] = []
    for case in draw.sample(files.lines("legal_plays.jsonl"), number):
        position = Position.from_id(case["id"], checkers=3 if case["variant"] == "hypergammon" else 15)
        dice: Dice = (case["dice"][0], case["dice"][1])
        found += [(position, dice, play) for play in draw.sample(legal_plays(position, dice), 1) if play.steps]
    return found


def read(text: str, position: Position, dice: Dice) -> tuple[Play, ...]:
    """The play a text is read as, all it may be, or none."""
    try:
        return (parse_play(text, position, dice),)
    except AmbiguousPlay as refusal:
        return refusal.nearest
    except RefusedPlay:
        return ()


def is_named_without_marks(play: Play, position: Position, dice: Dice) -> bool:
    """Whether without its marks of hits this is the text of another play."""
    bare = str(play).replace("*", "")
    return any(str(each) == bare for each in legal_plays(position, dice) if each != play)


@pytest.mark.long
def test_one_change_of_style_leaves_the_play_what_it_is() -> None:
    """Each of two hundred styles over a few plays; together all plays."""
    found = plays(80)
    for number, style in enumerate(single_styles()):
        for position, dice, play in found[number % 9 :: 9]:
            text = written(play, dice, style)
            meant = read(text, position, dice)
            if not (style.hit == 2 and is_named_without_marks(play, position, dice)):
                assert play in meant, (text, dice, str(play))
                assert len(meant) == 1 or style.hit == 2 or style.repeat in _EITHER_SIDE or style.separators, text


@pytest.mark.long
def test_styles_in_any_combination_are_never_misread() -> None:
    draw = random.Random(41)
    outcome = Counter[str]()
    for position, dice, play in plays(200):
        for _ in range(5):
            style = styled(*(draw.random() < 0.3 if length is True else draw.randrange(length) for length in LENGTHS))
            text = written(play, dice, style)
            meant = read(text, position, dice)
            if not (style.hit == 2 and is_named_without_marks(play, position, dice)):
                assert not meant or play in meant, (text, dice, str(play), list(map(str, meant)))
                outcome["read" if meant == (play,) else "refused"] += 1
    assert outcome["read"] >= 0.98 * outcome.total(), outcome


BAR = board({25: 1, 6: 14}, {6: 5, 8: 3, 13: 5, 24: 2})
HOME = board({6: 4, 4: 2, 3: 1}, {24: 2})
BLOTS = board({24: 2, 13: 5, 8: 3, 6: 5}, {20: 1, 14: 1, 6: 5, 8: 3, 13: 5})
SHUT = board({25: 2, 6: 13}, {1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2})

AS_TYPED: list[tuple[Position, Dice, str, tuple[str, ...]]] = [
    (START, (3, 1), "8/5 6/5", (
        "8-5,6-5", "85 65", "85,65", "31: 85 65", "31 85 65", "8 5 6 5", "3 1 8 5 6 5", "8,5 6,5", "8.5 6.5",
        "8:5 6:5", "8/5;6/5", "8/5+6/5", "8→5, 6→5", "8 to 5, 6 to 5", "from 8 to 5 and from 6 to 5",
        "z 8 na 5 a z 6 na 5", "с 8 на 5 и с 6 на 5", "e.g. 31: 8/5 6/5", "(8/5)(6/5)", "(8/5, 6/5)", "8/5/6/5",
        "8-5-6-5", "/move 8/5 6/5", "I play 8/5 6/5", "08/05 06/05", "8\u20445 6\u20445", "8\\5 6\\5",
        "8\u22125 6\u22125", "8️⃣/5️⃣ 6️⃣/5️⃣", "8/5. 6/5.", "8/5, then 6/5", "８／５\u3000６／５", "8//5 6//5", "31-8/5,6/5",
        "31-85-65",
        "8-5/6-5", "8/5-6/5", "8/5 6/5 31", "8/5 6/5 (3-1)", "1. 31: 8/5 6/5", "8/5\u00a06/5", "“8/5 6/5”",
        "8/5!! 6/5?", "- 8/5 6/5",
    )),
    (START, (6, 5), "24/13", (
        "24/18/13", "24-18-13", "24 18 13", "24>18>13", "2413", "65 24/13", "24/18 18/13", "18/13 24/18",
    )),
    (START, (6, 6), "24/18(2) 13/7(2)", (
        "24/18x2 13/7x2", "2x 24/18, 2x 13/7", "24/18² 13/7²", "24/18[2],13/7[2]", "24/18*2 13/7*2",
        "24/18 twice, 13/7 dvakrát", "2418 2418 137 137", "24-18(2)13-7(2)", "13/7 24/18 13/7 24/18",
    )),
    (START, (5, 5), "13/3(2)", ("13/8(2) 8/3(2)", "13/8/3 (2)", "13/3 x2", "2 x 13/3", "13/3 13/3")),
    (BAR, (2, 3), "bar/20", ("b/20", "25/20", "b20", "bar20", "b 20", "B-20", "бар → 20", "bar/22/20", "2520")),
    (BAR, (2, 3), "bar/23 6/3", ("bar 23 6 3", "b23 63", "BAR/23, 6/3", "bar to 23, 6 to 3", "25-23;6-3")),
    (HOME, (6, 4), "6/off 4/off", (
        "6/0 4/0", "6off 4off", "6 off, 4 off", "6o 4o", "60 40", "6/ven 4/ven", "6/out, 4/out", "6-0 4-0", "6→off 4→o",
        "6/off & 4/off", "4/0 6/ven",
    )),
    (BLOTS, (3, 3), "8/5*(2) 6/3(2)", (
        "8/5* x2 6/3(2)", "8/5x(2) 6/3(2)", "8/5*x2, 6/3x2", "8/5(2)* 6/3(2)", "8/5(2) 6/3(2)", "8/5 hit x2 6/3 x2",
    )),
    (SHUT, (6, 5), "", (
        "-", "—", "dance", "fan", "no play", "cannot move", "can’t move", "pas", "пас", "netáhnu", "65: -", "(no play)",
        "Dance!", "6-5 dance",
    )),
]  # fmt: skip


@pytest.mark.parametrize(("position", "dice", "play", "texts"), AS_TYPED)
def test_what_people_type(position: Position, dice: Dice, play: str, texts: tuple[str, ...]) -> None:
    assert {text: str(parse_play(text, position, dice)) for text in texts} == dict.fromkeys(texts, play)


@pytest.mark.parametrize("off", ["off", "ven", "0", "out", "o", "OFF"])
def test_the_text_of_a_play_is_that_play_whatever_off_is_called(off: str) -> None:
    """5/3/off would hit on 3; 5/off is what the play without the hit is called."""
    position = board({5: 1, 2: 3}, {22: 1, 1: 2})
    assert {"5/off", "5/3*/off"} <= {str(play) for play in legal_plays(position, (3, 2))}
    assert str(parse_play(f"5/{off}", position, (3, 2))) == "5/off"


def test_a_text_with_two_legal_meanings_is_refused_with_both() -> None:
    position = board({21: 1, 20: 1, 19: 1}, {24: 2})
    with pytest.raises(AmbiguousPlay) as refusal:
        parse_play("21 20 19 17", position, (2, 1))
    assert {str(play) for play in refusal.value.nearest} == {"21/20 19/17", "20/17"}
    assert str(parse_play("21/20 19/17", position, (2, 1))) == "21/20 19/17"
    assert str(parse_play("21: 20/19/17", position, (2, 1))) == "20/17"


@pytest.mark.parametrize("text", ["21 20", "8/6 4/off", "8/5 4"])
def test_nothing_is_guessed(text: str) -> None:
    """Half a play is not taken for another one that would be whole."""
    position = board({21: 1, 8: 1, 4: 1, 2: 2}, {24: 2})
    for dice in ((2, 1), (2, 2), (4, 1)):
        with pytest.raises(RefusedPlay):
            parse_play(text, position, dice)


def test_plays_are_offered_for_whatever_has_been_typed() -> None:
    def offered(text: str) -> list[str]:
        return [str(play) for play in offered_plays(text, START, (3, 1))]

    assert len(offered("")) == 16
    assert offered("6-5, 8-5")[0] == "8/5 6/5"
    assert offered("8/")[0].startswith("8/") and all("8/" in play for play in offered("8/"))
    assert "8/5" in offered("8/5 6/4 please")[0]
    assert set(offered("8/7 13/9")) == set(offered(""))

"""Plays in every way in which people write them: read as the play that was meant, or refused with it among others."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import TypeVar

import pytest

from bot.backgammon import (
    AmbiguousPlay,
    Dice,
    Play,
    Position,
    RefusedPlay,
    half_typed,
    legal_plays,
    notation,
    parse_play,
    spelling,
)
from bot.backgammon.notation import offered_plays
from bot.backgammon.spelling import LONGEST
from tests.facts import files

from .positions import board
from .typed_plays import LENGTHS, single_styles, styled, written

T = TypeVar("T")
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
TWO_BAR = board({25: 2, 6: 13}, {6: 5, 8: 3, 13: 5, 24: 2})
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
        "8/5!! 6/5?", "- 8/5 6/5", "> 8/5 6/5", "**8/5 6/5**", "||8/5 6/5||", "<8/5 6/5>", "8/5 6/5 👍", "“8/5” “6/5”",
        "'8/5', '6/5'", "8|5 6|5", "8_5 6_5", "8÷5 6÷5", "8➡️5 6➡️5", "8👉5 6👉5", "8/5·6/5", "8/5 • 6/5", "8/5 а 6/5",
        "8/5 ← 6/5", "8/5 6/5 🤜",
        "8/5, poté 6/5", "8/5 i 6/5", "31) 8/5 6/5", "31→8/5 6/5", "31> 8/5 6/5", "3+1: 8/5 6/5", "3 & 1: 8/5 6/5",
        "3 a 1: 8/5 6/5", "⚂⚀ 8/5 6/5", "⚂ ⚀: 8/5 6/5", "rolled 3-1: 8/5 6/5", "hod 31: 8/5 6/5", "Бросок 31: 8/5 6/5",
        "/move play: 8/5 6/5", "my move: 8/5 6/5", "hraji 8/5 6/5", "1x 8/5, 1x 6/5", "(31 - 8/5 6/5)",
    )),
    (START, (6, 5), "24/13", (
        "24/18/13", "24-18-13", "24 18 13", "24>18>13", "2413", "65 24/13", "24/18 18/13", "18/13 24/18",
    )),
    (START, (6, 6), "24/18(2) 13/7(2)", (
        "24/18x2 13/7x2", "2x 24/18, 2x 13/7", "24/18² 13/7²", "24/18[2],13/7[2]", "24/18*2 13/7*2",
        "24/18х2 13/7х2", "2х24/18 2х13/7", "(2)24/18 (2)13/7", "x2 24/18, x2 13/7", "24/18^2 13/7^2",
        "24/18 2 krát, 13/7 2 krát", "24/18 2 раза, 13/7 2 раза", "24/18, 2x 13/7, 24/18", "24/18 2x, 13/7 2x",
        "24/18 twice, 13/7 dvakrát", "2418 2418 137 137", "24-18(2)13-7(2)", "13/7 24/18 13/7 24/18",
        "(2)24/18 13/7 2x",
    )),
    (START, (5, 5), "13/3(2)", ("13/8(2) 8/3(2)", "13/8/3 (2)", "13/3 x2", "2 x 13/3", "13/3 13/3")),
    (BAR, (2, 3), "bar/20", ("b/20", "25/20", "b20", "bar20", "b 20", "B-20", "бар → 20", "bar/22/20", "2520",
        "В/20", "в 20", "bаr/20", "Бар/20", "Bar/20", "z baru na 20", "с бара на 20", "from the bar to 20",
        "barx/20")),
    (BAR, (2, 3), "bar/23 6/3", ("bar 23 6 3", "b23 63", "BAR/23, 6/3", "bar to 23, 6 to 3", "25-23;6-3")),
    (HOME, (6, 4), "6/off 4/off", (
        "6/0 4/0", "6off 4off", "6 off, 4 off", "6o 4o", "60 40", "6/ven 4/ven", "6/out, 4/out", "6-0 4-0", "6→off 4→o",
        "6/off & 4/off", "6/ox 4/ox", "4/0 6/ven", "6/О 4/о", "6/снять 4/снять", "6 выход, 4 выход", "6/venku 4/venku",
        "6 domů, 4 pryč", "6/оff 4/оut", "6/home 4/home", "6/bear off, 4/bear off", "6/“off” 4/“off”", "6/офф 4/офф",
    )),
    (BLOTS, (3, 3), "8/5*(2) 6/3(2)", (
        "8/5* x2 6/3(2)", "8/5x(2) 6/3(2)", "8/5*x2, 6/3x2", "8/5(2)* 6/3(2)", "8/5(2) 6/3(2)", "8/5 hit x2 6/3 x2",
        "(8/5*)(2) (6/3)(2)", "8/5х(2) 6/3(2)", "8/5★(2) 6/3(2)", "8/5⚔(2) 6/3(2)", "2x 8/5*, 2x 6/3",
    )),
    (TWO_BAR, (3, 3), "bar/22(2) 6/3(2)", ("bar-22(2) 6-3(2)", "(2)bar/22 (2)6/3")),
    (HOME, (6, 1), "6/off 4/3", ("6off 43", "43 6off")),
    (SHUT, (6, 5), "", (
        "-", "—", "dance", "fan", "no play", "cannot move", "can’t move", "pas", "пас", "netáhnu", "65: -", "(no play)",
        "Dance!", "6-5 dance", "I dance", "cannot", "can't enter", "Pasuju.", "netahám", "nemůžu", "Пасую", "нет хода",
        "ход невозможен", "пропуск хода", "no-play", "no_play",
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


@pytest.mark.parametrize(
    ("play", "texts"),
    [
        (
            "24/22 13/11 6/4(2)",
            ("13/11+ 2x 6/4 24/22", "13/11, 2x 6/4 24/22", "13/11; 2x 6/4 24/22", "13/11 and 2x 6/4 24/22"),
        ),
        ("24/22 13/11(2) 6/4", ("13/11 2x, 6/4 24/22", "24/22 13/11 2x and 6/4", "6/4 24/22 13/11 2x")),
    ],
)
def test_a_number_of_times_belongs_to_what_no_sign_parts_it_from(play: str, texts: tuple[str, ...]) -> None:
    assert {text: str(parse_play(text, START, (2, 2))) for text in texts} == dict.fromkeys(texts, play)


def test_a_number_of_times_between_two_ways_may_be_of_either() -> None:
    for text in ("13/11 2x 6/4 24/22", "13/11. 2x 6/4 24/22", "13/11 2x. 6/4 24/22"):
        assert set(map(str, read(text, START, (2, 2)))) == {"24/22 13/11 6/4(2)", "24/22 13/11(2) 6/4"}


def test_a_number_of_times_behind_a_hit_belongs_to_it_where_a_comma_follows() -> None:
    position = board({24: 2, 13: 5, 8: 3, 6: 5}, {14: 1, 6: 5, 8: 3, 13: 5, 24: 1})
    assert set(map(str, read("13/11* 2x, 6/4 24/22", position, (2, 2)))) == {"24/22 13/11*(2) 6/4"}
    assert len(read("13/11* 2x 6/4 24/22", position, (2, 2))) == 2


@pytest.mark.parametrize("text", ["5/3*/off", "5 3x off", "5 3 x off", "5, 3x, off"])
def test_an_x_behind_a_point_on_the_way_is_a_hit(text: str) -> None:
    """Here 5/off is another play; without a blot on 3 there is none."""
    assert str(parse_play(text, board({5: 1, 2: 3}, {22: 1, 1: 2}), (3, 2))) == "5/3*/off"
    assert not read(text, board({5: 1, 2: 3}, {24: 2}), (3, 2))


def test_numbers_with_an_x_may_all_be_hits() -> None:
    assert list(map(str, read("6 4x 1x", board({6: 1, 2: 3}, {21: 1, 24: 1}), (3, 2)))) == ["6/4*/1*"]


@pytest.mark.parametrize(("sign", "read_on"), [("", True), ("/", True), ("*/", True), ("*-", True), ("*", False)])
def test_off_belongs_to_a_number_close_before_it_but_not_behind_a_mark(sign: str, read_on: bool) -> None:
    assert bool(read(f"5/3{sign}off", board({5: 1, 2: 3}, {22: 1, 1: 2}), (3, 2))) is read_on


def test_where_a_slash_says_how_a_checker_enters_a_blank_is_no_such_sign() -> None:
    assert not read("bar/23 20", BAR, (2, 3))
    for text in ("bar/23/20", "bar/23 to 20"):
        assert [str(play) for play in read(text, BAR, (2, 3))] == ["bar/20"]


def test_a_text_with_two_legal_meanings_is_refused_with_both() -> None:
    position = board({21: 1, 20: 1, 19: 1}, {24: 2})
    with pytest.raises(AmbiguousPlay) as refusal:
        parse_play("21 20 19 17", position, (2, 1))
    assert {str(play) for play in refusal.value.nearest} == {"21/20 19/17", "20/17"}
    assert str(parse_play("21/20 19/17", position, (2, 1))) == "21/20 19/17"
    assert str(parse_play("21: 20/19/17", position, (2, 1))) == "20/17"
    for text in ("21>20 19>17", "21 to 20 19 to 17"):
        assert str(parse_play(text, position, (2, 1))) == "21/20 19/17"


@pytest.mark.parametrize("text", ["21 20", "8/6 4/off", "8/5 4"])
def test_nothing_is_guessed(text: str) -> None:
    """Half a play is not taken for another one that would be whole."""
    position = board({21: 1, 8: 1, 4: 1, 2: 2}, {24: 2})
    for dice in ((2, 1), (2, 2), (4, 1)):
        with pytest.raises(RefusedPlay):
            parse_play(text, position, dice)


def test_a_text_of_two_hundred_signs_is_read_and_no_longer_one() -> None:
    text = "8/5 6/5".ljust(spelling.LONGEST, "!")
    assert [str(play) for play in read(text, START, (3, 1))] == ["8/5 6/5"]
    assert not read(f"{text}!", START, (3, 1))


@pytest.mark.parametrize(("length", "shown"), [(40, "x" * 40), (41, "x" * 39 + "…")])
def test_of_a_long_text_the_beginning_is_said_again(length: int, shown: str) -> None:
    with pytest.raises(RefusedPlay) as refusal:
        parse_play("x" * length, START, (3, 1))
    assert refusal.value.details["text"] == shown


GARBAGE = [
    *("8/5 " * 1500, "8 5 " * 1500, "85 " * 2000, "x" * 6000, "(" * 6000, "()" * 3000, "1" * 6000, "1-" * 3000),
    *(
        "24/18(2)" * 700,
        "2x" * 90,
        "2x 24/18 " * 20,
        "bar " * 40,
        "31 " * 60,
        "(((8/5)))" * 20,
        "\u200b" * 6000,
        "²" * 200,
    ),
    *("24 23 22 21 20 19 18 17", "8 5 6 5 8 5 6 5 8 5", "8/5 6/5" + " " * 5990 + "x", "\ufdfa" * 190, "2x 2x " * 30),
]


def test_garbage_of_any_length_takes_bounded_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted in what is tried, not in seconds."""
    tried = Counter[str]()

    def counted(name: str, undisturbed: Callable[..., T]) -> Callable[..., T]:
        def call(*given: object) -> T:
            tried[name] += 1
            return undisturbed(*given)

        return call

    monkeypatch.setattr(notation, "ways", counted("ways", notation.ways))
    monkeypatch.setattr(half_typed, "ways", counted("ways", half_typed.ways))
    monkeypatch.setattr(notation, "readings", counted("texts", notation.readings))
    for dice in ((3, 1), (3, 3)):
        for text in GARBAGE:
            tried.clear()
            read(text, START, dice)
            offered_plays(text, START, dice)
            assert tried["ways"] < 2000 and tried["texts"] < 200, (text[:40], tried)


@pytest.mark.parametrize("sign", ["-", "/", " "])
def test_of_many_points_behind_each_other_not_every_way_to_divide_them_is_tried(sign: str) -> None:
    few, many = (len(spelling.readings(sign.join(map(str, range(24, 24 - count, -1))))) for count in (8, 12))
    assert many < 4 < 12 < few


@pytest.mark.parametrize(
    ("position", "dice", "play", "begun"),
    [
        (
            START,
            (3, 1),
            "8/5 6/5",
            ("8", "8/", "8-5", "8-5, ", "8-5, 6", "31: 8/5 6", "6/5", "3-1 6→5; 8", "8 5 6", "6/"),
        ),
        (START, (3, 1), "24/20", ("24/23", "24/21", "24-2", "24 21", "24>23>2", "24/23 23")),
        (BAR, (3, 2), "bar/23 6/3", ("b", "ba", "25", "бар", "В/2", "b/23, 6", "6/3", "6")),
        (HOME, (6, 4), "6/off 4/off", ("6", "6/o", "6o", "6 ven, 4", "4/of", "6/0 4/")),
        (BLOTS, (3, 3), "8/5*(2) 6/3(2)", ("8/5x2", "8-5 8-5 6", "2x 8/5, 6/3", "8/5(2), 6/3(2)")),
    ],
)
def test_plays_are_offered_that_go_on_with_what_is_typed_in_any_dress(
    position: Position, dice: Dice, play: str, begun: tuple[str, ...]
) -> None:
    for text in begun:
        found = [str(each) for each in offered_plays(text, position, dice)]
        assert play in found, (text, found)
        assert len(found) < max(len(legal_plays(position, dice)), 4), "not all there are"


def test_plays_are_offered_for_whatever_has_been_typed() -> None:
    def offered(text: str) -> list[str]:
        return [str(play) for play in offered_plays(text, START, (3, 1))]

    assert len(offered("")) == 16
    assert offered("6-5, 8-5")[0] == "8/5 6/5"
    assert offered("8/")[0].startswith("8/") and all("8/" in play for play in offered("8/"))
    assert "8/5" in offered("8/5 6/4 gladly")[0]
    assert set(offered("8/7 13/9")) == set(offered(""))
    assert set(offered("," * (LONGEST - 2) + "8/")) == set(offered("8/")) != set(offered(""))
    assert set(offered("," * (LONGEST - 1) + "8/")) == set(offered(""))
    assert set(offered("2/2")) == set(offered("")), "a point that is named whole is no beginning of another"
    assert set(offered("08/")) == set(offered("08")) == set(offered("8/"))
    assert set(offered("08/5")) == set(offered("8/5")) != set(offered(""))


def test_plays_are_offered_behind_a_checker_that_is_off_with_the_others_on_the_bar() -> None:
    position = board({4: 2, 3: 2}, {25: 2, 6: 5})
    assert [str(play) for play in offered_plays("4/off 3/", position, (4, 3))] == ["4/off 3/off"]
    assert len(legal_plays(position, (4, 3))) > 1


def test_nothing_is_offered_behind_a_step_to_a_closed_point() -> None:
    everything = {str(play) for play in legal_plays(START, (3, 1))}
    assert {str(play) for play in offered_plays("13/12", START, (3, 1))} == everything


def test_what_looks_like_another_roll_may_be_the_beginning_of_a_play() -> None:
    assert set(offered_plays("6-5", START, (3, 1))) == set(offered_plays("6/5", START, (3, 1)))
    assert len(offered_plays("6-5", START, (3, 1))) == 5


def test_a_checker_borne_off_hits_nobody_on_the_bar() -> None:
    position = board({4: 2, 3: 2}, {25: 1, 6: 5})
    assert [str(play) for play in read("4/0 3/0", position, (4, 3))] == ["4/off 3/off"]

"""Plays as people say or dictate them, in words and in short, in English, Czech and Russian."""

from __future__ import annotations

import pytest

from bot.backgammon import AmbiguousPlay, Dice, IllegalPlay, PlayFault, Position, RefusedPlay, parse_play

from .positions import board
from .test_typed_plays import HOME, SHUT, START, TWO_BAR, read

LONE = board({24: 2, 6: 13}, {24: 2, 13: 13})

AS_SAID: list[tuple[Position, Dice, str, tuple[str, ...]]] = [
    (START, (3, 1), "8/5 6/5", (
        "eight to five, six to five", "eight five six five", "Eight slash five, six slash five.", "8 slash 5 6 slash 5",
        "three one: eight five, six five", "from eight to five and from six to five", "8/5 6/5 please",
        "please move 8/5 6/5", "I'd like to play 8/5 and 6/5", "OK, 8/5 6/5, thanks", "Let's play 8/5 6/5",
        "osm pět, šest pět", "osm na pět a šest na pět", "z osmičky na pětku a z šestky na pětku",
        "8 lomeno 5, 6 lomeno 5",
        "osmička pětka, šestka pětka", "trojka jednička: 8/5 6/5", "8/5 6/5, prosím", "prosím 8/5 6/5",
        "Chci hrát 8/5 6/5",
        "восемь пять, шесть пять", "восемь на пять, шесть на пять", "с восьми на пять, с шести на пять",
        "с восьмёрки на пятёрку и с шестёрки на пятёрку", "пожалуйста 8/5 6/5", "8/5 6/5, спасибо",
        "Хочу сыграть 8/5 6/5",
        "8 дробь 5, 6 дробь 5", "٨/٥ ٦/٥", "۸/۵ ۶/۵",
    )),
    (START, (6, 5), "24/13", (
        "24/18, 13", "twenty four to thirteen", "twenty-four, thirteen", "čtyřiadvacet na třináct",
        "dvacet čtyři na třináct", "z čtyřiadvacítky na třináctku", "двадцать четыре на тринадцать",
        "с двадцати четырёх на тринадцать",
    )),
    (START, (6, 6), "24/18(2) 13/7(2)", (
        "both 24/18, both 13/7", "24/18 both, 13/7 both", "2*24/18 2*13/7", "2*24/18, 2*13/7", "obě 24/18, obě 13/7",
        "оба 24/18, оба 13/7", "double sixes 24/18(2) 13/7(2)",
    )),
    (LONE, (4, 4), "24/16(2)", ("24/20(2)/16(2)", "both 24/16", "24/16 both", "obě z 24 na 16", "оба с 24 на 16")),
    (TWO_BAR, (5, 2), "bar/23 bar/20", (
        "bar/20,23", "bar/20 23", "bar/23,20", "bar 23 and 20", "bar/20 and 23", "bar/23 a 20", "бар 20 и 23",
        "zeď/20 zeď/23",
    )),
    (HOME, (6, 4), "6/off 4/off", (
        "bear off 6 and 4", "6, 4 off", "6 and 4 off", "64 off", "46 off", "vyhazuji 6 a 4", "vyhazuju 6, 4",
        "6 a 4 ven",
        "снимаю 6 и 4", "выбрасываю 6, 4", "I bear off six and four", "šest a čtyři ven",
    )),
    (SHUT, (6, 5), "", (
        "nejde", "I can't", "I can't enter", "не могу войти", "Не могу зайти", "nemůžu vstoupit", "cant enter",
    )),
]  # fmt: skip


@pytest.mark.parametrize(("position", "dice", "play", "texts"), AS_SAID)
def test_what_people_say(position: Position, dice: Dice, play: str, texts: tuple[str, ...]) -> None:
    assert {text: str(parse_play(text, position, dice)) for text in texts} == dict.fromkeys(texts, play)


@pytest.mark.parametrize(
    ("text", "position", "dice"),
    [
        ("not 8/5 6/5", START, (3, 1)),
        ("ne 8/5 6/5", START, (3, 1)),
        ("не 8/5 6/5", START, (3, 1)),
        ("8/5 or 6/5", START, (3, 1)),
        ("eight", START, (3, 1)),
        ("please", SHUT, (6, 5)),
        ("OK, thanks", SHUT, (6, 5)),
        ("no thanks, 8/5 6/5", START, (3, 1)),
        ("I will not play 8/5 6/5", START, (3, 1)),
        ("I want to double", SHUT, (6, 5)),
        ("24/20(2)/16", LONE, (4, 4)),
        ("24/18, 13", START, (6, 4)),
        ("I can't", START, (3, 1)),
        ("65 off", HOME, (6, 5)),
    ],
)
def test_what_is_said_otherwise_is_not_taken_for_a_play(text: str, position: Position, dice: Dice) -> None:
    assert read(text, position, dice) == ()


def test_points_written_close_together_are_refused_with_the_points_that_they_may_be() -> None:
    position = board({25: 1, 6: 12, 2: 2}, {6: 5, 8: 3, 13: 5, 20: 2})
    assert set(map(str, read("bar22 21", position, (3, 1)))) == {"bar/22 2/1", "bar/21"}
    for text, play in (("bar/22 2/1", "bar/22 2/1"), ("bar/21", "bar/21"), ("bar/22/21", "bar/21")):
        assert str(parse_play(text, position, (3, 1))) == play


def test_a_point_behind_a_play_is_not_taken_for_dice_that_were_not_rolled() -> None:
    with pytest.raises(RefusedPlay) as refusal:
        parse_play("bar/20 23", TWO_BAR, (6, 1))
    assert "not 2-3" not in str(refusal.value)
    with pytest.raises(RefusedPlay, match="You rolled 2-1, not 3-1"):
        parse_play("8/5 6/5 31", START, (2, 1))


#: A checker on the bar that can enter with the 5 only, on 20; then 3s, one of which hits.
ENTERED = board({25: 1, 13: 5, 8: 3, 6: 6}, {3: 2, 15: 1, 8: 5, 13: 5, 6: 2})
LAST = board({5: 2, 3: 1, 1: 3}, {1: 2})


@pytest.mark.parametrize(
    ("text", "position", "dice", "plays"),
    [
        ("bar/20 and hit", ENTERED, (5, 3), {"bar/20 13/10*"}),
        ("enter and 8/5", ENTERED, (5, 3), {"bar/20 8/5"}),
        ("two off", LAST, (5, 3), {"5/off 3/off"}),
        ("off", LAST, (5, 3), {"5/off 3/off", "5/2 5/off"}),
        ("bar/20 and dance", ENTERED, (5, 3), set()),
        ("both in", ENTERED, (5, 3), set()),
    ],
)
def test_a_gist_stands_for_the_one_play_that_does_it_or_is_refused_with_all_that_do(
    text: str, position: Position, dice: Dice, plays: set[str]
) -> None:
    assert set(map(str, read(text, position, dice))) == plays


def test_a_number_that_may_be_a_point_or_how_many_checkers_is_refused_with_both() -> None:
    position = board({4: 1, 3: 1, 2: 1, 1: 1}, {1: 2})
    with pytest.raises(AmbiguousPlay) as refusal:
        parse_play("2 off", position, (3, 2))
    assert {str(play) for play in refusal.value.nearest} == {"4/1 2/off", "3/off 2/off"}


def test_a_gist_that_no_play_has_is_illegal_rather_than_unreadable() -> None:
    with pytest.raises(IllegalPlay) as refusal:
        parse_play("both off", START, (3, 1))
    assert refusal.value.reason is PlayFault.NOT_TOGETHER

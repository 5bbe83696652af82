"""Typed and dictated plays with what people say beside them: understood as meant, and no comment changes a play."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache, partial

import pytest

from bot.backgammon import (
    OFF,
    AmbiguousPlay,
    Dice,
    IllegalPlay,
    Play,
    PlayFault,
    Position,
    RefusedPlay,
    legal_plays,
    parse_play,
)
from tests.facts import files

from .positions import board
from .test_typed_plays import START, read
from .typed_corpus import Typed, typed
from .typed_plays import LENGTHS, styled, written

#: What is said beside plays: harmless, of numbers, of what the play does, against it.
HARMLESS = (
    "please", "I think", "hmm", "ok", "gg", "lol", "sorry", "and good luck", "nice roll", "best move", "prosím",
    "myslím", "asi", "tak jo", "a je to", "наверное", "пожалуйста", "я думаю", "удачи", "😀", ":)", "(best)", "// easy",
    "— thanks",
)  # fmt: skip
OTHERS = (
    "gladly", "yolo", "because of the race", "running home", "to be safe", "o boy", "oh boy", "b good", "x marks it",
    "off we go", "home at last", "in the bar", "hit me", "a double shot", "both of them", "twice as good",
    "jedna báseň",
    "at 3 points each", "and 2 more", "with 24", "6 of one", "for 5 points", "3 times", "one of those", "five by five",
    "two to go", "out we go", "v pohodě", "o co jde", "v baru", "dvakrát měř", "ještě jednou", "a i já",
    "в самый раз",
    "bring two down", "bringing both down", "double hit", "a double hit", "v klidu", "в порядке", "fifth time",
    "третий раз", "bere", "beru kámen", "vyhozen", "две биты", "other one can't come in",
    "the second stays",
    "о да", "и всё", "с богом", "а что", "# 1", "lucky 7", "pět minut", "две минуты",
)  # fmt: skip
AGAINST = ("not", "no", "or", "or not", "instead of", "wait", "never", "is wrong", "ne", "nebo", "radši ne", "не")


def named(each: Typed) -> tuple[frozenset[str], bool]:
    """What a text is read as, or may be; whether it is one play."""
    try:
        return frozenset([str(parse_play(each.text, each.position, each.dice))]), True
    except AmbiguousPlay as refusal:
        return frozenset(map(str, refusal.nearest)), False
    except RefusedPlay:
        return frozenset(), False


def test_every_text_of_the_corpus_is_read_as_it_was_meant() -> None:
    """Or refused where it means no play or several; more than a thousand mean one."""
    texts = list(typed())
    read_otherwise = [(each.text, *named(each)) for each in texts if named(each) != (each.meant, len(each.meant) == 1)]
    assert read_otherwise == []
    assert sum(len(each.meant) == 1 for each in texts) >= 1000


def test_what_the_corpus_means_are_legal_plays() -> None:
    for each in typed():
        legal = {str(play) for play in legal_plays(each.position, each.dice)}
        assert each.meant <= legal, each


def changed(text: str, draw: random.Random) -> str:
    """A text as it may be spoilt: a sign or word is missing, or a blank is."""
    place = draw.randrange(len(text))
    words = text.split(" ")
    del words[draw.randrange(len(words))]
    return draw.choice(
        (text, text[:place] + text[place + 1 :], " ".join(words) or text, text[:place] + " " + text[place:])
    )


def beside(text: str, comment: str, draw: random.Random) -> str:
    return draw.choice(
        (
            f"{text} {comment}", f"{comment} {text}", f"{text}, {comment}", f"{comment}, {text}", f"{text} ({comment})",
            f"{comment}: {text}", f"{text} - {comment}",
        )
    )  # fmt: skip


cases = cache(partial(files.lines, "legal_plays.jsonl"))


def typed_at_random(draw: random.Random) -> tuple[Position, Dice, Play, str]:
    """A legal play of the fact file, in a random dress."""
    while True:
        case = draw.choice(cases())
        position = Position.from_id(case["id"], checkers=3 if case["variant"] == "hypergammon" else 15)
        dice: Dice = (case["dice"][0], case["dice"][1])
        play = draw.choice(legal_plays(position, dice))
        if play.steps:
            chosen = (draw.random() < 0.3 if length is True else draw.randrange(length) for length in LENGTHS)
            style = styled(*(index if draw.random() < 0.4 else 0 for index in chosen))
            return position, dice, play, written(play, dice, style)


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(2, 12))])
def test_no_comment_turns_what_is_typed_into_another_play(seed: int) -> None:
    """Whatever stands beside a text, whole or spoilt: it is read as the text alone, or refused."""
    draw = random.Random(seed)
    for _ in range(250):
        position, dice, _, text = typed_at_random(draw)
        text = changed(text, draw)
        if "|" in text:
            continue  # a mark of the messenger of which half is missing
        whole = beside(text, draw.choice(HARMLESS + OTHERS + AGAINST), draw)
        if draw.random() < 0.3:
            whole = beside(whole, draw.choice(HARMLESS), draw)
        alone, together = read(text, position, dice), read(whole, position, dice)
        assert len(together) != 1 or together[0] in alone, (text, whole, dice, position.id, list(map(str, together)))


@pytest.mark.parametrize(
    "said", ["making my {} point", "to make my {}-point", "udělám svůj bod {}", "закрываю свой пункт {}", "hit on {}"]
)
def test_a_comment_that_says_what_the_play_does_has_to_be_true(said: str) -> None:
    draw = random.Random(7)
    outcome = Counter[bool]()
    for _ in range(200):
        position, dice, play, _ = typed_at_random(draw)
        step = draw.choice(play.steps)
        if step.end == OFF:
            continue
        true = step.hit if "hit" in said else position.own[step.end] < 2 <= play.result.own[step.end]
        assert read(f"{play}, {said.format(step.end)}", position, dice) == ((play,) if true else ())
        outcome[true] += 1
    assert min(outcome[True], outcome[False]) > 10


def test_plays_are_understood_with_any_harmless_comment() -> None:
    draw = random.Random(5)
    for comment in HARMLESS:
        for _ in range(8):
            position, dice, play, _ = typed_at_random(draw)
            text = beside(str(play), comment, draw)
            assert read(text, position, dice) == (play,), (text, dice, position.id)


def test_nothing_that_speaks_against_a_play_is_taken_for_a_comment() -> None:
    draw = random.Random(6)
    for comment in AGAINST:
        for _ in range(8):
            position, dice, play, _ = typed_at_random(draw)
            text = beside(str(play), comment, draw)
            assert read(text, position, dice) == (), (text, dice, position.id)


ANCHOR = board({24: 2, 6: 13}, {24: 2, 13: 13})


@pytest.mark.parametrize(
    ("text", "position", "dice", "fault"),
    [
        ("make my 4 point", START, (3, 1), PlayFault.NOT_MADE),
        ("8/5 6/5 making my 4 point", START, (3, 1), PlayFault.NOT_MADE),
        ("hit on 5", START, (3, 1), PlayFault.NO_BLOT),
        ("make the 5 point", ANCHOR, (4, 4), PlayFault.NOT_MADE),
        ("65: make my 5 point", START, (3, 1), PlayFault.OTHER_DICE),
    ],
)
def test_a_point_that_no_play_makes_is_refused_with_that(
    text: str, position: Position, dice: Dice, fault: PlayFault
) -> None:
    with pytest.raises(IllegalPlay) as refusal:
        parse_play(text, position, dice)
    assert refusal.value.reason is fault


def test_a_point_that_several_plays_make_is_refused_with_all_of_them() -> None:
    with pytest.raises(AmbiguousPlay) as refusal:
        parse_play("make my 4 point", START, (2, 2))
    making = {play for play in legal_plays(START, (2, 2)) if play.result.own[4] >= 2}
    assert set(refusal.value.nearest) == making and len(making) > 5


def test_a_point_may_be_called_by_the_number_that_the_other_side_gives_it() -> None:
    """Beside a play; alone `the 5 point` is one's own."""
    position = board({24: 2, 13: 5, 8: 3, 6: 5}, {24: 2, 13: 5, 8: 3, 6: 5})
    assert [str(play) for play in read("24/20(2) 13/9(2) making the 5 point", position, (4, 4))] == ["24/20(2) 13/9(2)"]
    assert not read("24/20(2) 13/9(2) making my 5 point", position, (4, 4))
    assert [str(play) for play in read("make the 5 point", position, (3, 1))] == ["8/5 6/5"]


def test_oh_yes_bears_nothing_off() -> None:
    position = board({4: 3, 3: 2}, {24: 2})
    assert not read("4/3. о да", position, (3, 1))
    for text in ("4/3/off, о да", "4/3/о да"):
        assert [str(play) for play in read(text, position, (3, 1))] == ["4/off"]


def test_signs_alone_are_no_dance() -> None:
    shut = board({25: 2, 6: 13}, dict.fromkeys(range(1, 7), 2))
    assert not read("😢", shut, (6, 5)) and read("-", shut, (6, 5))

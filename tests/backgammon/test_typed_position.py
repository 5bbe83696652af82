import random

import pytest

from bot.backgammon import (
    Illegal,
    InvalidId,
    MatchId,
    OfferStage,
    Position,
    Side,
    Xgid,
    apply,
    format_match_id,
    format_xgid,
    start,
    xgid_of,
)
from bot.backgammon.typed_position import match_id_of, parse_situation, situation_in

from .random_play import RULES, play_on

START = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:3:0:10"
ASYMMETRIC = "XGID=-b----D-C---eE-b-c-c--B-A-:1:-1:-1:42:1:2:0:5:10"


@pytest.mark.parametrize("text", [START, START[5:], f"`{START}`", f"look: {START} what now?", f"\n{START}\n"])
def test_an_xgid_is_found_in_what_is_pasted(text: str) -> None:
    assert format_xgid(parse_situation(text).xgid) == START


def test_position_id_and_match_id_together_say_what_the_xgid_says() -> None:
    xgid = parse_situation(ASYMMETRIC).xgid
    assert xgid.turn is Side.BLACK and xgid.dice == (4, 2)
    position, match = xgid.position.mirrored().id, format_match_id(match_id_of(xgid))
    for text in (f"{position}:{match}", f"GNU Backgammon  Position ID: {position}\n   Match ID   : {match}"):
        assert parse_situation(text) == (xgid, True, True, False)


@pytest.mark.parametrize("turn", Side)
def test_a_position_id_is_seen_by_who_the_match_id_says_is_on_roll(turn: Side) -> None:
    position = parse_situation(ASYMMETRIC).xgid.position
    match = format_match_id(MatchId(roller=turn, turn=turn))
    shown = position if turn is Side.WHITE else position.mirrored()
    assert parse_situation(f"{shown.id}:{match}").xgid.position == position


@pytest.mark.parametrize(("length", "crawford"), [(0, False), (1, True), (5, True)])
def test_a_crawford_game_there_is_only_in_a_match(length: int, crawford: bool) -> None:
    match = format_match_id(MatchId(length=length, crawford=True))
    assert parse_situation(match).xgid.crawford is crawford


def test_a_position_id_alone_has_the_side_on_roll_at_the_bottom() -> None:
    situation = parse_situation("4HPwATDgc/ABMA")
    assert situation == (Xgid(position=Position.start(), jacoby=situation.xgid.jacoby), True, False, False)


def test_a_match_id_alone_says_nothing_of_the_checkers() -> None:
    match = format_match_id(match_id_of(parse_situation(ASYMMETRIC).xgid))
    situation = parse_situation(match)
    assert not situation.whole
    assert situation.xgid.position == Position.start()
    assert (situation.xgid.score, situation.xgid.length, situation.xgid.cube) == ((1, 2), 5, 2)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "neither an XGID"),
        ("hello", "neither an XGID"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1", "ten parts with colons between them, but this one has 4"),
        ("XGID=OOOOOOOOOOOOOOOOOOOOOOOOOO:0:0:1:00:0:0:3:0:10", "has “O” at place 1 of 26"),
        ("XGID=-OOOOOOOOOOOOOOOOOOOOOOOOO:0:0:1:00:0:0:3:0:10", "has 375 checkers of one side"),
        ("xgid = -b----E-C---eE---c-e----BA:0:0:1:00:0:0:3:0:10", "has 16 checkers of one side"),
        ("see `XGID=-b----E-C---eE---c-e---B-:0:0:1:00:0:0:3:0:10`", "26 characters, but this one has 25"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:3:0", "but this one has 9"),
        ("XGID=-b----E-C---eX---c-e----B-:0:0:1:00:0:0:3:0:10", "has “X” at place 14 of 26"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:77:0:0:3:0:10", "Part 5 of this XGID cannot be “77”"),
        ("XGID=-b----E-C---eE---c-e----B-:0:2:1:00:0:0:3:0:10", "Part 3 of this XGID cannot be “2”"),
        ("XGID=", "neither an XGID"),
        ("//////////////", "cannot stand on a board"),
        ("x" * 10_000, "neither an XGID"),
    ],
)
def test_anything_else_is_refused_with_words(text: str, why: str) -> None:
    with pytest.raises(Illegal) as refusal:
        parse_situation(text)
    assert why in str(refusal.value)
    assert len(str(refusal.value)) < 200


def test_a_match_id_is_never_of_a_state_that_cannot_be() -> None:
    """Who decides is not who rolls only while a double is open; of a beaver and a raccoon there is no Match ID."""
    untold = set[OfferStage]()
    for seed in range(12):
        rules = RULES["all animals"]
        match = start(rules)
        for action in play_on(random.Random(seed), rules, most=200)[1]:
            match = apply(match, action)
            offer = match.game.offer
            try:
                said = match_id_of(xgid_of(match))
            except InvalidId:
                assert offer is not None and offer.stage is not OfferStage.DOUBLE
                untold.add(offer.stage)
                continue
            assert said.doubled is (offer is not None) is (said.turn is not said.roller)
    assert untold == {OfferStage.BEAVER, OfferStage.RACCOON}


KEY = Position.start().id
NO_WORDS = "Congratulations, championship! https://example.org/championship"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("x " * 1000 + f"`{START}` and so on", START),
        (f"{NO_WORDS} {KEY} …", KEY),
        (f"{NO_WORDS} **{KEY}:cAkAAAAAAAAA**", f"{KEY}:cAkAAAAAAAAA"),
        (f"{KEY} of abcdef123456", KEY),
    ],
)
def test_a_position_is_found_in_a_message(text: str, says: str) -> None:
    assert situation_in(text) == parse_situation(says)


@pytest.mark.parametrize("text", ["", NO_WORDS, "cAkAAAAAAAAA", "XGID=none", "abcdefghij1234"])
def test_what_is_no_position_in_a_message_is_none(text: str) -> None:
    assert situation_in(text) is None


def test_a_position_in_a_message_that_cannot_be_is_refused() -> None:
    with pytest.raises(Illegal):
        situation_in(f"And {START.replace('E', 'O', 1)}?")

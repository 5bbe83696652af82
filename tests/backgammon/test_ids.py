from base64 import b64encode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.backgammon import (
    GameState,
    InvalidId,
    MatchId,
    Position,
    Side,
    Xgid,
    format_match_id,
    format_xgid,
    parse_match_id,
    parse_xgid,
)

from .positions import dice, positions

MONEY_START = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:3:0:10"
sides = st.sampled_from([Side.WHITE, Side.BLACK])
owners = st.none() | sides
cubes = st.integers(0, 10).map(lambda exponent: 1 << exponent)
scores = st.tuples(st.integers(0, 30), st.integers(0, 30))


@st.composite
def xgids(draw: st.DrawFn) -> tuple[Xgid, int]:
    position = draw(positions())
    length = draw(st.integers(0, 25))
    offer = draw(st.sampled_from(["", "", "D", "B", "R"]))
    xgid = Xgid(
        position=position,
        cube=draw(cubes),
        owner=draw(owners),
        turn=draw(owners),
        dice=None if offer else draw(st.none() | dice),
        offer=offer,
        score=draw(scores),
        crawford=bool(length) and draw(st.booleans()),
        jacoby=not length and draw(st.booleans()),
        beavers=not length and draw(st.booleans()),
        length=length,
    )
    return xgid, position.checkers


match_ids = st.builds(
    MatchId,
    cube=cubes,
    owner=owners,
    roller=sides,
    crawford=st.booleans(),
    state=st.sampled_from(GameState),
    turn=sides,
    doubled=st.booleans(),
    resigned=st.integers(0, 3),
    dice=st.none() | dice,
    length=st.integers(0, 25),
    score=scores,
    jacoby=st.booleans(),
)


def test_the_start_of_a_money_game() -> None:
    xgid = parse_xgid(MONEY_START)
    assert xgid == Xgid(position=Position.start(), jacoby=True, beavers=True)
    assert format_xgid(xgid) == MONEY_START
    assert parse_xgid(MONEY_START.removeprefix("XGID=")) == xgid


def test_the_board_of_an_xgid_is_seen_by_the_bottom_seat() -> None:
    """Black is on turn and has a checker on the bar; white has two on its own bar point."""
    xgid = parse_xgid("XGID=aB----D-C---eD---c-d----B-:1:-1:-1:63:2:3:1:7:10")
    assert xgid.position.opponent[25] == 1
    assert xgid.position.own[1] == 2
    assert (xgid.cube, xgid.owner, xgid.turn, xgid.dice) == (2, Side.BLACK, Side.BLACK, (6, 3))
    assert (xgid.score, xgid.length, xgid.crawford) == ((2, 3), 7, True)


@pytest.mark.long
@given(xgids())
def test_xgid_and_text_are_inverse(given_xgid: tuple[Xgid, int]) -> None:
    xgid, checkers = given_xgid
    assert parse_xgid(format_xgid(xgid), checkers) == xgid


@given(match_ids)
def test_match_id_and_text_are_inverse(match: MatchId) -> None:
    assert parse_match_id(format_match_id(match)) == match


def test_match_ids_of_gnu_backgammon() -> None:
    """From the manual's example: a 9-point match, 2-4, player 0 holds a 2-cube, player 1 has rolled 52."""
    assert parse_match_id("QYkqASAAIAAA") == MatchId(
        cube=2,
        owner=Side.WHITE,
        roller=Side.BLACK,
        state=GameState.PLAYING,
        turn=Side.BLACK,
        dice=(5, 2),
        length=9,
        score=(2, 4),
        jacoby=True,
    )
    money = parse_match_id("cAkAAAAAAAAA")
    assert (money.length, money.jacoby, money.owner, money.cube) == (0, True, None, 1)
    assert not parse_match_id("cAkAAAAAAAAE").jacoby


@pytest.mark.parametrize(
    "text",
    [
        "",
        "XGID=",
        "-b----E-C---eE---c-e----B-:0:0:1:00:0:0:3:0",
        "-b----E-C---eE---c-e----B:0:0:1:00:0:0:3:0:10",
        "-b----E-C---eE---c-e----P-:0:0:1:00:0:0:3:0:10",
        "ZZ----E-C---eE---c-e----B-:0:0:1:00:0:0:3:0:10",
        "-b----O-C---eE---c-e----B-:0:0:1:00:0:0:3:0:10",
        "B-----E-C---eE---c-e----B-:0:0:1:00:0:0:3:0:10",
        "-b----E-C---eE---c-e----B-:0:2:1:00:0:0:3:0:10",
        "-b----E-C---eE---c-e----B-:x:0:1:00:0:0:3:0:10",
        "-b----E-C---eE---c-e----B-:99:0:1:00:0:0:3:0:10",
        "-b----E-C---eE---c-e----B-:0:0:1:07:0:0:3:0:10",
        "-b----E-C---eE---c-e----B-:0:0:1:X:0:0:3:0:10",
        "-b----E-C---eE---c-e----B-:0:0:1:00:0:-1:3:0:10",
        "-b----E-C---eE---c-e----B-:0:0:1:00:0:0:4:0:10",
        "-b----E-C---eE---c-e----B-:0:0:1:00:0:0:2:5:10",
        "-b----E-C---eE---c-e----B-:0:0:1:00:0:0:3:0:10:0",
        "YGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:3:0:10",
        "-b-+--E-C---eE---c-e----B-:0:0:1:00:0:0:3:0:10",
        "-b-.--E-C---eE---c-e----B-:0:0:1:00:0:0:3:0:10",
    ],
)
def test_a_bad_xgid_is_refused_with_words(text: str) -> None:
    with pytest.raises(InvalidId, match=r".+"):
        parse_xgid(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "cAkAAAAAAAA",
        "cAkAAAAAAAA!",
        "cAkAAAAAAAAAAA==",
        "____________",
        "cAgAAAAAAAA=",
        "//kAAAAAAAAA",
        "////////////",
    ],
)
def test_a_bad_match_id_is_refused_with_words(text: str) -> None:
    with pytest.raises(InvalidId, match="not a Match ID"):
        parse_match_id(text)


def test_what_an_id_cannot_say_is_refused() -> None:
    for cube in (0, 3, 5, 12):
        with pytest.raises(InvalidId, match="power of two"):
            format_xgid(Xgid(position=Position.start(), cube=cube))
    with pytest.raises(InvalidId, match="not negative"):
        format_xgid(Xgid(position=Position.start(), score=(-1, 1)))
    with pytest.raises(InvalidId, match="power of two"):
        format_match_id(MatchId(cube=3))
    with pytest.raises(InvalidId, match="does not fit"):
        format_match_id(MatchId(score=(-3, 3)))


@pytest.mark.parametrize(
    ("most", "more"),
    [
        (MatchId(cube=1 << 15), MatchId(cube=1 << 16)),
        (MatchId(resigned=3), MatchId(resigned=4)),
        (MatchId(length=32767), MatchId(length=32768)),
        (MatchId(score=(32767, 0)), MatchId(score=(32768, 0))),
        (MatchId(score=(0, 32767)), MatchId(score=(0, 32768))),
        (MatchId(score=(0, 0)), MatchId(score=(-1, 0))),
        (MatchId(score=(0, 0)), MatchId(score=(0, -1))),
    ],
)
def test_numbers_fit_into_the_bits_of_a_match_id_or_are_refused(most: MatchId, more: MatchId) -> None:
    assert parse_match_id(format_match_id(most)) == most
    with pytest.raises(InvalidId, match="does not fit"):
        format_match_id(more)


#: Bits of a Match ID, as GNU Backgammon's manual counts them.
OWNER, STATE, DIE_1, DIE_2, SPARE = 4, 8, 15, 18, 67


@pytest.mark.parametrize(
    ("bits", "wrong"),
    [
        ({STATE: 4}, False),
        ({STATE: 5}, True),
        ({OWNER: 0}, False),
        ({OWNER: 1}, False),
        ({OWNER: 2}, True),
        ({OWNER: 3}, False),
        ({DIE_1: 6, DIE_2: 6}, False),
        ({DIE_1: 7, DIE_2: 1}, True),
        ({DIE_1: 1, DIE_2: 7}, True),
        ({DIE_1: 1}, True),
        ({DIE_2: 6}, True),
        ({SPARE: 1}, True),
    ],
)
def test_what_the_bits_of_a_match_id_may_say(bits: dict[int, int], wrong: bool) -> None:
    key = sum(value << place for place, value in bits.items())
    text = b64encode(key.to_bytes(9, "little")).decode()
    if wrong:
        with pytest.raises(InvalidId, match="cannot be"):
            parse_match_id(text)
    else:
        assert format_match_id(parse_match_id(text)) == text


@pytest.mark.parametrize(("cube", "score", "wrong"), [(62, 99999, False), (63, 0, True), (0, 100000, True)])
def test_how_much_an_xgid_may_say(cube: int, score: int, wrong: bool) -> None:
    text = f"XGID=-b----E-C---eE---c-e----B-:{cube}:0:1:00:{score}:0:0:0:10"
    if wrong:
        with pytest.raises(InvalidId):
            parse_xgid(text)
    else:
        assert format_xgid(parse_xgid(text)) == text


@given(st.text(max_size=60))
def test_any_other_text_is_refused(text: str) -> None:
    for parse in (parse_xgid, parse_match_id):
        with pytest.raises(InvalidId):
            parse(text)


@pytest.mark.parametrize("dice", ["", "0", "0000", "1", "07", "111", "-1"])
def test_what_are_no_dice_is_refused(dice: str) -> None:
    with pytest.raises(InvalidId, match="are no dice"):
        parse_xgid(f"XGID=-b----E-C---eE---c-e----B-:0:0:1:{dice}:0:0:3:0:10")


@pytest.mark.parametrize("side", ["O", "o"])
def test_all_checkers_may_be_on_one_point(side: str) -> None:
    text = f"XGID=------{side}-------------------:0:0:1:00:0:0:0:0:10"
    assert format_xgid(parse_xgid(text)) == text

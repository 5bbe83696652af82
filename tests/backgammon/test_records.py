import random
import re
from collections.abc import Callable

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.backgammon import Beavers, CubeRules, Ending, Jacoby, Result, Rules, Side, Variant, replay, start
from bot.backgammon.actions import AnyAction, Claim, Double, Drop, Move, Next, OpeningRoll, Roll
from bot.backgammon.mat import Wording, format_mat, in_columns, legs, parse_mat, plain_name
from bot.backgammon.record import (
    Answered,
    Entry,
    GameRecord,
    InvalidRecord,
    Moved,
    Record,
    Turned,
    beginning,
    checked,
    game_record,
    kept_steps,
    log_of,
    record_of,
)
from bot.backgammon.record_faults import Mend, Note, gathered
from bot.backgammon.sgf import format_sgf, parse_sgf

from .positions import board
from .random_play import RULES, play_on

RESIGNED = Ending.RESIGNED

seeds = st.integers(0, 2**32)
names = st.sampled_from(sorted(RULES))


@given(seeds, names)
def test_a_record_makes_a_log_that_gives_the_same_record(seed: int, name: str) -> None:
    rules = RULES[name]
    match, log = play_on(random.Random(seed), rules)
    record = record_of(rules, log, ("Alice", "Bob"))
    assert checked(record) == record
    if record.games and record.games[-1].result and match.game.bet.result:
        assert replay(rules, log_of(record)).score == match.score


@given(seeds, names)
def test_mat_and_record_are_inverse(seed: int, name: str) -> None:
    record = record_of(RULES[name], play_on(random.Random(seed), RULES[name])[1], ("Alice B", "Bořek"))
    assume(record.games)
    assert parse_mat(format_mat(record)) == record


@given(seeds, names, st.tuples(st.text(max_size=20), st.text(max_size=20)))
def test_sgf_and_record_are_inverse(seed: int, name: str, players: tuple[str, str]) -> None:
    white, black = (" ".join(player.split()) for player in players)
    record = record_of(RULES[name], play_on(random.Random(seed), RULES[name])[1], (white, black))
    assume(record.games)
    assert parse_sgf(format_sgf(record)) == record


EXAMPLE = Record(
    Rules(money=CubeRules(animals=Beavers(2), auto_doubles=1)),
    ("Alice", "Bob"),
    (
        GameRecord(
            automatics=1,
            entries=(
                Moved(Side.WHITE, (3, 1), "8/5 6/5"),
                Turned(Side.BLACK, 4),
                Turned(Side.WHITE, 8),
                Answered(Side.BLACK, True),
                Moved(Side.BLACK, (6, 4), "24/14"),
                Moved(Side.WHITE, (5, 2), None),
            ),
            result=Result(-16, Ending.RESIGNED),
        ),
        GameRecord(
            score=(-16, 16),
            entries=(
                Moved(Side.BLACK, (6, 5), "24/13"),
                Turned(Side.WHITE, 2),
                Turned(Side.BLACK, 4),
                Answered(Side.WHITE, False),
            ),
            result=Result(-2, Ending.DROPPED),
        ),
    ),
)

MAT = """; [Automatics "1 0"]

 0 point match

 Game 1
 Alice : 0                       Bob : 0
  1) 31: 8/5 6/5                 Doubles => 4
  2) Beavers => 8                64: 24/14
  3) 52:                         Wins 16 points

 Game 2
 Alice : 0                       Bob : 16
  1)                             65: 24/13
  2) Doubles => 2                Doubles => 4
  3) Drops                       Wins 2 points
"""


@pytest.mark.parametrize("written", [format_mat, format_sgf])
def test_nothing_is_said_of_crawford_where_there_is_no_match(written: Callable[[Record], str]) -> None:
    assert "crawford" not in written(EXAMPLE).lower()
    match = Record(Rules(length=3), ("Alice", "Bob"), (GameRecord(result=Result(2, Ending.RESIGNED)),))
    assert "Crawford" in written(match)


def test_the_example_as_mat() -> None:
    text = format_mat(EXAMPLE)
    games = text[text.index(" 0 point match") :]
    assert [" ".join(line.split()) for line in games.splitlines()] == [
        " ".join(line.split()) for line in MAT.splitlines()[2:]
    ]
    assert '; [Automatics "1 0"]' in text


def test_the_columns_of_a_match_word_for_word() -> None:
    """One point is no points; a hit within a leg parts it; who resigns says nothing; blanks are left as others do."""
    games = (
        GameRecord(
            entries=(
                Moved(Side.WHITE, (3, 1), "8/5 6/5"),
                Moved(Side.BLACK, (6, 4), "24/14"),
                Turned(Side.WHITE, 2),
                Answered(Side.BLACK, True),
                Moved(Side.WHITE, (6, 6), "24/18*/12(2)"),
                Moved(Side.BLACK, (5, 5), None),
            ),
            result=Result(-2, Ending.RESIGNED),
        ),
        GameRecord(
            score=(0, 2),
            crawford=True,
            entries=(
                Moved(Side.BLACK, (2, 1), "13/11 6/5"),
                Moved(Side.WHITE, (5, 5), "bar/20*/10 8/3(2)"),
                Moved(Side.BLACK, (6, 6), ""),
            ),
            result=Result(1, Ending.RESIGNED),
        ),
        GameRecord(
            score=(1, 2),
            entries=(Moved(Side.WHITE, (2, 1), "13/11 6/5"), Turned(Side.BLACK, 2), Answered(Side.WHITE, False)),
            result=Result(-1, Ending.DROPPED),
        ),
    )
    assert _written(Record(Rules(length=3), ("Anna, the 1st", "Bo"), games)) == [
        " 3 point match",
        "",
        " Game 1",
        " Anna the 1st : 0                 Bo : 0",
        "  1) 31: 8/5 6/5                  64: 24/14",
        "  2) Doubles => 2                 Takes",
        "  3) 66: 24/18* 18/12 24/12       55:",
        "  4)                              Wins 2 points",
        "",
        " Game 2",
        " Anna the 1st : 0                 Bo : 2",
        "  1)                              21: 13/11 6/5",
        "  2) 55: bar/20* 20/10 8/3(2)     66:",
        "  3) Wins 1 point",
        "",
        " Game 3",
        " Anna the 1st : 1                 Bo : 2",
        "  1) 21: 13/11 6/5                Doubles => 2",
        "  2) Drops                        Wins 1 point and the match",
    ]


def test_the_columns_of_money_word_for_word() -> None:
    """A beaver that is taken needs no answer, a refused one is another double; what each has won is added up."""
    opening = Moved(Side.WHITE, (3, 1), "8/5 6/5")
    reply = Moved(Side.BLACK, (2, 1), "13/11 6/5")
    raccoon = (Turned(Side.BLACK, 4), Turned(Side.WHITE, 8), Turned(Side.BLACK, 16), Answered(Side.WHITE, True))
    refused = (Turned(Side.BLACK, 2), Turned(Side.WHITE, 4), Answered(Side.BLACK, False))
    taken = (Turned(Side.BLACK, 2), Turned(Side.WHITE, 4), Answered(Side.BLACK, True))
    games = (
        GameRecord(automatics=1, entries=(opening, *raccoon, reply), result=Result(-32, Ending.PLAYED)),
        GameRecord(entries=(opening, *refused), result=Result(2, Ending.DROPPED)),
        GameRecord(entries=(opening, *taken, reply), result=Result(1, Ending.SETTLED)),
    )
    assert _written(Record(Rules(), ("Anna", "Bo"), games)) == [
        " 0 point match",
        "",
        " Game 1",
        " Anna : 0                         Bo : 0",
        "  1) 31: 8/5 6/5                  Doubles => 4",
        "  2) Beavers => 8                 Raccoons => 16",
        "  3) Takes                        21: 13/11 6/5",
        "  4)                              Wins 32 points",
        "",
        " Game 2",
        " Anna : 0                         Bo : 32",
        "  1) 31: 8/5 6/5                  Doubles => 2",
        "  2) Doubles => 4                 Drops",
        "  3) Wins 2 points",
        "",
        " Game 3",
        " Anna : 2                         Bo : 32",
        "  1) 31: 8/5 6/5                  Doubles => 2",
        "  2) Beavers => 4                 21: 13/11 6/5",
        "  3) Wins 1 point",
    ]


@pytest.mark.parametrize(
    ("score", "points", "won"),
    [
        ((3, 0), 2, True),
        ((3, 0), 3, True),
        ((3, 0), 1, False),
        ((0, 3), -2, True),
        ((0, 3), -3, True),
        ((0, 3), -1, False),
        ((4, 4), 1, True),
        ((4, 4), -1, True),
        ((2, 2), 2, False),
        ((2, 2), -2, False),
        ((4, 0), -1, False),
        ((0, 4), 1, False),
        ((0, 0), 6, True),
        ((0, 0), -5, True),
    ],
)
def test_whose_points_make_up_the_length_has_won_the_match(score: tuple[int, int], points: int, won: bool) -> None:
    game = GameRecord(score=score, result=Result(points, Ending.PLAYED))
    assert _written(Record(Rules(length=5), ("Anna", "Bo"), (game,)))[-1].endswith(" and the match") is won


def _written(record: Record) -> list[str]:
    """Its games as lines of a file; where only **Takes** stands in a row, others write blanks behind it."""
    text = format_mat(record)
    return text[text.index(f" {record.rules.length} point match") :].splitlines()


def test_the_example_as_sgf() -> None:
    text = format_sgf(EXAMPLE)
    for part in (
        "MI[length:0][game:0][ws:0][bs:0]PW[Alice]PB[Bob]RU[Jacoby]",
        "CV[2]RE[B+16R]",
        ";W[31hefe]",
        ";B[double]\n;W[double]\n;B[take]\n;B[64",
        ";PL[W]DI[52])",
        "MI[length:0][game:1][ws:0][bs:16]",
        "RE[B+2]",
    ):
        assert part in text


OPENED = Moved(Side.WHITE, (3, 1), "8/5 6/5")
DROPPED = (OPENED, Turned(Side.BLACK, 2), Answered(Side.WHITE, False))


@pytest.mark.parametrize(
    ("game", "why"),
    [
        (GameRecord(automatics=1), "Game 1: 1 automatic doubles are too many."),
        (GameRecord(entries=(OPENED, OPENED)), "Game 1, entry 2: It is not your turn."),
        (GameRecord(entries=DROPPED, result=Result(2, Ending.DROPPED)), "Game 1: The result is -1, not 2."),
        (GameRecord(entries=DROPPED, result=Result(-2, Ending.DROPPED)), "Game 1: The result is -1, not -2."),
        (GameRecord(entries=(OPENED,), result=Result(2, Ending.RESIGNED)), None),
        (GameRecord(entries=(OPENED,), result=Result(9, RESIGNED)), None),
        (GameRecord(entries=(OPENED,), result=Result(10, RESIGNED)), "Game 1: 10 points are no possible result."),
        (GameRecord(entries=(OPENED,), result=Result(-4, RESIGNED)), "Game 1: 4 points are no possible result."),
        (GameRecord(entries=(OPENED,), result=Result(0, RESIGNED)), "Game 1: 0 points are no possible result."),
    ],
)
def test_what_cannot_have_been_played_is_refused(game: GameRecord, why: str | None) -> None:
    record = Record(Rules(length=9), ("Alice", "Bob"), (game,))
    if why is None:
        assert checked(record).games[0].result == game.result
        return
    with pytest.raises(InvalidRecord) as refusal:
        checked(record)
    assert str(refusal.value) == why


@pytest.mark.parametrize(
    ("entries", "rules"),
    [
        ((OPENED, Answered(Side.BLACK, True)), Rules(cube=False)),
        ((OPENED, Answered(Side.BLACK, False)), Rules(cube=False)),
        ((OPENED, Turned(Side.BLACK, 2), Answered(Side.WHITE, True), Answered(Side.WHITE, False)), Rules()),
    ],
)
def test_nothing_is_answered_where_no_cube_is_offered(entries: tuple[Entry, ...], rules: Rules) -> None:
    record = Record(rules, ("Alice", "Bob"), (GameRecord(entries=entries),))
    with pytest.raises(InvalidRecord, match=f"Game 1, entry {len(entries)}: No cube is offered"):
        checked(record)


FIRST = (OpeningRoll(dice=(3, 1)), Move(by=0, play="8/5 6/5"))


def _of(*actions: AnyAction) -> GameRecord:
    return record_of(Rules(), actions, ("Alice", "Bob")).games[0]


def test_an_opening_roll_alone_begins_a_record() -> None:
    assert _of(*FIRST[:1]) == GameRecord(entries=(Moved(Side.WHITE, (3, 1), None),))


def test_an_offer_comes_to_nothing_where_the_game_is_claimed() -> None:
    doubled = (*FIRST, Double(by=1))
    assert _of(*doubled).entries == (OPENED, Turned(Side.BLACK, 2))
    assert _of(*doubled, Claim(by=1)) == GameRecord(entries=(OPENED,), result=Result(-1, RESIGNED))


@pytest.mark.parametrize(("checkers", "left_out"), [({1: 1}, True), ({6: 2}, False)])
def test_a_roll_that_nobody_played_is_left_out_if_it_could_be_played_in_one_way(
    checkers: dict[int, int], left_out: bool
) -> None:
    *steps, (before, claimed, after) = kept_steps(start(Rules()), (*FIRST, Roll(by=1, dice=(2, 1)), Claim(by=0)))[1]
    there = replace(after.game.board, position=board(checkers, {6: 2}))
    kept = game_record([*steps, (before, claimed, replace(after, game=replace(after.game, board=there)))])
    assert kept
    assert kept.entries == ((OPENED,) if left_out else (OPENED, Moved(Side.BLACK, (2, 1), None)))


def test_the_way_to_the_next_game_is_kept_with_the_game_before() -> None:
    over = (*FIRST, Double(by=1), Drop(by=0), Next(by=0), Next(by=1))
    games = kept_steps(start(Rules()), (*over, *FIRST))
    assert {number: [action for _, action, _ in steps] for number, steps in games.items()} == {
        1: list(over),
        2: list(FIRST),
    }


def test_who_cannot_play_has_passed_even_if_the_record_does_not_say_so() -> None:
    entries = (OPENED, Moved(Side.BLACK, (4, 1), "13/9 24/23"), Moved(Side.WHITE, (4, 3), "6/2* 24/21"))
    dance, roll = Moved(Side.BLACK, (6, 5), None), Moved(Side.WHITE, (2, 1), None)
    game = GameRecord(entries=(*entries, dance, roll))
    moves = [action for action in log_of(Record(Rules(), ("Alice", "Bob"), (game,))) if isinstance(action, Move)]
    assert [move.play for move in moves] == ["8/5 6/5", "13/9 24/23", "6/2* 24/21", ""]


def test_a_second_game_is_named_with_its_number() -> None:
    second = GameRecord(score=(0, 1), entries=(OPENED, Answered(Side.BLACK, True)))
    first = GameRecord(entries=DROPPED, result=Result(-1, Ending.DROPPED))
    with pytest.raises(InvalidRecord, match="Game 2, entry 2: No cube is offered"):
        checked(Record(Rules(length=9), ("A", "B"), (first, second)))
    for white, black in ((1, 0), (0, 2), (0, 0)):
        later = Record(Rules(length=9), ("A", "B"), (first, GameRecord(score=(white, black))))
        with pytest.raises(InvalidRecord, match=f"Game 2: The score is 0 : 1, but “{white} : {black}” is written"):
            checked(later)


def test_files_of_other_programs_without_our_comments_are_read() -> None:
    assert [game.result for game in parse_mat(MAT).games] == [game.result for game in EXAMPLE.games]


def test_gnu_backgammons_own_writing_is_read() -> None:
    """As GNU Backgammon writes a beaver and a raccoon; who rolls after it has taken."""
    text = """; [EventDate "2026.11.21"]

 0 point match

 Game 1
 gnubg : 0                      root : 0
  1) 31: 8/5 6/5                  Doubles => 2
  2)  Beavers => 4                Beavers => 8
  3)                             61:  Wins 16 points
"""
    assert parse_mat(text).games[0].result == Result(-16, Ending.RESIGNED)
    text = text.replace(
        "  3)                             61:  Wins 16 points",
        "  3)  Takes                      61: 13/7 8/7\n      Wins 8 points",
    )
    (game,) = parse_mat(text).games
    assert [entry.value for entry in game.entries if isinstance(entry, Turned)] == [2, 4, 8]
    assert game.result == Result(8, Ending.RESIGNED)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "how many points"),
        ("hello", "how many points"),
        (" 0 point match\n 1) 31: 8/5 6/5", "before the first game"),
        (MAT.replace("24/14", "24/15"), "game 1, line 8: 24/15"),
        (MAT.replace("24/14", "flies"), "game 1, line 8: .*not a play"),
        (MAT.replace("64:", "Dances"), "no roll and no cube action"),
        (MAT.replace("Wins 16 points", "Wins 5 points"), "5 points are no possible result"),
        (MAT.replace("Doubles => 4", "Doubles => 2²").replace("24/14", "24/15"), "game 1, line 8"),
        (MAT.replace("Alice : 0", " " * 20_000 + "x"), "should name the players"),
        (MAT.replace("Alice : 0", "Alice"), "should name the players"),
        (MAT.replace("Bob : 16", "Bob : 15"), "game 2, line 12: the score is 0 : 16"),
        (MAT.replace("Beavers => 8", "Drops => 8"), "game 1, line 8: .*still follows"),
        (MAT.replace(" 0 point", '; [Rules "{}"]\n 7 point'), "line 4: .*rules in the file say 0"),
        (MAT.replace(" 0 point", '; [Rules "{"]\n 0 point'), "cannot be read"),
    ],
)
def test_a_bad_mat_is_refused_with_the_place(text: str, why: str) -> None:
    with pytest.raises(InvalidRecord, match=f"(?i){why}"):
        parse_mat(text)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no game"),
        ("hello", "outside a game"),
        ("(;W[31])x)", "outside|too many"),
        ("(;FF[4]", "not closed"),
        ("(FF[4])", "before the first node"),
        ("(;FF[4];W[31)", "not SGF"),
        ("(;)", "without properties"),
        ("()", "without properties"),
        ("(;GM[6]XR[\ud800])", "cannot be read"),
        ("(;FF[4];W[flies])", "no roll and no cube action"),
        ("(;FF[4];W[31aaaa])", "game 1, entry 1"),
        ("(;FF[4];B[take])", "game 1, entry 1"),
        ("(;FF[4];DI[31])", "without a player"),
        ("(;FF[4]MI[length:x];W[31])", "should be a number"),
        ("(;FF[4]XR[{];W[31])", "cannot be read"),
        ('(;FF[4]MI[length:3]XR[{"length":5}];W[31])', "rules in the file say 5"),
        ("(;GM[1];B[aa])", "another game"),
        ("(;GM[6]CV[0];W[31hefe])", "a cube cannot show 0"),
        ("(;GM[6]CV[3];W[31hefe])", "a cube cannot show 3"),
        ("(;GM[6]CV[5];W[31hefe])", "a cube cannot show 5"),
        ("(;GM[6]CV[-1];W[31hefe])", "a cube cannot show -1"),
        ("(;GM[6]MI[length:-1];W[31hefe])", "cannot be to -1 points"),
        ("(;GM[7];W[31hefe])", "another game"),
        ("(;GM[6];W[31hefe]))", "outside|too many"),
        (")", "outside|too many"),
        (")(", "outside|too many"),
        ("(;GM[6]MI[length:-5];W[31hefe])", "cannot be to -5 points"),
    ],
)
def test_a_bad_sgf_is_refused_with_words(text: str, why: str) -> None:
    with pytest.raises(InvalidRecord, match=f"(?i){why}"):
        parse_sgf(text)


@pytest.mark.parametrize(("shown", "automatics"), [(1, 0), (2, 1), (4, 2), (16, 4)])
def test_the_cube_at_the_beginning_tells_the_automatic_doubles(shown: int, automatics: int) -> None:
    record = parse_sgf(f"(;GM[6]CV[{shown}];W[31hefe])")
    assert record.games[0].automatics == automatics


def test_a_long_number_is_quoted_short() -> None:
    with pytest.raises(InvalidRecord) as refused:
        parse_sgf(f"(;GM[6]MI[length:{'7' * 70}];W[31hefe])")
    assert "7" * 60 in str(refused.value)
    assert "7" * 61 not in str(refused.value)


def test_only_the_main_line_of_a_tree_is_read() -> None:
    record = parse_sgf("(;GM[6];W[31hefe](;B[64ak])(;W[21xvxw]))")
    assert record == parse_sgf("(;GM[6];W[31hefe];B[64ak])")


def test_the_root_tells_of_the_match_and_the_other_nodes_of_the_game() -> None:
    record = parse_sgf("(;GM[6];W[31hefe];B[64ak])")
    assert parse_sgf("(;GM[6]W[21hghf];W[31hefe];B[64ak])") == record
    assert parse_sgf("(;GM[6];W[31hefe];B[64ak]XR[of nothing])") == record


def test_of_several_values_the_first_one_counts() -> None:
    assert parse_sgf("(;GM[6];W[31hefe];PL[B]DI[64][21])") == parse_sgf("(;GM[6];W[31hefe];PL[B]DI[64])")


def test_a_property_without_value_is_as_if_it_were_not_there() -> None:
    assert parse_sgf("(;GM[6]PW PB[Bob];W[31hefe])").names == ("?", "Bob")


@pytest.mark.parametrize("name", ["1) Bob", "12) ", "#bob", "; bob", "Game 7", "Wins 3 points", "[x]", "31:"])
def test_names_that_look_like_something_else(name: str) -> None:
    record = replace(EXAMPLE, names=(plain_name(name), plain_name(f"{name} too")))
    assert parse_mat(format_mat(record)) == checked(record)


@given(st.text(max_size=20), st.text(max_size=20))
def test_any_plain_name_comes_back(white: str, black: str) -> None:
    record = checked(replace(EXAMPLE, names=(plain_name(white), plain_name(black))))
    assert parse_mat(format_mat(record)) == record


@given(st.text(max_size=300))
def test_any_text_is_a_record_or_refused(text: str) -> None:
    for parse in (parse_mat, parse_sgf):
        try:
            assert isinstance(parse(text), Record)
        except InvalidRecord as refusal:
            assert str(refusal)


@given(st.data())
def test_a_damaged_mat_is_a_record_or_refused(data: st.DataObject) -> None:
    text = format_mat(EXAMPLE)
    place = data.draw(st.integers(0, len(text)))
    damaged = text[:place] + data.draw(st.text(max_size=3)) + text[place + data.draw(st.integers(0, 5)) :]
    try:
        assert isinstance(parse_mat(damaged), Record)
    except InvalidRecord as refusal:
        assert str(refusal)


@given(st.text(max_size=30))
def test_plain_names_stay_plain(name: str) -> None:
    assert plain_name(plain_name(name)) == plain_name(name)
    assert ":" not in plain_name(name)
    assert plain_name(name)


def test_the_variant_is_named_in_both_formats() -> None:
    for variant, mat, sgf in (
        (Variant.NACKGAMMON, "NackGammon", "Nackgammon"),
        (Variant.HYPERGAMMON, "HyperGammon (3)", "Hypergammon3"),
    ):
        record = Record(Rules(variant=variant), ("A", "B"), (GameRecord(),))
        assert f'"{mat}"' in format_mat(record)
        assert f":{sgf}]" in format_sgf(record)


def test_hits_end_legs_in_a_mat() -> None:
    """As GNU Backgammon writes them: other programs stop at the first hit of a chain."""
    for play, written in (
        ("bar/22*/18", "bar/22* 22/18"),
        ("13/9*/5*/1*", "13/9* 9/5* 5/1*"),
        ("8/5*/2(2)", "8/5* 5/2 8/2"),
        ("bar/20*/15(3)", "bar/20* 20/15 bar/15 bar/15"),
        ("24/20/16*/12", "24/16* 16/12"),
        ("24*/20", "24*/20"),
        ("24/22*(2) 13/11", "24/22*(2) 13/11"),
        ("13/8 6/off", "13/8 6/off"),
    ):
        assert legs(play) == written


def test_who_resigns_the_match_is_named_in_a_comment() -> None:
    entries = (Moved(Side.WHITE, (3, 1), "8/5 6/5"),)
    for points, named in ((-7, True), (-3, False)):
        record = Record(
            Rules(length=7), ("Alice", "Bob"), (GameRecord(entries=entries, result=Result(points, RESIGNED)),)
        )
        assert ("; Alice resigns the match" in format_mat(record)) is named
        assert parse_mat(format_mat(record)) == record


def test_what_is_no_sgf_is_quoted_from_where_it_begins() -> None:
    with pytest.raises(InvalidRecord, match=r"'\?\?\?abcdefghijklmnopq'"):
        parse_sgf("(;GM[6]PW[Ann]PB[Bob]???abcdefghijklmnopqrstuvw")


CLOSED_OUT = """ 5 point match

 Game 1
 White : 0                        Black : 0
  1) 65: 13/2                     52: 24/22 8/3
  2) 33: 8/2 6/3*(2)              62:
  3) 44: 13/5(2)                  41: bar/21 8/7
  4) 44: 13/9(2) 8/4*(2)          62:
  5) 44: 9/1*(2)
  6) Doubles => 2                 Drops
  7) Wins 1 point
"""


def test_the_turn_of_who_was_closed_out_is_added_before_a_double() -> None:
    record = parse_mat(CLOSED_OUT)
    assert [note.mend for note in record.notes] == [Mend.DANCE_ADDED]
    assert record.games[0].entries[-3:] == (
        Moved(Side.BLACK, (2, 1), ""),
        Turned(Side.WHITE, 2),
        Answered(Side.BLACK, False),
    )


@pytest.mark.parametrize(
    ("rows", "sides"),
    [
        (["  1) 31: 8/5 6/5", "  2) 64: 24/14                   52: 13/8 24/22"], "BWB"),
        (["  1) 31: 8/5 6/5", "  2) Doubles => 2                 Takes"], "BWB"),
        (["  1) 31: 8/5 6/5", "  2) 64: 24/14", "  3) 52: 13/8 24/22"], "BW1B"),
        (["  1) 31: 8/5 6/5", "  2) Wins 1 point"], "W"),
        (["  1)                              31: 8/5 6/5", "  2) 64: 24/14"], "BW"),
        (["  1) 31: 8/5 6/5                  64: 24/14", "  2) 52: 13/8 24/22"], "WBW"),
        (["  1) 31: 8/5 6/5                  64: 24/14", "  2)                              52: 13/8 24/22"], "WB1W"),
        (["  1) Anna 31: 8/5 6/5", "  2) Bo 64: 24/14", "  3) Anna 52: 13/8 24/22"], "WBW"),
        (["  1) Bo 31: 8/5 6/5", "  2) 64: 24/14"], "BW"),
        (["  1) Anna: 31: 8/5 6/5", "  2) 64: 24/14"], "W1B"),
    ],
)
def test_a_first_roll_without_its_blanks_is_the_right_columns_if_the_left_plays_next(
    rows: list[str], sides: str
) -> None:
    """W and B: whose entries they are; 1 before one that stood in the other column, of which a note tells."""
    head = [" 3 point match", "", " Game 1", " Anna : 0                         Bo : 0"]
    record = parse_mat("\n".join([*head, *rows]) + "\n")
    (game,) = record.games
    assert "".join(entry.side.name[0] for entry in game.entries) == sides.replace("1", "")
    assert [note.mend for note in record.notes] == [Mend.OTHER_COLUMN] * sides.count("1")


@pytest.mark.parametrize(
    ("words", "entries"),
    [
        ("Doubles => 2                Takes", 2),
        ("Doubles                     Takes", 2),
        ("Doubles.                    Takes!", 2),
        ("Doubles => 2!               Takes.", 2),
        ("Doubles now                 Takes", 2),
        ("Doubles him again           Takes", 2),
        ("Doubles him to two          Takes", None),
        ("Doubles => 2                Takes gladly", 2),
        ("Doubles => 2                Takes it this time", 2),
        ("Doubles => 2                Takes it this time too", None),
        ("Doubles => 2                Takes 2 more", None),
    ],
)
def test_a_few_words_behind_a_cube_are_passed_over_and_no_more(words: str, entries: int | None) -> None:
    head = [" 3 point match", "", " Game 1", " Anna : 0                         Bo : 0"]
    text = "\n".join([*head, "  1)                              31: 8/5 6/5", f"  2) {words}", ""])
    if entries is None:
        with pytest.raises(InvalidRecord, match="Game 1, line 6"):
            parse_mat(text)
    else:
        assert len(parse_mat(text).games[0].entries) == 1 + entries


@pytest.mark.parametrize("jacoby", Jacoby)
@pytest.mark.parametrize("animals", Beavers)
def test_a_mat_says_whether_there_are_jacoby_and_beavers(jacoby: Jacoby, animals: Beavers) -> None:
    text = format_mat(Record(Rules(money=CubeRules(jacoby=jacoby, animals=animals)), ("A", "B"), (GameRecord(),)))
    assert f'; [Jacoby "{jacoby is not Jacoby.OFF}"]' in text
    assert f'; [Beaver "{animals is not Beavers.NONE}"]' in text


def test_who_resigns_the_match_does_so_in_its_last_game() -> None:
    entries = (Moved(Side.WHITE, (3, 1), "8/5 6/5"),)
    first = GameRecord(entries=entries, result=Result(1, RESIGNED))
    last = GameRecord(score=(1, 0), entries=entries, result=Result(-7, RESIGNED))
    match = Record(Rules(length=7), ("Alice", "Bob"), (first, last))
    assert "; Alice resigns the match" in format_mat(match)
    assert "resigns" not in format_mat(replace(match, games=(last, first)))
    assert "resigns" not in format_mat(replace(match, rules=Rules()))


#: Of a text for people: what the files for programs do not say.
SAID = Wording(
    game="Game {number}",
    turns=("Doubles to {number}", "Beavers to {number}", "Raccoons to {number}"),
    takes="Takes",
    drops="Drops",
    refuses_beaver="Refuses the beaver",
    play=str,
    wins=lambda points, match: f"Wins {points}",
    resigns=lambda match: "Resigns the match" if match else "Resigns",
)


@pytest.mark.parametrize(
    ("length", "result", "said"),
    [
        (7, Result(-7, RESIGNED), "Resigns the match"),
        (7, Result(-1, RESIGNED), "Resigns"),
        (7, Result(-7, Ending.PLAYED), None),
        (1, Result(-5, RESIGNED), "Resigns the match"),
        (0, Result(-7, RESIGNED), "Resigns"),
        (0, Result(-1, Ending.SETTLED), None),
    ],
)
def test_a_text_for_people_says_what_somebody_resigned(length: int, result: Result, said: str | None) -> None:
    game = GameRecord(entries=(Moved(Side.WHITE, (3, 1), "8/5 6/5"),), result=result)
    text = " ".join(in_columns(Record(Rules(length=length), ("Alice", "Bob"), (game,)), SAID))
    assert re.findall(r"Resigns(?: the match)?", text) == ([said] if said else [])


@pytest.mark.parametrize(
    ("entries", "said"),
    [
        ((Turned(Side.BLACK, 2), Answered(Side.WHITE, False)), ["Doubles to 2", "Drops"]),
        ((Turned(Side.BLACK, 2), Answered(Side.WHITE, True)), ["Doubles to 2", "Takes"]),
        (
            (Turned(Side.BLACK, 2), Turned(Side.WHITE, 4), Answered(Side.BLACK, False)),
            ["Doubles to 2", "Beavers to 4", "Refuses the beaver"],
        ),
        (
            (Turned(Side.BLACK, 2), Turned(Side.WHITE, 4), Answered(Side.BLACK, True)),
            ["Doubles to 2", "Beavers to 4", "Takes"],
        ),
        (
            (Turned(Side.BLACK, 2), Turned(Side.WHITE, 4), Turned(Side.BLACK, 8), Answered(Side.WHITE, False)),
            ["Doubles to 2", "Beavers to 4", "Raccoons to 8", "Drops"],
        ),
    ],
)
def test_a_text_for_people_says_how_each_cube_was_answered(
    entries: tuple[Turned | Answered, ...], said: list[str]
) -> None:
    game = GameRecord(entries=(Moved(Side.WHITE, (3, 1), "8/5 6/5"), *entries))
    text = " ".join("  ".join(in_columns(Record(Rules(), ("Alice", "Bob"), (game,)), SAID)).split())
    places = [text.find(words) for words in said]
    assert -1 not in places
    assert places == sorted(places)
    assert ("Drops" in text, "Refuses" in text) == ("Drops" in said, "Refuses the beaver" in said)


@pytest.mark.parametrize(
    ("length", "score", "crawford", "played"),
    [
        (8, (7, 0), False, True),
        (8, (0, 7), False, True),
        (8, (7, 0), True, False),
        (8, (6, 6), False, False),
        (7, (6, 5), False, True),
        (7, (5, 5), False, False),
        (2, (1, 0), False, True),
        (2, (0, 0), False, False),
        (1, (0, 0), False, False),
    ],
)
def test_a_record_that_begins_behind_the_crawford_game_knows_it(
    length: int, score: tuple[int, int], crawford: bool, played: bool
) -> None:
    record = Record(Rules(length=length), ("Anna", "Bo"), (GameRecord(score=score, crawford=crawford),))
    assert beginning(record).crawford_played is played
    without = replace(record, rules=Rules(length=length, crawford=False))
    assert not beginning(without).crawford_played


def test_what_was_mended_is_told_once_with_how_often() -> None:
    notes = [Note(Mend.FORCED, line) for line in (9, 3, 5)] + [Note(Mend.NO_SCORES, 4)]
    assert gathered(notes) == (Note(Mend.FORCED, 3, times=3), Note(Mend.NO_SCORES, 4))
    assert [str(note) for note in gathered(notes)] == [
        "line 3: The play is not written; it was the only one. (3 times)",
        "line 4: The score before the game is not written.",
    ]


@pytest.mark.parametrize(
    ("said", "result"),
    [
        ("W+3", Result(3, RESIGNED)),
        ("B+1R", Result(-1, RESIGNED)),
        ("W+0", Result(0, Ending.SETTLED)),
        ("B+0", Result(0, Ending.SETTLED)),
    ],
)
def test_a_result_without_points_is_a_settlement(said: str, result: Result) -> None:
    record = parse_sgf(f"(;FF[4]GM[6]PW[Anna]PB[Bo]RE[{said}];W[31xxxx])".replace("xxxx", "hefe"))
    assert record.games[0].result == result


@pytest.mark.parametrize("words", ["Wins 1 point", "Wins 1", "Wins!", "Wins.", "Wins the match", "Wins"])
def test_who_wins_may_say_so_in_few_words(words: str) -> None:
    head = [" 1 point match", "", " Game 1", " Anna : 0                         Bo : 0"]
    record = parse_mat("\n".join([*head, "  1) 31: 8/5 6/5                  64: 24/14", f"  2) {words}", ""]))
    assert record.games[0].result == Result(1, RESIGNED)

"""Match files as other programs and people write them: read, mended with a note, or refused with line and reason."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.backgammon import BAR, Ending, Kind, Phase, Result, apply, start
from bot.backgammon.actions import AnyAction, Move, OpeningRoll, Roll
from bot.backgammon.mat import format_mat, parse_mat, parse_matches
from bot.backgammon.mat_lines import decoded, writings
from bot.backgammon.mat_plays import closed_out
from bot.backgammon.position import Side
from bot.backgammon.record import Answered, Entry, GameRecord, InvalidRecord, Moved, Record, Turned, checked, record_of
from bot.backgammon.rules import Jacoby, Rules

from .positions import board

FILES = sorted((Path(__file__).parent.parent / "facts" / "match_files").glob("*.txt"))

MATCH = """ 3 point match

 Game 1
 Alice : 0                       Bob : 0
  1) 31: 8/5 6/5                 52: 13/8 24/22
  2)  Doubles => 2                Drops
      Wins 1 point

 Game 2
 Alice : 1                       Bob : 0
  1)                             64: 24/14
  2) 62: 24/18 8/6               Doubles => 2
  3)  Takes                      61: 13/7* 8/7
  4) 66:                         42: 8/4 6/4
      Losses 4 point             Wins 4 points and the match
"""
"""A match that needs no mending."""


def said(record: Record) -> list[str]:
    return [str(note) for note in record.notes]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_real_file_is_read_as_a_record_that_the_rules_confirm(file: Path) -> None:
    record = parse_mat(file.read_bytes())
    assert checked(record) == record
    assert parse_mat(format_mat(record)) == replace(record, notes=())


# --- games for money of Backgammon Galaxy ----------------------------------------------------------------------------

GALAXY = """; [Site "Backgammon Galaxy"]
; [Match ID "123"]
; [Player 1 "Alice"]
; [Player 2 "Bob"]
; [Player 1 Elo "1500.00/10"]
; [Player 2 Elo "1500.00/10"]
; [Variation "Backgammon"]
; [Unrated "Off"]
; [Crawford "On"]
; [CubeLimit "1024"]

"""
SIXTEEN = MATCH.partition("\n Game 2")[0].replace(" 3 point match", "16 point match")
"""One game, a double dropped, of a match to 16 points."""


def money(record: Record) -> bool:
    """Whether it is read as money with Jacoby's rule, and that is said."""
    read, told = record.rules.length == 0, any("Galaxy" in note for note in said(record))
    assert read is told and (not read or record.rules.bet.jacoby is Jacoby.PER_CUBE)
    return read


@pytest.mark.parametrize("file", [each for each in FILES if "16 point match" in each.read_text("utf-8")])
def test_a_money_game_of_galaxy_is_money_though_it_is_called_a_match_to_sixteen(file: Path) -> None:
    assert money(parse_mat(file.read_bytes()))


def test_only_the_one_game_of_galaxys_match_to_sixteen_is_money() -> None:
    assert money(parse_mat(GALAXY + SIXTEEN))
    assert money(parse_mat(GALAXY.replace("Backgammon Galaxy", "…") + SIXTEEN)), "told by the head"
    for other in (
        SIXTEEN,
        GALAXY.replace("Backgammon Galaxy", "XG Mobile") + SIXTEEN,
        GALAXY.replace("Backgammon Galaxy", "") + '; [Event "Club night"]\n' + SIXTEEN,
        GALAXY + '; [Jacoby "False"]\n' + SIXTEEN,
        GALAXY + SIXTEEN.replace("16 point", "15 point"),
        GALAXY + SIXTEEN.replace("Alice : 0", "Alice : 4"),
        GALAXY + MATCH.replace(" 3 point match", "16 point match").replace(" and the match", ""),
    ):
        record = parse_mat(other)
        assert not money(record) and record.rules.length in (15, 16)


def test_a_gammon_counts_a_point_in_a_money_game_of_galaxy_until_the_cube_is_turned() -> None:
    """Without Jacoby's rule no game gives what is written; a game that only a match gives stays a match."""
    text = format_mat(record := won_by_a_gammon())
    text = GALAXY + text[text.index(" 0 point match") :].replace(" 0 point match", "16 point match")
    assert "Wins 1 point" in text
    read = parse_mat(text)
    assert money(read) and read.games[0].result == record.games[0].result
    assert not money(parse_mat(text.replace("Wins 1 point", "Wins 2 point")))


def won_by_a_gammon() -> Record:
    """A money game in which one side throws 6-5 all the time, the other 2-1, and the cube lies still."""
    log: list[AnyAction] = [OpeningRoll(dice=(6, 5))]
    match = apply(start(Rules()), log[0])
    while match.game.bet.result is None:
        seat = match.game.decider
        assert seat is not None
        if match.game.phase is Phase.CUBE:
            log.append(Roll(by=seat, dice=(2, 1) if seat else (6, 5)))
        else:
            log.append(Move(by=seat, play=str(match.game.plays(match.rules)[0])))
        match = apply(match, log[-1])
    assert match.game.board.won_by == (Side.WHITE, Kind.GAMMON)
    return record_of(match.rules, log, ("Alice", "Bob"))


def test_the_files_are_there() -> None:
    assert len(FILES) == 18


def test_a_tidy_match_needs_no_notes() -> None:
    record = parse_mat(MATCH)
    assert said(record) == []
    assert [game.result for game in record.games] == [Result(1, Ending.DROPPED), Result(-4, Ending.RESIGNED)]
    assert record.names == ("Alice", "Bob")


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("8/5 6/5   ", "6/5 8/5   "),
        lambda text: text.replace("                 ", " "),
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", "\r"),
        lambda text: "\ufeff" + text,
        lambda text: text.replace("Losses 4 point ", "Loses 4 points"),
        lambda text: text.replace("Losses 4 point ", "Concedes      "),
        lambda text: text.replace("      Losses 4 point             Wins", "  5)  Losses 4 point             Wins"),
        lambda text: text.replace("66:  ", "66: Cannot Move"),
        lambda text: text.replace("24/14", "24/18 18/14 ?!"),
        lambda text: text.replace("24/14", "24/18/14 {brave}"),
        lambda text: text.replace("24/14", "24/14 (brave)"),
        lambda text: text.replace("24/14", "24/14 ; brave"),
        lambda text: text.replace("66:    ", "66: ***"),
        lambda text: text.replace("Game 2", "; a comment\n# another\n Game 2"),
        lambda text: text.replace(" 3 point match", "3 points match"),
        lambda text: text.replace(" 3 point match", "Match to 3 points"),
        lambda text: text.replace("8/5 6/5", "8/5, 6/5"),
        lambda text: text.replace("Doubles =>", "doubles to"),
        lambda text: text.replace("Takes", "Accepts"),
        lambda text: text.replace("Drops", "Passes"),
        lambda text: text.replace("      Wins 1 point\n", "      Alice wins 1 point.\n"),
        lambda text: text.replace("      Wins 1 point\n", "      Wins!\n"),
        lambda text: text.replace("Doubles => 2                Drops", "Doubles.                    Drops"),
        lambda text: text.replace("31: 8/5 6/5", "13: 8/5 6/5").replace("Game 1\n", "Game 1\n\n\n"),
    ],
)
def test_what_is_written_otherwise_is_the_same_match(change: Callable[[str], str]) -> None:
    text = change(MATCH)
    assert text != MATCH
    record = parse_mat(text)
    assert _sorted(record) == _sorted(parse_mat(MATCH))
    assert said(record) == []


def _sorted(record: Record) -> list[GameRecord]:
    return [replace(game, entries=tuple(map(_dice_sorted, game.entries)), comments=()) for game in record.games]


def _dice_sorted(entry: Entry) -> Entry:
    if isinstance(entry, Moved):
        return replace(entry, dice=(max(entry.dice), min(entry.dice)))
    return entry


@pytest.mark.parametrize(
    ("old", "new", "note"),
    [
        ("Wins 4 points", "Wins 2 points", None),
        ("Wins 4 points", "Wins 3 points", None),
        ("Alice : 1                       Bob : 0\n  1)", "Alice : 1      Bob : 0\n 1)", None),
        (
            "  2)  Doubles => 2                Drops\n",
            "  2)  Doubles => 2\n",
            "line 7: The double is not answered; by the",
        ),
        ("  3)  Takes                      61", "  3)                             61", "line 13: .*the dice say"),
        ("      Wins 1 point\n", "", None),
        ("      Wins 1 point\n", "                                 Wins 1 point\n", "line 7: .*other player’s column"),
        ("24/14", "24/14*", "line 11: “24/14\\*” marks a hit"),
        ("24/14", "Illegal play (24/14)", "line 11: .*called illegal, but is legal"),
        ("Doubles => 2\n", "Doubles => 8\n", "line 12: “Doubles => 8”: the cube is turned to 2"),
        (" Game 1\n", "Final, board 3\n Game 1\n", "line 3: “Final, board 3” is left out"),
        (
            " Game 2\n Alice : 1                       Bob : 0\n",
            " Game 2\n",
            "line 9: The score before the game is not",
        ),
        (
            "  2)  Doubles => 2                Drops\n      Wins 1 point\n",
            "",
            "line 5: No result is written; by the next score it is 1",
        ),
    ],
)
def test_what_is_untidy_is_mended_and_said(old: str, new: str, note: str | None) -> None:
    assert MATCH.count(old) == 1
    text = MATCH.replace(old, new)
    record = parse_mat(text)
    assert len(record.games) == 2
    assert checked(record) == record
    assert re.match(note, "\n".join(said(record))) if note else not said(record)


@pytest.mark.parametrize(("length", "quoted"), [(60, "w" * 60), (61, "w" * 59 + "…")])
def test_of_a_long_line_the_beginning_is_quoted(length: int, quoted: str) -> None:
    assert said(parse_mat(f"{'w' * length}\n{MATCH}")) == [f"line 1: “{quoted}” is left out."]


def test_words_before_the_match_are_left_out() -> None:
    assert said(parse_mat(f"A final in the club\n{MATCH}")) == ["line 1: “A final in the club” is left out."]


def test_a_name_that_says_nothing_is_left_out_but_fills_no_row() -> None:
    assert said(parse_mat(MATCH.replace("Drops\n", "Drops\nAlice:\n"))) == ["line 7: “Alice:” is left out."]
    with pytest.raises(InvalidRecord, match=r"Game 1, line 7: .*“Alice”"):
        parse_mat(MATCH.replace("Drops\n", "Drops\n  3) Alice\n"))


def test_the_last_result_may_be_capped() -> None:
    record = parse_mat(FILES[0].parent.joinpath("34.txt").read_bytes())
    assert said(record) == [
        "line 114: The result is written as 5, capped to what the match needed; the game is worth 8."
    ]
    assert record.games[-1].result == Result(8, Ending.PLAYED)


def test_a_file_may_begin_in_mid_match() -> None:
    text = MATCH[: MATCH.index(" Game 1")] + MATCH[MATCH.index(" Game 2") :]
    record = parse_mat(text)
    assert record.games[0].score == (1, 0)
    assert said(record) == ["line 4: The first game begins at 1 : 0: those before it are not in the file."]
    assert checked(record) == record
    assert parse_mat(format_mat(record)).games == record.games


def test_in_mid_match_a_cube_says_that_the_crawford_game_was_before() -> None:
    text = MATCH[: MATCH.index(" Game 1")] + MATCH[MATCH.index(" Game 2") :].replace("Alice : 1", "Alice : 2")
    record = parse_mat(text)
    assert not record.games[0].crawford
    assert checked(record) == record
    still = text.replace("  3)  Takes                      61: 13/7* 8/7\n", "").replace(
        "Doubles => 2", "61: 13/7* 8/7"
    )
    assert parse_mat(still.replace("Wins 4", "Wins 2").replace("Losses 4", "Losses 2")).games[0].crawford


def test_a_cube_in_the_crawford_game_means_no_crawford_rule_unless_the_file_says_so() -> None:
    text = MATCH.replace(" 3 point match", " 2 point match")
    assert said(parse_mat(text))[0].endswith("there is no Crawford rule.")
    with pytest.raises(InvalidRecord, match=r"Game 2, line 13: .*Crawford"):
        parse_mat('; [Crawford "On"]\n' + text)


MONEY = """Unlimited match

 Game 1
 Alice : 0                       Bob : 0
  1) 31: 8/5 6/5                 52: 13/8 24/22
  2)  Doubles => 4                Takes
  3) 21: 13/10                   11: 8/7(2) 6/5(2)
      Wins 4 points

 Game 2
 Alice : 4                       Bob : 0
  1)                             64: 24/14
      Wins 1 point
"""


def test_money_tells_automatic_doubles_by_the_first_turn() -> None:
    record = parse_mat(MONEY)
    assert [game.automatics for game in record.games] == [1, 0]
    assert [game.score for game in record.games] == [(0, 0), (4, -4)]
    assert said(record) == ["line 6: The cube begins at 2: automatic doubles that are not written."]
    assert checked(record) == record


def test_several_matches_stand_in_one_file() -> None:
    text = f"{MATCH}\n{MONEY}\n{MATCH}\n"
    records = parse_matches(text)
    assert [(record.rules.length, len(record.games)) for record in records] == [(3, 2), (0, 2), (3, 2)]
    first = parse_mat(text)
    assert first.games == parse_mat(MATCH).games
    assert said(first) == ["line 17: Another match begins here; the file has more than one."]


def test_a_new_match_may_begin_without_saying_so() -> None:
    records = parse_matches(MATCH + MATCH[MATCH.index(" Game 1") :])
    assert records[0].games == records[1].games
    assert said(records[1]) == ["line 16: A new match begins here though nothing says so."]


def test_only_game_one_begins_a_match() -> None:
    (record,) = parse_matches(MATCH.replace("Game 2", "Game 0"))
    assert record == parse_mat(MATCH)


def test_a_game_without_an_end_is_refused_if_another_follows() -> None:
    text = MATCH.replace("  2)  Doubles => 2                Drops\n      Wins 1 point\n", "")
    with pytest.raises(InvalidRecord, match=r"Game 1, line 5: The game is not over"):
        parse_mat(text.replace("Alice : 1", "Alice : 0"))


def test_a_game_given_up_before_its_first_roll_is_read() -> None:
    record = parse_mat(
        " 2 point match\n\n Game 1\n A : 0     B : 0\n"
        "  1)                              Losses 1 point\n      Wins 1 point\n"
    )
    assert record.games[0].result == Result(1, Ending.RESIGNED)
    assert checked(record) == record


def test_bytes_of_any_encoding_are_read() -> None:
    text = MATCH.replace("Alice", "Zoë").replace("Bob", "Bořek")
    for data in (text.encode(), text.encode("utf-8-sig"), text.encode("utf-16")):
        assert parse_mat(data).names == ("Zoë", "Bořek")
    assert parse_mat(MATCH.replace("Alice", "Zoë…").encode("cp1252")).names == ("Zoë…", "Bob")
    assert parse_mat(MATCH.replace("Alice", "Zoë").encode().decode("latin-1")).names[1] == "Bob"
    assert decoded(b"\xef\xbb\xbfx") == "x"


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("24/14", "24/13", "Game 2, line 11: 24/13"),
        ("24/14", "13/7 13/8", "Game 2, line 11: 13/8"),
        ("24/14", "flies", "Game 2, line 11: .*not a play"),
        ("24/14", "????", "Game 2, line 12: The roll before .* has not been played"),
        ("24/14", "Illegal play (24/13)", "Game 2, line 11: The file itself calls"),
        ("64: 24/14", "44: 24/20(2)", "Game 2, line 11: The opening roll"),
        ("64: 24/14", "74: 24/14", "Game 2, line 11: “74: 24/14” is no roll"),
        ("Wins 1 point\n", "Wins 2 points\n", "Game 1, line 7: .*worth 1"),
        ("Wins 4 points", "Wins 7 points", "Game 2, line 15: 7 points are no possible result"),
        ("Alice : 1 ", "Alice : 2 ", "Game 2, line 10: The score is 1 : 0"),
        ("Bob : 0\n  1) 31", "Bob : 3\n  1) 31", "Game 1, line 4: The score is 0 : 0"),
        ("  3)  Takes  ", "  3)  Takes too many 4 x", "Game 2, line 13"),
        ("  4) 66:  ", "  4)  Takes", "Game 2, line 14: .*answers no double"),
        ("  1) 31: 8/5 6/5 ", "  1)  Doubles => 2", "Game 1, line 5: .*before the opening roll"),
        ("      Wins 1 point\n", "      Wins 1 point\n  4) 31: 6/2\n", "Game 1, line 8: .*still follows"),
        ("      Losses 4 point             Wins 4 points and the match", "  5) 31: 6/2", "Game 2, line 15"),
        (" 3 point match\n", "\n", "In line 3: “Game 1” stands before"),
    ],
)
def test_what_cannot_be_true_is_refused_with_line_and_reason(old: str, new: str, why: str) -> None:
    assert MATCH.count(old) == 1
    with pytest.raises(InvalidRecord, match=why):
        parse_mat(MATCH.replace(old, new))


def _text(head: str, *games: tuple[tuple[int, int], str]) -> str:
    """A file of games: the score before each, and its lines."""
    told = [
        f" Game {number}\n A : {score[0]}          B : {score[1]}\n{rows}\n"
        for number, (score, rows) in enumerate(games, 1)
    ]
    return f"{head}\n\n{''.join(told)}"


BEGUN = "  1) 31: 8/5 6/5                 52: 13/8 24/22\n"
WON, LOST = f"{BEGUN}      Wins 1 point\n", f"{BEGUN}                                 Wins 1 point\n"


def _points(record: Record) -> list[int | None]:
    return [game.result and game.result.points for game in record.games]


@pytest.mark.parametrize(
    ("after", "points"), [((3, 3), 1), ((4, 3), 2), ((5, 3), 3), ((2, 4), -1), ((2, 5), -2), ((2, 6), -3)]
)
def test_the_next_score_tells_a_result_that_is_not_written(after: tuple[int, int], points: int) -> None:
    record = parse_mat(_text("7 point match", ((2, 3), BEGUN), (after, WON)))
    assert record.games[0].result == Result(points, Ending.RESIGNED)
    assert said(record)[1] == f"line 5: No result is written; by the next score it is {abs(points)}."


@pytest.mark.parametrize("after", [(2, 3), (3, 4), (1, 3), (2, 2), (1, 2)])
def test_a_next_score_that_one_result_cannot_give_tells_none(after: tuple[int, int]) -> None:
    with pytest.raises(InvalidRecord, match="Game 1, line 5: The game is not over"):
        parse_mat(_text("7 point match", ((2, 3), BEGUN), (after, WON)))


def test_of_a_later_game_too_the_score_behind_it_tells_the_result() -> None:
    record = parse_mat(_text("7 point match", ((0, 0), WON), ((1, 0), BEGUN), ((1, 2), WON)))
    assert _points(record) == [1, -2, 1]
    assert said(record) == ["line 10: No result is written; by the next score it is 2."]


def test_where_a_game_without_an_end_stops_is_its_last_line() -> None:
    with pytest.raises(InvalidRecord, match="Game 1, line 6: The game is not over"):
        parse_mat(_text("7 point match", ((0, 0), f"{BEGUN}  2) 21: 13/10"), ((0, 0), WON)))


def test_the_loser_alone_may_tell_the_points() -> None:
    """They are compared as the winner's are."""
    text = MATCH.replace("      Wins 1 point\n", "                                 Losses 1 point\n")
    assert parse_mat(text).games == parse_mat(MATCH).games
    with pytest.raises(InvalidRecord, match=r"Game 1, line 7: .*worth 1"):
        parse_mat(text.replace("Losses 1 point\n", "Losses 2 points\n"))


@pytest.mark.parametrize(
    ("score", "right"), [((-1, 0), False), ((0, -1), False), ((2, 2), True), ((3, 0), False), ((4, 0), False)]
)
def test_no_match_begins_at_a_score_that_it_cannot_have(score: tuple[int, int], right: bool) -> None:
    text = _text("3 point match", (score, WON))
    if right:
        assert parse_mat(text).games[0].score == score
        return
    with pytest.raises(InvalidRecord, match=r"Game 1, line 4: The score is 0 : 0"):
        parse_mat(text)


@pytest.mark.parametrize(("won", "points"), [("Wins 2 points", 2), ("Wins 3 points", 3)])
def test_no_game_follows_a_match_that_is_over(won: str, points: int) -> None:
    """Whether it was won with just the points it needed or with more."""
    text = _text("2 point match", ((0, 0), f"{BEGUN}      {won}\n"), ((points, 0), WON))
    with pytest.raises(InvalidRecord, match="Game 2, line 8: The match is over"):
        parse_mat(text)


def test_without_a_score_the_first_game_begins_at_nothing() -> None:
    text = MATCH.replace(" Alice : 0                       Bob : 0\n", "")
    record = parse_mat(text)
    assert [game.score for game in record.games] == [(0, 0), (1, 0)]
    assert record.names == ("Alice", "Bob")
    assert said(record) == ["line 3: The score before the game is not written."]


@pytest.mark.parametrize(("before", "score"), [((0, 2), (-2, 2)), ((2, 0), (2, -2))])
def test_money_may_begin_with_either_player_ahead(before: tuple[int, int], score: tuple[int, int]) -> None:
    record = parse_mat(_text("Unlimited match", (before, WON)))
    assert record.games[0].score == score
    assert said(record) == [
        f"line 4: The first game begins at {before[0]} : {before[1]}: those before it are not in the file."
    ]


def test_the_points_of_money_games_add_up() -> None:
    record = parse_mat(
        _text("Unlimited match", ((0, 0), WON), ((1, 0), WON), ((2, 0), LOST), ((1, 0), LOST), ((0, 0), LOST))
    )
    assert [game.score for game in record.games] == [(0, 0), (1, -1), (2, -2), (1, -1), (0, 0)]


TURNED = f"{BEGUN}  2) 21: 13/10                   Doubles => 2\n  3) Drops\n"


def test_behind_the_crawford_game_the_cube_is_free() -> None:
    games = ((2, 0), LOST), ((2, 1), TURNED)
    record = parse_mat(_text("3 point match", ((0, 0), f"{BEGUN}      Wins 2 points\n"), *games))
    assert [game.crawford for game in record.games] == [False, True, False]
    assert said(record) == []


def test_that_the_crawford_game_was_before_is_taken_only_of_who_needs_one_point() -> None:
    first = "line 4: The first game begins at {}: those before it are not in the file."
    crawford = "line {}: A cube is turned in what would be the Crawford game: there is no Crawford rule."
    at_two = parse_mat(_text("3 point match", ((2, 1), TURNED)))
    assert at_two.rules.crawford
    assert said(at_two) == [first.format("2 : 1")]
    at_one = parse_mat(_text("3 point match", ((1, 1), WON), ((2, 1), TURNED)))
    assert not at_one.rules.crawford
    assert said(at_one) == [crawford.format(3), first.format("1 : 1")]


GAMMON = """  1) 65: 23/17 22/17              21: 23/21 22/21
  2) 44: 17/13 17/5               22: 21/19 21/15
  3) 55: 24/4                     32: 24/19
  4) 66: 13/1 5/off 4/off         11: 19/17(2)
  5) 66: 1/off
"""
"""Hypergammon, the cube in the middle."""
HYPER = '; [Variation "HyperGammon (3)"]\n'


@pytest.mark.parametrize(
    ("tag", "points", "jacoby"), [("", 2, False), ("", 1, True), ("On", 1, True), ("Off", 2, False)]
)
def test_a_gammon_with_the_cube_in_the_middle_tells_whether_the_jacoby_rule_held(
    tag: str, points: int, jacoby: bool
) -> None:
    head = HYPER + (f'; [Jacoby "{tag}"]\n' if tag else "") + "Money session"
    record = parse_mat(_text(head, ((0, 0), f"{GAMMON}      Wins {points} points\n")))
    assert _points(record) == [points]
    told = not jacoby and not tag
    assert [note.split(": ", 1)[1] for note in said(record)] == [
        "A gammon counts though no cube was turned: there is no Jacoby rule."
    ] * told


@pytest.mark.parametrize(
    ("head", "points"),
    [
        (f'{HYPER}; [Jacoby "On"]\nMoney session', 2),
        (f'{HYPER}; [Jacoby "Off"]\nMoney session', 1),
        (f"{HYPER}Money session", 3),
        (f"{HYPER}5 point match", 1),
    ],
)
def test_a_game_played_to_its_end_is_worth_what_the_rules_say(head: str, points: int) -> None:
    with pytest.raises(InvalidRecord, match=rf"“Wins {points} points”"):
        parse_mat(_text(head, ((0, 0), f"{GAMMON}      Wins {points} points\n")))


FORCED = """  1) 54: 24/19 23/19              65: 23/18 22/16
  2) 66: 19/13 19/7*/1*           63: """


def test_a_forced_play_may_be_left_out() -> None:
    """If the game goes on, it was made; if it ends there, it was not any more."""
    head = HYPER + "7 point match"
    whole = parse_mat(_text(head, ((0, 0), f"{FORCED}bar/22 bar/19\n  3) 11:\n      Wins 1 point\n")))
    short = parse_mat(_text(head, ((0, 0), f"{FORCED}\n  3) 11:\n      Wins 1 point\n")))
    assert short.games == whole.games
    assert said(short) == ["line 8: The play is not written; it was the only one."]
    ended = parse_mat(_text(head, ((0, 0), f"{FORCED}\n      Wins 1 point\n")))
    assert ended.games[0].entries == whole.games[0].entries[:3]
    assert checked(ended) == ended


def test_a_roll_with_a_choice_stays_unplayed_where_the_game_ends() -> None:
    record = parse_mat(_text("7 point match", ((0, 0), "  1) 31: 8/5 6/5                 52:\n      Wins 1 point\n")))
    assert record.games[0].entries[1:] == (Moved(Side.BLACK, (5, 2), None),)


def test_only_who_offered_wins_by_a_drop_that_is_not_written() -> None:
    offered = "line 7: The double before the end was never answered; it is left out."
    dropped = "line 7: The double is not answered; by the result it was dropped."
    left, right = "      Wins 1 point\n", "                                 Wins 1 point\n"
    by_white, by_black = "  2) Doubles => 2\n", "  2) 21: 13/10                   Doubles => 2\n"
    for turned, won, note, points in (
        (by_white, left, dropped, 1),
        (by_white, right, offered, -1),
        (by_black, right, dropped, -1),
        (by_black, left, offered, 1),
    ):
        record = parse_mat(_text("7 point match", ((0, 0), BEGUN + turned + won)))
        assert (_points(record), said(record)) == ([points], [note])
        assert all(isinstance(entry, Moved) for entry in record.games[0].entries) == (note == offered)
        assert checked(record) == record


@pytest.mark.parametrize(
    ("written", "automatics", "note"),
    [
        (2, 0, None),
        (4, 1, "line 6: The cube begins at 2: automatic doubles that are not written."),
        (6, 0, "line 6: “Doubles => 6”: the cube is turned to 2."),
        (8, 2, "line 6: The cube begins at 4: automatic doubles that are not written."),
        (1, 0, "line 6: “Doubles => 1”: the cube is turned to 2."),
        (1 << 16, 15, "line 6: The cube begins at 32768: automatic doubles that are not written."),
        (1 << 17, 0, "line 6: “Doubles => 131072”: the cube is turned to 2."),
    ],
)
def test_how_many_automatic_doubles_a_first_turn_tells(written: int, automatics: int, note: str | None) -> None:
    rows = f"{BEGUN}  2) Doubles => {written}                Drops\n      Wins {1 << automatics} points\n"
    record = parse_mat(_text("Unlimited match", ((0, 0), rows)))
    assert record.games[0].automatics == automatics
    assert said(record) == ([note] if note else [])


def test_a_later_turn_tells_no_automatic_doubles() -> None:
    rows = "  2) Doubles => 2                Takes\n  3) 21: 13/10                   Doubles => 4\n  4) Drops\n"
    record = parse_mat(_text("Unlimited match", ((0, 0), BEGUN + rows)))
    assert (record.games[0].automatics, _points(record), said(record)) == (0, [-2], [])


@pytest.mark.parametrize("length", [60, 61])
def test_of_a_play_called_illegal_the_beginning_is_quoted(length: int) -> None:
    play = f"Illegal play ({'x' * (length - 15)})"
    text = MATCH.replace("42: 8/4 6/4", f"42: {play}")
    assert said(parse_mat(text)) == [f"line 14: “{play[:60]}”: the roll counts as not played, for the game ends there."]


@pytest.mark.parametrize("marked", ["13/7 8/7*", "13/7 24/23*", "13/7 6/5*"])
def test_a_hit_counts_where_it_is_marked(marked: str) -> None:
    text = MATCH.replace("13/7* 8/7", marked)
    assert said(parse_mat(text)) == (
        [] if "7*" in marked else [f"line 13: “{marked}” marks a hit where there is nothing to hit."]
    )


@pytest.mark.parametrize("play", ["8/9 9/5 6/5", "8/9/5 6/5", "8/5 6/6 6/5", "8/5 6/5 5/6 6/5"])
def test_no_step_goes_back_or_stays(play: str) -> None:
    with pytest.raises(InvalidRecord, match="Game 1, line 5: "):
        parse_mat(MATCH.replace("8/5 6/5", play))


def test_a_hit_may_be_marked_falsely_in_four_steps_and_from_the_bar() -> None:
    four = MONEY.replace("8/7(2) 6/5(2)", "8/7*(2) 6/5(2)")
    assert said(parse_mat(four))[-1] == "line 7: “8/7*(2) 6/5(2)” marks a hit where there is nothing to hit."
    entered = MATCH.replace("66: ", "61: bar/24* 13/7")
    assert said(parse_mat(entered)) == ["line 14: “bar/24* 13/7” marks a hit where there is nothing to hit."]


@pytest.mark.parametrize(
    ("own", "opponent", "closed"),
    [
        ({BAR: 1, 6: 14}, {1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2}, True),
        ({BAR: 1, 6: 14}, {1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 1}, False),
        ({24: 15}, {2: 2, 3: 2, 4: 2, 5: 2, 6: 2, 7: 2}, False),
    ],
)
def test_only_who_is_on_the_bar_is_closed_out(own: dict[int, int], opponent: dict[int, int], closed: bool) -> None:
    assert closed_out(board(own, opponent)) == closed


@pytest.mark.parametrize(
    ("head", "rows", "points", "ending"),
    [
        ("Unlimited match", BEGUN, 0, Ending.SETTLED),
        ("Unlimited match", BEGUN, 1, Ending.RESIGNED),
        ("Unlimited match", BEGUN, 2, Ending.SETTLED),
        ("Unlimited match", BEGUN, 9999, Ending.SETTLED),
        ("Unlimited match", BEGUN, 10000, None),
        ("Unlimited match", "  1) 31: 8/5 6/5                 52:\n", 7, None),
        ("9 point match", BEGUN, 3, Ending.RESIGNED),
        ("9 point match", BEGUN, 4, None),
        ("9 point match", BEGUN, 0, None),
    ],
)
def test_other_points_than_a_game_is_worth_are_a_settlement_of_money(
    head: str, rows: str, points: int, ending: Ending | None
) -> None:
    text = _text(head, ((0, 0), f"{rows}      Wins {points} points\n"))
    if ending:
        assert parse_mat(text).games[0].result == Result(points, ending)
        lost = text.replace("      Wins", " " * 33 + "Wins")
        assert parse_mat(lost).games[0].result == Result(-points, ending)
        return
    with pytest.raises(InvalidRecord, match=f"line 6: .*{points} points are no possible result"):
        parse_mat(text)


@pytest.mark.parametrize(("after", "told"), [((3, 2), "3 : 3"), ((1, 4), "2 : 4")])
def test_a_next_score_that_also_takes_points_away_is_refused_as_a_score(after: tuple[int, int], told: str) -> None:
    with pytest.raises(InvalidRecord, match=f"Game 2, line 8: The score is {told}"):
        parse_mat(_text("7 point match", ((2, 3), BEGUN), (after, WON)))


@pytest.mark.parametrize(("won", "told"), [(WON, "1 : 0"), (LOST, "0 : 1")])
def test_a_wrong_score_of_money_is_told_without_debts(won: str, told: str) -> None:
    with pytest.raises(InvalidRecord, match=f"Game 2, line 9: The score is {told}"):
        parse_mat(_text("Unlimited match", ((0, 0), won), ((5, 5), WON)))


def test_only_the_last_game_may_be_open_or_empty() -> None:
    opened = parse_mat(_text("Unlimited match", ((0, 0), WON), ((1, 0), BEGUN)))
    assert _points(opened) == [1, None]
    assert _points(parse_mat(_text("Unlimited match", ((0, 0), WON), ((1, 0), "")))) == [1]
    empty = parse_mat(_text("Unlimited match", ((0, 0), "")))
    assert (empty.games, empty.rules.money.auto_doubles) == ((), 0)


def test_a_pass_behind_a_roll_that_cannot_be_played_answers_nothing() -> None:
    assert parse_mat(MATCH.replace("66:     ", "66: Pass")).games == parse_mat(MATCH).games
    for old, new in (("66:      ", "66: Takes"), ("66:      ", "66: Drops"), ("24/14", "24/14   Pass")):
        with pytest.raises(InvalidRecord, match="answers no double"):
            parse_mat(MATCH.replace(old, new))


def test_animals_are_read_with_what_they_turn_the_cube_to() -> None:
    rows = "  2) Doubles => 2                Beavers => 4\n  3) {}\n"
    turned = [Turned(Side.WHITE, 2), Turned(Side.BLACK, 4)]
    for last, more, points in (
        ("Takes", [Answered(Side.WHITE, True)], None),
        ("Drops", [Answered(Side.WHITE, False)], -2),
        ("Raccoons => 8                  Takes", [Turned(Side.WHITE, 8), Answered(Side.BLACK, True)], None),
        ("Raccoons => 8                  Drops", [Turned(Side.WHITE, 8), Answered(Side.BLACK, False)], 4),
    ):
        record = parse_mat(_text("Unlimited match", ((0, 0), BEGUN + rows.format(last))))
        assert list(record.games[0].entries[2:]) == [*turned, *more]
        assert (_points(record), said(record)) == ([points], [])


@pytest.mark.parametrize(
    ("play", "quoted"),
    [
        ("Illegal play (24/13)", "24/13"),
        ("Illegal play", "Illegal play"),
        ("Illegal play ()", "Illegal play ()"),
        (f"Illegal {'x' * 61}", "x" * 60),
    ],
)
def test_what_the_file_calls_illegal_is_quoted(play: str, quoted: str) -> None:
    with pytest.raises(InvalidRecord, match=re.escape(f"calls “{quoted}” an illegal")):
        parse_mat(MATCH.replace("24/14", play))


def test_a_play_called_illegal_is_the_last_thing_that_happened() -> None:
    illegal = MATCH.replace("66:      ", "66: Illegal play (24/13)      ")
    with pytest.raises(InvalidRecord, match=r"Game 2, line 14: The file itself calls “24/13”"):
        parse_mat(illegal)
    assert said(parse_mat(illegal.replace("42: 8/4 6/4", "")))[0].endswith("for the game ends there.")


def test_money_may_begin_at_nothing_each_time() -> None:
    record = parse_mat(_text("Unlimited match", ((0, 0), WON), ((0, 0), WON), ((2, 0), WON)))
    assert [game.score for game in record.games] == [(0, 0), (1, -1), (2, -2)]


def test_a_result_without_points_says_that_a_double_was_dropped() -> None:
    record = parse_mat(_text("7 point match", ((0, 0), f"{BEGUN}  2) Doubles => 2\n      Wins\n")))
    assert record.games[0].result == Result(1, Ending.DROPPED)


def test_automatic_doubles_that_are_told_are_not_guessed() -> None:
    rows = f"{BEGUN}  2) Doubles => 4                Drops\n"
    record = parse_mat(_text('; [Automatics "0"]\nUnlimited match', ((0, 0), rows)))
    assert (record.games[0].automatics, _points(record)) == (0, [1])
    assert said(record) == ["line 7: “Doubles => 4”: the cube is turned to 2."]


def _sides(*rows: str) -> list[Side]:
    (match,) = writings(_text("3 point match", ((0, 0), "\n".join(rows))))
    return [cell.side for cell in match.sheets[0].cells]


@pytest.mark.parametrize("number", [" 1)", "  1)", "101)", " 101)"])
def test_what_stands_nine_characters_behind_the_number_stands_on_the_right(number: str) -> None:
    assert _sides(f"{number}{' ' * 8}31: 8/5 6/5") == [Side.WHITE]
    assert _sides(f"{number}{' ' * 9}31: 8/5 6/5") == [Side.BLACK]


def test_two_rows_with_one_roll_each_may_be_of_both() -> None:
    assert _sides("  1) 31: 8/5 6/5", f"  2){' ' * 29}52: 13/8 24/22") == [Side.WHITE, Side.BLACK]


def test_of_two_rolls_in_a_row_the_first_is_of_who_stands_on_the_left() -> None:
    rows = f"{BEGUN}  2) 21: 13/10\n  3) 41: 13/8                    61: 13/7 8/7\n      Wins 1 point\n"
    with pytest.raises(InvalidRecord, match=r"Game 1, line 7: .*“41: 13/8”"):
        parse_mat(_text("3 point match", ((0, 0), rows)))


@pytest.mark.parametrize(
    ("dropped", "column"),
    [(f"  2)  Doubles => 2{' ' * 16}Drops", 33), (f"  2) 21: 13/10{' ' * 19}Doubles => 2\n  3)  Drops", 6)],
)
def test_whoever_has_won_may_be_told_in_the_other_column_but_not_by_the_other_name(dropped: str, column: int) -> None:
    rows = f"{BEGUN}{dropped}\n"
    record = parse_mat(_text("3 point match", ((0, 0), f"{rows}{' ' * column}Wins 1 point")))
    assert [re.sub(r".*column.*", "column", note) for note in said(record)] == ["column"]
    with pytest.raises(InvalidRecord, match="wins 1 point"):
        parse_mat(_text("3 point match", ((0, 0), f"{rows}      {'B' if column > 9 else 'A'} wins 1 point")))


def test_nothing_won_is_told_as_no_points() -> None:
    record = parse_mat(_text("Unlimited match", ((0, 0), f"{BEGUN}      Wins 0 points")))
    assert record.games[0].result == Result(0, Ending.SETTLED)
    assert "Wins 0 points\n" in format_mat(record)


def test_how_long_a_line_may_be() -> None:
    """Its blanks are not counted."""
    assert parse_mat(f"; {'x' * 998}\n{MATCH}") == parse_mat(MATCH)
    with pytest.raises(InvalidRecord, match="In line 1: The line is too long"):
        parse_mat(f"; {'x' * 999}\n{MATCH}")


def test_a_line_without_end_is_refused_at_once() -> None:
    with pytest.raises(InvalidRecord, match="In line 16: The line is too long"):
        parse_mat(MATCH + "x : 1 " * 200_000)


@pytest.mark.long
def test_mutated_files_are_records_or_refused() -> None:
    """No other error, whatever happens to a file."""
    chance = random.Random(14)
    texts = [file.read_text() for file in FILES if file.stat().st_size < 2500] + [MATCH, MONEY]
    lines = [line for text in texts for line in text.splitlines()]
    refused = 0
    for _ in range(150):
        rows = chance.choice(texts).splitlines()
        for _ in range(chance.choice((1, 1, 2, 5))):
            at = chance.randrange(len(rows))
            match chance.randrange(6):
                case 0:
                    del rows[at : at + chance.randrange(1, 3)]
                case 1:
                    rows.insert(at, chance.choice(lines))
                case 2:
                    rows[at] = rows[at][: chance.randrange(len(rows[at]) + 1)]
                case 3:
                    rows[at] = "".join(chance.sample(rows[at], len(rows[at])))
                case 4:
                    place = chance.randrange(len(rows[at]) + 1)
                    rows[at] = rows[at][:place] + chance.choice("0123456789/*:() \t²?é;") + rows[at][place + 1 :]
                case _:
                    rows[at] = " ".join(rows[at].split())
            rows = rows or [""]
        try:
            for record in parse_matches("\n".join(rows)):
                assert checked(record) == record
        except InvalidRecord as refusal:
            refused += 1
            assert re.search(r"line \d+", str(refusal)), str(refusal)
    assert 20 < refused < 130


@pytest.mark.parametrize("gap", range(1, 7))
def test_closed_out_is_who_is_on_the_bar_and_finds_all_six_points_closed(gap: int) -> None:
    home = dict.fromkeys(range(1, 7), 2)
    assert closed_out(board({25: 1, 6: 14}, {**home, 8: 3}))
    assert not closed_out(board({25: 1, 6: 14}, {**home, gap: 1, 8: 4}))
    assert not closed_out(board({6: 15}, {**home, 8: 3}))


def test_who_cannot_move_but_is_not_on_the_bar_is_not_closed_out() -> None:
    assert not closed_out(board({24: 3}, {**dict.fromkeys(range(2, 8), 2), 9: 2, 10: 1}))

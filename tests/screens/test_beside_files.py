"""What is said beside and in a file whose points other programs count otherwise. That they do: `test_gnubg`."""

from __future__ import annotations

import pytest

from bot import limits
from bot.backgammon import CubeRules, Ending, Result, Rules, Side
from bot.backgammon.mat import format_mat, parse_mat
from bot.backgammon.record import Answered, GameRecord, Moved, Record, Turned
from bot.backgammon.sgf import format_sgf, parse_sgf
from bot.screens.record_files import KINDS, beside_file
from bot.texts import LANGUAGES, texts

OPENING = Moved(Side.WHITE, (3, 1), "8/5 6/5")
DROPPED = GameRecord(
    automatics=1,
    entries=(OPENING, Turned(Side.BLACK, 4), Answered(Side.WHITE, False)),
    result=Result(-2, Ending.DROPPED),
)
SETTLED = GameRecord(score=(-2, 2), entries=(OPENING,), result=Result(7, Ending.SETTLED))
PLAIN = GameRecord(score=(5, -5), entries=(OPENING,), result=Result(2, Ending.RESIGNED))
MONEY = Rules(money=CubeRules(auto_doubles=1))
SESSION = Record(MONEY, ("Ann", "Bob"), (DROPPED, SETTLED, PLAIN))
MATCH = Record(Rules(length=7), ("Ann", "Bob"), (GameRecord(entries=(OPENING,), result=Result(7, Ending.RESIGNED)),))


def alone(game: GameRecord) -> Record:
    return Record(MONEY, ("Ann", "Bob"), (game,))


def test_of_each_game_that_counts_otherwise_both_numbers_are_told_and_why() -> None:
    assert beside_file(SESSION, "mat", texts("en")).splitlines() == [
        "Other programs count some points in it otherwise: .mat has no word for an automatic double and a settlement.",
        "Game 1: 1 instead of 2.",
        "Game 2: 3 instead of 7.",
    ]
    assert beside_file(SESSION, "sgf", texts("en")).splitlines() == [
        "Other programs count some points in it otherwise: .sgf has no word for a settlement.",
        "Game 2: 3 instead of 7.",
    ]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Other programs count this game at 3, not 7: .mat has no word for a resigned match."),
        ("cs", "Jiné programy počítají tuhle partii za 3, ne za 7: .mat nemá slovo pro vzdaný zápas."),
        ("ru", "Другие программы считают эту партию за 3, а не за 7: в .mat нет слова для сданного матча."),
    ],
)
def test_a_single_game_is_told_of_in_a_line(language: str, said: str) -> None:
    assert beside_file(MATCH, "mat", texts(language)) == said


def test_nothing_is_said_where_nothing_differs() -> None:
    assert all(not beside_file(alone(PLAIN), kind, texts("en")) for kind in KINDS)
    assert not beside_file(alone(DROPPED), "sgf", texts("en")), "there the cube may begin at 2"
    assert not beside_file(SESSION, "ogxm", texts("en")) and not beside_file(SESSION, "txt", texts("en"))


def test_many_games_fit_into_the_message() -> None:
    record = Record(MONEY, ("Ann", "Bob"), (DROPPED,) * 400)
    for language in LANGUAGES:
        assert len(beside_file(record, "mat", texts(language))) < limits.MESSAGE // 2
    assert beside_file(record, "mat", texts("en")).endswith("And 388 more games.")


def test_the_file_itself_says_so_in_a_comment_and_is_read_as_ever() -> None:
    text = format_mat(SESSION)
    assert "; Game 1 counts 2; programs that know no automatic double count 1\n" in text
    assert "; Game 2 counts 7; programs that know no settlement count 3\n" in text
    assert text.count(" count ") == 2
    assert "GC[Game 2 counts 7; programs that know no settlement count 3]" in format_sgf(SESSION)
    assert format_sgf(SESSION).count("GC[") == 1
    assert " count " not in format_mat(alone(PLAIN)) + format_sgf(alone(PLAIN))
    for read in (parse_mat(text), parse_sgf(format_sgf(SESSION))):
        assert [game.result and game.result.points for game in read.games] == [-2, 7, 2]

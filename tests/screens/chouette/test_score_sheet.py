"""A chouette's score as people see it: the sheet, the totals with the line, and a player's statistics."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from bot.backgammon import Kind
from bot.backgammon.actions import Abort
from bot.chouette import LoneTaker, Options, Order, start
from bot.chouette.actions import AnswerExtras, DeclineBox, GiveExtra, Join, Leave, OpeningRoll, Roll, Share, SitOut
from bot.chouette.statistics import statistics
from bot.screens.chouette.score_sheet import score_pages, score_sheet, statistics_words
from bot.screens.common_words import came_to
from bot.texts import LANGUAGES, texts
from render.roles import Mark
from render.sheet import MOST_PLAYERS, GameRow, check, draw_sheet
from tests.chouette.test_history import DROP, OPTIONS, TAKE, A, B, C, D, E, F, Played, everybody_drops

ENGLISH = texts("en")
PEOPLE = ("Ann", "Bob", "Cyd", "Dan", "Eve", "Fay", "Gil")


def name(seat: int) -> str:
    return PEOPLE[seat] if seat < len(PEOPLE) else f"player {seat}"


def mention(seat: int) -> str:
    return f"<@{1000 + seat}>"


def one_game() -> Played:
    """Of C and D, whom the box A doubles, D drops; later A resigns to the others."""
    played = Played()
    played.begin()
    played.box_doubles({1: TAKE, 2: DROP})
    played.do(Roll(by=A, dice=(2, 1)))
    played.play()
    played.resign(A)
    return played


def test_a_sheet_has_a_row_a_game_and_marks_who_was_what() -> None:
    played = one_game()
    sheet = score_sheet(played.session, played.history(), name, ENGLISH)
    assert sheet.players == PEOPLE[:4]
    assert sheet.games == (GameRow("1", (-1 - 2 + 1, 1, 2, -1), (Mark.BOX, Mark.CAPTAIN, None, Mark.OUT)),)
    assert sheet.legend == ((Mark.BOX, "box"), (Mark.CAPTAIN, "captain"), (Mark.OUT, "out early"))
    assert (sheet.title, sheet.total, sheet.note) == ("Chouette", "Total", "1 game")
    assert draw_sheet(sheet).startswith(b"\x89PNG")


def test_totals_on_the_sheet_are_those_of_the_session() -> None:
    played = one_game()
    played.next()
    played.begin()
    played.box_doubles({0: DROP, 1: DROP, 2: DROP})
    sheet = score_sheet(played.session, played.history(), name, ENGLISH, title="Friday", theme="dark")
    assert sheet.totals() == tuple(player.points for player in played.session.players)
    assert (sheet.title, sheet.theme, sheet.note) == ("Friday", "dark", "2 games")


def test_a_partner_has_a_mark_and_who_was_not_there_has_no_points() -> None:
    played = Played(6, OPTIONS["partner"])
    played.do(Share(by=F, agree=True), OpeningRoll(dice=(3, 1)))
    played.play()
    played.do(Join(by=6))
    played.box_doubles(dict.fromkeys(range(4), DROP))
    sheet = score_sheet(played.session, played.history(), name, ENGLISH)
    assert sheet.players == PEOPLE
    assert sheet.games[0].points == (2, -1, -1, -1, -1, 2, None)
    assert sheet.games[0].marks == (Mark.BOX, Mark.CAPTAIN, None, None, None, Mark.PARTNER, None)
    assert (Mark.PARTNER, "partner") in sheet.legend


def test_a_voided_game_is_not_on_the_sheet_and_keeps_its_number() -> None:
    played = everybody_drops()
    played.next()
    played.do(Abort())
    played.next()
    played.begin()
    played.resign(A)
    sheet = score_sheet(played.session, played.history(), name, ENGLISH)
    assert [row.label for row in sheet.games] == ["1", "3"]
    assert sheet.note == "2 games"


def test_before_the_first_game_is_over_a_sheet_has_only_its_players() -> None:
    played = Played(3)
    sheet = score_sheet(played.session, played.history(), name, ENGLISH)
    assert (sheet.players, sheet.games, sheet.legend) == (PEOPLE[:3], (), ())
    assert draw_sheet(sheet)


def crowd() -> Played:
    """A game among four; then people come and go until there have been fourteen."""
    played = everybody_drops()
    for seat in range(4, 14):
        played.do(Join(by=seat))
        if seat < 13:
            played.do(Leave(by=seat))
    played.do(Leave(by=D))
    return played


def test_a_sheet_with_more_people_than_columns_keeps_who_is_there_and_who_has_played() -> None:
    played = crowd()
    sheet = score_sheet(played.session, played.history(), name, ENGLISH)
    check(sheet)
    assert len(sheet.players) == MOST_PLAYERS
    assert sheet.players[:4] == PEOPLE[:4] and "player 13" in sheet.players
    assert sheet.note == "1 game · 2 players are not shown"


def test_every_score_says_player_and_signed_total_and_then_the_line() -> None:
    played = one_game()
    said = score_pages(played.session, mention, ENGLISH)[0].splitlines()
    assert said == [
        "<@1000> -2",
        "<@1001> +1",
        "<@1002> +2",
        "<@1003> -1",
        "Line: <@1001> (box) · <@1002> (captain) · <@1003> · <@1000>",
    ]


def test_nothing_won_is_written_without_a_sign() -> None:
    said = score_pages(Played(3).session, mention, ENGLISH)[0].splitlines()
    assert said[:3] == ["<@1000> 0", "<@1001> 0", "<@1002> 0"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_totals_are_written_alike_in_every_language(language: str) -> None:
    played = one_game()
    said = score_pages(played.session, mention, texts(language))[0].splitlines()
    assert all(re.fullmatch(r"<@\d+> ([+-][1-9]\d*|0)", line) for line in said[:4])
    assert len(said) == 5


def test_the_line_of_a_running_game_is_its_own() -> None:
    played = one_game()
    played.next()
    played.do(SitOut(by=C, out=True))
    assert score_pages(played.session, name, ENGLISH)[0].endswith("Line: Bob (box) · Cyd (captain) · Dan · Ann")
    played.begin()
    played.resign(B)
    assert score_pages(played.session, name, ENGLISH)[0].endswith(
        "Line: Cyd (sits out) · Dan (box) · Ann (captain) · Bob"
    )


def test_a_declined_box_moves_the_marks() -> None:
    played = one_game()
    played.do(DeclineBox(by=B))
    assert score_pages(played.session, name, ENGLISH)[0].endswith("Line: Cyd (box) · Dan (captain) · Bob · Ann")


def test_a_captain_who_has_left_the_running_game_is_none_any_more() -> None:
    played = one_game()
    played.next()
    played.begin()
    played.do(Leave(by=C))
    assert score_pages(played.session, name, ENGLISH)[0].endswith(
        "Line: Bob (box) · Cyd (has left) · Dan (acting captain) · Ann"
    )


def test_a_partner_is_marked_in_the_line() -> None:
    played = Played(6, OPTIONS["partner"])
    played.do(Share(by=F, agree=True))
    assert score_pages(played.session, name, ENGLISH)[0].endswith(
        "Ann (box) · Bob (captain) · Cyd · Dan · Eve · Fay (partner)"
    )


def test_who_has_left_keeps_his_total_but_is_not_in_the_line() -> None:
    played = one_game()
    played.do(Leave(by=D))
    said = score_pages(played.session, name, ENGLISH)[0].splitlines()
    assert said[3] == "Dan -1"
    assert said[-1] == "Line: Bob (box) · Cyd (captain) · Ann"


def test_before_the_first_line_there_are_only_totals() -> None:
    assert score_pages(start(Options(), 3), name, ENGLISH)[0] == "Ann 0\nBob 0\nCyd 0"


def test_statistics_are_a_few_short_lines() -> None:
    played = one_game()
    stats = statistics(played.history())
    assert statistics_words(stats, A, name, ENGLISH) == [
        "Ann −2 · 1 game",
        "Box: −2 · 1 game",
        "Cubes: offered 2, lost 1 point by it",
        "Largest swing: −2 in game 1",
        "Head to head: Bob −1 · Cyd −2 · Dan +1",
    ]
    assert statistics_words(stats, C, name, ENGLISH) == [
        "Cyd +2 · 1 game",
        "Crew: +2 · 1 game",
        "Cubes: took 1, won 2 points by it",
        "Largest swing: +2 in game 1",
        "Head to head: Ann +2",
    ]


@pytest.mark.parametrize(
    ("points", "english", "czech", "russian"),
    [
        (0, "took 1, came out even by it", "přijato 1, vyšlo to nastejno", "принято 1, вышло по нулям"),
        (-1, "took 1, lost 1 point by it", "přijato 1, ztráta 1 bod", "принято 1, в минусе на 1 очко"),
        (5, "took 1, won 5 points by it", "přijato 1, zisk 5 bodů", "принято 1, в плюсе на 5 очков"),
    ],
)
def test_what_a_cube_came_to_is_told_in_words(points: int, english: str, czech: str, russian: str) -> None:
    for language, said in (("en", english), ("cs", czech), ("ru", russian)):
        t = texts(language)
        assert came_to(t("took {number}", number=1), points, t) == said
    assert came_to("took 1", Fraction(-3, 2), ENGLISH) == "took 1, lost 1½ points by it"


def test_statistics_tell_of_extras_gammons_and_a_long_box() -> None:
    played = Played(options=Options(order=Order.MANUAL, lone_taker=LoneTaker.EXTRAS))
    played.begin()
    played.box_doubles({0: DROP, 1: TAKE, 2: DROP})
    played.do(GiveExtra(by=B, bet=0, give=True), GiveExtra(by=D, bet=2, give=False))
    played.do(AnswerExtras(by=C, stay=True))
    played.resign(C, Kind.GAMMON)
    played.next()
    played.begin()
    played.box_doubles({0: DROP, 1: DROP, 2: DROP})
    stats = statistics(played.history())
    assert "Longest box: 2 games in a row" in statistics_words(stats, A, name, ENGLISH)
    assert "Gammons: 1 won, 0 lost" in statistics_words(stats, A, name, ENGLISH)
    assert "Extras: gave 1, won 3 points by it" in statistics_words(stats, B, name, ENGLISH)
    assert "Extras: took 1, lost 3 points by it" in statistics_words(stats, C, name, ENGLISH)
    assert "Cubes: took 1, lost 4 points by it · dropped 1, lost 1 point by it" in statistics_words(
        stats, C, name, ENGLISH
    )
    assert "Captain: −1 · 1 game" in statistics_words(stats, C, name, ENGLISH)


def test_who_has_not_played_is_told_so() -> None:
    assert statistics_words({}, E, name, ENGLISH) == ["Eve has not finished a game yet."]

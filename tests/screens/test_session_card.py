"""The end of a session as a picture: who won, what the games were, who pays whom."""

from __future__ import annotations

from bot.backgammon import Kind, Rules
from bot.backgammon.history import Finished
from bot.screens.alt import described
from bot.screens.face import AnyFace
from bot.screens.faces import face_of
from bot.tables.table import Table
from bot.texts import texts
from render import Payment, SessionEnd, draw_ending
from tests.screens.states import played

ENGLISH = texts("en")


def summary(table: Table, games: tuple[Finished, ...]) -> SessionEnd | None:
    face: AnyFace = face_of(table)
    return face.summary(table, games, "dark", ENGLISH)


def test_a_money_session_ends_with_its_games_and_who_pays() -> None:
    end = summary(*played([(1, Kind.GAMMON), (0, Kind.SINGLE), (1, Kind.SINGLE)]))
    assert end and (end.headline, end.points) == ("Ann wins", "+1")
    assert [game.points for game in end.sheet.games] == [(1, -1), (-1, 1), (1, -1)]
    assert end.payments == (Payment(1, 0, 1),)
    assert described(end, ENGLISH).startswith(
        "Ann wins, +1. Payments in points: Bob pays Ann 1. Session over. 3 games."
    )
    assert draw_ending(end).startswith(b"\x89PNG")


def test_nobody_pays_where_all_are_even() -> None:
    end = summary(*played([(1, Kind.SINGLE), (0, Kind.SINGLE)]))
    assert end and (end.headline, end.points, end.payments) == ("Nobody has won", "", ())


def test_of_one_game_and_of_a_match_the_last_board_says_it() -> None:
    assert summary(*played([(1, Kind.SINGLE)])) is None
    assert summary(*played([(1, Kind.SINGLE)] * 3, Rules(length=3))) is None

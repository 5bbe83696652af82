"""Half points: all points of a session count halves, and are shown with ½."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from bot.backgammon import Illegal
from bot.chouette import ChouetteFault, actions, points, rows
from bot.chouette.history import Finished
from bot.chouette.statistics import statistics
from bot.chouette.units import in_points, in_units
from bot.tables.chouette import bets_meant
from bot.tables.chouette.account import account
from render.text import number, signed

from ..facts.chouette import Game
from .table import A, B, C, D, F, play, table

BOX_WINS = ["end", "box", 1]


def halves(players: str = "ABCD", **options: Any) -> Game:
    return table(players, half_points=True, **options)


def settled(game: Game, much: Fraction, member: int = C) -> None:
    """A member is paid so much by the box, by agreement."""
    game.act(bets_meant.settle(game.session, member, much, None, None))
    game.act(actions.Accept(by=A, question=game.session.proposals[0].number))


def test_points_as_they_are_shown() -> None:
    told = [number(in_points(units, 2)) for units in (0, 1, 2, 3, -1, -3, -4)]
    assert told == ["0", "½", "1", "1½", "−½", "−1½", "−2"]
    assert signed(in_points(7, 2)) == "+3½" and in_points(7, 1) == 7


@pytest.mark.parametrize(("much", "unit"), [(Fraction(1, 2), 1), (Fraction(1, 4), 2)])
def test_points_that_there_are_not(much: Fraction, unit: int) -> None:
    with pytest.raises(Illegal) as refused:
        in_units(much, unit)
    assert refused.value.reason is (ChouetteFault.NOT_HALVES if unit == 2 else ChouetteFault.NOT_WHOLE)


def test_a_settlement_for_a_half_and_a_board_played_out() -> None:
    game = halves()
    settled(game, Fraction(3, 2))
    play(game, BOX_WINS)
    assert points(game.session.game) == {A: 1, B: -2, C: 3, D: -2}
    assert [player.points for player in game.session.players] == [1, -2, 3, -2]
    assert [row.points for row in rows(game.session.game, 1)] == [2, 3, 2]


@pytest.mark.parametrize(
    "events",
    [
        [["team_doubles", {"B": "take", "C": "drop", "D": "beaver+take"}], ["end", "team", 2]],
        [["box_doubles", {"B": "drop", "C": "take", "D": "drop"}], ["extra", "B", "C"], ["extra_drop", "B", "C"],
         ["end", "box", 3]],
        [["box_doubles", {"B": "beaver+drop"}], ["box_resigns", 2, None]],
        [["member_resigns", "C", 1], ["team_doubles", {"B": "take"}], ["end", "box", 2]],
    ],
)  # fmt: skip
def test_without_a_settlement_all_is_as_without_the_option(events: list[list[Any]]) -> None:
    """Bets are worth the same, by whatever they end; only the numbers inside are twice as large."""
    options = {"lone_taker": "extras", "box_take": "free"}
    half, whole = play(halves(**options), *events), play(table(**options), *events)
    assert points(half.session.game) == {seat: 2 * won for seat, won in points(whole.session.game).items()}
    assert half.session.line == whole.session.line
    assert [bet.value for bet in half.session.game.bets] == [bet.value for bet in whole.session.game.bets]


def finished(game: Game) -> Finished:
    won, ledger = points(game.session.game), rows(game.session.game, 1)
    return Finished(number=1, game=game.session.game, line=game.session.line, points=won, rows=ledger, cubes=(), out=())


def test_statistics_and_accounts_know_the_unit() -> None:
    game = halves()
    settled(game, Fraction(1, 2))
    play(game, ["team_doubles", {"B": "take"}], ["end", "team", 2])
    found = statistics([finished(game)])
    assert (found[B].gammons_won, found[C].gammons_won, found[D].gammons_won) == (1, 0, 0)
    told = account(game.session.options, finished(game))
    assert told is not None
    assert [row.points for row in told.rows] == [(4, 1), (1, 2), (1, 1)]


def test_a_partner_has_the_half_exactly() -> None:
    whole, half = (play(each("ABCDEF", partner="F"), BOX_WINS) for each in (table, halves))
    assert points(whole.session.game)[F] == 2 and points(half.session.game)[F] == 4
    whole, half = (play(each("ABCDEF", partner="F"), ["settle", "C", 0, None], BOX_WINS) for each in (table, halves))
    assert points(whole.session.game)[F] == 1 and in_points(points(half.session.game)[F], 2) == Fraction(3, 2)


def test_the_most_that_is_settled_for_is_as_many_points() -> None:
    game = halves()
    game.act(actions.Settle(by=C, points=2 * 9999, bets=(1,)))
    with pytest.raises(Illegal):
        game.act(actions.Settle(by=D, points=2 * 9999 + 1, bets=(2,)))


def test_each_bet_of_an_offer_keeps_its_own_number_of_the_engine() -> None:
    game = halves()
    game.act(actions.Settle(by=A, points=1, bets=(0, 1), engine=(50, -25)))
    offers = [each.what for each in game.session.proposals]
    assert [each.engine for each in offers if isinstance(each, actions.Settle)] == [(50,), (-25,)]

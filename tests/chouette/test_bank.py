"""A bank: what a game may cost, who can afford to be box or to double, and who is out."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.backgammon import TableFault
from bot.chouette import BOX, ChouetteFault, Options, actions, apply, points, replay, rows, settled_with_bank
from bot.chouette.actions import Join, Leave, Next
from bot.chouette.bank import with_cover
from bot.chouette.house import HouseRules
from bot.chouette.places import places
from bot.chouette.questions import may_decline_box, questions
from tests.facts import night

from ..facts.chouette import Game
from .table import A, B, C, D, E, next_game, play, reason, refused, table

BOX_WINS = ["end", "box", 1]


def bank(balances: str, *, s: int = 1, **options: object) -> Game:
    """A table before the first opening roll whose people have these balances, A first."""
    numbers = [int(each) for each in balances.split()]
    game = table("ABCDEF"[: len(numbers)], bank=max(6, *numbers), start_steps=(s,), **options)
    session = game.session
    for seat, has in enumerate(numbers):
        session = session.with_player(seat, bank=has)
    game.session = session
    return game


def test_settlements_are_those_of_an_independent_implementation() -> None:
    assert night.main(str(Path(night.__file__).with_name("night_bank.jsonl"))) == 0


@pytest.mark.parametrize(
    ("had", "box", "bets", "line"),
    [
        ({"A": 3, "B": -1}, "A", [], "AB"),
        ({"A": 3}, "A", [], "AB"),
        ({"A": 3, "B": 1.5}, "A", [], "AB"),
        ({"A": 3, "B": 2}, "A", [("B", True)], "AB"),
        ({"A": 3, "B": 2}, "A", [], "BA"),
        ({"A": 3, "B": 2}, "A", [], "ABB"),
        ({"A": 3, "B": 2}, "A", [("A", 1)], "AB"),
        ({"A": 3, "B": 2, "C": 2}, "A", [("C", 1)], "AB"),
        ({"A": 3, "B": 2}, "A", [("B", 1), ("B", 1)], "AB"),
        ({"A": 3, "B": 2, "C": 2, "BC": 2}, "A", [("BC", 1)], "ABC"),
        ({"A": 3, "B": 2}, "A", [("", 1)], "AB"),
        ({}, "A", [], ""),
    ],
)
def test_what_is_no_game_is_refused(had: dict[str, int], box: str, bets: list[tuple[str, int]], line: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        settled_with_bank(had, box, bets, line)


@pytest.mark.parametrize(("balances", "line"), [("2 30 50 18", "BCAD"), ("2 5 5 4", "BACD"), ("6 6 6 6", "ABCD")])
def test_box_and_captain_have_cover(balances: str, line: str) -> None:
    has = dict(zip("ABCD", map(int, balances.split()), strict=True))
    assert "".join(with_cover("ABCD", has, dict.fromkeys("ABCD", 6))) == line


def test_who_has_no_cover_is_not_box_in_the_next_game() -> None:
    # B loses all but one point to A, and C has 20.
    game = play(table("ABC", bank=6, retain="captain"), ["end", "box", 1])
    session = game.session.with_player(A, bank=-1)  # 1 of 8 points left: no cover for two bets
    assert session.players[A].balance == 1
    assert session.playing == (C, B, A) or session.playing[0] != A


def test_a_double_needs_enough_for_all_open_bets() -> None:
    game = table("ABCD", side=BOX, bank=10)
    play(game, ["box_doubles", {"B": "take", "C": "take", "D": "take"}])
    assert [bet.value for bet in game.session.game.bets] == [2, 2, 2]
    assert game.session.game.overdrawn(A, {0: 8}) == (12, 10)
    game = table("ABCD", side=BOX, bank=6)
    assert game.session.game.accessible(A, game.session.options.cube) == (0, 1, 2)
    play(game, ["box_doubles", {"B": "take", "C": "take", "D": "take"}])


def test_the_refusal_says_what_the_bets_would_stand_at_and_what_is_there() -> None:
    game = table("ABC", side=BOX, bank=6)
    session = game.session
    game.session = session.__replace__(game=session.game.__replace__(balances=(3, 6, 6)))
    found = refused(game, actions.Double(by=A, bets=(0, 1)))
    assert str(found) == "Your bets would stand at 4; you have 3."
    game.act(actions.Double(by=A, bets=(0,)))


def test_the_window_holds_only_those_who_can_afford_to_double() -> None:
    game = table("ABCD", bank=6)
    session = game.session
    game.session = session.__replace__(game=session.game.__replace__(balances=(6, 6, 1, 6)))
    assert game.session.game.window(game.session.options.cube) == (B, D)
    assert reason(game, actions.Double(by=C, bets=(1,))) is ChouetteFault.NO_CREDIT


def test_whoever_lacks_credit_may_take_but_not_beaver() -> None:
    game = table("ABC", side=BOX, bank=6)
    session = game.session
    game.session = session.__replace__(game=session.game.__replace__(balances=(6, 3, 6)))
    game.act(actions.Double(by=A, bets=(0, 1)))
    beaver = actions.Answer(by=B, replies=((0, actions.Reply.BEAVER),))
    assert reason(game, beaver) is ChouetteFault.NO_CREDIT
    game.act(actions.Answer(by=B, replies=((0, actions.Reply.TAKE),)))
    game.act(actions.Answer(by=C, replies=((1, actions.Reply.BEAVER),)))


def test_the_box_pays_its_drops_before_it_beavers() -> None:
    game = table("ABC", bank=6, animals=1)
    session = game.session
    game.session = session.__replace__(game=session.game.__replace__(balances=(4, 6, 6)))
    game.act(actions.Double(by=C, bets=(1,)))
    game.act(actions.Double(by=B, bets=(0,)))
    if game.session.game.exchange is None:
        game.act(actions.Roll(by=B, dice=(3, 1)))
    both = actions.Answer(by=A, replies=((0, actions.Reply.BEAVER), (1, actions.Reply.DROP)))
    assert str(refused(game, both)) == "Your bets would stand at 4; you have 3."
    game.act(actions.Answer(by=A, replies=((0, actions.Reply.TAKE), (1, actions.Reply.TAKE))))


def test_a_settlement_is_for_at_most_what_each_of_the_two_has() -> None:
    game = table("ABC", bank=6)
    session = game.session
    game.session = session.__replace__(game=session.game.__replace__(balances=(6, 2, 6)))
    assert reason(game, actions.Settle(by=B, bets=(0,), points=3)) is ChouetteFault.SETTLE_WITHIN
    game.act(actions.Settle(by=B, bets=(0,), points=2))


def broke_table() -> Game:
    """B has lost the whole bank to the box in one game."""
    game = table("ABCD", bank=6)
    game.session = game.session.__replace__(game=game.session.game.__replace__(balances=(6, 1, 6, 6)))
    game.session = game.session.with_player(B, bank=1)
    return play(game, BOX_WINS)


def test_who_has_nothing_is_out_and_may_only_watch() -> None:
    game = broke_table()
    assert B not in game.session.line and game.session.players[B].balance == 0
    assert reason(game, Join(by=B)) is ChouetteFault.YOU_ARE_OUT
    assert reason(game, actions.SitOut(by=B, out=True)) is TableFault.NOT_SEATED
    assert reason(game, Join(by=E)) is ChouetteFault.SOMEBODY_OUT
    assert places(game.session)[-1] == (B,)


def test_an_undo_brings_back_who_was_out() -> None:
    game = broke_table()
    game.act(actions.Undo(by=A))
    for question in questions(game.session):
        if question.ask.value == "undo":
            for seat in question.of:
                if game.session.proposed(actions.Undo):
                    number = game.session.proposed(actions.Undo)[0].number
                    game.act(actions.Accept(by=seat, question=number))
    session = game.session
    assert B in session.line and session.players[B].balance == 1 and session.players[B].end is None
    assert session.is_seated(B)


def test_who_has_left_comes_back_to_what_was_left() -> None:
    game = play(table("ABCD", bank=6), BOX_WINS)
    had = game.session.players[D].balance
    game.act(Leave(by=D))
    assert game.session.players[D].end == (1, 6)
    next_game(game)
    play(game, ["end", "box", 1])
    game.act(Join(by=D))
    assert game.session.players[D].balance == had and game.session.players[D].end is None


def test_it_ends_when_one_is_left_with_places_and_without_payments() -> None:
    game = table("ABC", bank=6, jacoby="off")
    game.session = game.session.__replace__(game=game.session.game.__replace__(balances=(6, 1, 2)))
    game.session = game.session.with_player(B, bank=1).with_player(C, bank=2)
    play(game, ["end", "box", 3])
    session = game.session
    assert session.is_ending and session.ends(0.0)
    assert reason(game, Next(by=A)) is ChouetteFault.LAST_GAME
    closed = apply(session, actions.End())
    assert closed.closed and closed.payments == ()
    assert places(closed) == ((A,), (C,), (B,))


def test_nobody_may_decline_the_box_to_somebody_without_cover() -> None:
    game = play(table("ABC", bank=6), ["end", "team", 1])
    assert may_decline_box(game.session)
    poor = game.session.with_player(C, bank=-6).with_player(A, bank=2)
    assert not may_decline_box(poor)


def test_the_rows_of_the_ledger_are_what_was_paid() -> None:
    game = table("ABCD", bank=50, jacoby="off", start_steps=(8,), start_cube="box_game")
    game.session = game.session.__replace__(game=game.session.game.__replace__(balances=(20, 10, 5, 30)))
    play(game, BOX_WINS)
    done = game.session.game
    assert points(done) == {A: 20, B: -8, C: -5, D: -7}
    assert [row.points for row in rows(done, 1)] == [8, 5, 7]
    assert dict(done.points)[A] == 24


def test_with_halves_a_bank_is_counted_in_halves() -> None:
    options = Options(house=HouseRules(bank=6, half_points=True))
    session = replay(options, 3, [actions.Arrange(dice=((6, 5), (4, 4)))])
    assert {player.balance for player in session.players} == {12}
    assert session.game.balances == (12, 12, 12)


def test_a_host_who_is_taken_from_the_table_for_sitting_out_is_host_no_more() -> None:
    game = table("ABCD", bank=50, retain="captain")
    game.act(actions.SitOut(by=A, out=True))
    for _ in range(3):
        play(game, ["end", "team", 1])
        next_game(game)
    assert game.session.host == A
    play(game, ["end", "team", 1])
    assert not game.session.is_seated(A) and game.session.host == game.session.line[0]


def test_whoever_comes_back_to_a_table_that_all_have_left_is_its_host() -> None:
    game = table("ABC", side=None, bank=6)
    for seat in (A, B, C):
        game.act(Leave(by=seat))
    game.act(Join(by=B))
    assert game.session.host == B

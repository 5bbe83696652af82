"""Settlements and resignations, each bet for itself."""

import pytest

from bot.backgammon import Ask, Illegal, Kind, Phase, TableFault
from bot.backgammon.actions import Abort, Undo
from bot.chouette import BOX, ChouetteFault, Options, Order, Reason, actions, apply, questions, rows, start

from .table import DICE, A, B, C, D, E, Game, play, reason, table


def accept(game: Game, by: int) -> None:
    """Everything that is asked of somebody."""
    for proposal in game.session.proposals:
        if by in proposal.of:
            game.act(actions.Accept(by=by, question=proposal.number))


def test_a_settlement_closes_one_bet() -> None:
    game = table()
    game.act(actions.Settle(by=C, bets=(1,), points=2))
    (proposal,) = game.session.proposals
    assert proposal.of == (A,)
    assert reason(game, actions.Accept(by=B, question=proposal.number)) is TableFault.NOT_YOURS_TO_ANSWER
    assert reason(game, actions.Accept(by=A, question=proposal.number + 1)) is TableFault.NOT_ASKED
    accept(game, A)
    assert dict(game.session.game.points) == {A: -2, B: 0, C: 2, D: 0}
    assert game.session.game.open_bets == (0, 2)
    assert play(game, ["end", "box", 1]).points == {"A": 0, "B": -1, "C": 2, "D": -1}
    assert [row.reason for row in rows(game.session.game, 1)] == [Reason.PLAYED, Reason.SETTLED, Reason.PLAYED]


def test_each_answers_for_himself() -> None:
    game = table()
    game.act(actions.Settle(by=A, bets=(0, 1, 2), points=1))
    asked = [question for question in questions(game.session) if question.ask is Ask.SETTLEMENT]
    assert [(question.of, question.bets) for question in asked] == [((B,), (0,)), ((C,), (1,)), ((D,), (2,))]
    accept(game, C)
    game.act(actions.Decline(by=D, question=asked[2].number))
    assert game.session.game.open_bets == (0, 2)
    assert [proposal.of for proposal in game.session.proposals] == [(B,)]


def test_an_offer_lapses_with_the_roll() -> None:
    game = table()
    game.act(actions.Settle(by=A, bets=(0,), points=1))
    number = game.session.proposals[0].number
    game.act(actions.Roll(by=B, dice=DICE))
    assert reason(game, actions.Accept(by=B, question=number)) is TableFault.NOT_ASKED
    assert reason(game, actions.Settle(by=A, bets=(0,), points=1)) is TableFault.SETTLE_BEFORE_ROLL


def test_one_open_offer_and_two_a_turn() -> None:
    game = table()
    offer = actions.Settle(by=A, bets=(0,), points=1)
    for _ in range(2):
        game.act(offer)
        assert reason(game, offer) in (TableFault.ALREADY_ASKED, TableFault.SETTLED_ENOUGH)
        game.act(actions.Decline(by=B, question=game.session.proposals[0].number))
    assert reason(game, offer) is TableFault.SETTLED_ENOUGH
    game.act(actions.Settle(by=A, bets=(1,), points=1))
    game.act(actions.Roll(by=B, dice=DICE))
    game.move()
    game.act(offer)
    assert len(game.session.proposals) == 1


def test_what_cannot_be_settled() -> None:
    assert reason(table(settlements=False), actions.Settle(by=A, bets=(0,), points=1)) is TableFault.NO_SETTLEMENTS
    game = table()
    assert reason(game, actions.Settle(by=B, bets=(1,), points=1)) is ChouetteFault.NOT_YOUR_BET
    assert reason(game, actions.Settle(by=A, bets=(), points=1)) is ChouetteFault.NOT_YOUR_BET
    for points in (10_000, -10_000):
        assert reason(game, actions.Settle(by=A, bets=(0,), points=points)) is TableFault.TOO_MANY_POINTS
    for points in (9_999, -9_999):
        apply(game.session, actions.Settle(by=A, bets=(0,), points=points))
    assert reason(table(side=None), actions.Settle(by=A, bets=(0,), points=1)) is TableFault.NOT_STARTED
    game.act(actions.Double(by=C, bets=(1,)))
    game.act(actions.Roll(by=B, dice=DICE))
    assert reason(game, actions.Settle(by=A, bets=(0,), points=1)) is TableFault.OFFER_OPEN
    assert reason(game, actions.Resign(by=A, kind=1, bets=(0,))) is TableFault.OFFER_OPEN


def test_the_box_resigns_to_some() -> None:
    game = play(table(), ["team_doubles", {"C": "take"}])
    game.act(actions.Resign(by=A, kind=2, bets=(0, 1)))
    accept(game, B)
    accept(game, C)
    # An unturned cube pays 1 under Jacoby.
    assert dict(game.session.game.points) == {A: -5, B: 1, C: 4, D: 0}
    assert game.session.game.acting_captain == D


def test_who_refuses_a_resignation_plays_on() -> None:
    game = table()
    game.act(actions.Resign(by=A, kind=1, bets=(0, 1, 2)))
    first, second, third = game.session.proposals
    game.act(actions.Decline(by=B, question=first.number))
    game.act(actions.Accept(by=C, question=second.number))
    game.act(actions.Accept(by=D, question=third.number))
    assert game.session.game.open_bets == (0,)
    assert play(game, ["end", "box", 1]).line == "ACDB"


def test_a_resignation_lasts_until_a_play_is_made() -> None:
    game = table()
    game.act(actions.Resign(by=A, kind=1, bets=(0,)))
    game.act(actions.Roll(by=B, dice=DICE))
    assert len(game.session.proposals) == 1
    game.move()
    assert not game.session.proposals


def test_a_member_resigns_for_himself() -> None:
    game = table(side=BOX)
    game.act(actions.Resign(by=B, kind=3, bets=(0,)))
    assert reason(game, actions.Resign(by=B, kind=1, bets=(1,))) is ChouetteFault.NOT_YOUR_BET
    accept(game, A)
    assert dict(game.session.game.points) == {A: 1, B: -1, C: 0, D: 0}
    assert game.session.game.acting_captain == C and game.session.game.phase is Phase.CUBE


def test_the_same_bets_are_resigned_once() -> None:
    game = table()
    game.act(actions.Resign(by=A, kind=1, bets=(0,)))
    assert reason(game, actions.Resign(by=A, kind=2, bets=(0,))) is TableFault.ALREADY_ASKED
    game.act(actions.Resign(by=A, kind=1, bets=(0, 1)))
    assert [each.of for each in game.session.proposals] == [(B,), (C,)]


def test_what_who_leaves_has_proposed_lapses_and_what_waits_for_him() -> None:
    game = table()
    game.act(actions.Settle(by=A, bets=(0, 1), points=1))
    game.act(actions.Resign(by=B, kind=1, bets=(0,)))
    game.act(actions.Leave(by=B))
    assert [each.of for each in game.session.proposals] == [(C,)]


def test_a_closed_bet_takes_what_was_said_about_its_cube_with_it() -> None:
    game = table()
    game.act(actions.Double(by=C, bets=(1,)))
    game.act(actions.Hold(by=D))
    game.act(actions.Settle(by=A, bets=(1, 2), points=1))
    accept(game, C)
    accept(game, D)
    assert game.session.game.doubled == () and game.session.game.holding == ()
    game.act(actions.Roll(by=B, dice=DICE))
    assert game.session.game.phase is Phase.PLAY


def test_a_member_resigns_to_all_with_whom_he_has_a_bet_or_to_some() -> None:
    """The taker of two extras: to the box and to both who gave them, each of whom answers alone."""
    lone = ["box_doubles", {"B": "drop", "C": "take", "D": "drop"}]
    game = play(table(side=BOX, lone_taker="extras"), lone, ["extra", "B", "C"], ["extra", "D", "C"])
    game.act(actions.Resign(by=C, kind=2, bets=game.session.game.held(C)))
    assert [(each.of, each.what.bets) for each in game.session.proposals] == [((A,), (1,)), ((B,), (3,)), ((D,), (4,))]
    accept(game, B)
    game.act(actions.Decline(by=A, question=game.session.proposals[0].number))
    assert game.session.game.open_bets == (1, 4)
    accept(game, D)
    assert game.session.game.open_bets == (1,)
    assert dict(game.session.game.points) == {A: 2, B: 2, C: -6, D: 2}
    game.act(actions.Resign(by=C, kind=1, bets=(1,)))
    accept(game, A)
    assert game.session.game.phase is Phase.OVER and game.points["C"] == -8


@pytest.mark.parametrize("kind", [1, 2, 3])
def test_the_captain_resigns_and_the_box_stays(kind: int) -> None:
    game = play(table(jacoby="off"), ["member_resigns", "B", kind], ["end", "team", 1])
    assert game.points == {"A": kind - 2, "B": -kind, "C": 1, "D": 1}
    assert game.line == "ACDB"


def test_a_bet_that_waits_to_be_resigned_is_not_resigned_again() -> None:
    game = table()
    game.act(actions.Resign(by=B, kind=1, bets=(0,)))
    assert not any(B in each.of for each in questions(game.session) if actions.Resign in each.answers)
    session = start(Options(order=Order.MANUAL), 4)
    resign = actions.Resign(by=0, kind=Kind.SINGLE, bets=(1,))
    opening = (actions.OpeningRoll(dice=(1, 3)), actions.Move(by=0, play="8/5 6/5"))
    for action in (actions.Arrange(line=(0, 1, 2, 3)), *opening, resign):
        session = apply(session, action)
    with pytest.raises(Illegal) as refusal:
        apply(session, resign)
    assert refusal.value.reason is TableFault.ALREADY_ASKED


def test_who_has_no_other_bet_is_told_why_he_cannot_settle() -> None:
    game = table()
    offer = actions.Settle(by=C, bets=(1,), points=1)
    for _ in range(2):
        game.act(offer)
        assert reason(game, offer) is (
            TableFault.SETTLED_ENOUGH if len(game.session.game.settlements) == 2 else TableFault.ALREADY_ASKED
        )
        game.act(actions.Decline(by=A, question=game.session.proposals[0].number))
    assert reason(game, offer) is TableFault.SETTLED_ENOUGH


def test_a_box_that_can_settle_nothing_is_told_why_of_the_first_it_names() -> None:
    game = table("ABC")
    for _ in range(2):
        game.act(actions.Settle(by=A, bets=(0,), points=1))
        game.act(actions.Decline(by=B, question=game.session.proposals[0].number))
    game.act(actions.Settle(by=A, bets=(1,), points=1))
    assert reason(game, actions.Settle(by=A, bets=(0, 1), points=1)) is TableFault.SETTLED_ENOUGH
    assert reason(game, actions.Settle(by=A, bets=(1, 0), points=1)) is TableFault.ALREADY_ASKED


def test_who_resigns_all_once_more_is_told_whether_they_are_his_bets_at_all() -> None:
    game = table()
    game.act(actions.Resign(by=A, kind=1, bets=(0, 1, 2)))
    for bets in ((0,), (0, 2), (0, 1, 2)):
        assert reason(game, actions.Resign(by=A, kind=1, bets=bets)) is TableFault.ALREADY_ASKED
    for by, bets in ((A, ()), (A, (0, 3)), (A, (3,)), (D, ()), (D, (1,)), (D, (1, 2)), (D, (0, 1, 2))):
        assert reason(game, actions.Resign(by=by, kind=1, bets=bets)) is ChouetteFault.NOT_YOUR_BET


def test_what_is_offered_together_goes_by_the_number_of_its_first_question() -> None:
    game = table("ABCDE")
    for what in (
        actions.Resign(by=B, kind=1, bets=(0,)),
        actions.Settle(by=A, bets=(0, 1), points=1),
        actions.Settle(by=A, bets=(2, 3), points=2),
    ):
        game.act(what)
    alone, first, second, third, fourth = (each.number for each in game.session.proposals)
    assert [each.offer for each in game.session.proposals] == [alone, first, first, third, third]
    game.act(actions.Accept(by=C, question=second))
    assert {each.number: each.agreed for each in game.session.proposals} == {
        alone: (), first: (C,), third: (), fourth: (),
    }  # fmt: skip
    game.act(actions.Accept(by=E, question=fourth))
    assert {each.number: each.agreed for each in game.session.proposals} == {alone: (), first: (C,), third: (E,)}


def test_what_else_was_offered_for_a_bet_lapses_once_it_is_closed() -> None:
    game = table()
    game.act(actions.Settle(by=A, bets=(1, 2), points=1))
    game.act(actions.Resign(by=C, kind=1, bets=(1,)))
    game.act(actions.Accept(by=A, question=game.session.proposals[-1].number))
    assert [each.what.bets for each in game.session.proposals if not isinstance(each.what, Undo | Abort)] == [(2,)]
    assert len(game.session.proposals) == 1


@pytest.mark.parametrize(("name", "anew"), [("B", True), ("C", False), ("D", False)])
def test_all_are_asked_anew_only_where_somebody_else_has_to_roll(name: str, anew: bool) -> None:
    game = table()
    before = game.session.question
    play(game, ["settle", name, 1, None])
    assert (game.session.question != before) == anew

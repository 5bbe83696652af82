"""Newcomers who must be let in."""

from __future__ import annotations

from typing import Any

import pytest

from bot.backgammon import Foreign, Refused, Stale
from bot.chouette import ChouetteFault, actions, approver
from bot.chouette.approval import AGAIN

from ..facts.chouette import Game
from .table import A, B, C, D, E, next_game, play, reason, table

NOON = 1_000_000.0


def closed(who: str = "host", **options: Any) -> Game:
    """A running game at a table where newcomers ask; E is new."""
    return table(join_approval=who, **options)


def test_who_comes_after_the_start_asks_and_is_let_in() -> None:
    game = closed()
    assert reason(game, actions.Join(by=E)) is ChouetteFault.ASK_TO_COME_IN
    game.act(actions.Knock(by=E, at=NOON))
    assert game.session.knocking == (E,) and not game.session.is_seated(E)
    assert reason(game, actions.Knock(by=E, at=NOON)) is ChouetteFault.ASKED_ALREADY
    game.act(actions.LetIn(by=A, seat=E))
    assert game.session.joining == (E,) and game.session.knocking == ()
    play(game, ["end", "box", 1])
    assert game.session.line == (A, C, D, B, E)


def test_only_who_decides_lets_in() -> None:
    game = closed()
    game.act(actions.Knock(by=E, at=NOON))
    assert reason(game, actions.LetIn(by=B, seat=E)) is ChouetteFault.NOT_APPROVER
    with pytest.raises(Stale):
        game.act(actions.LetIn(by=A, seat=D))
    with pytest.raises(Foreign):
        game.act(actions.NotNow(by=E, seat=E, at=NOON))


def test_who_was_refused_asks_again_after_ten_minutes() -> None:
    game = closed()
    game.act(actions.Knock(by=E, at=NOON))
    game.act(actions.NotNow(by=A, seat=E, at=NOON))
    for after, minutes in ((0.0, 10), (AGAIN - 1, 1)):
        with pytest.raises(Refused) as refused:
            game.act(actions.Knock(by=E, at=NOON + after))
        assert (refused.value.reason, refused.value.details) == (ChouetteFault.ASK_LATER, {"minutes": minutes})
    game.act(actions.Knock(by=E, at=NOON + AGAIN))
    game.act(actions.LetIn(by=A, seat=E))
    assert game.session.is_seated(E)


def test_a_wish_lapses_with_the_next_game_and_may_be_repeated_at_once() -> None:
    game = closed()
    game.act(actions.Knock(by=E, at=NOON))
    play(game, ["end", "box", 1])
    assert game.session.knocking == (E,)
    next_game(game)
    assert game.session.knocking == () and game.session.line == (A, C, D, B)
    game.act(actions.Knock(by=E, at=NOON))


def test_the_box_lets_in_whoever_it_is() -> None:
    game = closed("box")
    assert approver(game.session) == A
    play(game, ["end", "team", 1])
    assert approver(game.session) == B == game.session.playing[0]
    next_game(game)
    game.act(actions.Knock(by=E, at=NOON))
    game.act(actions.LetIn(by=B, seat=E))


def test_for_a_box_that_has_left_the_host_decides() -> None:
    game = closed("box")
    play(game, ["end", "team", 1])
    next_game(game)
    game.act(actions.Leave(by=B))
    assert approver(game.session) == game.session.host == A


def test_a_table_that_is_full_lets_nobody_in() -> None:
    game = closed(max_players=5)
    for seat in (E, 5):
        game.act(actions.Knock(by=seat, at=NOON))
    game.act(actions.LetIn(by=A, seat=E))
    assert reason(game, actions.LetIn(by=A, seat=5)) is ChouetteFault.FULL


def test_who_has_left_asks_to_come_back_and_an_undo_leaves_wishes_alone() -> None:
    game = closed()
    game.act(actions.Leave(by=D))
    game.act(actions.Knock(by=D, at=NOON))
    game.act(actions.Knock(by=E, at=NOON))
    game.act(actions.NotNow(by=A, seat=E, at=NOON))
    game.act(actions.Undo(by=A))
    for proposal in game.session.proposals:
        for seat in proposal.of:
            game.act(actions.Accept(by=seat, question=proposal.number))
    assert game.session.knocking == (D,) and game.session.refused == ((E, NOON),)


def test_without_the_option_nobody_asks() -> None:
    with pytest.raises(Stale):
        table().act(actions.Knock(by=E, at=NOON))


def test_wishes_of_newcomers_lapse_once_somebody_is_out() -> None:
    game = closed(bank=6, jacoby="off")
    game.session = game.session.__replace__(game=game.session.game.__replace__(balances=(6, 1, 6, 6)))
    game.session = game.session.with_player(B, bank=1)
    game.act(actions.Leave(by=D))
    for seat in (D, E, 5):
        game.act(actions.Knock(by=seat, at=NOON))
    game.act(actions.NotNow(by=A, seat=5, at=NOON))
    play(game, ["end", "box", 1])
    assert game.session.players[B].balance == 0
    assert game.session.knocking == (D,), "D was here before"
    for seat in (E, 5, 6):
        assert reason(game, actions.Knock(by=seat, at=NOON + AGAIN)) is ChouetteFault.SOMEBODY_OUT
    with pytest.raises(Stale):
        game.act(actions.LetIn(by=A, seat=E))
    game.act(actions.LetIn(by=A, seat=D))
    assert game.session.is_seated(D)


def test_who_has_left_and_is_out_by_the_end_of_the_game_is_not_let_in() -> None:
    game = closed(bank=6, jacoby="off")
    game.session = game.session.__replace__(game=game.session.game.__replace__(balances=(6, 6, 6, 1)))
    game.session = game.session.with_player(D, bank=1)
    game.act(actions.Leave(by=D))
    game.act(actions.Knock(by=D, at=NOON))
    play(game, ["end", "box", 1])
    assert game.session.players[D].balance == 0 and game.session.knocking == ()


def test_who_has_asked_in_vain_is_still_new_when_fixed_turns_are_under_way() -> None:
    game = closed(retain="schedule")
    game.act(actions.Knock(by=E, at=NOON))
    game.act(actions.NotNow(by=A, seat=E, at=NOON))
    for _ in range(3):
        play(game, ["end", "box", 1])
        next_game(game)
    assert reason(game, actions.Knock(by=E, at=NOON + AGAIN)) is ChouetteFault.TURNS_UNDER_WAY

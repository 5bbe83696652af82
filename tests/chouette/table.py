"""Tables for the tests: a game opened and played up to where somebody may speak; people go by letters, the box is A."""

from __future__ import annotations

from enum import Enum
from typing import Any

import pytest

from bot.backgammon import Refused, Seat, Side
from bot.chouette import TEAM, actions

from ..facts.chouette import Game

A, B, C, D, E, F, G, H = range(8)
DICE = (3, 1)


def table(players: str = "ABCD", side: Side | None = TEAM, partner: str | None = None, **options: object) -> Game:
    """A game in which `side` is to roll and may still double; None: before the opening roll."""
    game = Game({"players": players, "options": {"box_take": "free"} | options, "partner": partner})
    if side is not None:
        open_for(game, side)
    return game


def open_for(game: Game, side: Side) -> None:
    """The other side opens."""
    game.act(actions.OpeningRoll(dice=(1, 3) if side is TEAM else (3, 1)))
    game.move()
    assert game.session.game.board.turn is side


def play(game: Game, *events: list[Any]) -> Game:
    """These events, in the words of the scenarios."""
    game.events, game.doing = list(events), 0
    for event in events:
        game.do(event)
    return game


def going(how: str, seat: Seat) -> actions.AnyAction:
    """By what somebody is no longer there: he has left, was taken out, does not answer, or sits out."""
    return {
        "left": actions.Leave(by=seat),
        "kicked": actions.Leave(seat=seat),
        "gone": actions.Gone(seat=seat),
        "out": actions.SitOut(by=seat, out=True),
    }[how]


def refused(game: Game, action: actions.AnyAction) -> Refused:
    """How an action is refused. The table is as before."""
    before = game.session
    with pytest.raises(Refused) as raised:
        game.act(action)
    assert game.session is before
    assert "{" not in str(raised.value)
    return raised.value


def reason(game: Game, action: actions.AnyAction) -> Enum:
    """Why an action is refused. The table is as before."""
    return refused(game, action).reason


def next_game(game: Game, side: Side | None = TEAM) -> Game:
    """Its box begins the next game, which is played up to where `side` is to roll."""
    game.act(actions.Next(by=game.session.playing[0]))
    if side is not None:
        open_for(game, side)
    return game

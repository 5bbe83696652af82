"""What it costs to leave a chouette in the middle of a game."""

from __future__ import annotations

import pytest

from bot.backgammon import Reply
from bot.chouette import BOX, TEAM, Session, actions
from bot.screens.chouette.people_words import leaving_words
from bot.texts import texts
from tests.chouette.table import A, B, C, D, play, table

ENGLISH = texts("en")
HEAD = "Leave in the middle of the game? You say nothing more in it; you can come back for the next one."
LONE = [["box_doubles", {"B": "drop", "C": "take", "D": "drop"}], ["extra", "B", "C"], ["extra", "D", "C"]]


def asked(session: Session, seat: int) -> list[str]:
    return leaving_words(session, seat, lambda each: "ABCD"[each], ENGLISH).splitlines()


def test_whose_bet_is_open_is_told_who_decides_about_his_cube() -> None:
    game = table()
    alone = "Nobody decides about your cubes: what is doubled counts as dropped, now 1 point."
    assert asked(game.session, C) == [HEAD, "Your bet with A, at 1, goes on.", alone]
    game.act(actions.Delegate(by=C, to=D))
    assert asked(game.session, C) == [HEAD, "Your bet with A, at 1, goes on.", "D decides about your cubes."]
    game.act(actions.Leave(by=D))
    assert asked(game.session, C) == [HEAD, "Your bet with A, at 1, goes on.", alone]


def test_the_lone_taker_with_extras_is_told_that_all_is_lost_at_once() -> None:
    game = play(table(side=BOX, lone_taker="extras"), *LONE)
    assert asked(game.session, C) == [HEAD, "At once it costs you 6 points."]
    game.act(actions.Leave(by=C))
    assert dict(game.session.game.points)[C] == 2 - 6


def test_who_has_given_an_extra_is_told_of_it() -> None:
    game = play(table(side=BOX, lone_taker="extras"), *LONE)
    assert asked(game.session, B)[1:] == [
        "Your extra with C, at 2, goes on.",
        "Nobody decides about your cubes: what is doubled counts as dropped, now 2 points.",
    ]


def test_the_box_is_told_that_it_loses_when_it_is_to_roll() -> None:
    lost = "Nobody rolls in your place: when it is your side's turn, you lose 3 points."
    assert asked(table().session, A)[-1] == lost
    assert asked(table(side=BOX).session, A) == [HEAD, "At once it costs you 3 points."]


def test_the_box_is_told_the_same_where_somebody_has_given_an_extra() -> None:
    """They play on for themselves alone."""
    game = play(table(side=BOX, lone_taker="extras"), *LONE)
    assert asked(game.session, A) == [HEAD, "At once it costs you 2 points."]
    game.until(TEAM, fresh=True)
    lost = "Nobody rolls in your place: when it is your side's turn, you lose 2 points."
    assert asked(game.session, A)[1:] == ["Your bet with C, at 2, goes on.", lost]


def test_an_answer_that_is_due_is_a_drop() -> None:
    game = table(side=BOX)
    game.act(actions.Double(by=A, bets=(0, 1, 2)))
    assert asked(game.session, C) == [HEAD, "Your bet with A, at 1, goes on.", *asked(game.session, C)[2:]]
    game.act(actions.Answer(by=B, replies=((0, Reply.TAKE),)))
    game.act(actions.Answer(by=D, replies=((2, Reply.TAKE),)))
    assert asked(game.session, C) == [HEAD, "At once it costs you 1 point."]


def test_nothing_is_asked_after_a_game_that_was_voided() -> None:
    game = table()
    game.act(actions.Abort())
    assert asked(game.session, C) == []


@pytest.mark.parametrize("over", [True, False])
def test_nothing_is_asked_where_nothing_is_open(over: bool) -> None:
    game = play(table(), ["end", "team", 1]) if over else play(table(side=BOX), ["box_doubles", {"C": "drop"}])
    assert asked(game.session, C) == []

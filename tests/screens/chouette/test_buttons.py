"""The buttons of a chouette, and what somebody is asked before he turns cubes."""

from __future__ import annotations

from unittest import mock

from bot.backgammon import Kind, Reply
from bot.backgammon.actions import Move, Roll
from bot.chouette import Session
from bot.chouette.actions import Answer, Double, Leave, Resign, Settle
from bot.core.actions import Accept, Decline
from bot.screens.chouette.doubt_words import sealed_words, session_doubt
from bot.screens.live import components, content
from bot.screens.refusal_words import state_message
from bot.tables.about import About
from bot.tables.table import People, Person, Stage, Table
from bot.texts import texts
from tests.screens.chouette.test_words import (
    ANN,
    BOB,
    CID,
    MANUAL,
    PEOPLE,
    box_on_roll,
    name,
    number_of,
    proposed,
    two_double,
    window,
)

ENGLISH = texts("en")


def table_of(session: Session) -> Table:
    seats = tuple(Person(user, each) for user, each in enumerate(PEOPLE, 1001))
    return Table(
        about=About(id="k7f3q2", guild=7, channel=8, setup=MANUAL, made_at=0, expires_at=600),
        people=People(seats=seats),
        seed=bytes(32),
        stage=Stage.OPEN,
        state=session,
    )


def labels(session: Session) -> list[str]:
    items = components(table_of(session), ENGLISH).children
    return [getattr(item, "label", None) or item.placeholder for item in items]  # type: ignore[attr-defined]


def test_a_team_of_several_may_pass_and_hold() -> None:
    assert sorted(labels(window().session)) == ["Double", "Hold", "More", "Pass", "Roll"]


def test_whoever_is_alone_rolls_or_doubles() -> None:
    assert sorted(labels(window(line=(BOB, ANN)).session)) == ["Double", "More", "Roll"]
    assert sorted(labels(box_on_roll().session)) == ["Double", "More", "Roll"]


def test_the_box_may_choose_among_several_cubes() -> None:
    assert sorted(labels(two_double().session)) == ["Drop all", "More", "Take all", "Take some, drop the rest"]


def test_the_box_is_asked_about_cubes_of_each_value() -> None:
    told = two_double().act(Answer(by=BOB, replies=((0, Reply.TAKE), (1, Reply.TAKE))), Roll(by=ANN, dice=(6, 5)))
    told.act(Move(by=ANN, play="24/18 13/8"))
    doubt = session_doubt(told.session, Double(by=BOB, bets=(0, 1, 2)), name, ENGLISH)
    assert doubt == "Double **Dan** to 2?\nDouble **Ann** and **Cid** to 4?"


def test_a_double_that_goes_to_the_box_at_once_is_not_called_secret() -> None:
    several, alone = window().session, window(line=(BOB, ANN)).session
    hidden = "Double to 2? Nobody learns of it before the captain rolls."
    assert session_doubt(several, Double(by=ANN, bets=(0,)), name, ENGLISH) == hidden
    assert session_doubt(alone, Double(by=ANN, bets=(0,)), name, ENGLISH) == "Double to 2?"


def test_an_answer_that_counts_at_once_is_not_called_changeable() -> None:
    told = two_double()
    asked = told.session
    told.act(Answer(by=BOB, replies=((0, Reply.TAKE),)))
    assert "until then you may change your mind" in sealed_words(asked, told.session, "take", ENGLISH)
    half = told.session
    told.act(Answer(by=BOB, replies=((1, Reply.BEAVER),)))
    assert told.session.game.exchange is not None
    assert sealed_words(half, told.session, "beaver", ENGLISH) == ""


def test_offers_of_one_person_to_several_are_told_apart() -> None:
    told = box_on_roll().act(Settle(by=BOB, points=1, bets=(0,)))
    assert "Accept settlement" in labels(told.session)
    told.act(Settle(by=CID, points=1, bets=(1,)))
    assert {"Accept settlement: Bob", "Accept settlement: Cid"} <= {*labels(told.session)}
    told.act(Settle(by=BOB, points=2, bets=(2,)))
    assert {"Accept settlement: Bob → Ann", "Accept settlement: Cid", "Decline settlement: Bob → Dan"} <= {
        *labels(told.session)
    }


def test_nobody_is_asked_what_only_somebody_who_left_could_answer() -> None:
    told = window().act(Leave(by=BOB), Resign(by=CID, kind=Kind.SINGLE, bets=(1,)))
    assert told.session.proposals[0].of == (BOB,)
    assert "Accept resignation" not in labels(told.session)
    assert not [line for line in told.asked() if "resign" in line]


def test_messages_are_made_of_what_everybody_may_see() -> None:
    t = ENGLISH
    own, seen = table_of(window().session), table_of(box_on_roll().session)

    def shown(table: Table) -> list[object]:
        return [content(table, 0, t, 0), state_message(table, t), components(table, t).to_components()]

    assert shown(own) != shown(seen)
    with mock.patch.object(Session, "public", return_value=seen.state):
        assert shown(own) == shown(seen)


def test_while_all_is_resigned_there_is_nothing_but_the_answer() -> None:
    """Once one of the team plays on, the others' answers are no reason to wait."""
    told = proposed(Resign(by=BOB, kind=Kind.SINGLE, bets=(0, 1, 2)))
    answers = ["Accept resignation", "Decline resignation"]
    assert labels(told.session) == answers
    assert "roll" not in content(table_of(told.session), 0, ENGLISH, 0), "nobody is asked what has no button"
    told.act(Accept(by=ANN, question=number_of(told)))
    assert labels(told.session) == answers
    told.act(Decline(by=CID, question=number_of(told)))
    assert set(answers) < set(labels(told.session)) and "More" in labels(told.session)
    assert "roll" in content(table_of(told.session), 0, ENGLISH, 0)


def test_who_resigns_alone_keeps_nobody_else_from_playing() -> None:
    told = proposed(Resign(by=CID, kind=Kind.SINGLE, bets=(1,)))
    assert {"Roll", "Accept resignation", "More"} <= set(labels(told.session))

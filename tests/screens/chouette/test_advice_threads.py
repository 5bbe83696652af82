"""What the live message and the thread of a chouette say about advice."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.backgammon import Rules
from bot.backgammon.actions import OpeningRoll, Roll
from bot.chouette import Consult, Options, Order
from bot.screens.chouette.advice_words import advice_line, first_words
from bot.screens.chouette.words import consult_words
from bot.screens.live import content
from bot.screens.names import bold_names
from bot.tables.about import About
from bot.tables.table import Advice, People, Person, Stage, Table
from bot.texts import LANGUAGES, texts
from tests.screens.chouette.test_words import ENGLISH, ONE_TURNED, PEOPLE, Told, window
from tests.screens.states import after, opened

THREAD = Advice(thread=99, told=True)


def table(told: Told, advice: Advice = THREAD) -> Table:
    options = told.session.options
    return Table(
        about=About(id="k7f3q2", guild=7, channel=8, setup=options, made_at=0, expires_at=600),
        people=People(seats=tuple(Person(1000 + seat, PEOPLE[seat]) for seat in range(len(told.session.players)))),
        seed=bytes(32),
        stage=Stage.OPEN,
        state=told.session,
        news=tuple(told.news),
        advice=advice,
        version=len(told.news) + 1,
    )


def line(shown: Table) -> str:
    return advice_line(shown, bold_names(shown), ENGLISH)


def with_advice(consult: Consult) -> Told:
    """The captain has rolled."""
    return window(Options(order=Order.MANUAL, consult=consult)).act(Roll(by=0, dice=(6, 5)))


@pytest.mark.parametrize("consult", Consult)
def test_the_live_message_says_who_may_talk_while_a_game_runs(consult: Consult) -> None:
    told = with_advice(consult)
    shown = table(told, Advice())
    words = consult_words(told.session, bold_names(shown), ENGLISH)
    assert words and line(shown) == f"-# {words}"
    assert f"-# {words}" in content(shown, 0, ENGLISH, 0).splitlines()


def test_there_is_nothing_to_say_while_cubes_or_the_box_are_waited_for() -> None:
    own, full = (window(Options(order=Order.MANUAL, consult=each)) for each in (Consult.OWN_CUBE, Consult.FULL))
    assert line(table(own)) == "" and "Plays and cubes may be discussed" in line(table(full))


def test_it_links_the_thread_as_soon_as_there_is_somebody_to_talk_to() -> None:
    assert "<#99>" not in line(table(with_advice(Consult.OWN_CUBE)))
    told = window(Options(order=Order.MANUAL, consult=Consult.OWN_CUBE)).act(*ONE_TURNED)
    assert line(table(told)) == "", "nobody has rolled"
    told.act(Roll(by=0, dice=(6, 5)))
    assert line(table(told)).endswith("No word about cubes. Advice thread: <#99>")


@pytest.mark.parametrize("advice", [Advice(), replace(THREAD, told=False), replace(THREAD, ended=True)])
def test_a_thread_that_is_not_ready_or_gone_is_not_linked(advice: Advice) -> None:
    shown = table(with_advice(Consult.FULL), advice)
    assert "**Cid**" in line(shown) and "<#" not in line(shown)


def test_between_two_games_nothing_is_said() -> None:
    shown = table(window(Options(order=Order.MANUAL, consult=Consult.FULL)).bears_off())
    assert line(shown) == "" and "discussed" not in content(shown, shown.version, ENGLISH, 0)


def test_two_people_have_nobody_to_ask() -> None:
    shown = after(opened(Rules()), OpeningRoll(dice=(3, 1)))
    assert "<#" not in content(replace(shown, advice=THREAD), shown.version, ENGLISH, 0)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("consult", [Consult.OWN_CUBE, Consult.ANY_CUBE, Consult.FULL])
def test_the_first_message_fits_every_rule_and_language(consult: Consult, language: str) -> None:
    words = first_words(table(with_advice(consult)), texts(language))
    assert "<#8>" in words and "{" not in words and len(words) < 2000


@pytest.mark.parametrize(
    ("consult", "about"),
    [
        (Consult.OWN_CUBE, "Advice about plays: members with a turned cube"),
        (Consult.ANY_CUBE, "Advice about plays: everybody who is in, once one cube has been turned"),
        (Consult.FULL, "may discuss plays and cubes"),
    ],
)
def test_the_first_message_says_what_may_be_discussed_and_who_reads_it(consult: Consult, about: str) -> None:
    words = first_words(table(with_advice(consult)), ENGLISH)
    assert about in words and "Moderators can always read along." in words
    assert ("Cubes are not discussed." in words) is (consult is not Consult.FULL)

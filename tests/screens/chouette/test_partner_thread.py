"""Who may talk in the thread of box and partner, and what its first message says."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from bot.backgammon import Seat
from bot.chouette import HouseRules, Options, PartnerAdvice, actions
from bot.screens.chouette.partner_thread import PartnerThread, sharing
from bot.tables.about import About
from bot.tables.table import People, Person, Stage, Table
from bot.texts import LANGUAGES, texts
from tests.chouette.table import A, F, next_game, play, table
from tests.facts.chouette import Game


def shared(**options: Any) -> Game:
    """A is box, F the partner."""
    return table("ABCDEF", partner="F", partner_from=6, **options)


def test_they_share_as_long_as_the_box_stays() -> None:
    game = shared()
    assert sharing(game.session) == (A, F)
    play(game, ["end", "box", 1])
    assert sharing(game.session) == (A, F)
    next_game(game)
    assert sharing(game.session) == (A, F)
    play(game, ["end", "team", 1])
    assert sharing(game.session) == ()


@pytest.mark.parametrize("seat", [A, F])
def test_who_has_left_shares_no_more(seat: Seat) -> None:
    game = shared()
    game.act(actions.Leave(by=seat))
    assert seat not in sharing(game.session)
    assert PartnerThread().readers(placed(game)) == set()


def test_without_a_partner_nobody_shares() -> None:
    assert sharing(table("ABCDEF").session) == ()


def placed(game: Game, what: PartnerAdvice = PartnerAdvice.CUBES) -> Table:
    options = replace(game.session.options, house=HouseRules(partner_advice=what))
    session = replace(game.session, options=options)
    return Table(
        about=About(id="k7f3q2", guild=7, channel=8, setup=options, made_at=0, expires_at=600),
        people=People(seats=tuple(Person(1000 + seat, "ABCDEF"[seat]) for seat in range(6))),
        seed=bytes(32),
        stage=Stage.OPEN,
        state=session,
    )


def test_only_the_first_message_says_that_it_is_about_cubes_alone() -> None:
    kind, game = PartnerThread(), shared()
    assert kind.exists(placed(game)) and not kind.exists(placed(game, PartnerAdvice.NONE))
    assert kind.readers(placed(game)) == {1000, 1005} and kind.warned(placed(game)) == 1000
    for language in LANGUAGES:
        t = texts(language)
        cubes, everything = (
            kind.first_words(placed(game, what), t) for what in (PartnerAdvice.CUBES, PartnerAdvice.ALL)
        )
        assert cubes != everything and "<#8>" in cubes and len(cubes.splitlines()) == 3
    assert kind.title(placed(game), texts("en")).endswith(kind.mark(placed(game)))
    assert isinstance(placed(game).setup_of(Options), Options)

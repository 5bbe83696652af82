"""Banks, fixed turns and stakes in words, buttons and pictures."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from msgspec.structs import replace

from bot import limits
from bot.backgammon import Kind
from bot.backgammon.actions import Accept, Move, Next, OpeningRoll
from bot.chouette import NO_HOST, BoxDouble, HouseRules, Options, Retain, start
from bot.chouette.actions import Arrange, Resign, SitOut
from bot.chouette.house import StartCube
from bot.screens.chouette.buttons import double_items
from bot.screens.chouette.doubt_words import session_doubt
from bot.screens.chouette.house_words import turns_words
from bot.screens.chouette.news_words import session_line
from bot.screens.chouette.score_sheet import score_pages
from bot.screens.chouette.words import session_closed_words
from bot.texts import texts
from tests.screens.chouette.test_buttons import labels, table_of
from tests.screens.chouette.test_scene import cell, scene
from tests.screens.chouette.test_words import (
    ANN,
    BOB,
    CID,
    DAN,
    ENGLISH,
    MANUAL,
    Told,
    name,
)

#: Ann is box, Bob captain, then Cid and Dan.
LINE = (ANN, BOB, CID, DAN)
TURNS = replace(MANUAL, retain=Retain.SCHEDULE, house=HouseRules(schedule_rounds=2))


class Banked(Told):
    """A session with these balances by seat; the first of the `line` is box."""

    def __init__(self, *balances: int, box_double: BoxDouble = BoxDouble.FREE, **house: Any) -> None:
        options: Options = replace(MANUAL, box_double=box_double, house=HouseRules(bank=50, **house))
        self.session = start(options, len(balances), balances=balances)
        self.news = []
        self.act(Arrange(line=LINE[: len(balances)]))
        self.act(OpeningRoll(dice=(3, 1)), Move(by=self.session.game.captain, play="8/5 6/5"))

    def at(self, *values: int) -> Banked:
        """The box has these cubes."""
        game = self.session.game
        bets = tuple(
            replace(bet, value=value, turned=True, owner=game.side(place, bet.black))
            for place, (bet, value) in enumerate(zip(game.bets, values, strict=True))
        )
        self.session = replace(self.session, game=replace(game, bets=bets))
        return self

    def resigns(self) -> Banked:
        """The box resigns all single games, which is accepted."""
        self.act(Resign(by=self.session.game.box, kind=Kind.SINGLE, bets=self.session.game.open_bets))
        while self.session.proposals and self.session.game.open_bets:
            asked = self.session.proposals[0]
            self.act(Accept(by=asked.of[0], question=asked.number))
        return self


def test_who_pays_less_than_the_bet_and_who_is_out_is_said_with_the_next_cubes() -> None:
    told = Banked(20, 10, 5, 30, start_cube=StartCube.OUT).at(8, 8, 8).bears_off()
    assert told.lines().splitlines()[2:5] == [
        "**Cid** pays 5 of 8: all there was.",
        "**Dan** pays 7 of 8: **Ann** had risked 20.",
        "**Cid** is out (4th). Cubes begin at 2.",
    ]


def test_a_box_that_cannot_pay_is_said_once_for_those_who_get_the_same() -> None:
    told = Banked(14, 16, 16, 16).at(16, 16, 16).resigns()
    assert "**Ann** pays **Cid** and **Dan** 0 of 16 each: more is not there." in told.lines()
    assert "**Ann** pays **Bob** 14 of 16: more is not there.\n**Ann** pays" in told.lines()
    assert "**Ann** is out (4th)." in told.lines() and "Cubes begin" not in told.lines()


def test_who_wins_less_because_of_an_own_small_bank() -> None:
    told = Banked(50, 5, 20, 20).at(8, 8, 8).resigns()
    assert "**Bob** wins 5 of 8: with 5 nobody wins more." in told.lines()


def test_who_is_out_by_the_same_game_with_as_much_shares_a_place_and_a_sentence() -> None:
    told = Banked(50, 8, 8, 20, start_cube=StartCube.OUT).at(8, 8, 8).bears_off()
    assert "**Bob** and **Cid** are out (3rd). Cubes begin at 4." in told.lines()


@pytest.mark.parametrize(("language", "said"), [("en", "(4th)"), ("cs", "(4. místo)"), ("ru", "(4-е место)")])
def test_a_place_is_an_ordinal(language: str, said: str) -> None:
    told = Banked(14, 16, 16, 16).at(16, 16, 16).resigns()
    assert said in session_line(told.news[-1], told.session, name, texts(language))


def test_the_picture_of_the_end_has_what_was_paid() -> None:
    told = Banked(14, 16, 16, 16).at(16, 16, 16).resigns()
    end = scene(told).end
    assert end is not None and end.words == "wins 14 points"
    assert [cell(told, seat).state for seat in (BOB, CID)] == ["won 14", "won 0"]


def test_a_resignation_says_what_it_costs_with_the_bank() -> None:
    told = Banked(14, 16, 16, 16).at(16, 16, 16)
    asked = Resign(by=ANN, kind=Kind.SINGLE, bets=(0, 1, 2))
    assert session_doubt(told.session, asked, name, ENGLISH).splitlines() == [
        "Resign a single game: that costs you 48 points. Sure?",
        "With the bank that is 14.",
        "To: **Bob**, **Cid**, and **Dan**.",
    ]
    enough = Banked(50, 16, 16, 16).at(16, 16, 16)
    assert "bank" not in session_doubt(enough.session, asked, name, ENGLISH)


def choices(told: Told) -> list[list[str]]:
    """What the box is offered after Double: buttons and lists, with the largest number that may be chosen."""
    items = double_items(table_of(told.session), told.session, ENGLISH)
    found: list[list[str]] = []
    for item in items:
        if isinstance(item, discord.ui.Select):
            found.append([*(each.label for each in item.options), f"up to {item.max_values}"])
        else:
            assert isinstance(item, discord.ui.Button)
            found.append([str(item.label)])
    return found


def test_the_box_is_offered_only_doubles_that_it_can_pay() -> None:
    assert choices(Banked(50, 20, 20).at(4, 4)) == [["Double all"], ["Bob: 8", "Cid: 8", "up to 2"]]
    assert choices(Banked(28, 20, 20).at(8, 8)) == [["Bob: 16", "Cid: 16", "up to 1"]]
    # With one at 16 and one at 4, 32 + 4 is too much and 16 + 8 is not: nothing to choose.
    assert choices(Banked(30, 20, 20).at(16, 4)) == []
    assert choices(Banked(6, 20, 20).at(4, 4)) == []


def test_ways_that_no_number_of_people_describes_are_listed_one_by_one() -> None:
    # 16 + 2 + 2 and 8 + 4 + 4 are enough, 16 + 4 + 2 is too much.
    told = Banked(20, 20, 20, 20).at(8, 2, 2)
    assert choices(told) == [["Bob: 16", "Cid: 4", "Dan: 4", "Cid, Dan: 4", "up to 1"]]


def test_cubes_that_go_together_are_offered_together() -> None:
    told = Banked(14, 20, 20, 20, box_double=BoxDouble.SAME_VALUE).at(4, 2, 2)
    assert "Double" in labels(told.session)
    # 8 + 2 + 2 and 4 + 4 + 4 are enough, all of them too much.
    assert choices(told) == [["Bob: 8", "Cid, Dan: 4", "up to 1"]]
    told = Banked(11, 20, 20, 20, box_double=BoxDouble.SAME_VALUE).at(4, 2, 2)
    assert choices(told) == []
    assert "Double" not in labels(told.session)


def test_fixed_turns_are_counted_from_the_first_message_on() -> None:
    told = Told(TURNS, LINE)
    assert told.lines() == "Box: **Ann** · captain: **Bob** · then **Cid**, **Dan**\nGame 1 of 8 · next box **Bob**"
    told.act(OpeningRoll(dice=(3, 1)), Move(by=BOB, play="8/5 6/5")).bears_off()
    told.act(Next(by=BOB))
    assert told.lines() == ("Game 2 of 8. Box: **Bob** · captain: **Cid** · then **Dan**, **Ann**\nNext box **Cid**")


def test_a_running_turn_has_only_who_plays_it() -> None:
    told = Told(TURNS, LINE).act(SitOut(by=CID, out=True))
    assert "sitting out" not in told.lines(2)
    told.act(OpeningRoll(dice=(3, 1)), Move(by=BOB, play="8/5 6/5")).bears_off().act(Next(by=BOB))
    turns = turns_words(told.session, name, ENGLISH)
    assert turns[1:3] == ["2. **Bob** · **Dan** · **Ann**", "3. **Dan** · **Ann** · **Bob** · **Cid**"]


def played_to_the_end(options: Options) -> Told:
    """Two rounds of three in which every box wins one from each, so that all are equal."""
    told = Told(options, (CID, ANN, BOB))
    while True:
        told.act(OpeningRoll(dice=(3, 1)), Move(by=told.session.game.captain, play="8/5 6/5")).bears_off()
        if told.session.is_ending:
            told.session = replace(told.session, closed=True)
            return told
        told.act(Next(by=told.session.playing[0]))


def test_fixed_turns_end_with_places_and_a_lot_among_equals() -> None:
    told = played_to_the_end(TURNS)
    assert told.session.points == (0, 0, 0)
    assert session_closed_words(told.session, name, ENGLISH).splitlines()[1:3] == [
        "Places: 1. **Cid**\N{NO-BREAK SPACE}🎲 · 2. **Ann**\N{NO-BREAK SPACE}🎲 · 3. **Bob**\N{NO-BREAK SPACE}🎲.",
        "🎲: equal, so in the order in which they were drawn at the start.",
    ]
    # A night draws its own lots.
    night = replace(told.session, host=NO_HOST)
    assert "Places: 1. **Ann**, **Bob**, and **Cid**." in session_closed_words(night, name, ENGLISH)


def test_of_equal_points_the_rows_between_them_decide() -> None:
    told = played_to_the_end(TURNS)
    assert told.session.turns is not None
    session = replace(told.session, turns=replace(told.session.turns, won=((BOB, CID, 2),)))
    assert "Places: 1. **Bob** · 2. **Ann** · 3. **Cid**." in session_closed_words(session, name, ENGLISH)


def test_stakes_say_where_cubes_begin_only_if_it_is_the_same_for_all() -> None:
    options = replace(MANUAL, house=HouseRules(stakes=True))
    for stakes, said in (((4, 1, 2), False), ((4, 4, 4), True), ((1, 1, 1), False)):
        told = Told(MANUAL, (ANN, BOB, CID))
        told.session = start(options, 3)
        told.act(Arrange(line=(ANN, BOB, CID), stakes=stakes))
        assert ("Cubes begin at 4" in told.lines()) is said


def test_the_turns_of_six_people_take_several_pages() -> None:
    options = replace(MANUAL, retain=Retain.SCHEDULE)
    told = Told(options, tuple(range(6)))
    found = score_pages(told.session, lambda seat: f"<@{10**18 + seat}>", ENGLISH)
    assert len(found) > 1 and all(len(page) <= limits.MESSAGE for page in found)
    assert f"<@{10**18}> 0\n" in found[0] and "Line: " in found[0]
    turns = [line for page in found for line in page.splitlines() if line[0].isdigit()]
    assert [line.split(".")[0] for line in turns] == [str(number) for number in range(1, 31)]

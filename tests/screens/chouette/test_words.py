"""A chouette in words: what happened, what is asked, who may talk; and that what is sealed stays so."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest
from msgspec.structs import replace

from bot.backgammon import CubeRules, Kind, Position, Reply, Seat
from bot.backgammon.actions import Abort, Accept, Claim, Decline, End, Move, Next, OpeningRoll, Roll, Undo
from bot.chouette import Consult, LoneTaker, Options, Order, Session, SessionEnd, Window, apply, questions, start
from bot.chouette.actions import (
    Answer,
    AnswerExtras,
    AnyAction,
    Arrange,
    AutoPass,
    DeclineBox,
    Delegate,
    Double,
    GiveExtra,
    Gone,
    Hold,
    Join,
    Lapse,
    Leave,
    Paid,
    Pass,
    Pause,
    Resign,
    Settle,
    Share,
    SitOut,
)
from bot.screens.chouette.news_words import session_line
from bot.screens.chouette.question_words import session_asked
from bot.screens.chouette.words import consult_words, consulting, session_closed_words
from bot.tables.chouette.news import SessionNews, session_news
from bot.texts import LANGUAGES, Texts, texts

ENGLISH = texts("en")
ANN, BOB, CID, DAN = range(4)
PEOPLE = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon")
MANUAL = Options(order=Order.MANUAL)
TAKE, DROP, BEAVER, RACCOON = Reply
#: Bob has the box, Ann is captain, then Cid and Dan.
LINE = (BOB, ANN, CID, DAN)
_LAST_CHECKER = {
    Kind.SINGLE: Position.of([14, 1, *[0] * 24], [14, 1, *[0] * 24]),
    Kind.GAMMON: Position.of([14, 1, *[0] * 24], [0, 15, *[0] * 24]),
    Kind.BACKGAMMON: Position.of([14, 1, *[0] * 24], [0, 14, *[0] * 17, 1, *[0] * 6]),
}


def name(seat: Seat) -> str:
    return f"**{PEOPLE[seat]}**"


def mention(seat: Seat) -> str:
    return f"@{PEOPLE[seat]}"


def asked_of(session: Session, t: Texts = ENGLISH) -> list[str]:
    """What a table waits for."""
    return session_asked(session, questions(session), name, mention, t)


class Told:
    """A session that is played on, and everything that the table has heard of it."""

    def __init__(self, options: Options = MANUAL, line: tuple[Seat, ...] = LINE) -> None:
        self.session = start(options, len(line))
        self.news: list[SessionNews] = []
        self.act(Arrange(line=line))

    def act(self, *actions: AnyAction) -> Told:
        for action in actions:
            before = self.session
            self.session = apply(before, action)
            if news := session_news(before, action, self.session, len(self.news) + 1):
                self.news.append(news)
        return self

    def lines(self, last: int = 1) -> str:
        """The words of the last few news."""
        return "\n".join(filter(None, (session_line(news, self.session, name, ENGLISH) for news in self.news[-last:])))

    def all_lines(self) -> str:
        return self.lines(len(self.news))

    def asked(self) -> list[str]:
        return asked_of(self.session)

    def bears_off(self, kind: Kind = Kind.SINGLE) -> Told:
        """The side that is on roll rolls and bears its last checker off."""
        board = replace(self.session.game.board, position=_LAST_CHECKER[kind])
        self.session = replace(self.session, game=replace(self.session.game, board=board))
        return self.act(Roll(by=self.session.game.on_roll, dice=(2, 1)), Move(play="1/off"))


def window(options: Options = MANUAL, line: tuple[Seat, ...] = LINE) -> Told:
    """The team is on roll, every cube centred."""
    return Told(options, line).act(OpeningRoll(dice=(1, 3)), Move(by=BOB, play="8/5 6/5"))


def box_on_roll(options: Options = MANUAL, line: tuple[Seat, ...] = LINE) -> Told:
    return Told(options, line).act(OpeningRoll(dice=(3, 1)), Move(by=ANN, play="8/5 6/5"))


def number_of(told: Told, place: int = 0) -> int:
    return told.session.proposals[place].number


def doubled_by_box(options: Options = MANUAL) -> Told:
    return box_on_roll(options).act(Double(by=BOB, bets=(0, 1, 2)))


def lone_taker(rule: LoneTaker) -> Told:
    """Bob doubles all; Dan alone takes."""
    told = doubled_by_box(replace(MANUAL, lone_taker=rule))
    told.act(Answer(by=ANN, replies=((0, DROP),)), Answer(by=CID, replies=((1, DROP),)))
    return told.act(Answer(by=DAN, replies=((2, TAKE),)))


def two_double(animals: int = 2) -> Told:
    """Ann and Cid double the box."""
    told = window(replace(MANUAL, cube=CubeRules(animals=animals)))
    told.act(Double(by=ANN, bets=(0,)), Double(by=CID, bets=(1,)), Pass(by=DAN))
    return told.act(Roll(by=ANN, dice=(6, 5)))


def proposed(action: Resign | Settle | Undo | Abort) -> Told:
    return window().act(action)


RESIGNED = Resign(by=BOB, bets=(0, 1, 2), kind=Kind.GAMMON)


def test_the_first_line_is_told_with_the_throws_for_it() -> None:
    told = Told()
    assert told.lines() == "Box: **Bob** · captain: **Ann** · then **Cid**, **Dan**"
    rolled = start(Options(), 3)
    action = Arrange(dice=((2, 5), (2, 1), (3, 6), (4, 4)))
    news = session_news(rolled, action, after := apply(rolled, replace(action, dice=action.dice[:3])), 1)
    assert news is not None
    text = session_line(replace(news, action=replace(action, dice=action.dice[:3])), after, name, ENGLISH)
    assert text.splitlines() == [
        "Thrown for the order: **Ann** 2, **Bob** 5, **Cid** 2; tied, so again: **Ann** 3, **Cid** 6.",
        "Box: **Bob** · captain: **Cid** · then **Ann**",
    ]


def test_opening_and_plays() -> None:
    told = Told().act(OpeningRoll(dice=(2, 2)))
    assert told.lines() == "Opening roll: both throw 2. Once more."
    told.act(OpeningRoll(dice=(1, 3)))
    assert told.lines() == "Opening roll: **Ann** 1, **Bob** 3. **Bob** begins."
    assert told.asked() == ["@Bob, play 3-1."]
    told.act(Move(by=BOB, play="8/5 6/5"))
    assert told.lines() == "**Bob** 3-1: 8/5 6/5"


def test_automatic_doubles_are_told_when_the_game_begins() -> None:
    told = Told(replace(MANUAL, cube=CubeRules(auto_doubles=2)))
    told.act(OpeningRoll(dice=(2, 2)), OpeningRoll(dice=(4, 4)), OpeningRoll(dice=(1, 3)))
    assert told.lines() == (
        "Opening roll: **Ann** 1, **Bob** 3. **Bob** begins. Automatic doubles: every cube starts at 4."
    )


def test_a_dance() -> None:
    news = SessionNews(version=1, action=Move(play=""), seat=BOB, dice=(6, 3))
    assert session_line(news, window().session, name, ENGLISH) == "**Bob** 6-3: cannot move"


def test_the_window_names_who_may_double_and_who_holds() -> None:
    told = window()
    assert told.asked() == ["@Ann, roll. Until then **Ann**, **Cid**, **Dan** may double — answered 0 of 3."]
    told.act(Pass(by=CID), Hold(by=DAN))
    assert told.asked() == [
        "@Ann, roll. Until then **Ann**, **Cid**, **Dan** may double — answered 1 of 3. **Dan** asks to wait."
    ]
    assert told.lines() == "", "while he holds the question tells of it"
    assert told.act(Lapse()).lines() == "**Dan** asked to wait; the time for it is over."
    assert told.lines(2).startswith("**Dan** asked to wait.\n")


def test_who_must_be_asked_is_mentioned_as_long_as_the_window_is_open() -> None:
    told = window().act(AutoPass(by=DAN, on=False))
    (asked,) = told.asked()
    assert "**Cid**, @Dan may double" in asked
    (asked,) = told.act(Pass(by=DAN)).asked()
    assert "**Cid**, @Dan may double — answered 1 of 3." in asked


def test_an_open_window_tells_what_is_said() -> None:
    told = window(replace(MANUAL, window=Window.OPEN)).act(Delegate(by=CID, to=DAN))
    assert told.act(Double(by=DAN, bets=(1,))).lines() == "**Cid** will double."
    assert told.act(Double(by=DAN, bets=(2,))).lines() == "**Dan** will double."
    assert told.act(Pass(by=ANN)).lines() == "**Ann** does not double."


def test_a_team_of_one_is_asked_as_in_any_game() -> None:
    told = window(line=(BOB, ANN))
    assert told.asked() == ["@Ann, roll or double."]
    told.act(Double(by=ANN, bets=(0,)))
    assert told.asked() == ["@Bob: **Ann** doubles to 2: take, drop, or beaver?"]
    assert told.lines() == ""
    told.act(Answer(by=BOB, replies=((0, TAKE),)))
    assert told.lines(2) == "**Ann** doubles to 2.\n**Bob** takes from **Ann** at 2."


def test_the_box_answers_several() -> None:
    told = two_double()
    assert told.lines() == ""
    assert told.asked() == ["@Bob: **Ann** and **Cid** double to 2. For each cube: take, drop, or beaver?"]
    told.act(Answer(by=BOB, replies=((0, TAKE),)))
    assert told.asked()[0].endswith("Answered 1 of 2.")
    told.act(Answer(by=BOB, replies=((1, DROP),)))
    assert told.lines(2).splitlines() == [
        "**Ann** and **Cid** double to 2.",
        "**Bob** takes from **Ann** at 2. **Bob** drops: **Cid** wins 1.",
    ]
    assert told.asked() == ["@Ann, roll."]


def test_dropping_the_captain_makes_the_next_one_roll() -> None:
    told = two_double().act(Answer(by=BOB, replies=((0, DROP), (1, DROP))))
    assert told.lines() == "**Bob** drops: **Ann** and **Cid** win 1 each."
    assert told.asked()[0].startswith("@Dan, roll")


def test_beaver_and_raccoon() -> None:
    told = two_double().act(Answer(by=BOB, replies=((0, TAKE), (1, BEAVER))))
    assert told.lines() == "**Bob** takes from **Ann** at 2."
    assert told.asked() == ["@Cid: **Bob** beavers to 4: take, drop, or raccoon?"]
    told.act(Answer(by=CID, replies=((1, RACCOON),)))
    assert told.asked() == ["@Bob: **Cid** raccoons to 8: take or drop?"]
    told.act(Answer(by=BOB, replies=((1, TAKE),)))
    assert told.lines(3).splitlines()[1:] == [
        "**Cid** raccoons to 8.",
        "**Bob** accepts the raccoon: the cube is at 8.",
    ]


def test_a_beaver_that_is_refused_costs_the_doubled_value() -> None:
    told = two_double().act(Answer(by=BOB, replies=((0, TAKE), (1, BEAVER))), Answer(by=CID, replies=((1, DROP),)))
    assert told.lines() == "**Cid** refuses the beaver (−2)."


def test_the_box_doubles_and_each_answers_for_himself() -> None:
    assert box_on_roll().asked() == ["@Bob, roll or double."]
    told = doubled_by_box()
    assert told.asked() == ["@Ann, @Cid, and @Dan: **Bob** doubles to 2: take, drop, or beaver? Answered 0 of 3."]
    told.act(Answer(by=ANN, replies=((0, TAKE),)))
    assert told.asked() == ["@Cid and @Dan: **Bob** doubles to 2: take, drop, or beaver? Answered 1 of 3."]
    told.act(Answer(by=CID, replies=((1, DROP),)), Answer(by=DAN, replies=((2, TAKE),)))
    assert told.lines(2).splitlines() == [
        "**Bob** doubles **Ann**, **Cid**, and **Dan** to 2.",
        "**Ann** and **Dan** take at 2. **Cid** drops (−1).",
    ]


def test_delegates_are_not_mentioned() -> None:
    told = box_on_roll().act(Delegate(by=CID, to=DAN), Double(by=BOB, bets=(1,)))
    assert told.asked() == ["@Cid: **Bob** doubles to 2: take, drop, or beaver?"]


def test_the_lone_takers_extras() -> None:
    told = lone_taker(LoneTaker.EXTRAS)
    assert told.asked() == [
        "**Dan** alone stays in. @Ann and @Cid: do you pay 1 to offer an extra cube at 2? Answered 0 of 2."
    ]
    told.act(GiveExtra(by=ANN, bet=0, give=True), GiveExtra(by=CID, bet=1, give=True))
    assert told.asked() == [
        "@Dan: **Ann** and **Cid** pay 1 each for an extra cube at 2. Stay in with all of them, or drop?"
    ]
    told.act(AnswerExtras(by=DAN, stay=True, dropped=(CID,)))
    assert told.lines() == (
        "**Ann** and **Cid** drop (−1 each). **Dan** takes at 2. **Ann** and **Cid** pay **Dan** 1 each for an extra "
        "cube at 2. **Dan** drops the extra of **Cid** at once (−2). **Dan** rolls for the team now."
    )


def test_extras_that_may_be_refused() -> None:
    told = lone_taker(LoneTaker.EXTRAS_VOLUNTARY).act(
        GiveExtra(by=ANN, bet=0, give=False), GiveExtra(by=CID, bet=1, give=True)
    )
    assert told.asked() == ["@Dan: **Cid** pays 1 for an extra cube at 2. Stay in, with those you choose, or drop?"]


def test_who_changes_to_drop_ends_the_game() -> None:
    told = lone_taker(LoneTaker.EXTRAS).act(
        GiveExtra(by=ANN, bet=0, give=True), GiveExtra(by=CID, bet=1, give=True), AnswerExtras(by=DAN, stay=False)
    )
    assert told.lines().splitlines() == [
        "**Ann**, **Cid**, and **Dan** drop (−1 each).",
        "Game 1: **Bob** +3, **Ann** −1, **Cid** −1, **Dan** −1.",
        "**Bob** keeps the box.",
        "Box: **Bob** · captain: **Cid** · then **Dan**, **Ann**",
    ]


def test_a_forced_beaver() -> None:
    told = lone_taker(LoneTaker.BEAVER)
    assert told.asked() == ["@Dan alone stays in and must beaver to 4 or drop."]
    told.act(Answer(by=DAN, replies=((2, BEAVER),)))
    assert told.asked() == ["@Bob: **Dan** beavers to 4: take or drop?"]
    told.act(Answer(by=BOB, replies=((2, TAKE),)))
    assert told.lines() == "**Bob** accepts the beaver: the cube is at 4."


def test_a_resignation_to_several_is_one_question() -> None:
    told = proposed(RESIGNED)
    assert told.lines() == ""
    assert told.asked()[1] == ("@Ann, @Cid, and @Dan: **Bob** offers to resign a gammon: 1 point. Accept or decline?")
    told.act(Accept(by=ANN, question=number_of(told)))
    assert told.lines() == "**Ann** accepts the resignation. **Bob** → **Ann**: 1."
    told.act(Decline(by=CID, question=number_of(told)))
    assert told.lines() == "**Cid** refuses the resignation and plays on."
    told.act(Decline(by=DAN, question=number_of(told)))
    assert told.lines(4).splitlines()[0] == "**Bob** offers **Ann**, **Cid**, and **Dan** to resign a gammon."


def test_settlements() -> None:
    told = proposed(Settle(by=CID, bets=(1,), points=-2))
    assert told.asked()[1] == "@Bob: **Cid** offers to settle: **Bob** receives 2 points. Accept or decline?"
    told.act(Accept(by=BOB, question=number_of(told)))
    assert told.lines(2).splitlines() == [
        "**Cid** offers to settle with **Bob** for −2.",
        "**Bob** accepts the settlement. **Cid** → **Bob**: 2.",
    ]
    told = proposed(Settle(by=ANN, bets=(0,), points=0, winner=BOB))
    assert told.asked()[1] == (
        "@Bob: **Ann** offers to settle the bet at nothing. **Bob** would count as its winner. Accept or decline?"
    )
    told.act(Decline(by=BOB, question=number_of(told)))
    assert told.lines() == "**Bob** refuses the settlement and plays on."


def test_taking_back_needs_everybodys_word() -> None:
    told = proposed(Undo(by=CID))
    assert told.asked()[1] == "@Ann and @Bob: **Cid** asks to take back the last action. Accept or decline?"
    told.act(Accept(by=ANN, question=number_of(told)))
    assert told.lines() == "**Ann** agrees."
    told.act(Accept(by=BOB, question=number_of(told)))
    assert told.lines() == "**Bob** agrees: the last action is taken back."
    assert told.asked() == ["@Bob, play 3-1."]
    refused = proposed(Undo(by=CID))
    assert refused.act(Decline(by=ANN, question=number_of(refused))).lines() == ("**Ann** lets the last action stand.")


def test_voiding() -> None:
    told = proposed(Abort(by=CID))
    assert told.asked()[1] == "@Ann and @Bob: **Cid** asks to void this game. Accept or decline?"
    told.act(Abort())
    assert told.lines().splitlines()[:2] == ["A moderator has voided the game.", "Game 1 counts for nothing."]


def test_silence() -> None:
    assert window().act(Claim(by=BOB)).lines() == (
        "**Bob** claims: those the table waits for have been silent for too long."
    )
    told = box_on_roll()
    assert told.act(Claim()).lines() == "The time is up."
    assert told.act(Claim()).lines().splitlines() == [
        "The time is up. Lost by silence: **Bob** → **Ann**, **Cid**, and **Dan**: 1 each.",
        "Game 1: **Ann** +1, **Cid** +1, **Dan** +1, **Bob** −3.",
        "**Ann** has the box now.",
        "Box: **Ann** · captain: **Cid** · then **Dan**, **Bob**",
    ]
    assert (
        doubled_by_box()
        .act(Claim())
        .lines()
        .startswith("The time is up. **Ann**, **Cid**, and **Dan** drop (−1 each).\nGame 1:")
    )


def test_who_has_left_has_not_lost_by_silence() -> None:
    told = box_on_roll().act(Leave(by=BOB)).lines().splitlines()
    assert told[0] == "**Bob** leaves. Lost by leaving: **Bob** → **Ann**, **Cid**, and **Dan**: 1 each."


@pytest.mark.parametrize(("kind", "words"), [(Kind.SINGLE, ":"), (Kind.GAMMON, ", a gammon:")])
def test_the_end_of_a_game(kind: Kind, words: str) -> None:
    told = window().act(Double(by=CID, bets=(1,)), Roll(by=ANN, dice=(2, 1)), Answer(by=BOB, replies=((1, TAKE),)))
    won = 2 * kind
    assert told.bears_off(kind).lines().splitlines() == [
        "**Ann** 2-1: 1/off",
        f"Game 1{words} **Cid** +{won}, **Ann** +1, **Dan** +1, **Bob** −{won + 2}.",
        "**Ann** has the box now.",
        "Box: **Ann** · captain: **Cid** · then **Dan**, **Bob**",
    ]
    assert told.asked() == ["@Ann or @Cid, press Next for game 2. **Ann** may refuse the box: `/chouette decline_box`."]


@pytest.mark.parametrize(("kind", "how"), [(Kind.GAMMON, "gammon"), (Kind.BACKGAMMON, "backgammon")])
def test_a_gammon_that_counts_single_for_everybody_is_told_as_one(kind: Kind, how: str) -> None:
    assert window().bears_off(kind).lines().splitlines()[-3] == (
        f"Game 1, a {how} that counts single, no cube was turned: **Ann** +1, **Cid** +1, **Dan** +1, **Bob** −3."
    )


def test_the_box_is_refused_and_the_next_game_begins() -> None:
    told = window().bears_off().act(DeclineBox(by=ANN))
    line = "Box: **Cid** · captain: **Dan** · then **Ann**, **Bob**"
    assert told.lines() == f"**Ann** refuses the box.\n{line}"
    assert told.act(Next(by=CID)).lines() == f"Game 2. {line}"
    assert told.asked() == []


def test_before_a_computer_rolls_people_are_asked() -> None:
    session = apply(start(MANUAL, 3, computers=(ANN, CID)), Arrange(line=(CID, ANN, BOB)))
    for action in (OpeningRoll(dice=(4, 3)), Move(by=ANN, play="24/20 13/10"), Roll(by=CID, dice=(5, 2))):
        session = apply(session, action)
    session = apply(session, Move(by=CID, play="13/8 24/22"))
    (asked,) = asked_of(session)
    assert asked == "@Bob: double or pass? Then **Ann** rolls, at the latest after 60 s — answered 0 of 1."
    (asked,) = asked_of(apply(session, Pass(by=BOB)))
    assert asked.endswith("answered 1 of 1.")
    (asked,) = asked_of(apply(session, Hold(by=BOB)))
    assert asked.endswith("**Bob** asks to wait.")


def test_coming_and_going() -> None:
    told = window().act(Join(by=4))
    assert told.lines() == "**Eve** joins from the next game on."
    assert told.act(SitOut(by=CID, out=True)).lines() == "**Cid** sits out from the next game on."
    assert told.act(SitOut(by=CID, out=False)).lines() == "**Cid** plays again from the next game on."
    assert told.act(Leave(by=DAN)).lines() == "**Dan** leaves."
    assert told.act(Leave(by=ANN, seat=CID)).lines() == "**Ann** has sent **Cid** away."
    assert told.act(Leave(seat=4)).lines() == "A moderator has sent **Eve** away."
    gone = "**Cid** is no longer in this server and sits out. Once back, `/chouette sit_out` lets them play again."
    assert window().act(Gone(seat=CID)).lines() == gone
    assert told.act(Pause(by=ANN, on=True)).lines() == "**Ann** stops the clock."
    assert told.act(Pause(on=False)).lines() == "The clock runs again."


def test_who_sits_out_and_who_is_left_alone() -> None:
    told = window(line=(BOB, ANN, CID)).act(SitOut(by=CID, out=True), SitOut(by=BOB, out=True)).bears_off()
    assert told.lines().splitlines()[-1] == "Box: **Ann** · sitting out: **Cid**, **Bob**"
    assert told.asked() == ["It takes two people to go on. Wait for somebody to join, or end the session."]


def test_a_partner_is_found() -> None:
    told = Told(replace(MANUAL, partner_from=6), (BOB, ANN, CID, DAN, 4, 5))
    assert told.asked() == ["@Bob, do you want a partner in the box?"]
    assert told.act(Share(by=BOB, agree=True)).lines() == "**Bob** looks for a partner."
    assert told.asked() == ["@Fay, will you share the box with **Bob**?"]
    assert told.act(Share(by=5, agree=False)).lines() == "**Fay** does not want to share the box."
    assert told.act(Share(by=4, agree=True)).lines() == "**Eve** shares the box with **Bob**."
    told.act(OpeningRoll(dice=(3, 1))).act(Move(by=ANN, play="8/5 6/5")).bears_off()
    assert (
        told.lines().splitlines()[-1]
        == "Box: **Bob** · partner: **Eve** · captain: **Cid** · then **Dan**, **Fay**, **Ann**"
    )


def test_a_partner_who_must() -> None:
    options = replace(MANUAL, partner_from=6, partner_mandatory=True)
    told = Told(options, (BOB, ANN, CID, DAN, 4, 5)).act(*(Share(by=seat, agree=False) for seat in (5, 4, 3, 2)))
    assert told.lines() == "**Cid** does not want to share the box. **Fay** shares the box with **Bob**."


def test_the_session_ends_with_payments() -> None:
    told = box_on_roll().act(End(by=ANN))
    assert told.lines() == "**Ann** ends the session after this game."
    told.bears_off()
    assert told.lines().splitlines()[-1].startswith("Game 1:"), "there is no next line"
    assert told.asked() == []
    assert session_closed_words(told.session, name, ENGLISH) == ""
    told.act(End(), Paid(by=ANN, payment=0))
    assert told.lines() == "Paid: **Ann** pays **Bob** 1."
    after_more = session_closed_words(replace(told.session, number=2), name, ENGLISH)
    assert after_more.startswith("The session is over. **Bob** +3, **Ann** −1, **Cid** −1, **Dan** −1.\n")
    assert session_closed_words(told.session, name, ENGLISH).splitlines() == [
        "The session is over.",  # the points of its only game are told
        "**Ann** pays **Bob** 1 ✅",
        "**Cid** pays **Bob** 1 ☐",
        "**Dan** pays **Bob** 1 ☐",
    ]
    assert told.asked() == [
        "@Bob, @Cid, and @Dan: whoever has paid or been paid presses its button, or `/chouette paid`."
    ]


def test_the_last_game_of_a_session_of_games() -> None:
    options = replace(MANUAL, session_end=SessionEnd.GAMES, session_limit=1)
    told = box_on_roll(options).bears_off()
    assert told.asked() == [] and told.act(End()).lines() == ""


ONE_TURNED = (Double(by=CID, bets=(1,)), Roll(by=ANN, dice=(6, 5)), Answer(by=BOB, replies=((1, TAKE),)))


@pytest.mark.parametrize(
    ("consult", "before", "after"),
    [
        (Consult.NONE, (ANN,), (ANN,)),
        (Consult.OWN_CUBE, (ANN,), (ANN, CID)),
        (Consult.ANY_CUBE, (ANN,), (ANN, CID, DAN)),
        (Consult.FULL, (ANN, CID, DAN), (ANN, CID, DAN)),
    ],
)
def test_who_may_talk(consult: Consult, before: tuple[Seat, ...], after: tuple[Seat, ...]) -> None:
    told = window(replace(MANUAL, consult=consult))
    assert consulting(told.session) == before
    assert consulting(told.act(*ONE_TURNED).session) == after
    words = consult_words(told.session, name, ENGLISH)
    assert "**Ann**" in words and all((name(seat) in words) is (seat in after) for seat in (ANN, CID, DAN))
    assert (words.endswith("No word about cubes.") or consult is Consult.NONE) is (consult is not Consult.FULL)
    assert consulting(told.bears_off().session) == ()
    assert consult_words(told.session, name, ENGLISH) == ""


@pytest.mark.parametrize("consult", list(Consult))
def test_where_all_others_have_left_nothing_is_said_of_talking(consult: Consult) -> None:
    """Though what they have at stake is still played for."""
    told = window(replace(MANUAL, consult=consult)).act(*ONE_TURNED, Leave(by=CID), Leave(by=DAN))
    assert len(told.session.game.open_bets) > 1
    assert consult_words(told.session, name, ENGLISH) == ""


def test_who_has_dropped_is_silent() -> None:
    told = two_double().act(Answer(by=BOB, replies=((0, DROP), (1, TAKE))))
    assert consulting(told.session) == (CID,)
    assert consult_words(told.session, name, ENGLISH) == (
        "Advice on plays only when **Cid** asks for it. No word about cubes."
    )


def everything(told: Told) -> tuple[object, ...]:
    """All words that the state brings."""
    return told.all_lines(), told.asked(), consult_words(told.session, name, ENGLISH)


SECRETS: dict[str, tuple[Callable[[], Told], Iterable[tuple[AnyAction, ...]]]] = {
    "double or pass": (window, [(Double(by=CID, bets=(1,)),), (Pass(by=CID),)]),
    "who has spoken": (window, [(Double(by=CID, bets=(1,)),), (Pass(by=DAN),), (Pass(by=ANN),)]),
    "changed": (window, [(Double(by=CID, bets=(1,)), Pass(by=CID)), (Double(by=CID, bets=(1,)),)]),
    "held before": (window, [(Hold(by=CID), Double(by=CID, bets=(1,))), (Hold(by=CID), Pass(by=CID))]),
    "take, drop or beaver": (
        doubled_by_box,
        [(Answer(by=CID, replies=((1, reply),)),) for reply in (TAKE, DROP, BEAVER)],
    ),
    "the box's first answers": (
        two_double,
        [(Answer(by=BOB, replies=((bet, reply),)),) for bet in (0, 1) for reply in (TAKE, DROP, BEAVER)],
    ),
    "an extra": (
        lambda: lone_taker(LoneTaker.EXTRAS),
        [(GiveExtra(by=ANN, bet=0, give=give),) for give in (True, False)],
    ),
}


@pytest.mark.parametrize("secret", SECRETS)
def test_what_is_sealed_leaves_no_trace_in_words(secret: str) -> None:
    made, choices = SECRETS[secret]
    shown = [everything(made().act(*choice)) for choice in choices]
    assert all(each == shown[0] for each in shown)
    assert shown[0] != everything(made()), "that somebody has spoken is counted"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_all_sentences_filled(language: str) -> None:
    t = texts(language)
    for told in (lone_taker(LoneTaker.EXTRAS), two_double(), doubled_by_box(), proposed(RESIGNED), window()):
        lines = [session_line(news, told.session, name, t) for news in told.news]
        lines += asked_of(told.session, t)
        assert any(lines) and not any("{" in line for line in lines)
        assert len(asked_of(told.session, t)) <= len(questions(told.session))

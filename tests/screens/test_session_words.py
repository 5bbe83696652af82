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
from bot.screens.session_news_words import session_line
from bot.screens.session_questions import session_asked
from bot.screens.session_words import consult_words, consulting, session_closed_words
from bot.tables.session_news import SessionNews, session_news
from bot.texts import LANGUAGES, texts

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
        return session_asked(self.session, name, mention, ENGLISH)

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

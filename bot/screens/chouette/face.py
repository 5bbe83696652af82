"""The display of a chouette."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, ClassVar

import discord

from bot.backgammon import Bet, Offer, Phase, Question, Seat, Side, Xgid
from bot.chouette import BOX, TEAM, Options, Session, in_points, questions, session_xgid
from bot.chouette.actions import Arrange, Resign
from bot.chouette.record import session_steps
from bot.core.actions import BetIndex
from bot.screens.board_face import BoardFace
from bot.screens.board_scene import last_play
from bot.screens.board_topics import topics_by
from bot.screens.buttons import Item
from bot.screens.challenge_words import Terms
from bot.screens.chouette.advice_threads import TeamThread
from bot.screens.chouette.advice_words import advice_line
from bot.screens.chouette.buttons import box_doubles, closed_items, cubes, rules_item, session_items
from bot.screens.chouette.doubt_words import sealed_words, session_doubt
from bot.screens.chouette.finished import session_file, session_game, session_records
from bot.screens.chouette.guide import chouette_lesson
from bot.screens.chouette.listing import BOARDS
from bot.screens.chouette.lobby_words import begun_words, lobby_buttons, lobby_words
from bot.screens.chouette.news_words import session_line
from bot.screens.chouette.option_words import all_rules, digest_words, preset_name, preset_words
from bot.screens.chouette.own_items import session_own_items, settles_with, settling, winners_at_nothing
from bot.screens.chouette.partner_thread import PartnerThread
from bot.screens.chouette.people_words import order_words, session_reservations
from bot.screens.chouette.question_words import session_asked
from bot.screens.chouette.scene import session_scene
from bot.screens.chouette.score_sheet import session_summary
from bot.screens.chouette.topics import CHOUETTE_TOPICS
from bot.screens.chouette.words import (
    balance_words,
    resigned_worths,
    session_closed_words,
    session_proposal_words,
)
from bot.screens.companion import Companion, Surroundings
from bot.screens.computer_words import apart_words
from bot.screens.custom_ids import Press
from bot.screens.face import Lesson, Shown, Steps, Topic
from bot.screens.finished_game import ToldGame, WrittenRecord
from bot.screens.ladder.listing import BoardWords
from bot.screens.names import Names, called
from bot.screens.own_items import May
from bot.screens.private_threads import SeveralThreads
from bot.screens.waits_words import awaited_words, played_words
from bot.tables.chouette.news import SessionNews
from bot.tables.table import Table
from bot.texts import Texts
from render import Scene, SessionEnd


class ChouetteFace(BoardFace[Session, SessionNews]):
    shared_offers: ClassVar[bool] = True
    word_verb: ClassVar[str] = "lobby_word"
    boards: ClassVar[Sequence[BoardWords]] = BOARDS
    topics: ClassVar[Mapping[str, Topic]] = CHOUETTE_TOPICS

    def topics_at(self, table: Table) -> Sequence[str]:
        return (*self.topics, *topics_by(table.setup_of(Options).rules))

    def terms(self, table: Table, t: Texts) -> Terms:
        options = table.setup_of(Options)
        title = ": ".join((t("Chouette"), preset_name(options.preset, t)))
        rules = (*all_rules(options, t), *apart_words(table, t), digest_words(options, t))
        return Terms(title, (preset_words(options.preset, t), *rules))

    def gathering_words(self, table: Table, t: Texts) -> str:
        return lobby_words(table, t)

    def gathering_buttons(self, table: Table, t: Texts) -> discord.ui.View:
        return lobby_buttons(table, t)

    def opening_words(self, table: Table, t: Texts) -> str:
        return begun_words(table, t)

    def opening_items(self, table: Table, t: Texts) -> list[Item]:
        return [rules_item(table, t)]

    def line(self, news: SessionNews, state: Session, names: Names, t: Texts) -> str:
        return session_line(news, state, names, t)

    def ends(self, news: SessionNews) -> bool:
        return news.over is not None

    def asked(self, state: Session, names: Names, mention: Names, t: Texts) -> list[str]:
        return session_asked(state, self.shown_questions(state, questions(state)), names, mention, t)

    def closed(self, state: Session, names: Names, t: Texts) -> str:
        return session_closed_words(state, names, t)

    def proposal(self, state: Session, number: int, names: Names, t: Texts) -> str:
        what = next(each.what for each in state.proposals if each.number == number)
        return session_proposal_words(what, state, names, t)

    def score(self, state: Session, names: Names, t: Texts) -> str:
        # The message about the closed session has told the balances already.
        if state.closed or not any(player.points for player in state.players):
            return ""
        balances = balance_words(state, names, t)
        return balances if state.banked else t("Balance: {balances}.", balances=balances)

    def standing(self, table: Table, seat: Seat, t: Texts) -> str:
        session = table.state_of(Session) if table.state else None
        return played_words(t("chouette"), in_points(session.players[seat].points, session.unit) if session else 0)

    def awaited(self, table: Table, t: Texts) -> str:
        """Which side, or that it is answers: nothing tells who of them has spoken."""
        game = table.state_of(Session).game
        if game.exchange is not None:
            return t("the answers")
        sides = {TEAM: t("the team"), BOX: t("the box")}
        playing = game.phase in (Phase.CUBE, Phase.ROLL, Phase.PLAY) and game.board.turn is not None
        return sides[game.board.turn] if playing and game.board.turn is not None else awaited_words(table, t)

    def footer(self, table: Table, names: Names, t: Texts) -> list[str]:
        return [advice_line(table, names, t)]

    def order(self, state: Session, first: Any, t: Texts) -> list[str]:
        return order_words(first, state, t) if isinstance(first, Arrange) else []

    def lessons(self, theme: str, t: Texts, shown: Shown) -> list[Lesson]:
        return [chouette_lesson(theme, t, shown)]

    def scene(self, table: Table, theme: str, t: Texts) -> Scene:
        return session_scene(
            table.state_of(Session), lambda seat: called(table.person(seat).name), last_play(table.news), theme, t
        )

    def summary(self, table: Table, finished: Sequence[Any], theme: str, t: Texts) -> SessionEnd | None:
        session = table.state_of(Session)
        return session_summary(session, finished, lambda seat: called(table.person(seat).name), theme, t)

    def items(self, table: Table, question: Question, t: Texts) -> list[Item]:
        special = session_items(table, question, t)
        return super().items(table, question, t) if special is None else special

    def closed_items(self, table: Table, t: Texts) -> list[Item]:
        return closed_items(table, table.state_of(Session), t)

    def xgid(self, state: Session) -> Xgid:
        return session_xgid.xgid_of(state)

    def sides(self, state: Session) -> tuple[Seat, Seat]:
        game = state.game
        captain, box = game.acting_captain, game.acting_box
        return game.captain if captain is None else captain, game.box if box is None else box

    def reservations(self, state: Session, turn: Side, names: Names, t: Texts) -> list[str]:
        return session_reservations(state, turn, names, t)

    def companion(self, around: Surroundings) -> Companion:
        return SeveralThreads(around, (TeamThread(), PartnerThread()))

    def confirmation(self, state: Session, action: Any, names: Names, t: Texts) -> str:
        return session_doubt(state, action, names, t)

    def sealed(self, before: Session | None, state: Session, verb: str, t: Texts) -> str:
        return sealed_words(before, state, verb, t)

    def steps(self, start: Session, done: Iterator[Any]) -> Mapping[int, Steps]:
        return session_steps(start, done)

    def told(self, table: Table, steps: Steps) -> ToldGame:
        return session_game(table, steps)

    def file(
        self, table: Table, games: Mapping[int, Steps], number: int | None, kind: str, t: Texts
    ) -> tuple[str, bytes]:
        return session_file(table, games, number, kind, t)

    def records(self, table: Table, games: Mapping[int, Steps]) -> Sequence[WrittenRecord]:
        return session_records(table, games)

    def own_items(self, table: Table, seat: Seat, may: May, t: Texts) -> list[Item]:
        return super().own_items(table, seat, may, t) + session_own_items(table, table.state_of(Session), seat, may, t)

    def cost(self, state: Session, resignation: Resign) -> int:
        return sum(resigned_worths(state, resignation))

    def open_bets(self, state: Session) -> Collection[BetIndex]:
        return state.game.open_bets

    def cubes(self, state: Session) -> tuple[Sequence[Bet], Offer | None]:
        return cubes(state)

    def settling(self, table: Table, seat: Seat) -> Press | None:
        return settling(table, table.state_of(Session), seat)

    def settles_with(self, state: Session, seat: Seat) -> Sequence[Seat]:
        return settles_with(state, seat)

    def winners_at_nothing(self, state: Session, seat: Seat, other: Seat) -> Sequence[Seat]:
        return winners_at_nothing(state, seat, other)

    def nameable(self, state: Session) -> Sequence[Seat]:
        return state.game.line

    def doubles(self, table: Table, seat: Seat, t: Texts) -> list[Item]:
        return box_doubles(table, table.state_of(Session), seat, t)

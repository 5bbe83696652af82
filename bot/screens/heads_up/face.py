"""The display of a match or money session."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from bot.backgammon import Bet, Match, Offer, Rules, Score, Seat, Side, Xgid, questions, xgid_of
from bot.backgammon.actions import Resign
from bot.backgammon.match import resigned_price
from bot.backgammon.record import kept_steps
from bot.core.actions import BetIndex
from bot.screens.board_face import BoardFace
from bot.screens.board_rules_words import brief_words, rules_words, title_words, unusual_words
from bot.screens.board_scene import last_play, names_of
from bot.screens.board_topics import BOARD_TOPICS, topics_by
from bot.screens.challenge_words import Terms
from bot.screens.companion import Companion, Surroundings
from bot.screens.computer_words import table_words
from bot.screens.custom_ids import Press
from bot.screens.face import Lesson, Shown, Steps, Topic
from bot.screens.finished_game import ToldGame, WrittenRecord
from bot.screens.heads_up import words
from bot.screens.heads_up.finished import match_file, match_game, match_records, session_summary
from bot.screens.heads_up.lessons import first_lessons
from bot.screens.heads_up.listing import BOARDS
from bot.screens.heads_up.scene import coloured, match_scene
from bot.screens.heads_up.side_threads import SIDES
from bot.screens.heads_up.side_words import sitting_line
from bot.screens.heads_up.words import colour_words, dark_words, match_doubt, reservations
from bot.screens.ladder.common_words import joined
from bot.screens.ladder.listing import BoardWords
from bot.screens.names import Names
from bot.screens.pace_words import clock_words
from bot.screens.private_threads import SeveralThreads
from bot.screens.waits_words import played_words
from bot.tables.heads_up.news import News
from bot.tables.intents import possible, settle
from bot.tables.table import Table
from bot.texts import Texts
from render import Scene, SessionEnd


class HeadsUpFace(BoardFace[Match, News]):
    boards: ClassVar[Sequence[BoardWords]] = BOARDS
    topics: ClassVar[Mapping[str, Topic]] = BOARD_TOPICS

    def terms(self, table: Table, t: Texts) -> Terms:
        rules = table.setup_of(Rules)
        pace = clock_words(table, rules.length, t)
        return Terms(
            title_words(rules, t),
            (*rules_words(rules, t), *pace, *table_words(table, t)),
            colour_words(table, t),
            # A challenge to anyone has no opponent yet.
            dark_words(table, table.about.light or 0, t) if len(table.people.seats) > 1 else "",
            # Games against a computer are never rated, and hints are expected.
            (
                *unusual_words(rules, t, brief=bool(table.computers)),
                *pace,
                *(() if table.computers else table_words(table, t)),
            ),
            brief_words(rules, t),
        )

    def line(self, news: News, state: Match, names: Names, t: Texts) -> str:
        return words.line(news, state, names, t)

    def ends(self, news: News) -> bool:
        return news.over is not None

    def asked(self, state: Match, names: Names, mention: Names, t: Texts) -> list[str]:
        return words.asked(state, self.shown_questions(state, questions(state)), names, mention, t)

    def closed(self, state: Match, names: Names, t: Texts) -> str:
        return words.closed_words(state, names, t)

    def proposal(self, state: Match, number: int, names: Names, t: Texts) -> str:
        what = next(each.what for each in state.proposals if each.number == number)
        return words.proposed_words(what, state, names, t)

    def footer(self, table: Table, names: Names, t: Texts) -> list[str]:
        return sitting_line(table, t)

    def companion(self, around: Surroundings) -> Companion:
        return SeveralThreads(around, SIDES)

    def score(self, state: Match, names: Names, t: Texts) -> str:
        # The message about the closed table has told it already.
        if state.closed or (not state.rules.length and state.number == 1):
            return ""
        return words.score_words(state.score, state.rules.length, names, t)

    def standing(self, table: Table, seat: Seat, t: Texts) -> str:
        rules, score = table.setup_of(Rules), table.state_of(Match).score if table.state else (0, 0)
        if not rules.length:
            return played_words(t("money"), score[seat])
        return joined((t("to {length}", length=rules.length), f"{score[seat]}–{score[1 - seat]}"))

    def lessons(self, theme: str, t: Texts, shown: Shown) -> list[Lesson]:
        return first_lessons(theme, t)

    def topics_at(self, table: Table) -> Sequence[str]:
        return (*(("clocks",) if table.about.pace else ()), *topics_by(table.setup_of(Rules)))

    def scene(self, table: Table, theme: str, t: Texts) -> Scene:
        return coloured(match_scene(table.state_of(Match), names_of(table), last_play(table.news), theme, t), table)

    def summary(self, table: Table, finished: Sequence[Any], theme: str, t: Texts) -> SessionEnd | None:
        return session_summary(table.state_of(Match), finished, names_of(table), theme, t)

    def xgid(self, state: Match) -> Xgid:
        return xgid_of(state)

    def sides(self, state: Match) -> tuple[Seat, Seat]:
        return 0, 1

    def reservations(self, state: Match, turn: Side, names: Names, t: Texts) -> list[str]:
        return reservations(state, turn, names, t)

    def away(self, state: Match) -> Score | None:
        return state.game.score

    def confirmation(self, state: Match, action: Any, names: Names, t: Texts) -> str:
        return match_doubt(state, action, t)

    def steps(self, start: Match, done: Iterator[Any]) -> Mapping[int, Steps]:
        return kept_steps(start, done)

    def told(self, table: Table, steps: Steps) -> ToldGame:
        return match_game(table, steps)

    def file(
        self, table: Table, games: Mapping[int, Steps], number: int | None, kind: str, t: Texts
    ) -> tuple[str, bytes]:
        return match_file(table, games, number, kind, t)

    def records(self, table: Table, games: Mapping[int, Steps]) -> Sequence[WrittenRecord]:
        return match_records(table, games)

    def cost(self, state: Match, resignation: Resign) -> int:
        return resigned_price(state, resignation)

    def open_bets(self, state: Match) -> Collection[BetIndex]:
        return (BetIndex(0),)

    def cubes(self, state: Match) -> tuple[Sequence[Bet], Offer | None]:
        return (state.game.bet,), state.game.offer

    def settling(self, table: Table, seat: Seat) -> Press | None:
        match = table.state_of(Match)
        return Press("settle", table.id, match.table_question) if possible(match, seat, settle(0)) else None

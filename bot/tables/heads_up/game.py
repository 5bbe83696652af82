"""A match or money session between two, as tables play it."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from msgspec import UNSET
from msgspec.structs import replace

from bot import backgammon
from bot.analysis.decisions import Decided
from bot.backgammon import Illegal, Kind, Match, Phase, Reply, Rules, Seat
from bot.backgammon.actions import AnyAction, Beaver, Double, Drop, Raccoon, Resign, Settle, Take
from bot.backgammon.bet import courses
from bot.backgammon.history import Course, Finished, course_of, finished, followed, history_from
from bot.backgammon.log import HEADS_UP, Header
from bot.backgammon.record import kept_steps
from bot.core.intent import Intent
from bot.ladder.facts import Account
from bot.ladder.listing import RATING
from bot.ladder.rating import plays_needed
from bot.tables.advice import Decision
from bot.tables.board_game import BoardGame, Whom, check_engine_knows
from bot.tables.computer_player import ComputerPlayer, stakes_of
from bot.tables.faults import TableTrouble
from bot.tables.heads_up import computer
from bot.tables.heads_up.account import POINTS, account
from bot.tables.heads_up.decisions import decisions
from bot.tables.heads_up.news import News, news_of
from bot.tables.preferences import ServerSettings


class HeadsUp(BoardGame[Rules, Match, AnyAction, News, Finished, Course]):
    """Backgammon between two, with its variants."""

    name = "heads_up"
    setup, state, news, course = Rules, Match, News, Course
    codec = HEADS_UP
    boards = (RATING, POINTS)

    def start(self, setup: Rules, people: int) -> Match:
        return backgammon.start(setup)

    def header(self, state: Match) -> bytes:
        head = Header(rules_version=state.rules_version, rules=state.rules)
        if state.score != (0, 0) and state.rules.opening is UNSET:
            head = replace(head, score=state.score, crawford_played=state.crawford_played)
        return HEADS_UP.encode(head)

    def begun(self, header: bytes) -> Match:
        head = HEADS_UP.header(header)
        score = (0, 0) if head.score is UNSET else head.score
        crawford_played = head.crawford_played is not UNSET and head.crawford_played
        return backgammon.start(head.rules, head.rules_version, score=score, crawford_played=crawford_played)

    def apply(self, state: Match, action: AnyAction) -> Match:
        return backgammon.apply(state, action)

    def double(self, state: Match, seat: Seat, whom: Whom) -> Double:
        _check_alone(whom)
        return Double(by=seat)

    def reply(self, state: Match, seat: Seat, answer: Reply, whom: Whom) -> Take | Drop | Beaver | Raccoon:
        _check_alone(whom)
        return computer.REPLIES[answer](by=seat)

    def resign(self, state: Match, seat: Seat, kind: Kind | None, whom: Whom) -> Resign:
        _check_alone(whom)
        return Resign(by=seat, kind=kind)

    def settle(self, state: Match, seat: Seat, points: int | Fraction, whom: Whom, winners: Whom) -> Settle:
        _check_alone(whom)
        if points != int(points):
            raise Illegal(TableTrouble.NOT_POINTS)
        return Settle(by=seat, points=int(points))

    def decision(self, state: Match, seat: Seat) -> Decision | None:
        game = state.game
        if game.decider != seat or game.board.turn is None or game.phase is Phase.OVER:
            return None
        stakes = stakes_of(game.bet, game.board.turn, state.rules.bet, game.score)
        stage, ways = None, ()
        if game.offer:
            stage, ways = game.offer.stage, courses(game.bet, game.offer, state.rules.bet)
        may_double = game.phase is Phase.CUBE
        return Decision(game.board.position, game.board.turn, stakes, game.board.dice, stage, ways, may_double)

    def decided(
        self, state: Match, actions: Iterable[AnyAction], at: Iterable[float] = ()
    ) -> dict[int, tuple[Decided, ...]]:
        return {number: tuple(decisions(steps)) for number, steps in kept_steps(state, actions).items()}

    def check_computer(self, setup: Rules) -> None:
        check_engine_knows(setup)

    def computer_waits(self, state: Match, seat: Seat) -> float | None:
        return None if computer.asked_of(state, seat) is None else 0.0

    async def computer_decides(self, state: Match, seat: Seat, player: ComputerPlayer) -> Intent | None:
        return await computer.decided(state, seat, player)

    def kind(self, setup: Rules) -> str:
        return "match" if setup.length else "money session"

    def told(self, before: Match, action: AnyAction, after: Match, version: int) -> News:
        return news_of(before, action, after, version)

    def new_course(self) -> Course:
        return Course(plays=0)

    def followed(self, course: Course | None, before: Match, action: AnyAction, after: Match) -> Course | None:
        if course is None:  # written by another version
            return course_of(after) if after.number > before.number else None
        return followed(course, before, action, after)

    def finished(self, state: Match, course: Course | None) -> Finished | None:
        return finished(state, course)

    def history_from(self, state: Match, actions: Iterable[AnyAction]) -> tuple[Finished, ...]:
        return history_from(state, actions)

    def counts(self, game: Finished) -> bool:
        return game.game.bet.result is not None

    def may_be_rated(self, setup: Rules, settings: ServerSettings) -> bool:
        return setup.opening is setup.sits is UNSET and (setup.length > 0 or settings.money_rated)

    def too_few_plays(self, state: Match, course: Course | None) -> int:
        over = state.winner is not None if state.rules.length else state.game.bet.result is not None
        made, needed = UNSET if course is None else course.plays, plays_needed(state.rules.length)
        return needed if over and made is not UNSET and made < needed else 0

    def account(self, setup: Rules, game: Finished) -> Account | None:
        return account(setup, game)


def _check_alone(whom: Whom) -> None:
    """Raise `Illegal` if anyone is named: with two players there is one cube and one opponent."""
    if whom is not None:
        raise Illegal(TableTrouble.ONLY_ONE_OPPONENT)

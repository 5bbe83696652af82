"""A chouette, as tables play it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from msgspec import UNSET
from msgspec.structs import replace

from bot import chouette
from bot.analysis.decisions import Decided
from bot.backgammon import Kind, Reply, Seat
from bot.backgammon.actions import Move, Roll
from bot.chouette import ChouetteFault, Options, Session
from bot.chouette.actions import (
    AddComputer,
    Answer,
    AnyAction,
    Double,
    Gone,
    Join,
    Knock,
    Next,
    Resign,
    Settle,
    TimedNext,
)
from bot.chouette.approval import asks_first
from bot.chouette.history import Course, Finished, finished, followed, history_from
from bot.chouette.house import StartCube
from bot.chouette.log import CHOUETTE, Header
from bot.chouette.play_time import to_note
from bot.chouette.record import session_steps
from bot.chouette.units import full_bank
from bot.core.actions import Action
from bot.core.intent import Intent
from bot.engine.evaluator import Evaluator
from bot.ladder.facts import Account
from bot.tables.advice import Decision, HintFault
from bot.tables.board_game import BoardGame, Whom, check_engine_knows
from bot.tables.chouette import bets_meant, computer
from bot.tables.chouette.account import BETS, account
from bot.tables.chouette.decisions import Watch, decisions
from bot.tables.chouette.news import SessionNews, session_news, still_told
from bot.tables.chouette.timeouts import patience, silence
from bot.tables.computer_player import ComputerPlayer
from bot.tables.preferences import ServerSettings

_HOUR = 3600


class Chouette(BoardGame[Options, Session, AnyAction, SessionNews, Finished, Course]):
    """One player against a team."""

    name = "chouette"
    setup, state, news, course = Options, Session, SessionNews, Course
    codec = CHOUETTE
    elsewhere, not_begun = ChouetteFault.NOT_A_CHOUETTE, ChouetteFault.NOT_BEGUN
    gathers = True
    hints_refused = HintFault.NOT_IN_CHOUETTE
    boards = (BETS,)
    silence_decides = True

    def start(self, setup: Options, people: int) -> Session:
        return chouette.start(setup, people)

    def header(self, state: Session) -> bytes:
        players, version = len(state.players), state.rules_version
        head = Header(rules_version=version, options=state.options, players=players, host=state.host)
        if state.computers:
            head = replace(head, computers=state.computers)
        balances = tuple(player.bank for player in state.players)
        if {*balances} != {full_bank(state.options)}:
            head = replace(head, balances=balances)
        return CHOUETTE.encode(replace(head, since=state.since) if state.since and not state.begun else head)

    def begun(self, header: bytes) -> Session:
        head = CHOUETTE.header(header)
        computers = () if head.computers is UNSET else head.computers
        balances = None if head.balances is UNSET else head.balances
        since = 0.0 if head.since is UNSET else head.since
        return chouette.start(
            head.options, head.players, head.host, head.rules_version, computers, balances=balances, since=since
        )

    def dated(self, state: Session, action: AnyAction, at: float) -> AnyAction:
        minutes = state.options.house_rules.start_cube is StartCube.MINUTES
        return TimedNext(by=action.by, at=at) if minutes and isinstance(action, Next) else action

    def apply(self, state: Session, action: AnyAction) -> Session:
        return chouette.apply(state, action)

    def double(self, state: Session, seat: Seat, whom: Whom) -> Double:
        return bets_meant.double(state, seat, whom)

    def reply(self, state: Session, seat: Seat, answer: Reply, whom: Whom) -> Answer:
        return bets_meant.reply(state, seat, answer, whom)

    def resign(self, state: Session, seat: Seat, kind: Kind | None, whom: Whom) -> Resign:
        return bets_meant.resign(state, seat, kind, whom)

    def settle(self, state: Session, seat: Seat, points: int | Fraction, whom: Whom, winners: Whom) -> Settle:
        return bets_meant.settle(state, seat, points, whom, winners)

    def noted(self, state: Session, action: AnyAction, since: float, now: float) -> tuple[AnyAction, ...]:
        done = isinstance(action, Roll | Move) and action.by == state.game.on_roll
        return to_note(state, round(1000 * (now - since)), done=done)

    async def valued(self, state: Session, seat: Seat, offer: Action, thinker: Evaluator) -> Action:
        return await computer.valued(state, seat, offer, thinker) if isinstance(offer, Settle) else offer

    def timeout(self, state: Session, since: float, settings: ServerSettings) -> tuple[float, AnyAction] | None:
        return silence(state, since, settings.remind_after * _HOUR)

    def deadline(self, state: Session, since: float) -> float | None:
        return patience(state, since)

    def check_computer(self, setup: Options) -> None:
        check_engine_knows(setup.rules)

    def computer_waits(self, state: Session, seat: Seat) -> float | None:
        return None if computer.asked_of(state, seat) is None else computer.patience(state, seat)

    async def computer_decides(self, state: Session, seat: Seat, player: ComputerPlayer) -> Intent | None:
        return await computer.decided(state, seat, player)

    def decision(self, state: Session, seat: Seat) -> Decision | None:
        return computer.decision(state, seat)

    def decided(
        self, state: Session, actions: Iterable[AnyAction], at: Iterable[float] = ()
    ) -> dict[int, tuple[Decided, ...]]:
        watch = Watch(at)
        games = session_steps(state, actions, watch.apply)
        return {number: tuple(decisions(steps, watch.open_for)) for number, steps in games.items()}

    def gone(self, seat: Seat) -> AnyAction:
        return Gone(seat=seat)

    def computer_joins(self, seat: Seat) -> AnyAction:
        return AddComputer(by=seat)

    def joined(self, state: Session, seat: Seat, at: float) -> AnyAction:
        return Knock(by=seat, at=at) if asks_first(state) else Join(by=seat)

    def kind(self, setup: Options) -> str:
        return "chouette"

    def told(self, before: Session, action: AnyAction, after: Session, version: int) -> SessionNews | None:
        return session_news(before, action, after, version)

    def still_told(self, news: Sequence[SessionNews], said: SessionNews, state: Session) -> Sequence[SessionNews]:
        return still_told(news, said, state)

    def followed(self, course: Course | None, before: Session, action: AnyAction, after: Session) -> Course | None:
        if after.number != before.number:
            return Course()
        return course and followed(course, before, action, after)

    def finished(self, state: Session, course: Course | None) -> Finished | None:
        return course and finished(state, course)

    def history_from(self, state: Session, actions: Iterable[AnyAction]) -> tuple[Finished, ...]:
        return history_from(state, actions)

    def counts(self, game: Finished) -> bool:
        return not game.game.void

    def is_contest(self, setup: Options) -> bool:
        return setup.house_rules.bank > 0

    def account(self, setup: Options, game: Finished) -> Account | None:
        return account(setup, game)

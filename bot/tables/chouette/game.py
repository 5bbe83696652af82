"""A chouette, as tables play it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from bot import chouette
from bot.backgammon import Phase, Question, Seat
from bot.backgammon.actions import End
from bot.chouette import Options, Session
from bot.chouette.actions import AnyAction, Gone, Join
from bot.chouette.history import Course, Finished, finished, followed, history_from
from bot.chouette.log import CHOUETTE, Header
from bot.tables.chouette.account import account
from bot.tables.chouette.news import SessionNews, session_news, still_told
from bot.tables.chouette.timeouts import silence
from bot.tables.facts import Account
from bot.tables.forced import forced, served
from bot.tables.game import Dice, Game
from bot.tables.preferences import PersonPreferences, ServerSettings

_HOUR = 3600


class Chouette(Game[Options, Session, AnyAction, SessionNews, Finished, Course]):
    """One player against a team."""

    name = "chouette"
    setup, state, news, course = Options, Session, SessionNews, Course
    codec = CHOUETTE
    gathers = True

    def start(self, setup: Options, people: int) -> Session:
        return chouette.start(setup, people)

    def header(self, state: Session) -> bytes:
        players, version = len(state.players), state.rules_version
        return CHOUETTE.encode(Header(rules_version=version, options=state.options, players=players, host=state.host))

    def begun(self, header: bytes) -> Session:
        head = CHOUETTE.header(header)
        return chouette.start(head.options, head.players, head.host, head.rules_version)

    def apply(self, state: Session, action: AnyAction) -> Session:
        return chouette.apply(state, action)

    def questions(self, state: Session) -> tuple[Question, ...]:
        return chouette.questions(state)

    def over(self, state: Session) -> bool:
        return state.game.phase is Phase.OVER

    def public(self, state: Session) -> Session:
        return chouette.public(state)

    def by_itself(
        self,
        state: Session,
        preferences: Mapping[Seat, PersonPreferences],
        throw: Callable[[Session], Dice],
        now: float,
    ) -> AnyAction | None:
        for question in self.questions(state)[:1]:
            if End in question.bot and self._ends_now(state, now):
                return End()
            return forced(question, state, preferences, lambda: throw(state))
        return None

    def _ends_now(self, state: Session, now: float) -> bool:
        """Whether the session has come to its limit, now that a game is over."""
        return self.over(state) and (state.ending or (state.ends_at is not None and now >= state.ends_at))

    def served(self, state: Session) -> tuple[Seat, ...]:
        return served(self.questions(state))

    def timeout(self, state: Session, since: float, settings: ServerSettings) -> tuple[float, AnyAction] | None:
        return silence(state, since, settings.remind_after * _HOUR)

    def claimed_from(self, state: Session) -> tuple[Seat, ...]:
        return () if state.paused else self.waited_for(state)

    def mover(self, state: Session) -> Seat | None:
        return state.game.on_roll

    def proposal_meant(self, state: Session, seat: Seat, number: int) -> int:
        alike = [each for each in state.proposals if number in (each.number, each.offer)]
        return next((each.number for each in alike if seat in each.of), number)

    def paused(self, state: Session) -> bool:
        return state.paused

    def is_seated(self, state: Session, seat: Seat) -> bool:
        return state.closed or state.is_seated(seat)

    def missed(self, state: Session) -> tuple[Seat, ...]:
        return tuple(chouette.missed(state))

    def urgent(self, state: Session) -> tuple[Seat, ...]:
        asked = {*self.waited_for(state), *state.game.holding, state.host}
        return tuple(seat for seat in self.missed(state) if seat in asked)

    def gone(self, seat: Seat) -> AnyAction:
        return Gone(seat=seat)

    def joined(self, seat: Seat) -> AnyAction:
        return Join(by=seat)

    def points(self, state: Session) -> Sequence[int]:
        return [player.points for player in state.players]

    def kind(self, setup: Options) -> str:
        return "chouette"

    def told(self, before: Session, action: AnyAction, after: Session, version: int) -> SessionNews | None:
        return session_news(before, action, after, version)

    def still_told(self, news: Sequence[SessionNews], said: SessionNews, state: Session) -> Sequence[SessionNews]:
        return still_told(news, said, state)

    def new_course(self) -> Course:
        return Course()

    def follow(self, course: Course, before: Session, action: AnyAction, after: Session) -> Course:
        return followed(course, before, action, after)

    def finished(self, state: Session, course: Course | None) -> Finished | None:
        return course and finished(state, course)

    def history_from(self, state: Session, actions: Iterable[AnyAction]) -> tuple[Finished, ...]:
        return history_from(state, actions)

    def counts(self, game: Finished) -> bool:
        return not game.game.void

    def final(self, state: Session) -> int:
        return super().final(state) - (not state.closed and state.game.phase in (Phase.PARTNER, Phase.OPENING))

    def account(self, setup: Options, game: Finished) -> Account | None:
        return account(setup, game)

"""A match or money session between two, as tables play it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec import UNSET
from msgspec.structs import replace

from bot import backgammon
from bot.backgammon import Illegal, Match, Phase, Question, Rules, Seat
from bot.backgammon.actions import AnyAction, Claim, End
from bot.backgammon.history import Course, Finished, finished, followed, history_from
from bot.backgammon.log import HEADS_UP, Header
from bot.chouette import ChouetteFault
from bot.tables.facts import Account
from bot.tables.forced import forced, served
from bot.tables.game import Dice, Game
from bot.tables.heads_up.account import account
from bot.tables.heads_up.news import News, news_of
from bot.tables.preferences import PersonPreferences


class HeadsUp(Game[Rules, Match, AnyAction, News, Finished, Course]):
    """Backgammon between two, with its variants."""

    name = "heads_up"
    setup, state, news, course = Rules, Match, News, Course
    codec = HEADS_UP

    def start(self, setup: Rules, people: int) -> Match:
        return backgammon.start(setup)

    def header(self, state: Match) -> bytes:
        head = Header(rules_version=state.rules_version, rules=state.rules)
        if state.score != (0, 0):
            head = replace(head, score=state.score, crawford_played=state.crawford_played)
        return HEADS_UP.encode(head)

    def begun(self, header: bytes) -> Match:
        head = HEADS_UP.header(header)
        score = (0, 0) if head.score is UNSET else head.score
        crawford_played = head.crawford_played is not UNSET and head.crawford_played
        return backgammon.start(head.rules, head.rules_version, score=score, crawford_played=crawford_played)

    def apply(self, state: Match, action: AnyAction) -> Match:
        return backgammon.apply(state, action)

    def questions(self, state: Match) -> tuple[Question, ...]:
        return backgammon.questions(state)

    def over(self, state: Match) -> bool:
        return state.game.phase is Phase.OVER

    def by_itself(
        self,
        state: Match,
        preferences: Mapping[Seat, PersonPreferences],
        throw: Callable[[Match], Dice],
        now: float,
    ) -> AnyAction | None:
        for question in self.questions(state)[:1]:
            if End in question.bot and state.winner is not None:
                return End()
            return forced(question, state, preferences, lambda: throw(state))
        return None

    def served(self, state: Match) -> tuple[Seat, ...]:
        return served(self.questions(state))

    def claimed_from(self, state: Match) -> tuple[Seat, ...]:
        decider = state.game.decider
        return () if decider is None else (decider,)

    def mover(self, state: Match) -> Seat | None:
        return state.game.decider

    def claim(self, state: Match, seat: Seat) -> AnyAction:
        in_a_row = state.claims[1] if state.claims and state.claims[0] == seat else 0
        return Claim(by=seat, match=bool(state.rules.length) and in_a_row >= 2)

    def joined(self, seat: Seat) -> AnyAction:
        raise Illegal(ChouetteFault.NOT_A_CHOUETTE)

    def points(self, state: Match) -> Sequence[int]:
        return state.score

    def kind(self, setup: Rules) -> str:
        return "match" if setup.length else "money session"

    def told(self, before: Match, action: AnyAction, after: Match, version: int) -> News:
        return news_of(before, action, after, version)

    def new_course(self) -> Course:
        return Course()

    def follow(self, course: Course, before: Match, action: AnyAction, after: Match) -> Course:
        return followed(course, before, action, after)

    def followed(self, course: Course | None, before: Match, action: AnyAction, after: Match) -> Course | None:
        if course is None:  # of a game that began before courses were kept
            return Course() if after.number > before.number else None
        return followed(course, before, action, after)

    def finished(self, state: Match, course: Course | None) -> Finished | None:
        return finished(state, course)

    def history_from(self, state: Match, actions: Iterable[AnyAction]) -> tuple[Finished, ...]:
        return history_from(state, actions)

    def counts(self, game: Finished) -> bool:
        return game.game.bet.result is not None

    def final(self, state: Match) -> int:
        # Until the opening roll of the next game, the result may still be taken back.
        return super().final(state) - (not state.closed and state.game.phase is Phase.OPENING)

    def account(self, setup: Rules, game: Finished) -> Account | None:
        return account(setup, game)

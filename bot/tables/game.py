"""The interface of a game: what tables need to know of its rules, and nothing of Discord or the store.

Each game is one instance of `Game`, in a folder of its own, entered in `games.py`. What is not abstract here is so in
most games: no clock of its own, nobody who joins later, nothing sealed.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from msgspec import Struct

from bot.core.actions import Accept, Action, Claim, Next, Seat
from bot.core.intent import Dice, Intent, TableState
from bot.core.log import Codec
from bot.core.question import Ask, Question, TableFault
from bot.core.refusal import Illegal
from bot.ladder.facts import Account
from bot.ladder.listing import Board
from bot.tables.computer_player import ComputerPlayer
from bot.tables.preferences import PersonPreferences, ServerSettings

Setup = TypeVar("Setup", bound=Struct)
State = TypeVar("State", bound=TableState)
Act = TypeVar("Act", bound=Action)
News = TypeVar("News", bound=Struct)
Finished = TypeVar("Finished", bound=Struct)
Course = TypeVar("Course")


class Game(ABC, Generic[Setup, State, Act, News, Finished, Course]):
    """The rules of one game, as tables use them. An instance has no state of its own.

    No table can do without `Abort` and `End` by nobody: a running game is voided and a table closed when its place is
    gone. Somebody's `Claim`, and `Next` where games follow one another, are looked for by their class. Of news, tables
    read the `version`; of a finished game, lists read its `number`.
    """

    name: str
    """The tag under which tables are stored; it never changes."""
    setup: type[Setup]
    """By which rules a table is played, all options by value."""
    state: type[State]
    news: type[News]
    course: type[Course]
    """What the states of a running game do not say of its past; `types.NoneType` if there is no such thing."""
    codec: Codec[Any, Act, State, Finished]
    gathers = False
    """Whether people gather in a lobby, which holds its channel, until the game begins; else one challenges another."""
    boards: tuple[Board, ...] = ()
    """Its own boards of the ladder. How they are worded and drawn, its face says."""

    # From action to action

    @abstractmethod
    def start(self, setup: Setup, people: int) -> State:
        """The state before the first action."""

    @abstractmethod
    def header(self, state: State) -> bytes:
        """The first line of the log of a table that begins with this state."""

    @abstractmethod
    def begun(self, header: bytes) -> State:
        """The state that a log with this first line begins with. Raises `UnreadableLog`."""

    @abstractmethod
    def apply(self, state: State, action: Act) -> State:
        """The state after an action. Raises `Foreign`, `Stale` or `Illegal`."""

    @abstractmethod
    def questions(self, state: State) -> tuple[Question, ...]:
        """Everything the state asks, what all wait for first; nothing once the table is closed."""

    def table_question(self, state: State) -> int:
        """The number of what may be done beside what all wait for; 0 where nothing may."""
        return next((question.number for question in self.questions(state) if question.ask is Ask.TABLE), 0)

    @abstractmethod
    def over(self, state: State) -> bool:
        """Whether no game is running."""

    def public(self, state: State) -> State:
        """The state as everybody may know it: without what is sealed. Messages for a channel are made of this."""
        return state

    # What nobody decides

    @abstractmethod
    def by_itself(
        self,
        state: State,
        preferences: Mapping[Seat, PersonPreferences],
        throw: Callable[[State], Dice],
        now: float,
    ) -> Action | None:
        """What the bot does because there is nothing to choose; None if people must act, or the table goes on later.

        `preferences`: those of all `served`. `throw` gives the next roll, `now` is in seconds since 1970.
        """

    def served(self, state: State) -> tuple[Seat, ...]:
        """For whom the bot could act, their preferences permitting."""
        return ()

    def follows(self, state: State) -> bool:
        """Whether the next game is to be begun without anybody's word, once this one's end has been shown."""
        return self.over(state) and any(Next in question.bot for question in self.questions(state)[:1])

    def timeout(self, state: State, since: float, settings: ServerSettings) -> tuple[float, Act] | None:
        """What silence since a moment brings about, and when (seconds since 1970); None if time alone does nothing."""
        return None

    # What a computer does

    computer_needs_engine = True
    """Whether it asks the engine, so that it cannot play where there is none."""

    def check_computer(self, setup: Setup) -> None:
        """Raises `Illegal` for what a computer does not play."""
        raise Illegal(TableFault.NOT_SEATED)

    def computer_asked(self, state: State, seat: Seat) -> bool:
        """Whether a computer that sits there has something to do now; never where none can play."""
        return False

    def computer_waits(self, state: State, seat: Seat) -> float:
        """Seconds after the last action before which a computer does nothing, because people may still speak."""
        return 0.0

    async def computer_decides(self, state: State, seat: Seat, player: ComputerPlayer) -> Intent | None:
        """What a computer does, by the state alone; None: it is not asked.

        Raises `EngineUnavailable` or `Unsupported`.
        """
        return None

    # People

    def waited_for(self, state: State) -> tuple[Seat, ...]:
        """Everybody whom the table waits for."""
        asked = (question for question in self.questions(state) if question.ask is not Ask.TABLE)
        return tuple(dict.fromkeys(seat for question in asked for seat in question.waiting))

    def claimed_from(self, state: State) -> tuple[Seat, ...]:
        """Those whose silence gives the game to others; nobody's if time does not count now."""
        return self.waited_for(state)

    def claim(self, state: State, seat: Seat) -> Action:
        """What somebody does who claims the game."""
        return Claim(by=seat)

    def proposals_for(self, state: State, seat: Seat) -> tuple[int, ...]:
        """The questions of the proposals that wait for somebody's consent."""
        consent = (each for each in self.questions(state) if Accept in each.answers)
        return tuple(each.number for each in consent if seat in each.of)

    def proposal_meant(self, state: State, seat: Seat, number: int) -> int:
        """The question that somebody answers who has seen this one."""
        return number

    def paused(self, state: State) -> bool:
        """Whether nobody is to be hurried."""
        return False

    def is_seated(self, state: State, seat: Seat) -> bool:
        """Whether somebody who has a seat is at the table still."""
        return True

    def in_game(self, state: State, seat: Seat) -> bool:
        """Whether the running game, or the last one, is that of somebody who has a seat."""
        return True

    def missed(self, state: State) -> tuple[Seat, ...]:
        """Who cannot play on once he has left the server."""
        return ()

    def looked_for(self, state: State, action: Act) -> tuple[Seat, ...]:
        """Of whom it is asked, before something is done, whether they are still in the server: before the next game
        begins, all of the `missed`."""
        return self.missed(state) if isinstance(action, Next) else ()

    def urgent(self, state: State) -> tuple[Seat, ...]:
        """Those of the `missed` for whom the table waits now."""
        return ()

    def gone(self, seat: Seat) -> Act:
        """Somebody of the `missed` has left the server."""
        raise NotImplementedError(f"nobody is missed in {self.name}")

    def joined(self, seat: Seat) -> Act:
        """Somebody sits down at a table that has begun. Raises `Illegal` if that is not possible in this game."""
        raise Illegal(TableFault.NOT_SEATED)

    @abstractmethod
    def points(self, state: State) -> Sequence[int | str]:
        """What each seat has won so far; what is no whole number as a fraction in words."""

    @abstractmethod
    def kind(self, setup: Setup) -> str:
        """What is played, as a file says it to whoever asks for what is kept of them."""

    def computer_joins(self, seat: Seat) -> Act:
        """Somebody has a computer sit down at a table that has begun. Raises `Illegal` if that is not possible."""
        raise Illegal(TableFault.NOT_SEATED)

    # What is told and kept

    @abstractmethod
    def told(self, before: State, action: Act, after: State, version: int) -> News | None:
        """What an action is told as; None if nothing of it may be known yet. `version`: that of the table after it."""

    def still_told(self, news: Sequence[News], said: News, state: State) -> Sequence[News]:
        """What of earlier news is still told before `said`; `state` is that in which it was said."""
        return news

    @abstractmethod
    def new_course(self) -> Course:
        """The course of a game that has just been set up."""

    @abstractmethod
    def follow(self, course: Course, before: State, action: Act, after: State) -> Course:
        """The course after an action within one game."""

    def followed(self, course: Course | None, before: State, action: Act, after: State) -> Course | None:
        """The course of the running game after an action; None as long as it is not known."""
        if after.number != before.number:
            return self.new_course()
        return course and self.follow(course, before, action, after)

    @abstractmethod
    def finished(self, state: State, course: Course | None) -> Finished | None:
        """What is kept of the last game; None while it is running, and of one whose course is not known."""

    @abstractmethod
    def history_from(self, state: State, actions: Iterable[Act]) -> tuple[Finished, ...]:
        """The games that these actions finish, from the state in which the first of them is set up."""

    @abstractmethod
    def counts(self, game: Finished) -> bool:
        """Whether a finished game has a result, and was not voided."""

    def final(self, state: State) -> int:
        """The last game whose result nobody can take back: the one before, or the last one once the table is closed."""
        return state.number if state.closed else state.number - 1

    def may_be_rated(self, setup: Setup, settings: ServerSettings) -> bool:
        """Whether ratings can follow from what is played by these rules, on a server with these settings."""
        return False

    def too_few_plays(self, state: State, course: Course | None) -> int:
        """So many plays would have been needed for ratings to follow from what is over; 0 unless they were not made."""
        return 0

    def account(self, setup: Setup, game: Finished) -> Account | None:
        """What a finished game came to, for the list of its server; None of one that counts nowhere."""
        return None


AnyGame = Game[Any, Any, Any, Any, Any, Any]

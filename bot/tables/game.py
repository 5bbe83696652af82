"""The interface of a game: what tables need to know of its rules, and nothing of Discord or the store.

Each game is one instance of `Game`, in a folder of its own, entered in `games.py`. What can be asked of a state alone,
the state says itself: `TableState`. What is not abstract here is so in most games: no clock of its own, nobody who
joins later.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from typing import Any, Generic, TypeVar

from msgspec import Struct

from bot.core.actions import Action, Seat
from bot.core.intent import Dice, Intent
from bot.core.log import Codec
from bot.core.question import TableFault
from bot.core.refusal import Illegal
from bot.core.state import TableState
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
    elsewhere: Enum = TableFault.NOT_ASKED
    """Why a request that belongs to this game is refused at the table of another."""
    not_begun: Enum = TableFault.NOT_STARTED
    """Why one is refused before the first action."""
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

        `preferences`: those of all whom the state has `served`. `throw` gives the next roll, `now` is in seconds since
        1970.
        """

    def timeout(self, state: State, since: float, settings: ServerSettings) -> tuple[float, Act] | None:
        """What silence since a moment brings about, and when (seconds since 1970); None if time alone does nothing."""
        return None

    # What a computer does

    computer_needs_engine = True
    """Whether it asks the engine, so that it cannot play where there is none."""

    def check_computer(self, setup: Setup) -> None:
        """Raises `Illegal` for what a computer does not play."""
        raise Illegal(TableFault.NOT_SEATED)

    def computer_waits(self, state: State, seat: Seat) -> float | None:
        """Seconds after the last action before which a computer that sits there does nothing, because people may still
        speak; None if it has nothing to do now."""
        return None

    async def computer_decides(self, state: State, seat: Seat, player: ComputerPlayer) -> Intent | None:
        """What a computer does, by the state alone; None: it is not asked.

        Raises `EngineUnavailable` or `Unsupported`.
        """
        return None

    # People

    def gone(self, seat: Seat) -> Act:
        """Somebody of the `missed` has left the server."""
        raise NotImplementedError(f"nobody is missed in {self.name}")

    def joined(self, seat: Seat) -> Act:
        """Somebody sits down at a table that has begun. Raises `Illegal` if that is not possible in this game."""
        raise Illegal(TableFault.NOT_SEATED)

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

    def new_course(self) -> Course:
        """The course of a game that has just been set up."""
        return self.course()

    def followed(self, course: Course | None, before: State, action: Act, after: State) -> Course | None:
        """The course of the running game after an action; None as long as it is not known."""
        return course

    @abstractmethod
    def finished(self, state: State, course: Course | None) -> Finished | None:
        """What is kept of the last game; None while it is running, and of one whose course is not known."""

    @abstractmethod
    def history_from(self, state: State, actions: Iterable[Act]) -> tuple[Finished, ...]:
        """The games that these actions finish, from the state in which the first of them is set up."""

    @abstractmethod
    def counts(self, game: Finished) -> bool:
        """Whether a finished game has a result, and was not voided."""

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

"""The interface of a game: what tables need to know of its rules, and nothing of Discord or the store.

Each game is one instance of `Game`, in a folder of its own, entered in `games.py`. Questions about a state alone are
members of the state: `TableState`. Methods with a body here suit most games: no clock of its own, no later arrivals.
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

    No table can do without `Abort` and `End` without a seat: a running game is voided and a table closed when its
    channel is gone. `Claim`, and `Next` where games follow one another, are recognised by class. Of news, tables read
    the `version`; of a finished game, lists read its `number`.
    """

    name: str
    """The stored tag of its tables; it never changes."""
    setup: type[Setup]
    """The type of a table's options."""
    state: type[State]
    news: type[News]
    course: type[Course]
    """What the states of a running game do not keep of its past; `types.NoneType` for none."""
    codec: Codec[Any, Act, State, Finished]
    elsewhere: Enum = TableFault.NOT_ASKED
    """Why a request of this game is refused at the table of another."""
    not_begun: Enum = TableFault.NOT_STARTED
    """Why one is refused before the first action."""
    gathers = False
    """Whether players gather in a lobby, which holds its channel; otherwise one player challenges another."""
    boards: tuple[Board, ...] = ()
    """Its own boards of the ladder; texts and pictures are in its face."""

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

    def dated(self, state: State, action: Act, at: float) -> Act:
        """An action that is about to be applied, with the time if the rules ask for it. `at`: seconds since 1970."""
        return action

    @abstractmethod
    def apply(self, state: State, action: Act) -> State:
        """The state after an action. Raises `Foreign`, `Stale` or `Illegal`."""

    # Automatic actions

    @abstractmethod
    def by_itself(
        self,
        state: State,
        preferences: Mapping[Seat, PersonPreferences],
        throw: Callable[[State], Dice],
        now: float,
    ) -> Action | None:
        """The bot's action where there is no choice; None if players must act, or the table goes on later.

        `preferences`: those of all whom the state has `served`. `throw` gives the next roll, `now` is in seconds since
        1970.

        """

    def noted(self, state: State, action: Act, since: float, now: float) -> tuple[Act, ...]:
        """What the bot notes before an action of the time since the last one (both seconds since 1970)."""
        return ()

    def timeout(self, state: State, since: float, settings: ServerSettings) -> tuple[float, Act] | None:
        """The action that silence since a time causes, and when (seconds since 1970); None if time alone causes
        nothing.
        """
        return None

    # The computer

    computer_needs_engine = True
    """Whether its computer needs the engine."""

    def check_computer(self, setup: Setup) -> None:
        """Raise `Illegal` for options that a computer does not play."""
        raise Illegal(TableFault.NOT_SEATED)

    def computer_waits(self, state: State, seat: Seat) -> float | None:
        """Seconds after the last action for which a computer at the seat waits, because players may still act; None if
        it has nothing to do now.
        """
        return None

    async def computer_decides(self, state: State, seat: Seat, player: ComputerPlayer) -> Intent | None:
        """A computer's action, by the state alone; None if it has none.

        Raises `EngineUnavailable` or `Unsupported`.
        """
        return None

    # Players

    def deadline(self, state: State, since: float) -> float | None:
        """The time limit of whoever must act since a moment, by the rules of the game (seconds since 1970); None if
        these give none, so that a clock or the hours of its server count."""
        return None

    def gone(self, seat: Seat) -> Act:
        """One of the `missed` players has left the server."""
        raise NotImplementedError(f"nobody is missed in {self.name}")

    def joined(self, state: State, seat: Seat, at: float) -> Act:
        """A player joins a running table, or asks to, at this time (seconds since 1970). Raises `Illegal` if this game
        does not allow it.
        """
        raise Illegal(TableFault.NOT_SEATED)

    @abstractmethod
    def kind(self, setup: Setup) -> str:
        """The name of the game in a member's exported data."""

    def computer_joins(self, seat: Seat) -> Act:
        """A player adds a computer to a running table. Raises `Illegal` if this game does not allow it."""
        raise Illegal(TableFault.NOT_SEATED)

    # News and results

    @abstractmethod
    def told(self, before: State, action: Act, after: State, version: int) -> News | None:
        """The news of an action; None if nothing of it may be known yet. `version`: that of the table after it."""

    def still_told(self, news: Sequence[News], said: News, state: State) -> Sequence[News]:
        """Earlier news that are still shown before `said`; `state` is that in which it was said."""
        return news

    def new_course(self) -> Course:
        """The course of a game that has just been set up."""
        return self.course()

    def followed(self, course: Course | None, before: State, action: Act, after: State) -> Course | None:
        """The course of the running game after an action; None while it is not known."""
        return course

    @abstractmethod
    def finished(self, state: State, course: Course | None) -> Finished | None:
        """The result of the last game; None while it is running, or if its course is not known."""

    @abstractmethod
    def history_from(self, state: State, actions: Iterable[Act]) -> tuple[Finished, ...]:
        """The games that these actions finish, from the state in which the first of them is set up."""

    @abstractmethod
    def counts(self, game: Finished) -> bool:
        """Whether a finished game has a result, rather than having been voided."""

    def may_be_rated(self, setup: Setup, settings: ServerSettings) -> bool:
        """Whether games with these options can be rated on a server with these settings."""
        return False

    def too_few_plays(self, state: State, course: Course | None) -> int:
        """The number of plays required for the finished match to be rated, if it had fewer; else 0."""
        return 0

    def is_contest(self, setup: Setup) -> bool:
        """Whether its games count for nothing outside the table."""
        return False

    def account(self, setup: Setup, game: Finished) -> Account | None:
        """The ladder account of a finished game; None if it does not count."""
        return None


AnyGame = Game[Any, Any, Any, Any, Any, Any]

"""What the screens need of a game: an interface. `faces` has one instance of it for each game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

import discord

from bot.backgammon import Dice, Question, Seat
from bot.screens import challenge_words
from bot.screens.buttons import Item
from bot.screens.challenge_words import Terms
from bot.screens.companion import Companion, Surroundings
from bot.screens.finished_game import ToldGame
from bot.screens.ladder.listing import BoardWords
from bot.screens.names import Names
from bot.screens.own_items import May, common_own_items
from bot.screens.painter import Picture, of_board
from bot.screens.question_items import common_items
from bot.tables.table import Table
from bot.texts import Texts
from render import Scene, SessionEnd

Steps = Sequence[Any]
"""The state before, the action, the state after it."""
State = TypeVar("State")
News = TypeVar("News")


class Lesson(NamedTuple):
    """A topic of `/help`: what its button says, its words, its picture, and whether it is about the computer."""

    label: str
    words: str
    picture: Picture
    computer: bool = False


class Topic(NamedTuple):
    """A topic of `/rules`: a heading, by which it is chosen, and its text."""

    title: str
    text: str


class Shown(NamedTuple):
    """The languages of buttons that a lesson names and everybody sees: where people agree to play, and under a board.

    Of buttons that its reader alone sees it is their own.
    """

    before: Texts
    board: Texts


class Face(ABC, Generic[State, News]):
    """How one game looks: words, picture and buttons of its tables. It has no state.

    What has a body here is what most games do. Of news, the live message reads the `version` and who did the `action`.
    """

    shared_offers: ClassVar[bool] = False
    """Whether one button under an offer is for all to whom the like was offered, and outlives the first answer."""
    word_verb: ClassVar[str] = "word"
    """What the button My word of its tables carries."""
    replays: ClassVar[bool] = True
    """Whether a finished game can be told anew, move by move."""
    kinds: ClassVar[Mapping[str, str]] = {}
    """The files in which its games can be had, by their ending: what each is for, to be translated."""
    boards: ClassVar[Sequence[BoardWords]] = ()
    """The words of its own boards of the ladder."""

    topics: ClassVar[Mapping[str, Topic]] = {}
    """Its own topics of `/rules`, by name."""

    # Before the first move

    @abstractmethod
    def terms(self, table: Table, t: Texts) -> Terms:
        """What is played, and by which rules."""

    def gathering_words(self, table: Table, t: Texts) -> str:
        """The message under which people agree to play, as it stands: open, accepted, or come to nothing."""
        return challenge_words.challenge_words(table, self.terms(table, t), t)

    def gathering_buttons(self, table: Table, t: Texts) -> discord.ui.View:
        """What one may press under it."""
        return challenge_words.challenge_buttons(table, t)

    def opening_words(self, table: Table, t: Texts) -> str:
        """The message with which the table begins, and which is never edited."""
        return challenge_words.opening_words(table, self.terms(table, t), t)

    def opening_items(self, table: Table, t: Texts) -> list[Item]:
        """What stands under it, also when the table is over."""
        return []

    # What is said of a state

    @abstractmethod
    def line(self, news: News, state: State, names: Names, t: Texts) -> str:
        """One thing that happened, in a line or a few; empty if it needs no words. `state` is the state now."""

    @abstractmethod
    def ends(self, news: News) -> bool:
        """Whether this brought the end of a game, which is told in a message of its own."""

    @abstractmethod
    def asked(self, state: State, names: Names, mention: Names, t: Texts) -> list[str]:
        """What the table waits for, a line a question; people who must act by `mention`, others by `names`."""

    @abstractmethod
    def closed(self, state: State, names: Names, t: Texts) -> str:
        """How a closed table ended; nothing of one that goes on."""

    def proposal(self, state: State, number: int, names: Names, t: Texts) -> str:
        """What somebody proposes; `number` its question, which must be open."""
        raise NotImplementedError("nobody proposes anything")

    def score(self, state: State, names: Names, t: Texts) -> str:
        """How people stand, for somebody who asks; empty if nothing has been won yet."""
        return ""

    def footer(self, table: Table, names: Names, t: Texts) -> list[str]:
        """The small print under what is asked."""
        return []

    def order(self, state: State, first: Any, t: Texts) -> list[str]:
        """How the order of the people was found by the dice, if it was; `first`: the first entry of the log."""
        return []

    # For whoever begins

    def lessons(self, theme: str, t: Texts, shown: Shown) -> list[Lesson]:
        """What `/help` says and shows of it; nothing of what is said there of every game."""
        return []

    def topics_at(self, table: Table) -> Sequence[str]:
        """The topics of `/rules` that concern a table, by name, the nearest first; not those of every table."""
        return tuple(self.topics)

    # What is seen and pressed

    def scene(self, table: Table, theme: str, t: Texts) -> Scene:
        """The board of a table as everybody sees it."""
        raise NotImplementedError("there is no board")

    def picture(self, table: Table, theme: str, t: Texts) -> Picture:
        """What a table looks like to everybody."""
        return of_board(self.scene(table, theme, t), t)

    def summary(self, table: Table, finished: Sequence[Any], theme: str, t: Texts) -> SessionEnd | None:
        """A closed table with all its games, those that were `finished`; None where its last board is shown."""
        return None

    def shown_questions(self, state: State, asked: Sequence[Question]) -> Sequence[Question]:
        """Those of the open questions that are put, with buttons. What is left out can be typed; so can what is behind
        **More**, which is there only where no question is left out."""
        return asked

    def items(self, table: Table, question: Question, t: Texts) -> list[Item]:
        """The buttons and lists under a question."""
        return common_items(table, question, t)

    def closed_items(self, table: Table, t: Texts) -> list[Item]:
        """What stays under a closed table."""
        return []

    def own_items(self, table: Table, seat: Seat, may: May, t: Texts) -> list[Item]:
        """What one of those at the table may do beside what it asks of them, and nothing else: the buttons behind More.

        `may`: whether they may do now what a verb says.
        """
        return common_own_items(table, may, t)

    def nameable(self, state: State) -> Sequence[Seat]:
        """Whom commands can name, for what may be about only some of those at the table; nobody where it never is."""
        return ()

    def companion(self, around: Surroundings) -> Companion | None:
        """What follows its tables beside their live messages, made once; None if there is no such thing."""
        return None

    # Before and after something is done

    def confirmation(self, state: State, action: Any, names: Names, t: Texts) -> str:
        """What somebody is about to do, as a question to them alone; empty if there is nothing to ask."""
        return ""

    def sealed(self, before: State | None, state: State, verb: str, t: Texts) -> str:
        """What somebody is told whose word does not count before others have spoken; empty if it counts. `before`: the
        state before they spoke."""
        return ""

    # When a game is over

    @abstractmethod
    def steps(self, start: State, done: Iterator[Any]) -> Mapping[int, Steps]:
        """What was not taken back of a log, by the number of the game: the state with which it begins, its actions."""

    def dice(self, action: Any) -> Dice | None:
        """The dice that an action of a game throws, for the list by which anybody can check them; None of any other."""
        return None

    @abstractmethod
    def told(self, table: Table, steps: Steps) -> ToldGame:
        """A game of a log as it is told anew."""

    @abstractmethod
    def file(
        self, table: Table, games: Mapping[int, Steps], number: int | None, kind: str, t: Texts
    ) -> tuple[str, bytes]:
        """What is in a file of one of its `kinds`, in a line, and the file: of one game, or of all that are finished.

        Raises `Illegal`.
        """


AnyFace = Face[Any, Any]

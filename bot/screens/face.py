"""The interface of screens for a game; `faces` has one instance per game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

import discord

from bot.backgammon import Dice, Question, Seat
from bot.screens import challenge_words
from bot.screens.buttons import Item
from bot.screens.challenge_words import Terms
from bot.screens.clock_words import timed
from bot.screens.companion import Companion, Surroundings
from bot.screens.finished_game import ToldGame, WrittenRecord
from bot.screens.ladder.listing import BoardWords
from bot.screens.names import Names
from bot.screens.own_items import May, common_own_items
from bot.screens.painter import Picture, of_board
from bot.screens.question_items import common_items
from bot.screens.waits_words import awaited_words, played_words
from bot.tables.table import Table
from bot.texts import Texts
from render import Scene, SessionEnd

Steps = Sequence[Any]
"""(state before, action, state after) of each action."""
State = TypeVar("State")
News = TypeVar("News")


class Lesson(NamedTuple):
    """A topic of `/help`: label of its button, text, picture, and whether it is about the computer."""

    label: str
    words: str
    picture: Picture
    computer: bool = False


class Topic(NamedTuple):
    """A topic of `/rules`: heading (its choice), and text."""

    title: str
    text: str


class Shown(NamedTuple):
    """How a lesson names public buttons: in challenges and lobbies, and under a board.

    Ephemeral buttons have the reader's own language.
    """

    before: Callable[[str], str]
    board: Callable[[str], str]


def label_in(own: Texts, shown: Texts) -> Callable[[str], str]:
    """How a text names a button: as the reader knows it, and where it is labelled in another language as that too."""
    return lambda label: " / ".join(dict.fromkeys((own(label), shown(label))))


class Face(ABC, Generic[State, News]):
    """The display of one game: texts, picture and buttons of its tables. Stateless.

    Methods with a body suit most games. Of news, the live message reads the `version` and who did the `action`.
    """

    shared_offers: ClassVar[bool] = False
    """Whether one button answers like offers to several players, so that it outlives the first answer."""
    word_verb: ClassVar[str] = "word"
    """The verb of the button My word."""
    replays: ClassVar[bool] = True
    """Whether finished games can be replayed move by move."""
    kinds: ClassVar[Mapping[str, str]] = {}
    """The formats of its files, by suffix, with their purpose, to be translated."""
    boards: ClassVar[Sequence[BoardWords]] = ()
    """The texts of its own boards of the ladder."""

    topics: ClassVar[Mapping[str, Topic]] = {}
    """Its own topics of `/rules`, by name."""

    # Before the first action

    @abstractmethod
    def terms(self, table: Table, t: Texts) -> Terms:
        """The terms of a table: game and rules."""

    def gathering_words(self, table: Table, t: Texts) -> str:
        """The message of a challenge or lobby in its current stage."""
        return challenge_words.challenge_words(table, self.terms(table, t), t)

    def gathering_buttons(self, table: Table, t: Texts) -> discord.ui.View:
        """The buttons under it."""
        return challenge_words.challenge_buttons(table, t)

    def opening_words(self, table: Table, t: Texts) -> str:
        """The opening message, never edited."""
        return challenge_words.opening_words(table, self.terms(table, t), t)

    def opening_items(self, table: Table, t: Texts) -> list[Item]:
        """The buttons under it, also after the end."""
        return []

    # Texts of a state

    @abstractmethod
    def line(self, news: News, state: State, names: Names, t: Texts) -> str:
        """One news entry, in a line or a few; empty if it needs no words. `state` is the current state."""

    @abstractmethod
    def ends(self, news: News) -> bool:
        """Whether the news ends a game, which has a message of its own."""

    @abstractmethod
    def asked(self, state: State, names: Names, mention: Names, t: Texts) -> list[str]:
        """The questions, one line each; players who must act by `mention`, others by `names`."""

    @abstractmethod
    def closed(self, state: State, names: Names, t: Texts) -> str:
        """The end of a closed table; empty while it runs."""

    def proposal(self, state: State, number: int, names: Names, t: Texts) -> str:
        """A proposal; `number` its question, which must be open."""
        raise NotImplementedError("nobody proposes anything")

    def score(self, state: State, names: Names, t: Texts) -> str:
        """The score, on request; empty before the first points."""
        return ""

    def standing(self, table: Table, seat: Seat, t: Texts) -> str:
        """What is played and how somebody stands, in a few words for a list."""
        return played_words("", table.state.points[seat] if table.state else 0)

    def awaited(self, table: Table, t: Texts) -> str:
        """What the table waits for, in a few words for a list."""
        return awaited_words(table, t)

    def footer(self, table: Table, names: Names, t: Texts) -> list[str]:
        """Small print under the questions."""
        return []

    def order(self, state: State, first: Any, t: Texts) -> list[str]:
        """How the dice decided the order of players, if they did; `first`: the first entry of the log."""
        return []

    # Help

    def lessons(self, theme: str, t: Texts, shown: Shown) -> list[Lesson]:
        """Its topics of `/help`, except what applies to every game."""
        return []

    def topics_at(self, table: Table) -> Sequence[str]:
        """The topics of `/rules` about a table, by name, the most relevant first, except shared ones."""
        return tuple(self.topics)

    # Pictures and buttons

    def scene(self, table: Table, theme: str, t: Texts) -> Scene:
        """The board of a table as everyone sees it."""
        raise NotImplementedError("there is no board")

    def picture(self, table: Table, theme: str, t: Texts, at: int) -> Picture:
        """The board as it is drawn at a moment, in Discord's milliseconds: with the times on its clock."""
        return of_board(timed(self.scene(table, theme, t), table, at, t), t)

    def summary(self, table: Table, finished: Sequence[Any], theme: str, t: Texts) -> SessionEnd | None:
        """The card of a closed table with its `finished` games; None to show the last board."""
        return None

    def shown_questions(self, state: State, asked: Sequence[Question]) -> Sequence[Question]:
        """The open questions to show, with buttons. Omitted ones can be typed; the button **More** is only there if
        none is omitted.
        """
        return asked

    def items(self, table: Table, question: Question, t: Texts) -> list[Item]:
        return common_items(table, question, t)

    def closed_items(self, table: Table, t: Texts) -> list[Item]:
        return []

    def own_items(self, table: Table, seat: Seat, may: May, t: Texts) -> list[Item]:
        """A player's buttons behind More.

        `may`: whether they may use a verb now.
        """
        return common_own_items(table, may, t)

    def nameable(self, state: State) -> Sequence[Seat]:
        """The players whom commands may name, where they can concern only some; empty where they never do."""
        return ()

    def companion(self, around: Surroundings) -> Companion | None:
        """The companion of its tables, made once; None if it has none."""
        return None

    # Before and after an action

    def confirmation(self, state: State, action: Any, names: Names, t: Texts) -> str:
        """The confirmation question for an action, ephemeral; empty if none is needed."""
        return ""

    def sealed(self, before: State | None, state: State, verb: str, t: Texts) -> str:
        """The reply to a word that is sealed until others have spoken; empty if it has taken effect. `before`: the
        state before it.
        """
        return ""

    # Finished games

    @abstractmethod
    def steps(self, start: State, done: Iterator[Any]) -> Mapping[int, Steps]:
        """The actions of a log that were not undone, by game number, with the states around them."""

    def dice(self, action: Any) -> Dice | None:
        """The dice that an action rolls, for the proof of the dice; None for others."""
        return None

    @abstractmethod
    def told(self, table: Table, steps: Steps) -> ToldGame:
        """A finished game for replay."""

    def records(self, table: Table, games: Mapping[int, Steps]) -> Sequence[WrittenRecord]:
        """What other programs can read of the finished games of a table; none where they are not between two."""
        return ()

    @abstractmethod
    def file(
        self, table: Table, games: Mapping[int, Steps], number: int | None, kind: str, t: Texts
    ) -> tuple[str, bytes]:
        """A file in one of its `kinds`, as title and content: of one game, or of all finished ones.

        Raises `Illegal`.
        """


AnyFace = Face[Any, Any]

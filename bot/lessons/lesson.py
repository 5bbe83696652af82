"""Lessons, steps and questions: the data types, as the TOML files have them.

A step shows a board, seen by the reader, or a sheet of Preferans, and asks one question. All texts are English
messages, to be translated.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from enum import Enum
from functools import cached_property

import msgspec
from msgspec import Struct

from bot.backgammon import BAR, OFF, Dice, Position
from bot.engine.thoughts import Owner, Stakes
from bot.preferans.hands import Hand
from bot.preferans.lines import Played

CHECKERS = 15

_ACROSS = {Owner.NOBODY: Owner.NOBODY, Owner.MOVER: Owner.OPPONENT, Owner.OPPONENT: Owner.MOVER}


class InvalidLesson(ValueError):
    """A lesson that cannot be taught. The message names the step and says why."""


class Counted(Enum):
    """What is counted on a board or a sheet."""

    LEAD = "lead"
    """Pips by which the reader is ahead."""
    SHOTS = "shots"
    """Rolls of 36 with which the opponent, on roll, hits a blot of the reader."""
    HITS = "hits"
    """Rolls of 36 with which the reader hits."""
    ENTERS = "enters"
    """Rolls of 36 with which the reader, on the bar, enters at least one checker."""
    BLOTS = "blots"
    """The reader's blots."""
    POOL = "pool"
    DUMP = "dump"
    WHISTS = "whists"
    """Whists of a seat on another one."""
    BALANCE = "balance"


class PlayGoal(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="ask", tag="play"):
    """Make a legal play; right if all that is named is true of it, whatever the engine thinks.

    `hits`: so many checkers; `makes`: these points are held afterwards; `off`: so many checkers are borne off; `blots`:
    at most so many are left; `plays`: one of these. Without any of it every legal play is right.
    """

    hits: int = 0
    makes: tuple[int, ...] = ()
    off: int = 0
    blots: int | None = None
    plays: tuple[str, ...] = ()


class BestPlay(Struct, frozen=True, forbid_unknown_fields=True, tag_field="ask", tag="best"):
    """Make a good play, by the losses that the engine has found."""


class CubeChoice(Struct, frozen=True, forbid_unknown_fields=True, tag_field="ask", tag="cube"):
    """Double or roll; if a cube is `offered`, take or drop. By the losses that the engine has found."""

    offered: bool = False

    @property
    def actions(self) -> tuple[str, str]:
        return ("take", "drop") if self.offered else ("double", "roll")


class Legal(Struct, frozen=True, forbid_unknown_fields=True, tag_field="ask", tag="legal"):
    """Which of these plays is legal? Exactly one is."""

    plays: tuple[str, ...]


class Count(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="ask", tag="count"):
    """How many are there? `offered` are the numbers with a button, `seat` and `on` those of the sheet."""

    what: Counted
    offered: tuple[int, ...]
    seat: int = 0
    on: int | None = None


class Option(Struct, frozen=True, forbid_unknown_fields=True):
    """A choice; `why` it is wrong, empty for the right one."""

    text: str
    why: str = ""


class Choice(Struct, frozen=True, forbid_unknown_fields=True, tag_field="ask", tag="choice"):
    """One of several answers in words."""

    options: tuple[Option, ...]

    @property
    def right(self) -> int:
        """The place of the right option."""
        return next(place for place, option in enumerate(self.options) if not option.why)


Question = PlayGoal | BestPlay | CubeChoice | Legal | Count | Choice


class Dealt(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A hand of Preferans, by the seats of the sheet, the reader being 0; without a `declarer` an all-pass."""

    dealer: int
    hand: Hand
    declarer: int | None = None

    @property
    def line(self) -> Played:
        """Its line on the sheet."""
        return Played(self.dealer, self.declarer, self.hand)


class Step(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, dict=True):
    """One step: `text` tells and asks; `right` and `wrong` are said after an answer, `wrong` where neither the rules
    nor the facts of the board say why.

    `own` and `other` are the checkers of the reader and the opponent, each from its own side, as “24:2 13:5 bar:1”; the
    rest is borne off. `dice`: the reader's roll. `cube`, its `owner` and `away` (points that both need, in a match of
    this `length`) are the stakes. `hands` are those of a sheet of Preferans for four. Without any of it the example of
    a chouette is shown.
    """

    text: str
    question: Question
    right: str
    wrong: str = ""
    own: str = ""
    other: str = ""
    dice: Dice | None = None
    cube: int = 1
    owner: Owner = Owner.NOBODY
    away: tuple[int, int] | None = None
    length: int = 0
    crawford: bool = False
    hands: tuple[Dealt, ...] = ()

    @cached_property
    def position(self) -> Position | None:
        """The board, seen by the reader; None where a sheet is shown, or nothing."""
        return Position.of(checkers(self.own), checkers(self.other)) if self.own else None

    @property
    def board(self) -> Position:
        """The board of a step that has one. Raises `ValueError` for another."""
        if self.position is None:
            raise ValueError("there is no board")
        return self.position

    @property
    def roll(self) -> Dice:
        """The roll of a step that has one. Raises `ValueError` for another."""
        if self.dice is None:
            raise ValueError("there is no roll")
        return self.dice

    @property
    def stakes(self) -> Stakes:
        """The stakes seen by the reader."""
        return Stakes(self.cube, self.owner, self.away, self.crawford)

    @property
    def asked(self) -> tuple[Position, Stakes]:
        """Position and stakes seen by who is to roll, as the engine is asked: the opponent where a cube is offered."""
        if not (isinstance(self.question, CubeChoice) and self.question.offered):
            return self.board, self.stakes
        away = self.away and (self.away[1], self.away[0])
        return self.board.mirrored(), Stakes(self.cube, _ACROSS[self.owner], away, self.crawford)

    @cached_property
    def digest(self) -> str:
        """Eight characters that change with the step: a button for another version of it is outdated."""
        return f"{zlib.crc32(msgspec.json.encode(self)):08x}"

    @property
    def texts(self) -> Iterator[str]:
        """Its messages; a plain number is none."""
        yield from filter(None, (self.text, self.right, self.wrong))
        if isinstance(self.question, Choice):
            for option in self.question.options:
                yield from (each for each in (option.text, option.why) if each and not each.isdecimal())


class Lesson(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A lesson. `name` is stored with what somebody has answered, and is in the file's name."""

    name: str
    title: str
    steps: tuple[Step, ...]

    @property
    def texts(self) -> Iterator[str]:
        """Its messages, the title first."""
        yield self.title
        for step in self.steps:
            yield from step.texts

    def named(self, place: int) -> str:
        """The name of a step by its place from 0, as it is stored."""
        return f"{self.name}.{place + 1}"


def checkers(side: str) -> tuple[int, ...]:
    """The 26 counts of one side from “24:2 13:5 bar:1”; the rest of its checkers is borne off. Raises `ValueError`."""
    counts = [0] * (BAR + 1)
    for each in side.split():
        point, _, count = each.partition(":")
        counts[BAR if point == "bar" else int(point)] += int(count)
    counts[OFF] = CHECKERS - sum(counts)
    if counts[OFF] < 0:
        raise ValueError(f"more than {CHECKERS} checkers: {side}")
    return tuple(counts)

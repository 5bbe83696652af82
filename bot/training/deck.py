"""The deck: which card comes next on a day, and the state of a deck after it was shown, answered or removed.

A number of cards a day: those due first, the most overdue first; new ones only in the places left, and only while what
comes due within a week leaves room for them. What was wrong comes once more on the same day, outside the number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum

from msgspec import Struct
from msgspec.structs import replace

from bot.training.memory import Grade, Memory, answered

WEEK = 7
"""Days looked ahead before a new card is let in."""

ROOM = 0.5
"""The share of a week's places that cards already known may fill while new ones are let in. The rest is for those who
miss days, and for what is forgotten.
"""

A_DAY, MOST_A_DAY = 3, 10
"""Cards a day: the usual number, and the most."""

REMEMBERED = 100
"""Answers to due cards over which retention is counted."""


class Origin(Enum):
    """Where a card comes from; new cards of the origins take turns."""

    LESSON = "lesson"
    MISTAKE = "mistake"
    OPENING = "opening"


class Entry(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """What a deck knows of a card. `lost`: what the mistake lost in equity, by which new ones are ordered; `memory`
    None: it is new; `gone`: its person wants to see it no more.
    """

    origin: Origin
    lost: float = 0.0
    memory: Memory | None = None
    gone: bool = False


class Deck(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """The state of a deck beside its cards.

    `showing` counts what was shown, the latest being the card `shown`; `picked` is the answer to that, None while there
    is none. On the latest `day` on which something was shown, so many were `done` of the number of that day, and the
    cards `again` come once more. `streak`: days in a row with an answer, up to `trained`, the last such day.
    `recalled`: of the latest due cards, oldest first, whether the answer was right (`1`) or not (`0`).
    `gathered`: mistakes of games analysed before there was a deck are in it. `easy`: the card is shown as beginners
    see it.
    """

    showing: int = 0
    shown: str = ""
    picked: str | None = None
    day: int = 0
    done: int = 0
    again: tuple[str, ...] = ()
    streak: int = 0
    trained: int = 0
    recalled: str = ""
    gathered: bool = False
    easy: bool = False

    def on(self, day: int) -> Deck:
        """The same on a day: what was of an earlier one is over."""
        return self if day <= self.day else replace(self, day=day, done=0, again=())

    @property
    def waits(self) -> bool:
        """Whether what is shown has no answer yet."""
        return bool(self.shown) and self.picked is None

    @property
    def retention(self) -> float | None:
        """The share of due cards that were answered right; None before the first one."""
        return self.recalled.count("1") / len(self.recalled) if self.recalled else None

    def streak_on(self, day: int) -> int:
        """Days in a row with an answer, as seen on a day: of yesterday's streak nothing is lost yet."""
        return self.streak if day - self.trained <= 1 else 0

    def shows(self, name: str, *, easy: bool = False) -> Deck:
        """A card is shown."""
        return replace(self, showing=self.showing + 1, shown=name, picked=None, easy=easy)


def is_due(entry: Entry, day: int) -> bool:
    return entry.memory is not None and not entry.gone and entry.memory.due <= day


def overdue(entries: Iterable[Entry], day: int) -> int:
    """How many cards were due before this day."""
    return sum(is_due(each, day - 1) for each in entries)


def upcoming(deck: Deck, entries: Mapping[str, Entry], new: Iterable[str], a_day: int) -> list[str]:
    """The names of the cards that may come next on the day of the deck, the first one first; empty when all is done.

    `new`: cards that may be let in, in their order, as of `in_turn`.
    """
    day = deck.day
    if deck.done < a_day:
        due = [(each.memory.due, name) for name, each in entries.items() if each.memory and is_due(each, day)]
        if due:
            return [name for _, name in sorted(due)]
        known = sum(is_due(each, day + WEEK) for each in entries.values())
        if known < ROOM * WEEK * a_day and (found := list(new)):
            return found
    return [name for name in deck.again if name in entries and not entries[name].gone]


def in_turn(entries: Mapping[str, Entry], offered: Mapping[Origin, Iterable[str]]) -> Iterator[str]:
    """The names of new cards in the order in which they are let in: the origins take turns, first the one of which the
    fewest are known. `offered`: those of each, in their order.
    """
    known = Counter(each.origin for each in entries.values() if each.memory is not None)
    turns = sorted(
        (known[origin] + place, list(Origin).index(origin), name)
        for origin, names in offered.items()
        for place, name in enumerate(name for name in names if not (name in entries and _settled(entries[name])))
    )
    yield from (name for *_, name in turns)


def _settled(entry: Entry) -> bool:
    return entry.gone or entry.memory is not None


def after_answer(deck: Deck, entry: Entry, picked: str, grade: Grade) -> tuple[Deck, Entry]:
    """A deck and the card it shows after an answer on the day of the deck. What comes once more is not graded."""
    name, day = deck.shown, deck.day
    deck = replace(deck, picked=picked, streak=_streak(deck, day), trained=day)
    if entry.memory is not None and entry.memory.last >= day:
        return replace(deck, again=tuple(each for each in deck.again if each != name)), entry
    if entry.memory is not None:
        right = "0" if grade is Grade.AGAIN else "1"
        deck = replace(deck, recalled=(deck.recalled + right)[-REMEMBERED:])
    again = (*deck.again, name) if grade is Grade.AGAIN else deck.again
    return replace(deck, done=deck.done + 1, again=again), replace(entry, memory=answered(entry.memory, grade, day))


def _streak(deck: Deck, day: int) -> int:
    return deck.streak if deck.trained == day else deck.streak_on(day) + 1


def after_removal(deck: Deck, entry: Entry) -> tuple[Deck, Entry]:
    """A deck and the card it shows once that is not wanted any more."""
    again = tuple(each for each in deck.again if each != deck.shown)
    return replace(deck, shown="", picked=None, again=again), replace(entry, memory=None, gone=True)

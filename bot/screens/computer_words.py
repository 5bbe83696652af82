"""Texts about the computer: its name, and a table against it."""

from __future__ import annotations

from typing import NamedTuple

import discord

from bot.backgammon import Stale
from bot.engine.levels import PERFORMANCE
from bot.engine.thoughts import MOST_POINTS_AWAY, Level
from bot.screens.buttons import BLUE, GREEN, GREY, Item, button
from bot.screens.custom_ids import Press
from bot.tables.faults import TableTrouble
from bot.tables.table import Table
from bot.texts import N_, Texts

LEVELS = {
    Level.FIRST_STEPS: N_("first steps"),
    Level.BEGINNER: N_("beginner"),
    Level.INTERMEDIATE: N_("intermediate"),
    Level.ADVANCED: N_("advanced"),
    Level.EXPERT: N_("expert"),
    Level.WORLD_CLASS: N_("world class"),
}
"""The names of levels, to be translated."""

LENGTHS = (1, 3, 5, 7, 0)
"""Lengths with a button: to this many points, 0 for money."""

_ABREAST = 2
"""Levels per row of buttons, with their ratings: as many as fit on a phone."""

NO_TABLE = "0"
"""The table in custom ids of buttons that belong to none."""


class Wanted(NamedTuple):
    """A requested game against the computer, as a button carries it; without a `level` it is still to be chosen."""

    length: int
    level: Level | None = None

    def __str__(self) -> str:
        return str(self.length) if self.level is None else f"{self.length}-{self.level.value}"

    @classmethod
    def parse(cls, text: str) -> Wanted:
        """Parse what a button carries. Raises `Stale` for any other text."""
        length, _, level = text.partition("-")
        levels = {str(each.value): each for each in Level} | {"": None}
        if not length.isdecimal() or int(length) > MOST_POINTS_AWAY or level not in levels:
            raise Stale(TableTrouble.MOVED_ON)
        return cls(int(length), levels[level])


def offer_words(level: Level, t: Texts) -> str:
    return t("{level} · PR about {rating}", level=t(LEVELS[level]), rating=PERFORMANCE[level])


def computer_name(level: Level, t: Texts) -> str:
    return t("Computer · {level}", level=t(LEVELS[level]))


def computer_item(t: Texts, row: int | None = None) -> Item:
    return button(t("Play the computer"), Press("computer", NO_TABLE, 0), GREEN, "🤖", row=row)


def length_screen(last: Wanted | None, usual: Wanted, t: Texts) -> tuple[str, list[Item]]:
    """The choice of a length. `last`: the previous choice, which begins at once; `usual`: the marked one."""
    again: list[Item] = []
    if last is not None and last.level is not None:
        label = t("{length}, {level}", length=length_words(last.length, t), level=t(LEVELS[last.level]))
        again = [button(label, _press("computer_level", last), GREEN, "🤖", row=0)]
    lengths = [
        button(length_words(each, t), _press("computer_length", Wanted(each)), _marked(each == usual.length), row=1)
        for each in LENGTHS
    ]
    asked = t("As last time, or how long?") if again else t("How long do we play?")
    return asked, [*again, *lengths]


def level_screen(length: int, usual: Wanted, t: Texts) -> tuple[str, list[Item]]:
    """The choice of a level for this length, which begins the game."""
    levels = [
        button(
            t("{level} · PR {rating}", level=t(LEVELS[each]), rating=PERFORMANCE[each]),
            _press("computer_level", Wanted(length, each)),
            _marked(each is usual.level),
            row=place // _ABREAST,
        )
        for place, each in enumerate(Level)
    ]
    asked = t("{length}. How well do I play?", length=length_words(length, t))
    rating = t("PR is what mistakes cost: 0 is flawless, whoever is new to the game has 30 or more.")
    back = button(t("Back"), Press("computer", NO_TABLE, 0), row=len(Level) // _ABREAST)
    return f"{asked}\n-# {rating}", [*levels, back]


def _press(verb: str, wanted: Wanted) -> Press:
    return Press(verb, NO_TABLE, 0, str(wanted))


def _marked(chosen: bool) -> discord.ButtonStyle:
    return BLUE if chosen else GREY


def length_words(length: int, t: Texts) -> str:
    return t.many("{number} point", "{number} points", length) if length else t("For money")


def apart_words(table: Table, t: Texts) -> tuple[str, ...]:
    """How bets with a computer count, where there are several bets."""
    if not table.computers:
        return ()
    return (t("Points won from a computer or lost to it are in the score, but nobody pays them."),)


def table_words(table: Table, t: Texts) -> tuple[str, ...]:
    """What members should know of a table besides its rules, one per line."""
    lines: list[str] = []
    if table.computers:
        lines.append(t("Against the computer nothing is rated."))
    if table.about.hints:
        lines.append(t("Hints are allowed: `/hint` advises whoever has to decide."))
    return tuple(lines)

"""What a computer is called, and what is said of a table against one."""

from __future__ import annotations

from bot.engine.thoughts import Level
from bot.screens.buttons import GREEN, Item, button
from bot.screens.custom_ids import Press
from bot.tables.table import Table
from bot.texts import N_, Texts

LEVELS = {
    Level.BEGINNER: N_("beginner"),
    Level.CASUAL: N_("casual"),
    Level.CLUB: N_("club player"),
    Level.STRONG: N_("strong"),
    Level.EXPERT: N_("expert"),
}
"""How well it plays, to be translated."""

NO_TABLE = "0"
"""Custom ids name a table; what is offered to anybody has none."""


def computer_name(level: Level, t: Texts) -> str:
    """The name under which a computer sits at a table."""
    return t("Computer · {level}", level=t(LEVELS[level]))


def computer_item(t: Texts) -> Item:
    """The button that begins a game against the computer, such as a newcomer can win."""
    return button(t("Play the computer"), Press("computer", NO_TABLE, 0, str(Level.CASUAL.value)), GREEN, "🤖")


def apart_words(table: Table, t: Texts) -> tuple[str, ...]:
    """What becomes of the bets of a computer where there are several."""
    if not table.computers:
        return ()
    return (t("Points won from a computer or lost to it are in the score, but nobody pays them."),)


def table_words(table: Table, t: Texts) -> tuple[str, ...]:
    """What its people should know of a table besides its rules, a line each."""
    lines: list[str] = []
    if table.computers:
        lines.append(t("Against the computer nothing is rated."))
    if table.about.hints:
        lines.append(t("Hints are allowed: `/hint` advises whoever has to decide."))
    return tuple(lines)

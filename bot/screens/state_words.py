"""How a table stands, in words for one person."""

from __future__ import annotations

from bot.screens.faces import face_of
from bot.screens.fitting import fitted
from bot.screens.names import MOST, bold_names
from bot.tables.table import Table
from bot.texts import Texts


def state_message(table: Table, t: Texts, *before: str) -> str:
    """How a table stands as a message, behind what else is to be said."""
    return fitted(lambda most: ((), (*before, *state_words(table, t, most))))


def state_words(table: Table, t: Texts, most: int = MOST) -> list[str]:
    """What is waited for, the score, and where the board is; lines with names of at most so many characters."""
    table = table.public
    face, state = face_of(table), table.state
    if state is None:
        return []
    names = bold_names(table, most)
    said = face.closed(state, names, t), *face.asked(state, names, names, t), face.score(state, names, t)
    lines = [line for line in said if line]
    if table.screen.message:
        lines.append(link(table))
    return lines


def link(table: Table) -> str:
    """Where the live message is."""
    return f"https://discord.com/channels/{table.about.guild}/{table.channel}/{table.screen.message}"

"""Lists to choose from: what was chosen in any of them, and what those of the panels have in common."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.screens.answer import Answer
from bot.screens.buttons import choice
from bot.screens.custom_ids import Press
from bot.texts import N_, Texts

#: Custom ids name a table; these panels have none.
_NO_TABLE = "0"
#: The value of a choice that sets nothing.
AS_IS = "-"
LANGUAGE_NAMES = {"en-US": "English", "cs": "Čeština", "ru": "Русский"}
_THEME_NAMES = {"wood": N_("Wood"), "dark": N_("Dark"), "contrast": N_("High contrast")}


def press(verb: str, extra: str) -> Press:
    """The press of a panel that belongs to no table."""
    return Press(verb, _NO_TABLE, 0, extra)


def all_chosen(answer: Answer) -> list[str]:
    """What was chosen in a list."""
    values = (answer.interaction.data or {}).get("values", [])
    return [str(value) for value in values] if isinstance(values, list) else []


def chosen(answer: Answer) -> str:
    """The one thing that was chosen in a list; empty for a button."""
    return next(iter(all_chosen(answer)), "")


def options(choices: Sequence[tuple[str, str]], now: str) -> list[discord.SelectOption]:
    """Choices by value and label; `now` is the value that holds."""
    return [choice(label=label, value=value, default=value == now) for value, label in choices]


def themes(t: Texts) -> list[tuple[str, str]]:
    """The themes by value and name."""
    return [(theme, t(words)) for theme, words in _THEME_NAMES.items()]

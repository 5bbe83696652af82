"""What the panels have in common: presses that belong to no table, and the lists of languages and themes."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.screens.buttons import choice
from bot.screens.custom_ids import Press
from bot.texts import N_, Texts

#: Custom ids name a table; the panels have none.
_NO_TABLE = "0"
#: The value of a choice that sets nothing.
AS_IS = "-"
LANGUAGE_NAMES = {"en-US": "English", "cs": "Čeština", "ru": "Русский"}
_THEME_NAMES = {"wood": N_("Wood"), "dark": N_("Dark"), "contrast": N_("High contrast")}


def press(verb: str, extra: str) -> Press:
    """The press of a panel that belongs to no table."""
    return Press(verb, _NO_TABLE, 0, extra)


def options(choices: Sequence[tuple[str, str]], now: str) -> list[discord.SelectOption]:
    """Choices by value and label; `now` is the value that holds."""
    return [choice(label=label, value=value, default=value == now) for value, label in choices]


def themes(t: Texts) -> list[tuple[str, str]]:
    """The themes by value and name."""
    return [(theme, t(words)) for theme, words in _THEME_NAMES.items()]

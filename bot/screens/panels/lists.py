"""What the panels have in common: presses that belong to no table, and the lists of languages and themes."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from babel import Locale

from bot.languages import LANGUAGES, code_of
from bot.screens.buttons import choice
from bot.screens.custom_ids import Press, number_of
from bot.texts import N_, Texts

#: Custom ids name a table; the panels have none.
_NO_TABLE = "0"
#: The value of a choice that sets nothing.
AS_IS = "-"
#: What each calls itself.
LANGUAGE_NAMES = {language: Locale(code_of(language)).display_name.capitalize() for language in LANGUAGES}
_THEME_NAMES = {"wood": N_("Wood"), "dark": N_("Dark"), "contrast": N_("High contrast")}


def press(verb: str, extra: str, shown: object = None) -> Press:
    """The press of a panel that belongs to no table; `shown`: what a list shows, as `number_of` takes it."""
    return Press(verb, _NO_TABLE, 0 if shown is None else number_of(shown), extra)


def options(title: str, choices: Sequence[tuple[str, str]], now: str) -> list[discord.SelectOption]:
    """Choices by value and label; `now` is the value that holds. Each says what is chosen, for nothing else does once
    something has been."""
    return [choice(label=f"{title}: {label}", value=value, default=value == now) for value, label in choices]


def language_name(language: str) -> str:
    """The name of a language there are texts in, by the code of its texts."""
    return next(name for code, name in LANGUAGE_NAMES.items() if code_of(code) == language)


def themes(t: Texts) -> list[tuple[str, str]]:
    """The themes by value and name."""
    return [(theme, t(words)) for theme, words in _THEME_NAMES.items()]

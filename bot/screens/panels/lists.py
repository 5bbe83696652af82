"""Common parts of the panels: presses without a table, and the options of languages and themes."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from babel import Locale

from bot.languages import LANGUAGES, code_of
from bot.screens.buttons import choice
from bot.screens.custom_ids import Press, number_of
from bot.texts import N_, Texts

#: The table in custom ids: panels have none.
_NO_TABLE = "0"
#: The value of an option that unsets a setting.
AS_IS = "-"
#: The native names of languages.
LANGUAGE_NAMES = {language: (Locale(code_of(language)).display_name or language).capitalize() for language in LANGUAGES}
_THEME_NAMES = {"wood": N_("Wood"), "dark": N_("Dark"), "contrast": N_("High contrast")}


def press(verb: str, extra: str, shown: object = None) -> Press:
    """A panel's press; `shown`: what a select shows, for `number_of`."""
    return Press(verb, _NO_TABLE, 0 if shown is None else number_of(shown), extra)


def options(title: str, choices: Sequence[tuple[str, str]], now: str) -> list[discord.SelectOption]:
    """Options by value and label; `now` is the current value. Each label repeats the title, which a select no longer
    shows once an option is chosen.
    """
    return [choice(label=f"{title}: {label}", value=value, default=value == now) for value, label in choices]


def language_name(language: str) -> str:
    return next(name for code, name in LANGUAGE_NAMES.items() if code_of(code) == language)


def themes(t: Texts) -> list[tuple[str, str]]:
    return [(theme, t(words)) for theme, words in _THEME_NAMES.items()]

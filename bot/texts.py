"""Texts in people's languages: gettext catalogues out of `bot/locale`, read once when first needed.

A message is its English sentence, in which `{name}` stands for a detail. What is translated is found by the names
`t(…)`, `t.many(…)`, `N_(…)` and `locale_str(…)`, and in the enums of reasons; `python -m bot.locale` brings the
catalogues up to date.
"""

from __future__ import annotations

import gettext
import io
from collections.abc import Iterable
from datetime import date
from functools import cache
from pathlib import Path

import discord
from babel import Locale
from babel.dates import format_date, format_skeleton
from babel.lists import format_list
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from discord import app_commands
from discord.app_commands import locale_str

from bot.languages import CODES, ENGLISH, code_of

CATALOGUES = Path(__file__).parent / "locale"
LANGUAGES = CODES


def N_(message: str) -> str:  # noqa: N802  the usual name of this marker
    """Marks a sentence that is translated later, where it is used."""
    return message


class Texts:
    """The texts of one language. `t("Hello {name}", name=…)` gives the sentence in it."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._locale = Locale.parse(language)
        self._catalogue = _catalogue(language)
        self.listed(("a", "b"))  # reads the locale's data now rather than while somebody waits

    def __call__(self, message: str, /, **details: object) -> str:
        """The sentence of this language, its places filled."""
        translated = _unbroken(self._catalogue.gettext(message)) if message else ""
        return translated.format(**details) if details else translated

    def many(self, one: str, more: str, number: int, /, **details: object) -> str:
        """The form that goes with a number; `{number}` is filled with it."""
        return _unbroken(self._catalogue.ngettext(one, more, number)).format(number=number, **details)

    def listed(self, words: Iterable[str]) -> str:
        """“a, b and c”."""
        return format_list(list(words), locale=self._locale)

    def month(self, day: date) -> str:
        """“November 2026”, by itself."""
        return format_skeleton("yMMMM", day, locale=self._locale)

    def day(self, day: date) -> str:
        """A date, short."""
        return format_date(day, "medium", locale=self._locale)

    def either(self, words: Iterable[str]) -> str:
        """“a, b or c”."""
        return format_list(list(words), style="or", locale=self._locale)


def _unbroken(sentence: str) -> str:
    """The same with no line between a number and its percent sign, however narrow the screen is."""
    return sentence.replace(" %", "\N{NO-BREAK SPACE}%")


@cache
def texts(language: str | None) -> Texts:
    """Texts for one of Discord's locales; English where there is no catalogue."""
    code = code_of(language or ENGLISH)
    return Texts(code if code in LANGUAGES else ENGLISH)


def _catalogue(language: str) -> gettext.NullTranslations:
    path = CATALOGUES / f"{language}.po"
    if language == ENGLISH:
        return gettext.NullTranslations()
    compiled = io.BytesIO()
    with path.open("rb") as file:
        write_mo(compiled, read_po(file, locale=language))
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


class CommandTranslator(app_commands.Translator):
    """Descriptions and choices of commands in Discord's other languages; names stay as they are."""

    async def translate(
        self, string: locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """None where there is no translation. `says`, an extra, gives what is more than a sentence in a language."""
        code = code_of(locale.value)
        if code not in LANGUAGES or code == ENGLISH or context.location in _NAMES:
            return None
        says, t = string.extras.get("says"), texts(code)
        translated = says(t) if says else t(string.message)
        return translated if translated != string.message else None


_NAMES = (
    app_commands.TranslationContextLocation.command_name,
    app_commands.TranslationContextLocation.group_name,
    app_commands.TranslationContextLocation.parameter_name,
)

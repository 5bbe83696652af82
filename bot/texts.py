"""Translated texts: gettext catalogues in `bot/locale`, read on first use.

A message is its English sentence, in which `{name}` stands for a detail. Messages are extracted by the names `t(…)`,
`t.many(…)`, `N_(…)` and `locale_str(…)`, and from enums of reasons; `python -m bot.locale` updates the catalogues.
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
from babel.dates import format_date, format_interval, format_skeleton
from babel.lists import format_list
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from discord import app_commands
from discord.app_commands import locale_str

from bot.languages import CODES, ENGLISH, code_of

CATALOGUES = Path(__file__).parent / "locale"
LANGUAGES = CODES


def N_(message: str) -> str:  # noqa: N802  the usual name of this marker
    """Mark a sentence that is translated later, where it is used."""
    return message


class Texts:
    """The texts of one language. `t("Hello {name}", name=…)` returns the translated sentence."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._locale = Locale.parse(language)
        self._catalogue = _catalogue(language)
        self.listed(("a", "b"))  # load the locale's data now rather than during a request

    def __call__(self, message: str, /, **details: object) -> str:
        """The translated sentence with its placeholders filled."""
        translated = _unbroken(self._catalogue.gettext(message)) if message else ""
        return translated.format(**details) if details else translated

    def many(self, one: str, more: str, number: int, /, **details: object) -> str:
        """The plural form for a number, which fills `{number}`."""
        return _unbroken(self._catalogue.ngettext(one, more, number)).format(number=number, **details)

    def listed(self, words: Iterable[str]) -> str:
        """“a, b and c”."""
        return format_list(list(words), locale=self._locale)

    def month(self, day: date) -> str:
        """“November 2026”, standalone."""
        return format_skeleton("yMMMM", day, locale=self._locale)

    def day(self, day: date) -> str:
        """A short date."""
        return format_date(day, "medium", locale=self._locale)

    def days(self, first: date, last: date) -> str:
        """Short dates, from the first day to the last."""
        return format_interval(first, last, "yMMMd", locale=self._locale).translate(_THIN_SPACES)

    def whole_day(self, day: date) -> str:
        """A date with its day of the week."""
        return format_date(day, "full", locale=self._locale)

    def either(self, words: Iterable[str]) -> str:
        """“a, b or c”."""
        return format_list(list(words), style="or", locale=self._locale)


#: Not every font has them.
_THIN_SPACES = dict.fromkeys(map(ord, "\u2009\u202f"), " ")


def _unbroken(sentence: str) -> str:
    """A sentence without line breaks between a number and its percent sign."""
    return sentence.replace(" %", "\N{NO-BREAK SPACE}%")


@cache
def texts(language: str | None) -> Texts:
    """The texts for one of Discord's locales; English without a catalogue."""
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
    """Translates descriptions and choices of commands; typed names stay English."""

    async def translate(
        self, string: locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """None without a translation. The extra `says` computes texts that are more than a sentence."""
        code = code_of(locale.value)
        if code not in LANGUAGES or code == ENGLISH or _is_name(context):
            return None
        says, t = string.extras.get("says"), texts(code)
        translated = says(t) if says else t(string.message)
        return translated if translated != string.message else None


def _is_name(context: app_commands.TranslationContextTypes) -> bool:
    """Whether it is a name that people type, which that of a command on a message is not."""
    return context.location in _NAMES and not isinstance(context.data, app_commands.ContextMenu)


_NAMES = (
    app_commands.TranslationContextLocation.command_name,
    app_commands.TranslationContextLocation.group_name,
    app_commands.TranslationContextLocation.parameter_name,
)

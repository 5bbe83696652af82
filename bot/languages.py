"""The supported languages: a new one needs a catalogue in `bot/locale`, and an entry here."""

from __future__ import annotations

ENGLISH = "en"
#: Discord's locales, English first.
LANGUAGES = ("en-US", "cs", "ru")


def code_of(language: str) -> str:
    """The code of the catalogue for one of Discord's locales."""
    return language.partition("-")[0]


#: Native names by code.
CODES = tuple(map(code_of, LANGUAGES))

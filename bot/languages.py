"""The languages there are texts in: for each one more a catalogue in `bot/locale`, and a word here."""

from __future__ import annotations

ENGLISH = "en"
#: By Discord's names of them, English first.
LANGUAGES = ("en-US", "cs", "ru")


def code_of(language: str) -> str:
    """The code of the texts of one of Discord's languages."""
    return language.partition("-")[0]


#: By the codes of their texts.
CODES = tuple(map(code_of, LANGUAGES))

"""The users of the playground, and their languages."""

from __future__ import annotations

import discord
from msgspec import Struct

from bot import limits

#: Limited by the page's list of tabs.
MOST = 12
_LOCALES = frozenset(locale.value for locale in discord.Locale)


class Person(Struct, frozen=True):
    """A user to act as: `locale` is a locale of Discord such as `en-US` or `cs`."""

    name: str
    locale: str


def parse_people(text: str) -> tuple[Person, ...]:
    """Parse `Alice:en-US,Bořek:cs`. Raises `ValueError` with a sentence that says what is wrong."""
    people: list[Person] = []
    for part in text.split(","):
        name, colon, locale = (piece.strip() for piece in part.partition(":"))
        if not name or len(name) > limits.NAME:
            raise ValueError(f"A name has 1 to {limits.NAME} characters, unlike the one in {part.strip()!r}.")
        if any(person.name == name for person in people):
            raise ValueError(f"There are two people called {name}.")
        if colon and locale not in _LOCALES:
            raise ValueError(f"{locale!r} is no language of Discord; {name}:en-US, {name}:cs and {name}:ru work.")
        people.append(Person(name, locale or "en-US"))
    if not 2 <= len(people) <= MOST:
        raise ValueError(f"2 to {MOST} people can sit in the playground, not {len(people)}.")
    return tuple(people)


def print_people(people: tuple[Person, ...]) -> str:
    return ",".join(f"{person.name}:{person.locale}" for person in people)


#: Enough for a chouette whose box may take a partner. New users come last.
PEOPLE = (
    Person("Alice", "en-US"),
    Person("Bořek", "cs"),
    Person("Вера", "ru"),
    Person("Dan", "en-US"),
    Person("Eva", "cs"),
    Person("Фёдор", "ru"),
)

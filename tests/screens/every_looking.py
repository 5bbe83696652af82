"""Every message about who wants to play, at its longest, as it would be sent."""

from __future__ import annotations

from collections.abc import Iterator

from bot import limits
from bot.core.looking import LENGTHS, LookingList, Pairing, Rated, Seeker, Terms, Wish
from bot.core.pace import WantedPace
from bot.permissions import FOR_ROLES
from bot.screens.looking import settings
from bot.screens.looking.form import PACES, Draft, form_view, form_words
from bot.screens.looking.words import (
    A_PAGE,
    ended_words,
    found_words,
    list_view,
    list_words,
    off_button,
    pages_of,
    pairing_view,
    pairing_words,
    thread_name,
    waiting_words,
)
from bot.screens.pace_words import OFFERED
from bot.tables.preferences import ServerSettings
from bot.texts import Texts

from .every_screen import Message

NOW = 1_794_657_600.0
USER = 1_456_074_443_980_800_001


def seeker(number: int, rated: Rated) -> Seeker:
    wish = Wish(lengths=LENGTHS, paces=PACES, rated=rated, lowest=1200, highest=2800)
    return Seeker(
        user=USER + number, name="Ж" * limits.NAME, rating=2000, wish=wish, since=NOW, at=NOW, until=NOW + 3600
    )


def full_list(rated: Rated) -> LookingList:
    """One of three pages, the last of which is not full."""
    return LookingList(seekers=tuple(seeker(number, rated) for number in range(3 * A_PAGE - 1)))


def pairing(pace: WantedPace | None, *ready: int) -> Pairing:
    both = (seeker(0, Rated.EITHER), seeker(1, Rated.EITHER))
    return Pairing(number=999, seekers=both, terms=Terms(25, pace, True), table="abcdef", until=NOW, ready=ready)


def of_looking(t: Texts) -> Iterator[Message]:
    """The list, the form, two who have found each other, and the page of the settings."""
    for held in (LookingList(), *map(full_list, Rated)):
        for page in range(pages_of(held)):
            yield Message("list", list_words(held, page, t, called=USER), list_view(held, page, t, role=True))
    for rated in Rated:
        draft = Draft(tuple(range(len(LENGTHS))), tuple(range(len(PACES))), rated=rated)
        yield Message("form", form_words(1500, t), form_view(draft, t))
    yield Message("waiting", waiting_words(seeker(0, Rated.EITHER), USER, t), off_button(t))
    for pace in (*OFFERED, None):
        for ready in ((), (USER,), (USER, USER + 1)):
            found = pairing(pace, *ready)
            assert len(thread_name(found, t)) <= limits.THREAD_NAME
            yield Message("pairing", pairing_words(found, t), pairing_view(found, t))
            yield Message("found", found_words(found, USER, USER, t))
    yield Message("ended", ended_words(pairing(None), t))
    warnings = [settings.silent_words(USER, t), *(t(each) for each in FOR_ROLES.values())]
    for chosen in (
        ServerSettings(),
        ServerSettings(looking=USER),
        ServerSettings(looking=USER, looking_role=USER),
    ):
        yield Message(
            "list of who wants to play", settings.looking_words(chosen, warnings, t), settings.looking_view(chosen, t)
        )

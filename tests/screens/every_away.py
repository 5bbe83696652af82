"""Every message about holidays, at its longest, as it would be sent."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from bot import limits
from bot.screens.clock_words import rests_words
from bot.screens.panels.away import away_view, away_words, offered_days
from bot.screens.panels.settings import HOLIDAY_DAYS, holiday_view, holiday_words
from bot.tables.holidays import Holiday
from bot.tables.preferences import ServerSettings
from bot.texts import Texts

from .every_screen import Message

FIRST = date(2026, 8, 3)
#: As many as somebody may have entered: of one day each, a week apart.
MANY = tuple(
    Holiday(first=each, last=each, zone="America/Argentina/ComodRivadavia", entered=0)
    for each in (FIRST + timedelta(days=8 * number) for number in range(42))
)


def of_away(t: Texts) -> Iterator[Message]:
    for some in (len(MANY), 1, 0):
        yield Message("holidays", away_words(MANY[:some], 0, t), away_view(MANY[:some], 0, t))
    for name, _ in offered_days(FIRST, t):
        assert len(name) <= limits.CHOICE
    yield Message("rests", rests_words(1_794_657_600_000, t))
    for days in HOLIDAY_DAYS:
        chosen = ServerSettings(holiday_days=days)
        yield Message("days of holidays", holiday_words(chosen, t), holiday_view(chosen, t))

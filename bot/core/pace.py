"""How fast people want to play: what can be agreed, within which bounds, and which clock that is.

Without a pace a table has no clock. Lengths are whole milliseconds, as of `bot.core.clock`.
"""

from __future__ import annotations

import re
from enum import Enum

from msgspec import Struct

from .clock import Days, Hours, Live, Pace
from .refusal import Illegal

SECOND, MINUTE, HOUR, DAY = 1000, 60_000, 3_600_000, 86_400_000

MOST_DAYS = 14
RESERVE_HOURS, TURN_HOURS = (1, 240), (0, 72)
HALF_MINUTES, MOST_DELAY = (1, 20), 60
DEFAULT_DELAY = 15 * SECOND


class PaceFault(Enum):
    """Why a pace cannot be agreed."""

    NOT_READ = (
        "I do not understand this pace. Write for example `2 days`, `48 h + 12 h`, `2 min + 15 s`, or `open` for no "
        "clock."
    )
    DAYS = "By days, a turn has 1 to {most} days."
    HOURS = "By hours, a match has {least} to {most} hours, and each turn up to {turn} hours that cost nothing."
    LIVE = "Live, a point of the match has half a minute to {most} minutes, and each turn up to {delay} free seconds."
    MATCHES_ONLY = "By hours, a match is played: a money session has no end that a reserve could last for."
    NO_WEEKDAYS = "Weekends are left out where time is counted by days or hours."


class LivePace(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="live"):
    """Live: so much reserve for each point of a match, or for each game of a money session, and a delay a stretch."""

    per_point: int
    delay: int = DEFAULT_DELAY


WantedPace = Days | Hours | LivePace
"""A pace before it is known what is played."""


def clock_of(wanted: WantedPace, length: int) -> Pace:
    """The clock of a match to so many points, or with 0 of a money session. Raises `Illegal`."""
    match wanted:
        case LivePace(per_point, delay):
            return Live(per_point * max(1, length), delay)
        case Hours() if not length:
            raise Illegal(PaceFault.MATCHES_ONLY)
        case Hours() | Days():
            return wanted


def wanted_of(pace: Pace, length: int) -> WantedPace:
    """The wish that has come to this clock."""
    return LivePace(pace.reserve // max(1, length), pace.delay) if isinstance(pace, Live) else pace


_UNITS = {
    "day": DAY,
    "d": DAY,
    "den": DAY,
    "dn": DAY,
    "дн": DAY,
    "ден": DAY,
    "день": DAY,
    "сут": DAY,
    "h": HOUR,
    "hour": HOUR,
    "hod": HOUR,
    "ч": HOUR,
    "час": HOUR,
    "min": MINUTE,
    "m": MINUTE,
    "мин": MINUTE,
    "м": MINUTE,
    "s": SECOND,
    "sec": SECOND,
    "sek": SECOND,
    "с": SECOND,
    "сек": SECOND,
}
_LENGTH = re.compile(r"(\d{1,4}(?:[.,]\d)?)\s*([^\W\d]+)")
_OPEN = ("open", "none", "no clock", "otevřen", "volně", "bez hodin", "открыт", "без часов", "свободн")


def _unit(word: str) -> int | None:
    """The length of a unit, by its whole name or by what its name begins with."""
    word = word.casefold()
    if word in _UNITS:
        return _UNITS[word]
    return next((length for name, length in _UNITS.items() if len(name) > 1 and word.startswith(name)), None)


def read_pace(text: str) -> WantedPace | None:
    """The pace that is written; None for `open`. Raises `Illegal` for what cannot be read, or is out of bounds."""
    text = text.strip().casefold()
    if not text or text.startswith(_OPEN):
        return None
    lengths: list[int] = []
    units: list[int] = []
    for number, word in _LENGTH.findall(text):
        if unit := _unit(word):
            lengths.append(round(float(number.replace(",", ".")) * unit))
            units.append(unit)
    if units == [DAY]:
        return _days(*lengths)
    if units in ([HOUR], [HOUR, HOUR], [DAY, HOUR]):
        return _hours(*lengths)
    if units in ([MINUTE], [MINUTE, SECOND]):
        return _live(*lengths)
    raise Illegal(PaceFault.NOT_READ)


def _days(per_turn: int) -> Days:
    if per_turn % DAY or not DAY <= per_turn <= MOST_DAYS * DAY:
        raise Illegal(PaceFault.DAYS, most=MOST_DAYS)
    return Days(per_turn)


def _hours(reserve: int, per_turn: int = 0) -> Hours:
    (least, most), (_, turn) = RESERVE_HOURS, TURN_HOURS
    if not least * HOUR <= reserve <= most * HOUR or per_turn > turn * HOUR:
        raise Illegal(PaceFault.HOURS, least=least, most=most, turn=turn)
    return Hours(reserve, per_turn)


def _live(per_point: int, delay: int = DEFAULT_DELAY) -> LivePace:
    least, most = HALF_MINUTES
    if not least * MINUTE // 2 <= per_point <= most * MINUTE // 2 or delay > MOST_DELAY * SECOND:
        raise Illegal(PaceFault.LIVE, most=most // 2, delay=MOST_DELAY)
    return LivePace(per_point, delay)

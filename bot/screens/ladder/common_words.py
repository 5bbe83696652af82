"""Common texts of the ladder's pages: members, numbers, seasons, variants."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from fractions import Fraction

from bot.backgammon import Variant
from bot.engine.thoughts import LEVELS_BY_TAG
from bot.screens.board_scene import variant_words
from bot.screens.computer_words import LEVELS
from bot.screens.reference.figures import number
from bot.texts import Texts

ALL_TIME = "all"
"""Stands for all seasons in options and custom ids."""

#: The table in custom ids: ladder pages have none.
NO_TABLE = "0"
_QUARTERS = 4


def person(user: int | None, t: Texts) -> str:
    """A member as a mention that notifies nobody; anonymous members are “a player”."""
    return t("a player") if user is None else f"<@{user}>"


def season_words(season: str, t: Texts) -> str:
    """A season's name; empty: all time."""
    year, _, part = season.partition("-")
    if not season:
        return t("all time")
    if not part:
        return year
    if part.startswith("Q"):
        return t("{year}, quarter {number}", year=year, number=int(part[1:]))
    return t.month(date(int(year), int(part), 1))


def is_season(text: str) -> bool:
    """Whether a text has the form of a season."""
    year, dash, part = text.partition("-")
    if not (year.isdecimal() and len(year) == len("2026")):
        return False
    if not dash:
        return True
    if part.startswith("Q"):
        return part[1:].isdecimal() and 1 <= int(part[1:]) <= _QUARTERS
    return part.isdecimal() and len(part) == len("11") and 1 <= int(part) <= len("JFMAMJJASOND")


def shown_variant(name: str, t: Texts) -> str:
    """The name of a variant of backgammon; other games by their own name."""
    return variant_words(Variant(name), t) if name in [each.value for each in Variant] else name


def unusual_variant(name: str, t: Texts) -> str:
    """The same; empty for plain backgammon."""
    return "" if name == Variant.BACKGAMMON.value else shown_variant(name, t)


def number_words(value: float | Fraction) -> str:
    """A number with at most two decimals, without trailing zeros."""
    return f"{round(float(value), 2):.2f}".rstrip("0").rstrip(".").replace("-", "−")


def signed_words(value: float | Fraction) -> str:
    """The same with its sign; zero is ±0."""
    shown = number_words(value)
    return "±0" if shown in ("0", "−0") else shown if shown.startswith("−") else f"+{shown}"


def rating_words(rating: float, *, provisional: bool) -> str:
    """A rating, with a question mark if provisional."""
    return f"{round(rating)}{'?' if provisional else ''}"


def performance_words(rating: float | Fraction, error: float | None, t: Texts) -> str:
    """A performance rating with its standard error, if known."""
    shown = number(float(rating), t, "0.0")
    return shown if error is None else f"{shown} ± {number(error, t, '0.0')}"


def arrow(change: float | None) -> str:
    """The direction of a change this week; empty if none."""
    rounded = round(change or 0)
    return "" if not rounded else f"▲{rounded}" if rounded > 0 else f"▼{-rounded}"


def joined(parts: Sequence[str]) -> str:
    return " · ".join(filter(None, parts))


def shown_computer(level: str, t: Texts) -> str:
    return t("Computer · {level}", level=t(LEVELS[LEVELS_BY_TAG[level]]))

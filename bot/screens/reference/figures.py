"""Number formats by language, search depths, and monospaced blocks."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from babel.numbers import format_decimal

from bot.engine.thoughts import EXACT
from bot.texts import Texts


def block(lines: Iterable[str]) -> str:
    return "```\n" + "\n".join(lines) + "\n```"


def percent(chance: float | Fraction, t: Texts) -> str:
    return number(100 * float(chance), t, "0.0")


def number(value: float, t: Texts, pattern: str = "0.#") -> str:
    return format_decimal(value, pattern, locale=t.language)


def depth_words(plies: int, t: Texts) -> str:
    """The search depth, or that the result is exact; empty if not stored."""
    if plies == EXACT:
        return t("exactly, by the two-sided base")
    return t("{number}-ply", number=plies) if plies else ""

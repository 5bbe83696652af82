"""Figures as a language writes them, how far an engine has looked, and monospaced lines."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from babel.numbers import format_decimal

from bot.engine.thoughts import EXACT
from bot.texts import Texts


def block(lines: Iterable[str]) -> str:
    """Lines in a monospaced block."""
    return "```\n" + "\n".join(lines) + "\n```"


def percent(chance: float | Fraction, t: Texts) -> str:
    """A chance in percent, with one decimal."""
    return number(100 * float(chance), t, "0.0")


def number(value: float, t: Texts, pattern: str = "0.#") -> str:
    """A number with as many decimals as the pattern has."""
    return format_decimal(value, pattern, locale=t.language)


def depth_words(plies: int, t: Texts) -> str:
    """How far the engine has looked, or that there was no need to; empty where that was not kept."""
    if plies == EXACT:
        return t("exactly, by the two-sided base")
    return t("{number}-ply", number=plies) if plies else ""

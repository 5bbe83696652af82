"""Findings of the doctor: severity, fact, advice."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from enum import Enum

from msgspec import Struct

from bot.settings import Settings


class State(Enum):
    """Severity; the value is its mark in the output."""

    GOOD = "ok"
    ADVICE = "!"
    """The bot runs, but could run better."""
    MUST = "!!"
    """The bot cannot run."""


class Finding(Struct, frozen=True):
    """A finding; `todo` is empty only for a good one."""

    state: State
    found: str
    todo: str = ""


Check = Callable[[Settings], AsyncIterator[Finding]]


def good(found: str) -> Finding:
    return Finding(State.GOOD, found)


def advice(found: str, todo: str) -> Finding:
    return Finding(State.ADVICE, found, todo)


def must(found: str, todo: str) -> Finding:
    return Finding(State.MUST, found, todo)

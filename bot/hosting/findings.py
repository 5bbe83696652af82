"""What the doctor finds: how bad it is, what it is, and what to do."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from enum import Enum

from msgspec import Struct

from bot.settings import Settings


class State(Enum):
    """How bad something is; the value is its mark in print."""

    GOOD = "ok"
    ADVICE = "!"
    """The bot runs, though not as well as it could."""
    MUST = "!!"
    """The bot cannot run like this."""


class Finding(Struct, frozen=True):
    """One thing found; `todo` is empty only if it is good."""

    state: State
    found: str
    todo: str = ""


Check = Callable[[Settings], AsyncIterator[Finding]]


def good(found: str) -> Finding:
    """As it should be."""
    return Finding(State.GOOD, found)


def advice(found: str, todo: str) -> Finding:
    """Could be better."""
    return Finding(State.ADVICE, found, todo)


def must(found: str, todo: str) -> Finding:
    """Has to be mended."""
    return Finding(State.MUST, found, todo)

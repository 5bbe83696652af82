"""Emoji of the application, as if they had been uploaded."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from types import SimpleNamespace

import render
from bot.screens import emoji

NAMES = tuple(each.name for each in render.draw_emoji())
#: Ids as long as Discord's.
FIRST = 1_499_999_999_999_999_000


@contextmanager
def emoji_known(*names: str) -> Iterator[None]:
    """In this block these are there, by default all of them."""
    emoji.learn(SimpleNamespace(name=name, id=FIRST + number) for number, name in zip(count(), names or NAMES))  # type: ignore[misc]
    try:
        yield
    finally:
        emoji.forget()

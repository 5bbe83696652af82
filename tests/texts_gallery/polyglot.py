"""Translation put off: while a game is played each text is one character of a private area, and is put into words of
any language afterwards, with the texts inside it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from unittest.mock import patch

from bot.texts import Texts, texts

#: Where the private area begins.
FIRST = "\U000f0000"
_MARK = re.compile(f"[{FIRST}-\U0010fffd]")

Spoken = Callable[[Texts], str]


class Polyglot:
    """What has been said: `spoken` by the character that stands for it."""

    def __init__(self) -> None:
        self._spoken: list[Spoken] = []
        self._marks: dict[tuple[object, ...], str] = {}

    def said(self, words: str, language: str) -> str:
        """A text of the game in a language."""
        t = texts(language)
        return _MARK.sub(lambda mark: self.said(self._spoken[ord(mark[0]) - ord(FIRST)](t), language), words)

    def _note(self, spoken: Spoken, *what: object) -> str:
        """The mark of a text. What is said twice in the same words has the same one: the bot may compare them."""
        key = tuple(map(str, what))
        if key not in self._marks:
            self._marks[key] = chr(ord(FIRST) + len(self._spoken))
            self._spoken.append(spoken)
        return self._marks[key]

    @contextmanager
    def listening(self) -> Iterator[None]:
        """For the length of a `with`: whatever the bot says is said in all languages, and in none yet."""
        plain, many, listed, either = Texts.__call__, Texts.many, Texts.listed, Texts.either

        def put_off(_: Texts, message: str, /, **details: object) -> str:
            return self._note(lambda t: plain(t, message, **details), message, details) if message else ""

        def many_put_off(_: Texts, one: str, more: str, number: int, /, **details: object) -> str:
            return self._note(lambda t: many(t, one, more, number, **details), one, number, details)

        def listed_put_off(_: Texts, words: Iterable[str]) -> str:
            kept = list(words)
            return self._note(lambda t: listed(t, kept), "and", kept)

        def either_put_off(_: Texts, words: Iterable[str]) -> str:
            kept = list(words)
            return self._note(lambda t: either(t, kept), "or", kept)

        with (
            patch.object(Texts, "__call__", put_off),
            patch.object(Texts, "many", many_put_off),
            patch.object(Texts, "listed", listed_put_off),
            patch.object(Texts, "either", either_put_off),
        ):
            yield

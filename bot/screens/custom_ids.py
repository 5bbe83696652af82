"""Custom ids of buttons and selects: verb, table and the number of the question they answer. Formatter and parser."""

from __future__ import annotations

import re
import zlib
from typing import NamedTuple

_FORM = re.compile(r"([a-z_]{1,20}):([0-9a-z]{1,8}):(\d{1,9})(?::([!-~]{0,60}))?")


class Press(NamedTuple):
    """`str(press)` is the custom id, `parse` its inverse. `extra` is further data of the verb."""

    verb: str
    table: str
    question: int
    extra: str = ""

    def __str__(self) -> str:
        return ":".join(map(str, self if self.extra else self[:3]))

    @classmethod
    def parse(cls, text: str) -> Press | None:
        """Parse a custom id; None if it is not one of the bot's."""
        match = _FORM.fullmatch(text)
        return cls(match[1], match[2], int(match[3]), match[4] or "") if match else None


def number_of(shown: object) -> int:
    """A checksum of what a select shows, to be part of its custom id: a client keeps the chosen option while the custom
    id is the same, whatever the options are.
    """
    return zlib.crc32(repr(shown).encode()) % 1_000_000_000

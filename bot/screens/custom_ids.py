"""What a button or select carries: its verb, its table and the number of the question it answers. A pair."""

from __future__ import annotations

import re
import zlib
from typing import NamedTuple

_FORM = re.compile(r"([a-z_]{1,20}):([0-9a-z]{1,8}):(\d{1,9})(?::([!-~]{0,60}))?")


class Press(NamedTuple):
    """`str(press)` is the custom id, `parse` its inverse. `extra` is what the verb needs beside."""

    verb: str
    table: str
    question: int
    extra: str = ""

    def __str__(self) -> str:
        return ":".join(map(str, self if self.extra else self[:3]))

    @classmethod
    def parse(cls, text: str) -> Press | None:
        """None for what is no custom id of ours."""
        match = _FORM.fullmatch(text)
        return cls(match[1], match[2], int(match[3]), match[4] or "") if match else None


def number_of(shown: object) -> int:
    """A number that is another one for anything else that a list shows. A client keeps what was chosen in a list as
    long as its custom id is the same, whatever the list says now."""
    return zlib.crc32(repr(shown).encode()) % 1_000_000_000

"""Discord's numbers: the pages that name them, and the largest that was seen beside each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from .document import INVALID, Fault

Json = dict[str, Any]
Told = Iterator[Fault]

#: Pages of the documentation (August 2026), below `SITE`.
SITE = "https://docs.discord.com/developers/"
MESSAGE = "resources/message"
COMPONENTS = "components/reference"
COMMANDS = "interactions/application-commands"
CALLBACKS = "interactions/receiving-and-responding"
UPLOADS = "reference#uploading-files"
AGENT = "reference#user-agent"
LOCALES = "reference#locales"
GATEWAY = "events/gateway"
CHANNEL = "resources/channel"
THREADS = "topics/threads"
EMOJI = "resources/emoji"
APPLICATION = "resources/application"
USER = "resources/user"
CODES = "topics/opcodes-and-status-codes#json-json-error-codes"

FILE = 10 << 20
"""Bytes of a file in a server without boosts."""

REQUEST = 25 << 20
"""Bytes of a request with files."""


class Largest:
    """The largest that was seen beside each limit."""

    def __init__(self) -> None:
        self.seen: dict[str, tuple[int, int]] = {}

    def see(self, name: str, value: int, limit: int) -> None:
        """`value` of what may be `limit` at most."""
        self.seen[name] = max(self.seen.get(name, (0, limit))[0], value), limit

    def join(self, other: Mapping[str, Iterable[int]]) -> None:
        """What another one has seen."""
        for name, (value, limit) in other.items():
            self.see(name, value, limit)

    def most(self, where: str, name: str, value: int, limit: int, page: str, code: int = INVALID) -> Told:
        """See it; a fault if it is too much."""
        self.see(name, value, limit)
        if value > limit:
            yield Fault(where, f"{name}: {value} of at most {limit}", page, code)

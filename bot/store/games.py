"""What is kept of the games of a table beside its log, so that one of them can be read without the others."""

from __future__ import annotations

import msgspec

GAMES_PAGE = 200
"""Games in one answer."""


class Begins(msgspec.Struct, frozen=True):
    """A game begins after so many of the entries that are saved with this; `state` as it is then.

    None: it does not begin any more.
    """

    game: int
    after: int = 0
    state: bytes | None = None

    def stored(self) -> tuple[str, int | str, bytes]:
        """As the script takes it."""
        return begins(self.game), "" if self.state is None else self.after, self.state or b""


class Ends(msgspec.Struct, frozen=True):
    """A game has ended like this; None: it goes on."""

    game: int
    result: bytes | None = None

    def stored(self) -> tuple[str, str, bytes]:
        """As the script takes it."""
        return ends(self.game), "", self.result or b""


class Beginning(msgspec.Struct, frozen=True):
    """Where a game begins: the number of its first entry in the log, and the state before it."""

    entry: int
    state: bytes

    @classmethod
    def read(cls, stored: bytes) -> Beginning:
        """What the script has written."""
        entry, _, state = stored.partition(b" ")
        return cls(int(entry), state)


def begins(game: int) -> str:
    """Where the beginning of a game is kept."""
    return f"{game}:begins"


def ends(game: int) -> str:
    """Where the end of a game is kept."""
    return f"{game}:ends"

"""What is kept of the games of a table beside its log, so that one of them can be read without the others."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bot.store.connection import Connection

GAMES_PAGE = 200
"""Games in one answer."""

_ENDS = "ends"


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


async def kept_of_games(connection: Connection, key: str, names: Sequence[str]) -> list[bytes | None]:
    """What is kept under these names; None where nothing is."""
    found: list[bytes | None] = []
    for start in range(0, len(names), GAMES_PAGE):
        found += await connection.ask("HMGET", key, *names[start : start + GAMES_PAGE])
    return found


async def ended_games(connection: Connection, key: str) -> list[int]:
    """The numbers of the games of which the end is kept, the last one first."""
    kept = [name.decode().split(":") for name in await connection.ask("HKEYS", key)]
    return sorted((int(game) for game, what in kept if what == _ENDS), reverse=True)


def begins(game: int) -> str:
    """Where the beginning of a game is kept."""
    return f"{game}:begins"


def ends(game: int) -> str:
    """Where the end of a game is kept."""
    return f"{game}:{_ENDS}"

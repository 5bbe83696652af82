"""Per-game entries of a table beside its log, so that one game can be read without the others."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from bot.store.connection import Connection

GAMES_PAGE = 200
"""Games per answer."""

_ENDS = "ends"


class Begins(msgspec.Struct, frozen=True):
    """A game begins after this many of the entries saved with this; `state` is the state then.

    None: its beginning was undone.
    """

    game: int
    after: int = 0
    state: bytes | None = None

    def stored(self) -> tuple[str, int | str, bytes]:
        return begins(self.game), "" if self.state is None else self.after, self.state or b""


class Ends(msgspec.Struct, frozen=True):
    """A game has ended with `result`; None: its end was undone."""

    game: int
    result: bytes | None = None

    def stored(self) -> tuple[str, str, bytes]:
        return ends(self.game), "", self.result or b""


class Beginning(msgspec.Struct, frozen=True):
    """The beginning of a game: the number of its first entry in the log, and the state before it."""

    entry: int
    state: bytes

    @classmethod
    def read(cls, stored: bytes) -> Beginning:
        """Decode what the script has written."""
        entry, _, state = stored.partition(b" ")
        return cls(int(entry), state)


async def kept_of_games(connection: Connection, key: str, names: Sequence[str]) -> list[bytes | None]:
    """The values under these names; None for missing ones."""
    found: list[bytes | None] = []
    for start in range(0, len(names), GAMES_PAGE):
        found += await connection.ask("HMGET", key, *names[start : start + GAMES_PAGE])
    return found


def ended_games(names: Iterable[str]) -> list[int]:
    """The numbers of the games with a stored end, the latest first, from all names."""
    kept = [name.split(":") for name in names]
    return sorted((int(game) for game, what in kept if what == _ENDS), reverse=True)


def begins(game: int) -> str:
    return f"{game}:begins"


def ends(game: int) -> str:
    return f"{game}:{_ENDS}"

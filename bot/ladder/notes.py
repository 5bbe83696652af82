"""What stands in a server's list beside its games: what was decided about them, and about people."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from bot.ladder.performance import Share


class Strike(Struct, frozen=True, forbid_unknown_fields=True, tag="strike"):
    """The game of this number in the list does not count. `by`: the number of the moderator, 0 without one."""

    entry: int
    reason: str
    at: float
    by: int = 0


class Restore(Struct, frozen=True, forbid_unknown_fields=True, tag="restore"):
    """The game of this number, which was struck, counts again. Of several words about a game the last one holds."""

    entry: int
    reason: str
    at: float
    by: int = 0


class Hide(Struct, frozen=True, forbid_unknown_fields=True, tag="hide"):
    """Somebody is on no board; until they ask to be again."""

    player: int
    hidden: bool = True


class Away(Struct, frozen=True, forbid_unknown_fields=True, tag="away"):
    """Somebody was found to have left the server, or to be there again; whoever is away is on no board."""

    player: int
    away: bool = True


class Forget(Struct, frozen=True, forbid_unknown_fields=True, tag="forget"):
    """The number is nobody's any more; it is on no board."""

    player: int


class Analysis(Struct, frozen=True, forbid_unknown_fields=True, tag="analysis"):
    """What an engine, looking as far as `preset` says, has found in the game of this number in the list.

    It takes the place of what was found in that game before.
    """

    entry: int
    engine: str
    preset: str
    shares: tuple[Share, ...]

    @property
    def id(self) -> str:
        """What tells it from every other one, for ever: the same engine finds the same."""
        return f"{self.entry} {self.engine} {self.preset}"


Note = Strike | Restore | Hide | Away | Forget | Analysis

_decoder: msgspec.json.Decoder[Note] = msgspec.json.Decoder(Note)


def write_note(note: Note) -> bytes:
    """As it stands in the list."""
    return msgspec.json.encode(note)


def read_note(data: bytes) -> Note:
    """What stands in the list. Raises `msgspec.MsgspecError` if a newer version has written it."""
    return _decoder.decode(data)

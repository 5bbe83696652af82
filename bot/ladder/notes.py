"""Notes: entries of a server's list beside its games: decisions about games and members."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from bot.ladder.performance import Share


class Strike(Struct, frozen=True, forbid_unknown_fields=True, tag="strike"):
    """The game of this number in the list does not count. `by`: the number of the moderator, 0 if they have none."""

    entry: int
    reason: str
    at: float
    by: int = 0


class Restore(Struct, frozen=True, forbid_unknown_fields=True, tag="restore"):
    """The game of this number, which was struck, counts again. Of several notes about a game the last one holds."""

    entry: int
    reason: str
    at: float
    by: int = 0


class Hide(Struct, frozen=True, forbid_unknown_fields=True, tag="hide"):
    """The member is on no board until they ask to be again."""

    player: int
    hidden: bool = True


class Away(Struct, frozen=True, forbid_unknown_fields=True, tag="away"):
    """The member has left the server, or is back; members who are away are on no board."""

    player: int
    away: bool = True


class Forget(Struct, frozen=True, forbid_unknown_fields=True, tag="forget"):
    """The number has been given up; it is on no board."""

    player: int


class Analysis(Struct, frozen=True, forbid_unknown_fields=True, tag="analysis"):
    """An engine's analysis, at search depth `preset`, of the game of this number in the list.

    It replaces an earlier analysis of that game.
    """

    entry: int
    engine: str
    preset: str
    shares: tuple[Share, ...]

    @property
    def id(self) -> str:
        """A unique id, equal for repeated analyses by the same engine and preset."""
        return f"{self.entry} {self.engine} {self.preset}"


Note = Strike | Restore | Hide | Away | Forget | Analysis

_decoder: msgspec.json.Decoder[Note] = msgspec.json.Decoder(Note)


def write_note(note: Note) -> bytes:
    return msgspec.json.encode(note)


def read_note(data: bytes) -> Note:
    """Decode a note. Raises `msgspec.MsgspecError` if a newer version has written it."""
    return _decoder.decode(data)

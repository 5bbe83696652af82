"""Result types of the store."""

from __future__ import annotations

from datetime import datetime
from enum import Enum

import msgspec


class Saved(Enum):
    """The result of `Store.save`."""

    DONE = "DONE"
    """Saved, or found saved by this very call whose answer had been lost."""
    REPEATED = "REPEATED"
    """Another call was saved under this receipt before; nothing changed."""
    CONFLICT = "CONFLICT"
    """The stored version is not the expected one; nothing changed."""
    OCCUPIED = "OCCUPIED"
    """The channel holds another table; nothing changed."""


class Admission(Enum):
    """Whether a challenge may be made."""

    OK = "OK"
    TOO_MANY_OPEN = "TOO_MANY_OPEN"
    """The member has `MOST_OPEN_CHALLENGES` open ones in this server."""
    TOO_FAST = "TOO_FAST"
    """The member has made `MOST_RECENT_CHALLENGES` within the last `RECENT` seconds in this server."""
    DECLINED = "DECLINED"
    """A challenge between these two members was declined less than `RECENT` seconds ago."""


class Record(msgspec.Struct, frozen=True):
    """One table as stored. The version is 1 after the first save and grows by one with each."""

    version: int
    fields: dict[str, bytes]


class ShardLease(msgspec.Struct, frozen=True):
    """A lease of another process: these of `count` shards, or all shards (None). `until`: seconds since 1970."""

    until: float
    since: datetime
    count: int | None
    ids: tuple[int, ...]

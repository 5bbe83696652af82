"""Entries of the log of a night: rounds of tables at which chouettes are played. A log names seats, never members.

A session is named by its round and the number of its table there, both from 1. Chance is drawn once, by the writer of
an entry, and stored in it: lots when members join, rolls when a round is drawn.
"""

from __future__ import annotations

from enum import Enum
from typing import TypeAlias

import msgspec
from msgspec import UNSET, Struct, UnsetType

from bot.core.actions import Seat
from bot.league.entries import Ended as Ended
from bot.league.entries import Joined as Joined
from bot.league.entries import Left as Left

SCHEMA = 1
"""The schema of a log; raised with every change that older code could not read."""

FEWEST, MOST = 3, 36
"""People at a draw."""

SMALLEST_TABLE, LARGEST_TABLE = 3, 6
"""People whom a draw seats at one table."""

MOST_ROUNDS = 10

At: TypeAlias = tuple[int, int]
"""The round and the number of a table in it, which name its session."""


class Plan(Enum):
    """What rounds a night has."""

    TABLES = "tables"
    """The tables stay until the opener ends it; people may change; one score."""
    ROUNDS = "rounds"
    """Each round is drawn anew; one score, or everybody takes his bank along."""
    FINAL = "final"
    """The best of each table go on; each round begins from nothing."""


class Form(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="night"):
    """The plan, the intended `size` of a table, how many `rounds` are drawn with that plan, and the `bank` with which
    people begin; 0: none.
    """

    plan: Plan
    size: int = 4
    rounds: int = 2
    bank: int = 0

    def __post_init__(self) -> None:
        sizes = SMALLEST_TABLE <= self.size <= LARGEST_TABLE
        if not (sizes and 1 <= self.rounds <= MOST_ROUNDS and self.bank >= 0):
            raise ValueError("no such night")


class Opened(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="opened"):
    """A night opens for members to join. Times are seconds since 1970.

    `channel` is where it is shown. `setup`: the options of its sessions. `begins`: when it is drawn by itself.
    `commitment`: to the seed of its draws, in full. `split`: the tables with which it begins, where a chouette was
    split; `seats` members are in it then, and who is at no table has left.
    """

    schema: int = SCHEMA
    at: float
    name: str
    form: Form
    channel: int
    setup: msgspec.Raw
    commitment: str
    begins: float | UnsetType = UNSET
    split: tuple[tuple[Seat, ...], ...] | UnsetType = UNSET
    seats: int | UnsetType = UNSET


class SatOut(Struct, frozen=True, forbid_unknown_fields=True, tag="sat out"):
    """A member is not drawn until they come back, which `out` False says."""

    at: float
    seat: Seat
    out: bool


class Seated(Struct, frozen=True, forbid_unknown_fields=True, tag="seated"):
    """A round is drawn with these rolls of the night: who sits at which table, in the order drawn."""

    at: float
    round: int
    rolls: tuple[tuple[int, int], ...]
    tables: tuple[tuple[Seat, ...], ...]


class Moved(Struct, frozen=True, forbid_unknown_fields=True, tag="moved"):
    """A member sits down at a table of the round that is played, from another one or as a late comer."""

    at: float
    seat: Seat
    to: At


class Scored(Struct, frozen=True, forbid_unknown_fields=True, tag="scored"):
    """A game is final: `points` of everybody who has won or lost some, whose sum is zero; who was `box`."""

    at: float
    session: At
    game: int
    points: tuple[tuple[Seat, int], ...]
    box: Seat


class Struck(Struct, frozen=True, forbid_unknown_fields=True, tag="struck"):
    """A game does not count in the score, or with `back` it does again. Draws and banks stay as they are."""

    at: float
    session: At
    game: int
    back: bool = False


class Closed(Struct, frozen=True, forbid_unknown_fields=True, tag="closed"):
    """A session is over: its people, the best first, equals together. `balances`: with a bank what everybody has."""

    at: float
    session: At
    places: tuple[tuple[Seat, ...], ...]
    balances: tuple[tuple[Seat, int], ...] = ()


Entry = Opened | Joined | Left | SatOut | Seated | Moved | Scored | Struck | Closed | Ended

_decoder: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)


def write_entry(entry: Entry) -> bytes:
    return msgspec.json.encode(entry)


def read_entry(data: bytes) -> Entry:
    """Decode an entry. Raises `msgspec.MsgspecError` if a newer version has written it."""
    return _decoder.decode(data)

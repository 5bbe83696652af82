"""Entries of a league's log, and how they are stored. A log names seats, never members. Nights have some of them too.

Chance is drawn once, by the writer of an entry, and stored in it: lots when members join, pairs when a round begins.
"""

from __future__ import annotations

from enum import Enum

import msgspec
from msgspec import UNSET, Struct, UnsetType

from bot.core.actions import Seat
from bot.core.clock import Days, Hours
from bot.league.forms import DAY as DAY
from bot.league.forms import LARGEST as LARGEST
from bot.league.forms import MOST_LOSSES as MOST_LOSSES
from bot.league.forms import MOST_WEEKS as MOST_WEEKS
from bot.league.forms import ROUND_DAYS as ROUND_DAYS
from bot.league.forms import SMALLEST as SMALLEST
from bot.league.forms import Knockout, RoundRobin, Swiss

SCHEMA = 3
"""The schema of a log; raised with every change that older code could not read, or would understand otherwise."""

EARLY_LEAVERS = 3
"""From this schema on matches with somebody who has left early count for nobody."""

LONGEST = 25
"""Points of the longest match."""

MOST_EXTENDED = 14
"""By how many days a round may be extended."""


class Opened(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="opened"):
    """A league opens for members to join. Times are seconds since 1970.

    Matches are of `length` points, from the start of this `variant`; `rated`: they change ratings. `channel` is where
    it is shown. `follows`: the league whose tables decide the divisions; empty if ratings do. `pace`: that of its
    matches; without one they have no clock. `holiday_days`: how many days of somebody's holidays count in it.
    """

    schema: int = SCHEMA
    at: float
    name: str
    length: int
    variant: str
    rated: bool
    form: RoundRobin | Knockout | Swiss
    channel: int
    follows: str = ""
    pace: Days | Hours | UnsetType = UNSET
    holiday_days: int | UnsetType = UNSET

    def __post_init__(self) -> None:
        if not 1 <= self.length <= LONGEST:
            raise ValueError(f"a league of matches of {self.length} points")
        if self.schema > SCHEMA:
            raise ValueError(f"a league of schema {self.schema}, of a newer bot")


class Joined(Struct, frozen=True, forbid_unknown_fields=True, tag="joined"):
    """A member joins: with the next seat, or again with theirs. The lower of two `lot`s is the better one."""

    at: float
    seat: Seat
    lot: int


class Started(Struct, frozen=True, forbid_unknown_fields=True, tag="started"):
    """The league starts with these `divisions`, the highest first; where there are rounds it is one.

    `draw`: of a Swiss, the random number from which the lots of its pairs follow.
    """

    at: float
    divisions: tuple[tuple[Seat, ...], ...]
    draw: int | UnsetType = UNSET


class Paired(Struct, frozen=True, forbid_unknown_fields=True, tag="paired"):
    """The next round: the pairs, and the byes."""

    at: float
    pairs: tuple[tuple[Seat, Seat], ...]
    byes: tuple[Seat, ...] = ()


class Left(Struct, frozen=True, forbid_unknown_fields=True, tag="left"):
    """A member leaves: the matches they still owe are lost; what they have won in a night stays in its score."""

    at: float
    seat: Seat


class Won(Struct, frozen=True, forbid_unknown_fields=True, tag="won"):
    """The match of a pairing, by its number, was won by `winner` with `points`, the winner's first; `game` ended it."""

    at: float
    pairing: int
    winner: Seat
    points: tuple[int, int]
    game: str


class Struck(Struct, frozen=True, forbid_unknown_fields=True, tag="struck"):
    """The match that was ended by `game` does not count; it is owed again."""

    at: float
    game: str


class Restored(Struct, frozen=True, forbid_unknown_fields=True, tag="restored"):
    """The struck match that was ended by `game` counts again."""

    at: float
    game: str


class Challenged(Struct, frozen=True, forbid_unknown_fields=True, tag="challenged"):
    """A member challenges the other for the match of a pairing."""

    at: float
    pairing: int
    by: Seat


class Answered(Struct, frozen=True, forbid_unknown_fields=True, tag="answered"):
    """The challenge that a member made at `challenged_at` is declined or withdrawn."""

    at: float
    pairing: int
    by: Seat
    challenged_at: float


class Begun(Struct, frozen=True, forbid_unknown_fields=True, tag="begun"):
    """The match of a pairing begins at this table, by channel and id, and nobody waits for an answer any more.

    It is entered before the table is saved, so that table may not have been opened.
    """

    at: float
    pairing: int
    table: str


class Why(Enum):
    """Why a match was given to one of the two who has not won it by playing, or to neither."""

    CHALLENGE = "challenge"
    """They alone had challenged for it, in vain."""
    LOT = "lot"
    CLOCK = "clock"
    """The other had to act when the match had to be over."""
    HOST = "host"
    NEITHER = "neither"
    """Nobody has played it, and neither or both have challenged for it in vain: both lose it."""


class Decision(Struct, frozen=True, forbid_unknown_fields=True):
    """The match of this pairing is given to `winner`; None: both lose it."""

    pairing: int
    winner: Seat | None
    why: Why


class TimeUp(Struct, frozen=True, forbid_unknown_fields=True, tag="time up"):
    """The time of the round is up: these matches are decided, lots drawn. What is left open has begun and goes on for a
    while; when that is over too, everything is decided.
    """

    at: float
    decisions: tuple[Decision, ...]


class Extended(Struct, frozen=True, forbid_unknown_fields=True, tag="extended"):
    """Whoever opened the league gives the round so many days more."""

    at: float
    days: int


class Moved(Struct, frozen=True, forbid_unknown_fields=True, tag="moved"):
    """A round, or a league without rounds of its own, ends so many seconds later: once a round because of `holidays`,
    or because the bot was away from the server.
    """

    at: float
    by: float
    holidays: bool


class Decided(Struct, frozen=True, forbid_unknown_fields=True, tag="decided"):
    """Whoever opened the league gives the match of a pairing to `winner`."""

    at: float
    pairing: int
    winner: Seat


class Ended(Struct, frozen=True, forbid_unknown_fields=True, tag="ended"):
    """A league ends on time, a night by itself, or either is called off: what is open stays open."""

    at: float


Entry = (
    Opened
    | Joined
    | Started
    | Paired
    | Left
    | Won
    | Struck
    | Restored
    | Challenged
    | Answered
    | Begun
    | TimeUp
    | Extended
    | Moved
    | Decided
    | Ended
)

_decoder: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)


def write_entry(entry: Entry) -> bytes:
    return msgspec.json.encode(entry)


def read_entry(data: bytes) -> Entry:
    """Decode an entry. Raises `msgspec.MsgspecError` if a newer version has written it."""
    return _decoder.decode(data)

"""Entries of a league's log, and how they are stored. A log names seats, never members.

Chance is drawn once, by the writer of an entry, and stored in it: lots when members join, pairs when a round begins.
"""

from __future__ import annotations

from enum import Enum

import msgspec
from msgspec import UNSET, Struct, UnsetType

from bot.core.actions import Seat
from bot.core.clock import Days, Hours

SCHEMA = 2
"""The schema of a log; raised with every change that older code could not read."""

LONGEST = 25
"""Points of the longest match."""

SMALLEST, LARGEST = 4, 10
"""Sizes of a division, where there are several."""

DAY = 24 * 3600

ROUND_DAYS = (3, 56)
"""How many days a round of a knock-out may have, at least and at most."""

MOST_EXTENDED = 14
"""By how many days a round may be extended."""

MOST_WEEKS = 52
MOST_LOSSES = 3


class RoundRobin(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="round robin"):
    """Everyone in a division owes everyone else in it a match, within this many `weeks` of the start.

    `size`: the intended size of a division. `moved`: how many change places between neighbouring divisions when another
    league follows this one.
    """

    weeks: int
    size: int = 8
    moved: int = 1

    def __post_init__(self) -> None:
        if not (1 <= self.weeks <= MOST_WEEKS and SMALLEST <= self.size <= LARGEST and 1 <= self.moved <= 2):
            raise ValueError("no such round robin")


class Knockout(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="knockout"):
    """A player with this many losses is out. A round has so many days; without them it waits for its last match."""

    losses: int = 1
    round_days: int | UnsetType = UNSET

    def __post_init__(self) -> None:
        least, most = ROUND_DAYS
        if not (1 <= self.losses <= MOST_LOSSES and least <= (self.round_days or least) <= most):
            raise ValueError("no such knock-out")


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
    form: RoundRobin | Knockout
    channel: int
    follows: str = ""
    pace: Days | Hours | UnsetType = UNSET
    holiday_days: int | UnsetType = UNSET

    def __post_init__(self) -> None:
        if not 1 <= self.length <= LONGEST:
            raise ValueError(f"a league of matches of {self.length} points")


class Joined(Struct, frozen=True, forbid_unknown_fields=True, tag="joined"):
    """A member joins: with the next seat, or again with theirs. The lower of two `lot`s is the better one."""

    at: float
    seat: Seat
    lot: int


class Started(Struct, frozen=True, forbid_unknown_fields=True, tag="started"):
    """The league starts with these `divisions`, the highest first; a knock-out has one."""

    at: float
    divisions: tuple[tuple[Seat, ...], ...]


class Paired(Struct, frozen=True, forbid_unknown_fields=True, tag="paired"):
    """The next round of a knock-out: the pairs, and the byes."""

    at: float
    pairs: tuple[tuple[Seat, Seat], ...]
    byes: tuple[Seat, ...] = ()


class Left(Struct, frozen=True, forbid_unknown_fields=True, tag="left"):
    """A member leaves; the matches they still owe are lost."""

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
    """Why a match was given to one of the two who has not won it by playing."""

    CHALLENGE = "challenge"
    """They alone had challenged for it, in vain."""
    LOT = "lot"
    CLOCK = "clock"
    """The other had to act when the match had to be over."""
    HOST = "host"


class Decision(Struct, frozen=True, forbid_unknown_fields=True):
    """The match of this pairing is given to `winner`."""

    pairing: int
    winner: Seat
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
    """The league ends on time, or is called off: open pairings stay open."""

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

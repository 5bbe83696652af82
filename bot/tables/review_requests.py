"""Requests for reviews: their games, progress, and the daily allowance of a member."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from msgspec import Struct
from msgspec.structs import replace

from bot.tables.reviews import MOST, MOST_A_DAY


class Request(Struct, frozen=True):
    """A member's request, in a server, to review these games of a table.

    `name`: the id of an interaction, so that it grows with time. `token`: the interaction token by which their
    `message` can be edited for a while, since `at`. `place`: the channel in which they can be mentioned after that; 0:
    none. `part`: as of `part_of`, if it is not the whole table nor one game. `decisions`: of each game that was not
    reviewed at the time of the request.

    A run goes through all games of several `tables`, by channel and id: `table` is the current one, and of those in
    `missed` not all could be reviewed.
    """

    name: str
    user: int
    guild: int
    channel: int
    table: str
    games: tuple[int, ...]
    language: str
    app: int
    token: str
    message: int
    at: float
    place: int = 0
    part: int = 0
    decisions: dict[int, int] = {}
    tables: tuple[tuple[int, str], ...] = ()
    missed: tuple[str, ...] = ()

    @property
    def wanted(self) -> tuple[int, str, tuple[int, ...], tuple[tuple[int, str], ...]]:
        """The games requested."""
        return self.channel, self.table, self.games, self.tables

    @property
    def account(self) -> str:
        """The name under which its decisions count towards the allowance: each table of a run by itself."""
        return f"{self.name}-{self.table}" if self.tables else self.name

    @property
    def later(self) -> tuple[tuple[int, str], ...]:
        """The tables of a run after the current one: channel and id of each."""
        place = (self.channel, self.table)
        return self.tables[self.tables.index(place) + 1 :] if self.tables else ()

    @property
    def total(self) -> int:
        return sum(self.decisions.values())

    def next_table(self, *, missed: bool) -> Request:
        """The request for the next table of a run, whose games are not known yet. `missed`: this one is not done."""
        channel, table = self.later[0]
        request = self.without_this() if missed else self
        return replace(request, channel=channel, table=table, games=(), decisions={})

    def without_this(self) -> Request:
        """The same, if this table of a run could not be reviewed."""
        return replace(self, missed=(*self.missed, self.table)) if self.tables else self


class End(Enum):
    """How a request ended; its message is not updated after that."""

    MADE = "all is reviewed"
    FAILED = "the engine did not answer"
    FULL = "the store has no room for it"
    SPENT = "that person has had too much reviewed today"
    CANCELLED = "it is not wanted any more"
    STOPPED = "whoever hosts the bot has cancelled it"
    MOVED = "whoever has asked has asked again, and is told there"


class Progress(Struct, frozen=True):
    """Progress of a request: this many of all decisions are reviewed, and it `waits` if none of its games has been
    started. It takes turns with `others` requests, and will be done in about `seconds`; 0: unknown.

    `by`: the name of the moderator who has ended it. `match` of `matches`: the current one of a run; 0: it is none.
    """

    done: int = 0
    all: int = 0
    others: int = 0
    seconds: float = 0.0
    waits: bool = False
    end: End | None = None
    by: str = ""
    match: int = 0
    matches: int = 0


class Allowance(Struct, frozen=True):
    """How many decisions a member has had reviewed within a day, and when (seconds since 1970) more are allowed."""

    spent: int
    more_at: float = 0.0

    @property
    def left(self) -> int:
        """How many are left within this day."""
        return max(0, MOST_A_DAY - self.spent)

    @property
    def at_once(self) -> int:
        """How many a request may have now."""
        return min(MOST, self.left)


@dataclass(eq=False)
class Job:
    """A request in progress. `left`: the decisions of each game still to be reviewed; None: not known yet.

    `done` decisions are finished and `found` in the current game, shown as `shown`. `counted`: towards the member's
    allowance. `begun`: it has had a turn.
    """

    request: Request
    left: dict[int, int] | None = None
    done: int = 0
    found: int = 0
    shown: int = 0
    counted: bool = False
    begun: bool = False

    @property
    def name(self) -> str:
        return self.request.name

    @property
    def all(self) -> int:
        return self.done + sum((self.left or {}).values())

    @property
    def games(self) -> tuple[int, ...]:
        """The decisions of each game that is left; empty while they are not known."""
        return tuple((self.left or {}).values())

    @property
    def group(self) -> int:
        """Who takes turns with others: the server, or in direct messages the member."""
        return self.request.guild or -self.request.user

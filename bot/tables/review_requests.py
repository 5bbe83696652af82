"""What somebody has asked to be reviewed, how far that is, and how much they may ask for."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from msgspec import Struct

from bot.tables.review_turns import Waiting
from bot.tables.reviews import MOST, MOST_A_DAY


class Request(Struct, frozen=True):
    """Somebody, in a server, wants these games of a table reviewed.

    `name`: the id of an interaction, so that it grows with time. `token`: by which the `message` that answers them is
    changed, for a while; `at`: since when. `place`: the channel where they can be mentioned after that; 0: nowhere.
    `part`: as of `part_of`, if it is not the whole table nor one game. `decisions`: of each game that was not reviewed
    when this was asked for.
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

    @property
    def wanted(self) -> tuple[int, str, tuple[int, ...]]:
        """What is to be reviewed."""
        return self.channel, self.table, self.games

    @property
    def total(self) -> int:
        """All its decisions."""
        return sum(self.decisions.values())


class End(Enum):
    """What has become of a request, of which nothing more is told in its message."""

    MADE = "all is reviewed"
    FAILED = "the engine did not answer"
    FULL = "the store has no room for it"
    SPENT = "that person has had too much reviewed today"
    CANCELLED = "it is not wanted any more"
    STOPPED = "whoever hosts the bot has cancelled it"
    MOVED = "whoever has asked has asked again, and is told there"


class Progress(Struct, frozen=True):
    """How far a request is: so many of all decisions are reviewed, and it `waits` if none of its games is under way or
    was. It takes turns with so many `others`, and will be done in about so many `seconds`; 0: that is not known.

    `by`: the name of the moderator who has ended it.
    """

    done: int = 0
    all: int = 0
    others: int = 0
    seconds: float = 0.0
    waits: bool = False
    end: End | None = None
    by: str = ""


class Allowance(Struct, frozen=True):
    """How many decisions somebody has had reviewed within a day, and when (seconds since 1970) they may have more."""

    spent: int
    more_at: float = 0.0

    @property
    def left(self) -> int:
        """How many there may be yet within this day."""
        return max(0, MOST_A_DAY - self.spent)

    @property
    def at_once(self) -> int:
        """How many a request may have now."""
        return min(MOST, self.left)


@dataclass(eq=False)
class Job:
    """A request as far as it is. `left`: the decisions of each game that is still to be reviewed; None: not known yet.

    So many are `done`, and `found` in the game under way, whose work is as far as if `shown` were done. `counted`: for
    who has asked. `begun`: it has had a turn.
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
        """The name of the request."""
        return self.request.name

    @property
    def all(self) -> int:
        """All decisions that are made for it."""
        return self.done + sum((self.left or {}).values())

    def waiting(self, first: int = 0) -> Waiting:
        """Its games but for so many of the first ones."""
        return Waiting(self.name, self.request.guild, tuple((self.left or {}).values())[first:])

"""Forms of leagues: what is particular to each, asked of the form in one place. All are stored at the opening."""

from __future__ import annotations

from typing import ClassVar

from msgspec import UNSET, Struct, UnsetType

DAY = 24 * 3600
WEEK = 7 * DAY

SMALLEST, LARGEST = 4, 10
"""Sizes of a division, where there are several."""

ROUND_DAYS = (3, 56)
"""How many days a round may have, at least and at most."""

MOST_WEEKS = 52
MOST_LOSSES = 3

SWISS_ROUNDS = (2, 9)
"""How many rounds a Swiss may have, at least and at most."""


class Form(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What every form answers.

    `fewest` start it and at most `most` are in it. `in_rounds`: pairings are drawn round by round, among all in one
    division; otherwise all are owed from the start. `late_rest`: who joins after the first round was drawn has a bye in
    it. `lot_decides` a match that nobody has begun in its round and that neither or both have asked for; otherwise both
    lose it.
    """

    fewest: ClassVar[int] = 3
    most: ClassVar[int] = 100
    in_rounds: ClassVar[bool] = False
    late_rest: ClassVar[bool] = False
    lot_decides: ClassVar[bool] = True

    @property
    def lasts(self) -> int | None:
        """Seconds from its start to its end; None if it has no end of its own."""
        return None

    @property
    def days_a_round(self) -> int | None:
        """How many days a round has; None without rounds, and where they wait for their last match."""
        return None

    def rounds_for(self, people: int) -> int | None:
        """How many rounds it has if it starts with so many; None without rounds, and where nobody knows before."""
        return None

    def is_out(self, lost: int) -> bool:
        """Whether somebody with so many losses plays no more."""
        return False


class RoundRobin(Form, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="round robin"):
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

    @property
    def lasts(self) -> int | None:
        return self.weeks * WEEK


class Knockout(Form, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="knockout"):
    """A player with this many losses is out. A round has so many days; without them it waits for its last match.

    `byes_by_rating`: of those who may rest in a round the highest rated does, otherwise chance decides.
    """

    losses: int = 1
    round_days: int | UnsetType = UNSET
    byes_by_rating: bool | UnsetType = UNSET

    most: ClassVar[int] = 32
    in_rounds: ClassVar[bool] = True
    late_rest: ClassVar[bool] = True

    def __post_init__(self) -> None:
        if not (1 <= self.losses <= MOST_LOSSES and _may_be(self.round_days)):
            raise ValueError("no such knock-out")

    @property
    def days_a_round(self) -> int | None:
        return self.round_days or None

    def is_out(self, lost: int) -> bool:
        return lost >= self.losses


class Swiss(Form, frozen=True, forbid_unknown_fields=True, kw_only=True, tag="swiss"):
    """In every round everybody plays somebody with about as many wins, and nobody is out.

    Without a number of `rounds` it has as many as a knock-out of its people would.
    """

    rounds: int | UnsetType = UNSET
    round_days: int = 14

    fewest: ClassVar[int] = 4
    most: ClassVar[int] = 64
    in_rounds: ClassVar[bool] = True
    lot_decides: ClassVar[bool] = False

    def __post_init__(self) -> None:
        least, most = SWISS_ROUNDS
        if not (least <= (self.rounds or least) <= most and _may_be(self.round_days)):
            raise ValueError("no such Swiss")

    @property
    def days_a_round(self) -> int | None:
        return self.round_days

    def rounds_for(self, people: int) -> int | None:
        """At most one less than there are people, so that nobody need meet twice."""
        least, most = SWISS_ROUNDS
        wanted = self.rounds or max(least, (people - 1).bit_length())
        return min(wanted, most, people - 1)


def _may_be(round_days: int | UnsetType) -> bool:
    least, most = ROUND_DAYS
    return least <= (round_days or least) <= most

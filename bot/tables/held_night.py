"""A night of a server as one value: its fold, its members, its tables and its message."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from bot import dice
from bot.core.actions import Seat
from bot.league.night_entries import At
from bot.league.night_state import Evening
from bot.store import place
from bot.tables.contests import HeldContest


class Lair(Struct, frozen=True):
    """Where a table of a night is: its channel, and its id there."""

    channel: int
    table: str

    @property
    def place(self) -> str:
        return place(self.channel, self.table)


class Asked(Struct, frozen=True):
    """Somebody at a table (`source`) is asked to go to one that has become small (`to`); `stays` have declined."""

    source: At
    to: At
    seat: Seat
    stays: tuple[Seat, ...] = ()


class HeldNight(HeldContest[Evening], frozen=True, kw_only=True):
    """A night of a server.

    `seed`: that of its draws, secret until it is over. `tables`: where those are that were made. `asked`: who is asked
    to change tables.
    """

    seed: bytes
    tables: Mapping[At, Lair]
    asked: Asked | None = None

    @property
    def evening(self) -> Evening:
        return self.fold

    @property
    def settled(self) -> bool:
        return self.evening.settled

    def roll(self, number: int) -> tuple[int, int]:
        """Roll `number` of its draws, from 1."""
        return dice.roll(self.seed, (), number)

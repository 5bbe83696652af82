"""A night as a value: its members, its tables, what was scored at them, and what follows from that."""

from __future__ import annotations

from collections.abc import Collection
from enum import Enum

from msgspec import Struct
from msgspec.structs import replace

from bot.core.actions import Seat
from bot.league.night_entries import LARGEST_TABLE, MOST, At, Form, Opened, Plan, Scored


class NightFault(Enum):
    """Why an entry is refused."""

    OVER = "This night is over."
    IN_IT = "You are in this night already."
    NOT_IN_IT = "You are not in this night."
    FULL = "This night is full: {most} people are in it."
    TOO_LATE = "It is too late to join this night."
    NO_TABLE_FREE = "All tables of this night are full: {most} people sit at each."
    TOO_FEW = "A draw needs at least {least} people; {number} are in."
    TOO_MANY = "A draw takes at most {most} people; {number} are in."
    ROUND_ON = "The tables of this round are still playing."
    NO_ROUND_LEFT = "This night has no further round."
    NO_SUCH_TABLE = "This night has no such table."
    TABLE_CLOSED = "That table is closed."
    TABLE_FULL = "That table is full: {most} people sit at it."
    TABLES_STAY = "In this night nobody moves to another table."
    AT_IT = "You sit at that table already."
    TOO_FEW_STAY = "At least {least} people must stay at your table."
    SAID_ALREADY = "That is so already."
    COUNTED = "That has been counted already."
    NO_SUCH_GAME = "This night has no such game."
    OTHER_DRAW = "The dice have drawn other tables."
    OUT_OF_TURN = "The night has moved on."


class NightTable(Struct, frozen=True, kw_only=True):
    """A table of a round. `drawn`: who was drawn to it, in that order; `sat`: all who have ever sat at it.

    `closed`: its session is over, with these `places` and, with a bank, `balances`.
    """

    at: At
    drawn: tuple[Seat, ...]
    sat: tuple[Seat, ...]
    closed: bool = False
    places: tuple[tuple[Seat, ...], ...] = ()
    balances: tuple[tuple[Seat, int], ...] = ()

    @property
    def round(self) -> int:
        return self.at[0]

    @property
    def number(self) -> int:
        return self.at[1]


class Evening(Struct, frozen=True, kw_only=True):
    """The state of a night. `lots` by seat; `left` and `resting` are seats of those who have left or sit out.

    `where`: at which table everybody sits now, or sat last. `rolls`: how many its draws have used. `drawn_at`,
    `first_drawn_at` and `closed_at`: when the last round and the first were drawn, and when a table was closed last.
    """

    opened: Opened
    lots: tuple[int, ...] = ()
    left: frozenset[Seat] = frozenset()
    resting: frozenset[Seat] = frozenset()
    tables: tuple[NightTable, ...] = ()
    where: tuple[tuple[Seat, At], ...] = ()
    rolls: int = 0
    scored: tuple[Scored, ...] = ()
    struck: frozenset[tuple[At, int]] = frozenset()
    drawn_at: float | None = None
    first_drawn_at: float | None = None
    closed_at: float | None = None
    over: bool = False

    @property
    def form(self) -> Form:
        return self.opened.form

    @property
    def plan(self) -> Plan:
        return self.opened.form.plan

    @property
    def begins(self) -> float | None:
        """When it is drawn by itself; None if it waits for its opener."""
        return self.opened.begins or None

    @property
    def rounds(self) -> int:
        """How many were drawn."""
        return self.tables[-1].round if self.tables else 0

    @property
    def present(self) -> tuple[Seat, ...]:
        """Those who have not left, as they joined."""
        return tuple(seat for seat in range(len(self.lots)) if seat not in self.left)

    @property
    def current(self) -> tuple[NightTable, ...]:
        """The tables of the round drawn last."""
        return tuple(table for table in self.tables if table.round == self.rounds)

    @property
    def playing(self) -> tuple[NightTable, ...]:
        """The tables at which is played."""
        return () if self.over else tuple(table for table in self.current if not table.closed)

    @property
    def unclosed(self) -> tuple[NightTable, ...]:
        """The tables whose sessions are not over, also those of a night that is."""
        return tuple(table for table in self.tables if not table.closed)

    @property
    def settled(self) -> bool:
        """Whether it is over and so are all its sessions: its score stands."""
        return self.over and not self.unclosed

    @property
    def chapters(self) -> int:
        """How many it has had: its opening, each round, its end with all scores."""
        return 1 + self.rounds + self.settled

    def table(self, at: At) -> NightTable | None:
        return next((table for table in self.tables if table.at == at), None)

    def at(self, seat: Seat) -> At | None:
        """At which table a member sits, or sat last."""
        return dict(self.where).get(seat)

    def there(self, at: At) -> tuple[Seat, ...]:
        """Who belongs to a table now, in the order in which they came to it."""
        table, where = self.table(at), dict(self.where)
        sat = table.sat if table else ()
        return tuple(seat for seat in sat if where.get(seat) == at and seat not in self.left)

    @property
    def counting(self) -> tuple[Scored, ...]:
        """The games that count in the score."""
        return tuple(each for each in self.scored if (each.session, each.game) not in self.struck)

    def points_at(self, at: At) -> dict[Seat, int]:
        """What everybody has won or lost at a table."""
        table = self.table(at)
        won = dict.fromkeys(table.sat if table else (), 0)
        for each in self.counting:
            if each.session == at:
                for seat, points in each.points:
                    won[seat] = won.get(seat, 0) + points
        return won

    @property
    def points(self) -> tuple[int, ...]:
        """What everybody has won or lost at all tables, by seat."""
        won = [0] * len(self.lots)
        for each in self.counting:
            for seat, points in each.points:
                won[seat] += points
        return tuple(won)

    def balance(self, seat: Seat, before: int | None = None) -> int:
        """What a member has of the bank, or had `before` a round: at a table that is closed as its session says, else
        by the games that are final. A struck game takes nothing back. Where the best go on, at the last table alone.
        """
        won = 0
        for table in reversed(self.tables):
            if seat not in table.sat or (before is not None and table.round >= before):
                continue
            if seat in (had := dict(table.balances)):
                return had[seat] + won
            won += sum(dict(each.points).get(seat, 0) for each in self.scored if each.session == table.at)
            if self.plan is Plan.FINAL:
                break
        return self.form.bank + won

    def brings(self, seat: Seat) -> int:
        """What a member sits down with in a round: the balance goes along, or each round begins with a full bank."""
        return self.form.bank if self.plan is Plan.FINAL else self.balance(seat)

    def smallest(self, but: At | None = None, among: Collection[At] | None = None) -> NightTable | None:
        """The table with the fewest people at which another one may sit down, perhaps only `among` these: of equals the
        lowest number.
        """
        tables = [each for each in self.playing if each.at != but and (among is None or each.at in among)]
        free = [each for each in tables if len(self.there(each.at)) < LARGEST_TABLE]
        return min(free, key=lambda each: (len(self.there(each.at)), each.number), default=None)

    def no_room(self) -> tuple[NightFault, int] | None:
        """Why no new member may join, and the bound; None if they may."""
        if self.over:
            return NightFault.OVER, 0
        if len(self.present) >= MOST:
            return NightFault.FULL, MOST
        if not self.rounds:
            return None
        if self.plan is Plan.ROUNDS:
            return (NightFault.TOO_LATE, 0) if self.rounds >= self.form.rounds else None
        if self.plan is Plan.FINAL and self.rounds > 1:
            return NightFault.TOO_LATE, 0
        if not self.playing:
            return NightFault.TOO_LATE, 0
        return None if self.smallest() else (NightFault.NO_TABLE_FREE, LARGEST_TABLE)

    def with_table(self, table: NightTable) -> Evening:
        return replace(self, tables=tuple(table if each.at == table.at else each for each in self.tables))

"""Facts: finished games as entries of a server's list, for ratings, boards and statistics.

A fact names seats; the members in them are stored beside it. It is self-contained, whatever happens to its table or to
the format of tables.
"""

from __future__ import annotations

from fractions import Fraction

import msgspec
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from bot.core.actions import Seat

SCHEMA = 3
"""The schema of a fact; raised with every change that older code could not read. None was released before."""


class Turn(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An offered cube: `value` before the offer, `turned` this many times (a beaver 2, a raccoon 3).

    `dropper`: who finally refused; None if it was taken. `roll`: the last roll of the table before it.
    """

    giver: Seat
    receiver: Seat
    value: int
    turned: int
    dropper: Seat | None
    roll: int


class Row(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A payment of a game: `payer` gives `payee` this many points, a fraction (numerator, denominator), for `reason`.

    `cube`: its final value, None for payments without one; `turns`: the offers on the way, None if not known.
    `start`: the value at which its cube began, UNSET for 1.
    """

    payer: Seat
    payee: Seat
    points: tuple[int, int]
    reason: str
    cube: int | None = None
    turns: tuple[Turn, ...] | None = ()
    start: int | UnsetType = UNSET

    @property
    def of_a_bet(self) -> Fraction:
        """The points in units of what the bet began at, so that bets with high stakes do not swamp a board."""
        return Fraction(*self.points) / (1 if self.start is UNSET else self.start)


SHARED = 2
"""Where two share each of two seats, what is added to a seat for the partner of who is named first."""


class Account(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The result of a game, as its rules know it.

    `board`: the board its points count on; None for those of a match. `length` of the match, 0 for money. `score`
    before the game, by seat, where there is one. `roles`: (seat, role) of everyone who played. `winner`: of the match
    that this game has ended. `hands` of a sheet: how many its rows stand for; 0 where every bet is one. `plays` that
    moved checkers, by either side, in the match so far, or in the money game; UNSET if not all of them were counted.
    """

    board: str | None = None
    variant: str
    length: int
    score: tuple[int, ...] | None
    roles: tuple[tuple[Seat, str], ...]
    rows: tuple[Row, ...]
    winner: Seat | None = None
    hands: int = 0
    plays: int | UnsetType = UNSET


class Fact(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A game that can no longer be undone: number `game` of a table. `ended_at`: seconds since 1970.

    `kind` is the tag of the game played. `rated`: announced as rated. `league`: the league it was played for; empty for
    none. `computers`: the seats of computers, and the level of each. `apart`: it is listed with its players and counts
    for nothing, as two share a seat: the partner of the first two seats has the second next number. `contest`: it is
    listed and counts for nothing, as it was played with a bank.
    """

    schema: int = SCHEMA
    server: int
    table: str
    game: int
    kind: str
    ended_at: float
    rated: bool = False
    league: str = ""
    computers: tuple[tuple[Seat, str], ...] = ()
    account: Account
    apart: bool | UnsetType = UNSET
    contest: bool | UnsetType = UNSET

    @property
    def counts(self) -> bool:
        """Whether it counts on boards and for performance."""
        return not self.apart and not self.contest

    @property
    def between_people(self) -> Fact | None:
        """The same without computers and the bets with them; None if nobody is left to play against."""
        if not self.computers:
            return self
        there, account = dict(self.computers), self.account
        roles = tuple(role for role in account.roles if role[0] not in there)
        rows = tuple(row for row in account.rows if row.payer not in there and row.payee not in there)
        return replace(self, account=replace(account, roles=roles, rows=rows)) if len(roles) > 1 else None

    def side(self, seat: Seat) -> Seat:
        """The seat at which somebody's side played."""
        return seat % SHARED if self.apart else seat

    @property
    def id(self) -> str:
        """A unique, permanent id."""
        return f"{self.table}:{self.game}"


def write_fact(fact: Fact) -> bytes:
    return msgspec.json.encode(fact)


def read_fact(data: bytes) -> Fact:
    """Decode a fact. Raises `msgspec.MsgspecError` if another version has written it."""
    fact = _decoder.decode(data)
    if fact.schema != SCHEMA:
        raise msgspec.ValidationError(f"a fact of shape {fact.schema}; known here is {SCHEMA}")
    return fact


_decoder = msgspec.json.Decoder(Fact)

"""A finished game as a fact: what is entered in its server's list, for ratings, boards and statistics.

It names seats; who sat there is said beside it. It stands by itself, whatever becomes of its table or of the shape in
which games are kept there.
"""

from __future__ import annotations

import msgspec
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from bot.core.actions import Seat

SCHEMA = 3
"""Number of the shape of a fact; raised with every change that older code could not read. None was released before."""


class Turn(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A cube that was offered: `value` before that, `turned` so many times (a beaver 2, a raccoon 3).

    `dropper`: who refused at last; None if it was taken. `roll`: the last roll of the table before it.
    """

    giver: Seat
    receiver: Seat
    value: int
    turned: int
    dropper: Seat | None
    roll: int


class Row(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`payer` gives `payee` so many points, a fraction (numerator, denominator); `reason` names how that came about.

    `cube`: at which it stood in the end, None of what is paid without one; `turns`: what became of it on the way,
    None if that is not known.
    """

    payer: Seat
    payee: Seat
    points: tuple[int, int]
    reason: str
    cube: int | None = None
    turns: tuple[Turn, ...] | None = ()


class Account(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a game came to, as its rules know it.

    `board`: on which its points are counted; None for those of a match. `length` of the match, 0 for money. `score`
    before the game, by seat, where there is one. `roles`: who took part, seat and role. `winner`: of the match that
    this game has ended. `hands` of a sheet: so many were played for what its rows come to; 0 where every bet is one.
    `plays` that moved checkers, by anyone, in the match up to here, or in the game for money; UNSET where they are not
    counted, or not all of them were.
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
    """Game number `game` of a table is over for good: nobody can take its result back. `ended_at`: seconds since 1970.

    `kind` is the tag of what was played. `rated`: whether ratings follow from it, as people were told before. `league`:
    what it was to count for there; empty if for nothing. `computers`: the seats in which no people sat, and how well
    each of them plays.
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

    @property
    def between_people(self) -> Fact | None:
        """The same without computers and the bets with them; None if that leaves nobody to play against."""
        if not self.computers:
            return self
        there, account = dict(self.computers), self.account
        roles = tuple(role for role in account.roles if role[0] not in there)
        rows = tuple(row for row in account.rows if row.payer not in there and row.payee not in there)
        return replace(self, account=replace(account, roles=roles, rows=rows)) if len(roles) > 1 else None

    @property
    def id(self) -> str:
        """What tells it from every other one, for ever."""
        return f"{self.table}:{self.game}"


def write_fact(fact: Fact) -> bytes:
    """A fact as it is stored."""
    return msgspec.json.encode(fact)


def read_fact(data: bytes) -> Fact:
    """A fact as it was stored. Raises `msgspec.MsgspecError` if another version has written it."""
    fact = _decoder.decode(data)
    if fact.schema != SCHEMA:
        raise msgspec.ValidationError(f"a fact of shape {fact.schema}; known here is {SCHEMA}")
    return fact


_decoder = msgspec.json.Decoder(Fact)

"""Tallies: a member's totals over a season, or over all time."""

from __future__ import annotations

from fractions import Fraction

from msgspec import UNSET, Struct, field

from bot.core.actions import Seat
from bot.ladder.facts import Fact, Row
from bot.ladder.performance import Performance
from bot.ladder.rating import Opposed, Standing, plays_needed

PLAYED_OUT = frozenset({"played", "resigned"})
"""Endings of bets, by play or by resignation, where twice the cube is a gammon."""

COMPUTER_KEY = "computer"
"""The key under which bets with computers, and nothing else, count."""


class Sum(Struct):
    """A count, and a sum of points: the fraction `over` / `under`."""

    count: int = 0
    over: int = 0
    under: int = 1

    @property
    def points(self) -> Fraction:
        return Fraction(self.over, self.under)

    def add(self, points: Fraction, count: int = 1) -> None:
        """Add this many, worth these points together."""
        total = self.points + points
        self.count += count
        self.over, self.under = total.numerator, total.denominator


class WinLoss(Struct):
    """Won and lost matches or money games; a settlement at zero is neither."""

    won: int = 0
    lost: int = 0


class Cubes(Struct):
    """Offered cubes, and the points of the bets in which they were offered.

    `accepted` and `refused` are the member's offers that others took and dropped; `taken` and `dropped` the offers of
    others. Dropping a beaver counts as dropping.
    """

    accepted: Sum = field(default_factory=Sum)
    refused: Sum = field(default_factory=Sum)
    taken: Sum = field(default_factory=Sum)
    dropped: Sum = field(default_factory=Sum)


class Tally(Struct):
    """A member's totals. `standings` and `opposed` by variant, after the last match. `records` of two by variant and
    length, such as `backgammon 7`, 0 for money; `bets` (for sheets, hands) by board and role; against a computer by its
    level.

    `wins` are bets that were won by play or resignation; of these `gammons` at twice the cube, `backgammons` at three
    times. `performance` in analysed games.
    """

    games: int = 0
    standings: dict[str, Standing] = {}
    opposed: dict[str, Opposed] = {}
    records: dict[str, WinLoss] = {}
    bets: dict[str, dict[str, Sum]] = {}
    cubes: Cubes = field(default_factory=Cubes)
    wins: int = 0
    gammons: int = 0
    backgammons: int = 0
    performance: Performance = field(default_factory=Performance)

    def provisional(self, variant: str) -> bool:
        """Whether the member's rating in a variant is still provisional."""
        return self.standings.get(variant, Standing()).provisional or not self.opposed.get(variant, Opposed()).enough

    def total(self, board: str) -> Sum:
        """All bets of a board, in all roles."""
        whole = Sum()
        for each in self.bets.get(board, {}).values():
            whole.add(each.points, each.count)
        return whole

    def count(self, fact: Fact, seat: Seat) -> None:
        """Count a game in which this member had `seat`."""
        account = fact.account
        role = dict(account.roles)[seat]
        self.games += 1
        self._record(fact, seat)
        for row in account.rows:
            if seat not in (row.payer, row.payee):
                continue
            points = Fraction(*row.points) * (1 if row.payee == seat else -1)
            if account.board is not None:
                won = row.of_a_bet if row.payee == seat else -row.of_a_bet
                self._sums(account.board, role).add(won, int(row.cube is not None))
            if row.cube is not None:
                self._bet(row, seat, points)
        if account.board is not None and account.hands:
            self._sums(account.board, role).add(Fraction(), account.hands)

    def _sums(self, board: str, role: str) -> Sum:
        return self.bets.setdefault(board, {}).setdefault(role, Sum())

    def count_computers(self, fact: Fact, seat: Seat) -> None:
        """Count what this member has won from computers in a game, or lost to them."""
        there = dict(fact.computers)
        for row in fact.account.rows:
            if row.payee == seat and row.payer in there:
                level, points = there[row.payer], row.of_a_bet
            elif row.payer == seat and row.payee in there:
                level, points = there[row.payee], -row.of_a_bet
            else:
                continue
            self._sums(COMPUTER_KEY, level).add(points, int(row.cube is not None))

    def _record(self, fact: Fact, seat: Seat) -> None:
        won = outcome(fact, seat)
        if won is not None:
            name = f"{fact.account.variant} {fact.account.length}"
            record = self.records.setdefault(name, WinLoss())
            record.won += won
            record.lost += not won

    def _bet(self, row: Row, seat: Seat, points: Fraction) -> None:
        times = abs(points) / (row.cube or 1)
        if points > 0 and row.reason in PLAYED_OUT:
            self.wins += 1
            self.gammons += times == 2
            self.backgammons += times == 3
        for turn in row.turns or ():
            if turn.dropper is None:
                (self.cubes.accepted if seat == turn.giver else self.cubes.taken).add(points)
            else:
                (self.cubes.dropped if seat == turn.dropper else self.cubes.refused).add(points)


def rates(fact: Fact) -> bool:
    """Whether a won match or money game changes ratings: it was announced as rated, and enough plays were made.

    Where plays were not counted, it is rated as announced.
    """
    account = fact.account
    return fact.rated and (account.plays is UNSET or account.plays >= plays_needed(account.length))


def outcome(fact: Fact, seat: Seat) -> bool | None:
    """Whether the seat won the match or money game of two; None if this game decided neither."""
    account = fact.account
    if account.score is None:
        return None
    if account.length:
        return None if account.winner is None else account.winner == seat
    points = sum(Fraction(*row.points) * (1 if row.payee == seat else -1) for row in account.rows)
    return points > 0 if points else None

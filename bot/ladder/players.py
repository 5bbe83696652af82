"""What a server's ladder knows of one person: ratings, what all games came to, streaks, badges; and of two people."""

from __future__ import annotations

from enum import Enum
from fractions import Fraction

from msgspec import Struct, field

from bot.core.actions import Seat
from bot.ladder.facts import Fact
from bot.ladder.rating import Standing
from bot.ladder.tallies import PLAYED_OUT, Tally, outcome

FORM = 10
"""Last matches and games for money that are kept one by one."""

ROW_OF_WINS = 5
GIANT = 200.0
"""Rating points by which somebody has to be ahead for beating them to be slaying a giant."""
LARGE_CUBE = 16
BOX_KEPT = 5
COMEBACK = 3
"""Length of a match from which on winning it without a point against somebody who needs one is a comeback."""


class Badge(Enum):
    """What is earned once; the order is that in which badges are shown."""

    FIRST_WIN = "first_win"
    GAMMON = "gammon"
    BACKGAMMON = "backgammon"
    GIANT_SLAYER = "giant_slayer"
    FIVE_IN_A_ROW = "five_in_a_row"
    CUBE_ON_16 = "cube_on_16"
    BOX_KEPT = "box_kept"
    COMEBACK = "comeback"


class Player(Struct):
    """`standings` by variant; `form` of the last games of two, 1 won, 0 lost, the last at the end.

    `streak` counts wins at the end of these, however many, `best_streak` the longest ever. `badges`: each with the
    moment it was earned. `box`: the table at which this person had the box last, and in how many games at a stretch.
    `behind`: the match in which this person stood at nothing, and the other at one from winning. `seasons` played in,
    in their order; `hidden` from all boards. `entries`: how many games of the list are this person's, and
    `ratings` how often a rating has changed.
    """

    standings: dict[str, Standing] = {}
    tally: Tally = field(default_factory=Tally)
    form: str = ""
    streak: int = 0
    best_streak: int = 0
    badges: dict[str, float] = {}
    box: tuple[str, int] = ("", 0)
    behind: str = ""
    seasons: list[str] = []
    hidden: bool = False
    entries: int = 0
    ratings: int = 0

    def standing(self, variant: str) -> Standing:
        """Where this person stands; at the start, if nothing has been rated yet."""
        return self.standings.get(variant) or Standing()

    def count(self, fact: Fact, seat: Seat) -> None:
        """Count a game in which this person had `seat`, all but ratings."""
        self.tally.count(fact, seat)
        self._streaks(fact, seat)
        self._box(fact, seat)
        self._behind(fact, seat)
        for badge in self._earned(fact, seat):
            self.earn(badge, fact.ended_at)

    def earn(self, badge: Badge, at: float) -> None:
        """Has this badge, from now on if not before. `at`: seconds since 1970."""
        self.badges.setdefault(badge.value, at)

    def _streaks(self, fact: Fact, seat: Seat) -> None:
        won = outcome(fact, seat)
        if won is None:
            return
        self.form = (self.form + ("1" if won else "0"))[-FORM:]
        self.streak = self.streak + 1 if won else 0
        self.best_streak = max(self.best_streak, self.streak)

    def _box(self, fact: Fact, seat: Seat) -> None:
        roles = dict(fact.account.roles)
        table, games = self.box
        if roles[seat] == "box":
            self.box = (fact.table, games + 1 if table == fact.table else 1)
        elif table == fact.table:
            self.box = ("", 0)

    def _behind(self, fact: Fact, seat: Seat) -> None:
        score, length = fact.account.score, fact.account.length
        if score and length >= COMEBACK and score[seat] == 0 and max(score) == length - 1:
            self.behind = fact.table

    def _earned(self, fact: Fact, seat: Seat) -> list[Badge]:
        return [
            *([Badge.FIRST_WIN] if outcome(fact, seat) else []),
            *([Badge.GAMMON] if self.tally.gammons else []),
            *([Badge.BACKGAMMON] if self.tally.backgammons else []),
            *([Badge.FIVE_IN_A_ROW] if self.streak >= ROW_OF_WINS else []),
            *([Badge.CUBE_ON_16] if _won_a_large_cube(fact, seat) else []),
            *([Badge.BOX_KEPT] if self.box[1] >= BOX_KEPT else []),
            *([Badge.COMEBACK] if self.behind == fact.table and fact.account.winner == seat else []),
        ]


class Pair(Struct):
    """Two people, the one with the lower number first: matches and games for money each has won, and points.

    `points`, a fraction, are what the second has paid the first in all bets outside of matches.
    """

    first: int = 0
    second: int = 0
    points: tuple[int, int] = (0, 1)

    def count(self, fact: Fact, one: Seat, other: Seat) -> None:
        """Count a game in which the first had the seat `one`, the second `other`."""
        account = fact.account
        won, lost = outcome(fact, one), outcome(fact, other)
        self.first += bool(won) and lost is False
        self.second += bool(lost) and won is False
        if account.board is None:
            return
        total = Fraction(*self.points)
        for row in account.rows:
            if {row.payer, row.payee} == {one, other}:
                total += Fraction(*row.points) * (1 if row.payee == one else -1)
        self.points = (total.numerator, total.denominator)


def _won_a_large_cube(fact: Fact, seat: Seat) -> bool:
    return any(
        row.payee == seat
        and (row.cube or 0) >= LARGE_CUBE
        and row.points[0] > 0
        and row.reason in PLAYED_OUT | {"dropped"}
        for row in fact.account.rows
    )

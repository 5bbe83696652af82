"""A member's record in a server's ladder: ratings, tallies, streaks, badges; and that of a pair of members."""

from __future__ import annotations

from enum import Enum
from fractions import Fraction

from msgspec import Struct, field

from bot.core.actions import Seat
from bot.ladder.facts import Fact
from bot.ladder.performance import Share
from bot.ladder.rating import Standing
from bot.ladder.tallies import PLAYED_OUT, Tally, WinLoss, outcome, rates

FORM = 10
"""How many of the last matches and money games are kept individually."""

ROW_OF_WINS = 5
GIANT = 200.0
"""The rating lead of an opponent that makes a win count as giant-slaying."""
LARGE_CUBE = 16
BOX_KEPT = 5
COMEBACK = 3
"""Shortest match in which a win from nothing against an opponent one point away is a comeback."""

RATING_KEY = "rating"
"""The key of the board of ratings."""


def week(day: int) -> int:
    """The week of a day, given as a proleptic ordinal; weeks begin on Monday."""
    return (day - 1) // 7


class Badge(Enum):
    """Badges are earned once; the order is that of display."""

    FIRST_WIN = "first_win"
    GAMMON = "gammon"
    BACKGAMMON = "backgammon"
    GIANT_SLAYER = "giant_slayer"
    FIVE_IN_A_ROW = "five_in_a_row"
    CUBE_ON_16 = "cube_on_16"
    BOX_KEPT = "box_kept"
    COMEBACK = "comeback"
    FLAWLESS = "flawless"


class Player(Struct):
    """A member's record. `tally` of all games; `form` of the last games of two, 1 won, 0 lost, the last at the end.

    `streak`: consecutive wins at the end of these, without limit; `best_streak` the longest ever. `badges`: when each
    was earned. `box`: the table at which this member last had the box, and in how many games in a row. `behind`: the
    match in which this member had no points and the opponent needed one. `seasons` played in, in order; `hidden` from
    all boards, or `away` from the server. `since`: by the key of a board, the week in which the member's figure there
    last changed, and the figure before. `entries`: how many games of the list are this member's, `ratings` how often a
    rating has changed; `rated` how many rated games on `day`, the latest such day, leagues aside. `flawless`: the
    number of games almost without error. `doubles`: matches of two against two.
    """

    tally: Tally = field(default_factory=Tally)
    form: str = ""
    streak: int = 0
    best_streak: int = 0
    badges: dict[str, float] = {}
    box: tuple[str, int] = ("", 0)
    behind: str = ""
    seasons: list[str] = []
    hidden: bool = False
    away: bool = False
    since: dict[str, tuple[int, float]] = {}
    entries: int = 0
    ratings: int = 0
    day: int = 0
    rated: int = 0
    flawless: int = 0
    doubles: WinLoss = field(default_factory=WinLoss)

    @property
    def standings(self) -> dict[str, Standing]:
        return self.tally.standings

    def standing(self, variant: str) -> Standing:
        """The current standing; the initial one before the first rated match."""
        return self.standings.get(variant) or Standing()

    def begin(self, day: int, fact: Fact) -> None:
        """Before a game counts: create this week's reference values, if it is the member's first game of the week."""
        self.away = False
        board = fact.account.board
        if board is None:
            name, now = f"{RATING_KEY} {fact.account.variant}", self.standing(fact.account.variant).rating
        else:
            name, now = board, float(self.tally.total(board).points)
        if name not in self.since or self.since[name][0] < week(day):
            self.since[name] = week(day), now

    def count(self, fact: Fact, seat: Seat) -> None:
        """Count a game in which this member had `seat`, except ratings."""
        self.tally.count(fact, seat)
        self._streaks(fact, seat)
        self._box(fact, seat)
        self._behind(fact, seat)
        for badge in self._earned(fact, seat):
            self.earn(badge, fact.ended_at)

    def judge(self, share: Share, at: float, times: int = 1) -> None:
        """Count a share in an analysed game that ended at `at`, or with `times` −1 subtract it."""
        self.tally.performance.count(share, times)
        self.flawless += times * share.flawless
        if self.flawless:
            self.earn(Badge.FLAWLESS, at)
        else:
            self.badges.pop(Badge.FLAWLESS.value, None)

    def earn(self, badge: Badge, at: float) -> None:
        """Award a badge, unless it was earned before. `at`: seconds since 1970."""
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
    """Two members, the one with the lower number first: matches and money games each has won, and points.

    `points`, a fraction, are what the second has paid the first in all bets outside of matches. `rated`: how many rated
    games they had on `day`, the latest such day, leagues aside.
    """

    first: int = 0
    second: int = 0
    points: tuple[int, int] = (0, 1)
    day: int = 0
    rated: int = 0

    def count(self, fact: Fact, one: Seat, other: Seat, day: int = 0) -> None:
        """Count a game in which the first had the seat `one`, the second `other`."""
        account = fact.account
        if rates(fact) and not fact.league and outcome(fact, one) is not None:
            self.day, self.rated = day, self.rated + 1 if self.day == day else 1
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

"""What a server's ladder knows of one person: ratings, what all games came to, streaks, badges; and of two people."""

from __future__ import annotations

from enum import Enum
from fractions import Fraction

from msgspec import Struct, field

from bot.core.actions import Seat
from bot.ladder.facts import Fact
from bot.ladder.performance import Share
from bot.ladder.rating import Standing
from bot.ladder.tallies import PLAYED_OUT, Tally, outcome, rates

FORM = 10
"""Last matches and games for money that are kept one by one."""

ROW_OF_WINS = 5
GIANT = 200.0
"""Rating points by which somebody has to be ahead for beating them to be slaying a giant."""
LARGE_CUBE = 16
BOX_KEPT = 5
COMEBACK = 3
"""Length of a match from which on winning it without a point against somebody who needs one is a comeback."""

RATING_KEY = "rating"
"""Under this, ratings are compared."""


def week(day: int) -> int:
    """The week of a day that is counted as by `datetime.date.toordinal`; a week begins with Monday."""
    return (day - 1) // 7


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
    FLAWLESS = "flawless"


class Player(Struct):
    """What `tally` all games have come to; `form` of the last games of two, 1 won, 0 lost, the last at the end.

    `streak` counts wins at the end of these, however many, `best_streak` the longest ever. `badges`: each with the
    moment it was earned. `box`: the table at which this person had the box last, and in how many games at a stretch.
    `behind`: the match in which this person stood at nothing, and the other at one from winning. `seasons` played in,
    in their order; `hidden` from all boards, or `away` from the server. `since`: by the name of a board, the week in
    which this person's place there last changed, and what it was by before that. `entries`: how many games of the list
    are this person's, and `ratings` how often a rating has changed; `rated` how often on `day`, the last one on which
    one has, leagues aside. `flawless`: in so many games nearly no error was found.
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

    @property
    def standings(self) -> dict[str, Standing]:
        """By variant."""
        return self.tally.standings

    def standing(self, variant: str) -> Standing:
        """Where this person stands; at the start, if nothing has been rated yet."""
        return self.standings.get(variant) or Standing()

    def begin(self, day: int, fact: Fact) -> None:
        """Somebody who has played is there; what a week began with is noted before its first game counts."""
        self.away = False
        board = fact.account.board
        if board is None:
            name, now = f"{RATING_KEY} {fact.account.variant}", self.standing(fact.account.variant).rating
        else:
            name, now = board, float(self.tally.total(board).points)
        if name not in self.since or self.since[name][0] < week(day):
            self.since[name] = week(day), now

    def count(self, fact: Fact, seat: Seat) -> None:
        """Count a game in which this person had `seat`, all but ratings."""
        self.tally.count(fact, seat)
        self._streaks(fact, seat)
        self._box(fact, seat)
        self._behind(fact, seat)
        for badge in self._earned(fact, seat):
            self.earn(badge, fact.ended_at)

    def judge(self, share: Share, at: float, times: int = 1) -> None:
        """Count how well this person has played a game that ended then; with `times` −1 take one back."""
        self.tally.performance.count(share, times)
        self.flawless += times * share.flawless
        if self.flawless:
            self.earn(Badge.FLAWLESS, at)
        else:
            self.badges.pop(Badge.FLAWLESS.value, None)

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

    `points`, a fraction, are what the second has paid the first in all bets outside of matches. `rated`: how often
    their ratings have changed on `day`, the last one on which they have, leagues aside.
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

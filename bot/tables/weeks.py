"""The club's week: when it is told, and what its finished games came to, as a fold of them.

A week begins on Monday at midnight of the server's zone, and is told on the Monday after it. What is told of it:

- *results*: the matches that were won in it, the longest first, then the sessions by the number of their games of the
  week; games against computers after all others;
- *luckiest roll*: the largest luck of one roll, in units of the cube;
- *comeback*: the lowest chance to win from which somebody won a game on the board, or by a drop or resignation;
- *most missed*: the position whose best choice most people missed, of equals that of the largest loss;
- *box*: the most points that a box has won in one game of a chouette.

Of equals the earlier one is told. Rolls, comebacks and missed positions are of analysed games alone, and neither of
computers nor of two who share a seat.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime, time, timedelta
from fractions import Fraction
from typing import NamedTuple
from zoneinfo import ZoneInfo

from msgspec import Struct

from bot.analysis.course import course_of, sides
from bot.analysis.verdicts import Verdict
from bot.backgammon import Dice
from bot.core.actions import Seat
from bot.ladder.facts import Fact
from bot.ladder.tallies import PLAYED_OUT
from bot.tables.calendar_days import day_begins
from bot.tables.clock import MORNING
from bot.tables.days import ENOUGH, name_of

FEWEST = 3
"""Finished games of a week of which something is told."""

_DAYS = timedelta(days=7)
#: The hour of the Tuesday until which a week is told late.
_LATEST = 12
#: How bets end of which one can come back: by the board, or because somebody gave up.
_WON = PLAYED_OUT | {"dropped"}
#: Whoever has this role plays alone against all others.
_BOX = "box"


class Week(NamedTuple):
    """A week that begins on the day `monday`, from `start` to `end`, which is when the next one begins. It is told from
    `opens` until `closes`, the next one from `again`. Seconds since 1970.
    """

    monday: date
    start: float
    end: float
    opens: float
    closes: float
    next_end: float
    again: float

    @property
    def name(self) -> str:
        return self.monday.isoformat()

    def next_post(self, now: float) -> float:
        """When this one is told or, once that has begun, the next one."""
        return self.opens if now < self.opens else self.again

    @property
    def sunday(self) -> date:
        """Its last day."""
        return self.monday + _DAYS - timedelta(days=1)


def week_before(now: float, zone: str) -> Week:
    """The week that was over last at a moment, in seconds since 1970."""
    place = ZoneInfo(zone)
    today = datetime.fromtimestamp(now, place).date()
    end = today - timedelta(days=today.weekday())

    def begins(day: date) -> float:
        return day_begins(day, place) / 1000

    def at(day: date, hour: int) -> float:
        return datetime.combine(day, time(hour), place).timestamp()

    return Week(
        monday=end - _DAYS,
        start=begins(end - _DAYS),
        end=begins(end),
        opens=at(end, MORNING),
        closes=at(end + timedelta(days=1), _LATEST),
        next_end=begins(end + _DAYS),
        again=at(end + _DAYS, MORNING),
    )


class Named(NamedTuple):
    """Somebody who may be named, with their number in the server's list."""

    number: int
    name: str


class WeekGame(Struct, frozen=True):
    """A finished game that may be told, with those of its `people` who may be named, by seat: no computers, and where
    two share each seat, both by one name.
    """

    fact: Fact
    people: Mapping[Seat, Named]

    @property
    def id(self) -> str:
        return f"{self.fact.table}-{self.fact.game}"


class Who(NamedTuple):
    """Somebody's name, or the level of a computer."""

    name: str
    level: str = ""


class Result(Struct, frozen=True, kw_only=True):
    """What a match came to, or `games` of a session.

    `game`: the last of them, whose `fact` says what was played. `loser`: None where more than two sides play. `score`:
    that of a match, the winner's first; `points` that the winner of anything else has won.
    """

    game: str
    fact: Fact
    winner: Who
    loser: Who | None
    score: tuple[int, int] | None = None
    points: Fraction = Fraction(0)
    games: int = 1

    @property
    def order(self) -> tuple[bool, bool, int, float]:
        """The sort key, the most notable lowest."""
        alone = bool(self.winner.level or (self.loser and self.loser.level))
        much = self.fact.account.length if self.score else self.games
        return alone, self.score is None, -much, -self.fact.ended_at


class Luck(Struct, frozen=True):
    game: str
    name: str
    dice: Dice
    luck: float


class Comeback(Struct, frozen=True):
    """Somebody won a game after their chance to do so had been no more than this."""

    game: str
    name: str
    chance: float


class Missed(Struct, frozen=True):
    """A position that so many people have missed, with the verdict on who lost most by that, in this game; `length` of
    its match, 0 for money.
    """

    game: str
    verdict: Verdict
    length: int
    people: int


class BoxWin(Struct, frozen=True):
    game: str
    name: str
    points: Fraction


class Found(Struct, frozen=True, kw_only=True):
    """What the `games` of a week came to. `results`: the most notable first."""

    games: int
    results: tuple[Result, ...] = ()
    luck: Luck | None = None
    comeback: Comeback | None = None
    missed: Missed | None = None
    box: BoxWin | None = None

    @property
    def silent(self) -> bool:
        """Whether nothing can be said of them."""
        return not self.results and not any((self.luck, self.comeback, self.missed, self.box))


class Ahead(Struct, frozen=True, kw_only=True):
    """What is to be played: pairs who owe each other a league match, those with the least time left first.

    `due`: they all have to play it within the week that begins; otherwise no match has to be. `nights` that begin in
    it, with their times in seconds since 1970.
    """

    pairs: tuple[tuple[str, str], ...] = ()
    due: bool = False
    nights: tuple[tuple[str, float], ...] = ()


class Report(Struct, frozen=True):
    """What is told of a week."""

    week: Week
    found: Found
    ahead: Ahead = Ahead()


class _Session:
    """The games of a week at one table, the `last` of them, and what they came to."""

    def __init__(self) -> None:
        self.games = 0
        self.points: dict[Seat, Fraction] = {}
        self.last: WeekGame | None = None

    def count(self, game: WeekGame) -> None:
        self.games, self.last = self.games + 1, game
        for seat, won in points_of(game.fact).items():
            self.points[seat] = self.points.get(seat, Fraction(0)) + won

    def result(self) -> Result | None:
        """What they came to; None if nobody has won who may be named, or nothing is decided."""
        assert self.last is not None
        fact, account, two = self.last.fact, self.last.fact.account, self.last.fact.account.score is not None
        if account.length and account.winner is None:
            return None
        ranked = sorted(self.points.items(), key=lambda each: -each[1])
        if not account.length and (len(ranked) < 2 or ranked[0][1] == ranked[1][1]):
            return None
        won = account.winner if account.winner is not None else ranked[0][0]
        winner, loser = who(self.last, won), who(self.last, 1 - won) if two else None
        if winner is None or (two and loser is None):
            return None
        score = None
        if account.length and account.score is not None:
            score = account.length, min(account.score[1 - won], account.length - 1)
        return Result(
            game=self.last.id,
            fact=fact,
            winner=winner,
            loser=loser,
            score=score,
            points=self.points.get(won, Fraction(0)),
            games=self.games,
        )


def who(game: WeekGame, seat: Seat) -> Who | None:
    """Who played at a seat; None if they may not be named."""
    if level := dict(game.fact.computers).get(seat):
        return Who("", level)
    named = game.people.get(seat)
    return Who(named.name) if named else None


def points_of(fact: Fact) -> dict[Seat, Fraction]:
    """What everybody has won or lost in a game, by seat."""
    won: dict[Seat, Fraction] = {fact.side(seat): Fraction(0) for seat, _ in fact.account.roles}
    for row in fact.account.rows:
        for seat, sign in ((row.payee, 1), (row.payer, -1)):
            won[seat] = won.get(seat, Fraction(0)) + sign * Fraction(*row.points)
    return won


def winner_of_all(fact: Fact) -> Seat | None:
    """Who has won every bet of a game by play, drop or resignation; None if nobody has."""
    bets = [row for row in fact.account.rows if row.cube is not None]
    winners = {row.payee for row in bets if row.points[0]}
    return winners.pop() if len(winners) == 1 and all(row.reason in _WON for row in bets) else None


class WeekFold:
    """Counts the games of a week, the earliest first."""

    def __init__(self) -> None:
        self._games = 0
        self._sessions: dict[str, _Session] = {}
        self._luck: Luck | None = None
        self._comeback: Comeback | None = None
        self._box: BoxWin | None = None
        self._missed: dict[str, tuple[set[int], Missed]] = {}

    def count(self, game: WeekGame, verdicts: Sequence[Verdict] = ()) -> None:
        """Count a game, with the verdicts of its analysis if there is one."""
        self._games += 1
        self._sessions.setdefault(game.fact.table, _Session()).count(game)
        if game.fact.counts:
            self._count_box(game)
            self._count_comeback(game, verdicts)
            for verdict in verdicts:
                if named := game.people.get(verdict.seat):
                    self._count_roll(game, named, verdict)
                    self._count_missed(game, named, verdict)

    def _count_box(self, game: WeekGame) -> None:
        points = points_of(game.fact)
        for seat, role in game.fact.account.roles:
            named = game.people.get(seat) if role == _BOX else None
            if named and points[seat] > (self._box.points if self._box else 0):
                self._box = BoxWin(game.id, named.name, points[seat])

    def _count_comeback(self, game: WeekGame, verdicts: Sequence[Verdict]) -> None:
        seat = winner_of_all(game.fact)
        named = None if seat is None else game.people.get(seat)
        if named is None or seat not in sides(verdicts) or (course := course_of(verdicts, seat)) is None:
            return
        lowest = min(chance for _, chance in course.points)
        # Somebody who was never behind has not come back.
        if lowest < (self._comeback.chance if self._comeback else 0.5):
            self._comeback = Comeback(game.id, named.name, lowest)

    def _count_roll(self, game: WeekGame, named: Named, verdict: Verdict) -> None:
        if verdict.dice is not None and verdict.luck > (self._luck.luck if self._luck else 0):
            self._luck = Luck(game.id, named.name, verdict.dice, verdict.luck)

    def _count_missed(self, game: WeekGame, named: Named, verdict: Verdict) -> None:
        if verdict.error <= ENOUGH:
            return
        name = name_of(verdict)
        people, worst = self._missed.get(name, (set[int](), None))
        people.add(named.number)
        if worst is None or verdict.error > worst.verdict.error:
            worst = Missed(game.id, verdict, game.fact.account.length, 0)
        self._missed[name] = people, Missed(worst.game, worst.verdict, worst.length, len(people))

    def found(self) -> Found:
        """What all games so far came to."""
        results = (session.result() for session in self._sessions.values())
        missed = [each for _, each in self._missed.values()]
        return Found(
            games=self._games,
            results=tuple(sorted(filter(None, results), key=lambda each: each.order)),
            luck=self._luck,
            comeback=self._comeback,
            missed=max(missed, key=lambda each: (each.people, each.verdict.error), default=None),
            box=self._box,
        )

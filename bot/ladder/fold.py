"""The ladder as a fold of a server's list: standings and statistics of its members, entry by entry.

The same code counts one more game of a running server, for which only the affected records are loaded, and recounts
all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from msgspec import Struct

from bot.core.actions import Seat
from bot.ladder.facts import Fact
from bot.ladder.notes import Analysis, Away, Forget, Hide, Note
from bot.ladder.performance import Share
from bot.ladder.players import GIANT, Badge, Pair, Player
from bot.ladder.rating import Opposed, rated
from bot.ladder.tallies import Tally, rates

NOBODY = 0
"""In a server's list, a member whose number was given up."""


class Rated(Struct, frozen=True):
    """A rating has changed to `rating`: that of `player` in `variant`, by a match that ended at `at`."""

    player: int
    variant: str
    at: float
    rating: float


class Book(Struct):
    """The ladder after some of a server's games. Members go by their numbers in the server's list.

    `seasons`: a member's tally of one season; `pairs`: by two numbers, the lower first. Missing entries are created
    empty.
    """

    players: dict[int, Player] = {}
    seasons: dict[tuple[int, str], Tally] = {}
    pairs: dict[tuple[int, int], Pair] = {}

    def enter(self, fact: Fact, who: Sequence[int], season: str, day: int = 0) -> tuple[Rated, ...]:
        """Count a game that `who` played, in the order of the roles; `season` is the one it belongs to, or none ("").

        `day`, of the server's calendar, is a proleptic ordinal (`datetime.date.toordinal`). Returns the ratings that
        have changed.
        """
        seated, between = seats(fact, who), fact.between_people
        for seat, number in seated.items():
            player = self.players.setdefault(number, Player())
            player.begin(day, fact)
            player.tally.count_computers(fact, seat)
            if between:
                player.count(between, seat)
            if season:
                tally = self.seasons.setdefault((number, season), Tally())
                tally.count_computers(fact, seat)
                if between:
                    tally.count(between, seat)
                if season not in player.seasons:
                    player.seasons.append(season)
        for (one, first), (other, second) in combinations(sorted(seated.items(), key=lambda each: each[1]), 2):
            if met(fact, one, other):
                self.pairs.setdefault((first, second), Pair()).count(fact, one, other, day)
        return tuple(self._rate(fact, seated, season, day))

    def enter_apart(self, fact: Fact, who: Sequence[int]) -> None:
        """Enter a game that counts for nothing: of two against two it is only known who has won a match."""
        for seat, number in seats(fact, who).items():
            player = self.players.setdefault(number, Player())
            if fact.apart and fact.account.winner is not None:
                player.doubles.won += fact.side(seat) == fact.account.winner
                player.doubles.lost += fact.side(seat) != fact.account.winner

    def judge(
        self, fact: Fact, who: Sequence[int], season: str, found: Analysis, before: Analysis | None = None
    ) -> None:
        """Count an engine's analysis of a counted game, replacing the analysis `before`.

        The other arguments as in `enter`.
        """
        for analysis, times in ((before, -1), (found, 1)):
            for number, share in counted_shares(fact, who, analysis) if analysis else ():
                self.players[number].judge(share, fact.ended_at, times)
                if season:
                    self.seasons[number, season].performance.count(share, times)

    def note(self, note: Note) -> None:
        """Apply a note of a moderator or member. Struck games are not handled here: they are never entered."""
        match note:
            case Hide(player, hidden):
                self.players.setdefault(player, Player()).hidden = hidden
            case Away(player, away):
                self.players.setdefault(player, Player()).away = away
            case Forget(player):
                self.players.setdefault(player, Player()).hidden = True
            case _:
                return

    def _rate(self, fact: Fact, seated: dict[Seat, int], season: str, day: int) -> Iterator[Rated]:
        """Both ratings are read before either is written."""
        decided = decided_by(fact)
        if decided is None or not rates(fact) or not seated.keys() >= set(decided):
            return
        variant = fact.account.variant
        winner, loser = (self.players[seated[seat]] for seat in decided)
        before, beaten = winner.standing(variant), loser.standing(variant)
        after = rated(before, beaten, fact.account.length or 1)
        if beaten.rating - before.rating >= GIANT:
            winner.earn(Badge.GIANT_SLAYER, fact.ended_at)
        for seat, other, standing in zip(decided, reversed(decided), after, strict=True):
            number = seated[seat]
            player = self.players[number]
            if not fact.league:
                player.day, player.rated = day, player.rated + 1 if player.day == day else 1
            opposed = player.tally.opposed.get(variant, Opposed()).met(seated[other])
            for tally in (player.tally, *([self.seasons[number, season]] if season else [])):
                tally.standings[variant], tally.opposed[variant] = standing, opposed
            yield Rated(number, variant, fact.ended_at, standing.rating)


def seats(fact: Fact, who: Iterable[int]) -> dict[Seat, int]:
    """(seat: number) of the players that have a number."""
    roles = (seat for seat, _ in fact.account.roles)
    return {seat: number for seat, number in zip(roles, who, strict=True) if number != NOBODY}


def decided_by(fact: Fact) -> tuple[Seat, Seat] | None:
    """The seats of winner and loser of a game that may be rated, a match or a money game of two; None otherwise."""
    account = fact.account
    if account.score is None or len(account.roles) != 2:
        return None
    (one, _), (other, _) = account.roles
    winner = account.winner
    if not account.length:
        paid = next((row for row in account.rows if row.points[0]), None)
        winner = None if paid is None else paid.payee
    return None if winner is None else (winner, one if winner == other else other)


def met(fact: Fact, one: Seat, other: Seat) -> bool:
    """Whether two seats were opponents in this game, not partners."""
    return any({row.payer, row.payee} == {one, other} and row.cube is not None for row in fact.account.rows)


def counted_shares(fact: Fact, who: Iterable[int], found: Analysis) -> Iterator[tuple[int, Share]]:
    """The shares of an analysis that count, and the number of each player."""
    seated = seats(fact, who)
    for share in found.shares:
        if share.seat in seated and played_people(fact, share.seat):
            yield seated[share.seat], share


def played_people(fact: Fact, seat: Seat) -> bool:
    """Whether a seat played against other members in this game, not only against computers."""
    if not fact.computers:
        return True
    between = fact.between_people
    return between is not None and any(
        seat in (row.payer, row.payee) and row.cube is not None for row in between.account.rows
    )

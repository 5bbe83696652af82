"""Boards of a server's ladder as values: whom a board lists, in what order, and how sure its figures are.

A game contributes its boards (`Game.boards`); those of all games stand here. What a board is called and how its figures
are written, the screens say.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import ClassVar

from msgspec import Struct

from bot.ladder.performance import ENOUGH
from bot.ladder.players import RATING_KEY, Player
from bot.ladder.tallies import COMPUTER_KEY, Sum, Tally

ESTABLISHED = 1e6
"""What is added for those who are listed before the provisional ones: more than any rating or sum of points."""


class Place(Struct, frozen=True):
    """What puts somebody in order on a board. `provisional`: listed after all who are not."""

    value: Fraction | float
    provisional: bool = False

    @property
    def order(self) -> float:
        """The larger, the higher up; people of equal order share a rank."""
        return float(round(self.value, 2)) + (0 if self.provisional else ESTABLISHED)

    @classmethod
    def at(cls, order: float) -> Place:
        """The place of this order, as far as that says it."""
        provisional = order < ESTABLISHED / 2
        return cls(round(order if provisional else order - ESTABLISHED, 2), provisional)


class Board(Struct, frozen=True):
    """A board of all points won in what counts under its `key` (`Account.board`), which never changes.

    `current`: the form of the last games, and the change since the beginning of the week, are told beside it.
    """

    key: str
    current: bool = False
    by_variant: ClassVar[bool] = False
    """Whether there is one of each variant of backgammon."""
    needs: ClassVar[int] = 0
    """So many of what it counts are needed to be listed."""

    def variants(self, tally: Tally) -> Iterable[str]:
        """The variants of which somebody may be listed; one without a name where it is not by variant."""
        return ("",)

    def of(self, variant: str) -> str:
        """The key of the board of this variant."""
        return f"{self.key} {variant}" if self.by_variant else self.key

    def list_key(self, variant: str, season: str) -> str:
        """How what is counted calls the list of a season, or of all time ("")."""
        return f"board {self.of(variant)} {season}"

    def total(self, tally: Tally) -> Sum:
        """What counts here, whatever the role."""
        return tally.total(self.key)

    def count(self, tally: Tally, variant: str) -> int:
        """Games, bets, hands or decisions that count."""
        return self.total(tally).count

    def place(self, tally: Tally, variant: str) -> Place | None:
        """Where somebody belongs by the games of a season, or of all time; None if they are not listed."""
        total = self.total(tally)
        return Place(total.points) if total.count else None

    def figure(self, tally: Tally, place: Place) -> tuple[float, float | None]:
        """What is told of somebody at this place, and its standard error where it has one."""
        return float(place.value), None

    def now(self, player: Player, variant: str) -> float:
        """What a change since the beginning of the week is counted to."""
        return float(self.total(player.tally).points)

    def since(self, player: Player, variant: str) -> tuple[int, float] | None:
        """The week in which `now` last changed, and what it was before; None if it never has."""
        return player.since.get(self.of(variant))


class Average(Board, frozen=True):
    """Points by what they were won in, bets or hands. Below `few` of these that is chance, and listed after others."""

    few: int = 0

    def place(self, tally: Tally, variant: str) -> Place | None:
        total = self.total(tally)
        return Place(total.points / total.count, total.count < self.few) if total.count else None


class _Ratings(Board, frozen=True):
    by_variant: ClassVar[bool] = True

    def variants(self, tally: Tally) -> Iterable[str]:
        return tally.standings

    def count(self, tally: Tally, variant: str) -> int:
        """Matches."""
        names = ((name.partition(" "), record) for name, record in tally.records.items())
        return sum(record.won + record.lost for (of, _, length), record in names if of == variant and length != "0")

    def place(self, tally: Tally, variant: str) -> Place | None:
        standing = tally.standings.get(variant)
        return None if standing is None else Place(standing.rating, tally.provisional(variant))

    def now(self, player: Player, variant: str) -> float:
        return player.standing(variant).rating


class _Performances(Board, frozen=True):
    """The lowest comes first."""

    needs: ClassVar[int] = ENOUGH

    def count(self, tally: Tally, variant: str) -> int:
        """Decisions."""
        return tally.performance.decisions

    def place(self, tally: Tally, variant: str) -> Place | None:
        found = tally.performance
        return None if found.rating is None or found.decisions < self.needs else Place(-found.rating)

    def figure(self, tally: Tally, place: Place) -> tuple[float, float | None]:
        return float(tally.performance.rating or 0), tally.performance.error


RATING = _Ratings(RATING_KEY, current=True)
"""Ratings of matches, and of games for money where a server wants that."""
PERFORMANCE = _Performances("performance")
"""How well games were played that an engine has looked at."""
COMPUTER = Board(COMPUTER_KEY)
"""Points won from computers."""
